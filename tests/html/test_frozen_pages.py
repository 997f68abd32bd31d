"""Frozen pages: what a verdict went by is one click away, and nothing in it acts."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from litgauge.flows.cli.frozen_files import beside, folder_beside, write_frozen
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import FrozenPage
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import frozen_page, frozen_pages, page_name, passage_anchor
from litgauge.tasks.html.report import Neighbours, render_report
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import EvidencePage
from tests.benchmarks.reportbench.sample_run import AGENTS, release, sample_run
from tests.html.hostile import ADDRESSES, ATTACKS, hostile_run
from tests.tables import each_row

RUNS = [sample_run(agent) for agent in AGENTS]
OTHERS = ("dl", "dt", "dd", "a", "span")
TEXT = "Kites fly.\n\nThey fly by  the wind, and not without it. A tail steadies them."


def kept(storage: Storage, text: str, **values: object) -> EvidencePage:
    page = next(page for page in RUNS[0].rows["pages"] if page.status == "ok")
    return replace(page, text_blob=storage.keep_blob(text.encode("utf-8", "replace")), **values)


def test_passages_are_marked_where_they_stand(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    passages = (
        "They fly by  the wind, and",
        "fly by  the wind […] A tail steadies them.",
        "not of this page",
        "Kites fly.",
    )
    page = html.document_fromstring(frozen_page(FrozenPage(kept(storage, TEXT), passages), storage))
    assert "".join(page.find(".//div[@class='text']").itertext()) == TEXT
    marks = {mark.get("id"): mark.text for mark in page.iter("mark", "span") if mark.get("id")}
    assert marks == {passage_anchor(passages[0]): passages[0], passage_anchor(passages[1]): None}
    assert [mark.text for mark in page.iter("mark")] == [passages[0], "A tail steadies them."]


@pytest.mark.slow
def test_a_page_whose_text_is_gone_is_a_page_too(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    gone = replace(kept(storage, TEXT), text_blob="blobs/00/" + "0" * 64)
    assert "not in this storage any more" in frozen_page(FrozenPage(gone), storage)
    shut = replace(gone, status="unreachable", reason="http-404", http_status=404, text_blob="", blob="", sha256="")
    assert "unreachable, http-404, HTTP 404" in frozen_page(FrozenPage(shut), storage)


@each_row("attack", ATTACKS)
def test_a_page_can_do_nothing(attack: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    for address in ADDRESSES:
        page = kept(storage, f"{attack} and more text {attack}", title=attack, url=address, final_url=address)
        text = frozen_page(FrozenPage(replace(page, content_type=attack), (f"{attack} and more",)), storage)
        found = html.document_fromstring(text).find("body")
        assert {part.tag for part in found.iter()} <= {"body", "main", "h1", "h2", "p", "code", "div", "mark", *OTHERS}
        assert {part.get("href", "http:").partition(":")[0] for part in found.iter()} <= {"http", "https"}
        assert not any(name.startswith("on") for part in found.iter() for name in part.attrib)
        text.encode()


@pytest.mark.slow
def test_every_link_of_a_report_leads_to_a_page_beside_it(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    folder = folder_beside(tmp_path / "scores.html")
    assert folder.name == "scores_pages"
    written = write_frozen(folder, RUNS, storage)
    assert written == len(list(folder.iterdir())) == len(frozen_pages(RUNS))
    page = html.document_fromstring(render_report(release(), RUNS, neighbours=beside(folder)))
    links = [link for link in page.xpath("//a/@href") if link.startswith("scores_pages/")]
    assert len(links) > 100
    assert all((tmp_path / link.partition("#")[0]).is_file() for link in links)
    assert "frozen</a>" not in render_report(release(), RUNS)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "report_pages").write_text("mine")
    with pytest.raises(UnusableInput, match="this is a file"):
        folder_beside(tmp_path / "report.html")


@pytest.mark.slow
def test_names_of_hostile_pages_are_names() -> None:
    loaded, spoilt = hostile_run()
    pages = [replace(page, page=attack) for page in loaded.rows["pages"] for attack in ATTACKS]
    assert all(re.fullmatch("[0-9a-f]{24}", page_name(page)) for page in pages)
    run = LoadedRun(loaded.run, {**loaded.rows, "pages": pages})
    neighbours = Neighbours(frozen=lambda _run, name: f"x/{name}", run=lambda _release, _run: "y")
    html.document_fromstring(render_report(spoilt, [run], neighbours=neighbours))
