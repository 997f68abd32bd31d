"""The pictures of figures: whose fault it is where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.answers.attached import AttachedFile
from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import AgentReport, EvidencePage, WorkIdentity
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.figure_pictures import ReportFiles, frozen_figures

TEXT = "# Owls\n\n```mermaid\ngraph TD; A-->B\n```\n\nSee it.\n\n![a](http://127.0.0.1:9/x.png)\n"


@pytest.mark.parametrize(
    ("status", "reason", "outcome"),
    [
        ("refused", "private-address", "invalid"),
        ("refused", "robots", "failed"),
        ("unreachable", "http-404", "invalid"),
        ("failed", "timeout", "failed"),
    ],
)
def test_an_address_that_leads_nowhere_is_the_agents_fault(
    tmp_path: Path, status: str, reason: str, outcome: str
) -> None:
    report = AgentReport("r", "a", "1", None, "r.md", "markdown", TEXT, "")
    read = read_report(report)
    address = "http://127.0.0.1:9/x.png"
    page = EvidencePage(address, address, "", status, reason, 0, "", "", "", "", None, WorkIdentity(), "", None)  # type: ignore[arg-type]
    frozen = frozen_figures(
        report,
        read.figures,
        read.figure_targets,
        ReportFiles("r", (), ()),
        {page_of(address): page},
        Storage(str(tmp_path)),
        "ours",
    )
    assert [(picture.status, picture.reason) for picture in frozen.pictures] == [
        ("invalid", "not-rendered"),
        (outcome, reason),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "outcome"),
    [
        ("chart.png", b"<!DOCTYPE html><html><body>403</body></html>", ("invalid", "html")),
        ("chart.html", b"<!DOCTYPE html><html><body>a program</body></html>", ("invalid", "not-rendered")),
        (
            "labels.svg",
            b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><foreignObject width="300" height="200">'
            b'<div xmlns="http://www.w3.org/1999/xhtml">Text</div></foreignObject></svg>',
            ("failed", "blank-labels"),
        ),
    ],
)
def test_what_a_picture_holds_says_why_there_is_none(
    tmp_path: Path, name: str, data: bytes, outcome: tuple[str, str]
) -> None:
    storage = Storage(str(tmp_path))
    sha256 = storage.keep_blob(data).rsplit("/", 1)[-1]
    report = AgentReport("r", "a", "1", None, "r.md", "markdown", f"# Owls\n\n![owls]({name})\n\nSee it.\n", "")
    read = read_report(report)
    files = ReportFiles("r", ("",), (AttachedFile(name, sha256, len(data)),))
    (picture,) = frozen_figures(report, read.figures, read.figure_targets, files, {}, storage).pictures
    assert (picture.status, picture.reason) == outcome
