"""Reports whose answers hold files: one report a folder, in any format, with its pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from litgauge.tasks.answers.door import Collected, resolve
from litgauge.tasks.reports.ingest import AskedTask, collect_reports
from tests.tables import each_row

TASKS = tuple(AskedTask(name, name, f"Write about {name} owls.") for name in ("000001", "000002"))
PNG = b"\x89PNG\r\n\x1a\n"
TEXT = "# Owls\n\nThey fly ![Owls](images/a.png) at night.\n"
MHTML = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n"
    "<p>Owls <img src='images/a.png'></p>\r\n--x--\r\n"
)


def collected(folder: Path, files: Mapping[str, str | bytes]) -> Collected:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return collect_reports(folder, "me", TASKS, holds_files=True)


@each_row(
    "name, content, text",
    [
        ("report.md", TEXT, TEXT),
        ("README.md", TEXT, TEXT),
        ("owls.mdx", TEXT, TEXT),
        ("index.html", "<p>Owls <img src='images/a.png'></p>", "<p>Owls <img src='images/a.png'></p>"),
        ("saved.mhtml", MHTML, "<p>Owls <img src='images/a.png'></p>"),
        ("answer.json", json.dumps({"answer": TEXT}), TEXT),
    ],
)
def test_a_folder_is_one_report_in_any_format(name: str, content: str, text: str, tmp_path: Path) -> None:
    files = {f"me/000001/{name}": content, "me/000001/images/a.png": PNG, "me/000001/search.json": '{"q": "owls"}'}
    found = collected(tmp_path, files | {"me/000001/charts/chart.html": "<p>chart</p>"})
    answer = found.answers["000001"]
    assert answer.content.text.strip() == text.strip()
    assert [file.name for file in answer.files] == ["charts/chart.html", "images/a.png", "search.json"]
    assert resolve(answer, "images/a.png") == answer.files[1]
    assert {kind: lines for kind, lines in found.listed.items() if lines} == {}


def test_reports_in_rows_and_loose_files_have_the_pictures_that_they_name(tmp_path: Path) -> None:
    rows = json.dumps({"task_id": "000002", "response": "![](/out/000002/b.png) ![](none.png)"})
    found = collected(
        tmp_path,
        {
            "000001.md": TEXT,
            "images/a.png": PNG,
            "images/c.png": PNG,
            "rows.jsonl": f"{rows}\n",
            "000002/b.png": PNG,
            "chart.html": "<p>unused</p>",
            "other.md": "Another.",
        },
    )
    assert [file.name for file in found.answers["000001"].files] == ["images/a.png"]
    assert [file.name for file in found.answers["000002"].files] == ["000002/b.png"]
    assert found.listed["absent files"] == ["rows.jsonl#1: none.png"]
    assert found.listed["files elsewhere"] == ["rows.jsonl#1: /out/000002/b.png is 000002/b.png"]
    assert found.listed["ignored"] == [
        "chart.html: no answer names it",
        "images/c.png: no answer names it",
    ]
    assert [line.partition(":")[0] for line in found.listed["unmatched"]] == ["other.md"]


@pytest.mark.real
def test_the_published_report_with_figures_has_them(real_data: Path) -> None:
    found = collect_reports(real_data / "tvir" / "reports", "claude-4-5", TASKS, holds_files=True)
    answer = found.answers["000001"]
    assert sorted(file.name.partition("/")[0] for file in answer.files) == ["charts"] + ["images"] * 6
    assert {kind: lines for kind, lines in found.listed.items() if lines} == {}
