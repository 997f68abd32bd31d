"""Pictures of answers: small in the page, whole on a page beside it, as given in a file; and none of it acts."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from lxml import html
from PIL import Image

from litgauge.flows.cli.frozen_files import beside, folder_beside, write_pictures
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.picture_pages import answer_pictures, original_name, picture_name, picture_page, thumbnails
from litgauge.tasks.html.report import Neighbours, _original_link, environment, render_report
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import FigurePicture
from tests.benchmarks.reportbench.sample_run import AGENTS, release, sample_run
from tests.html.hostile import ADDRESSES, ATTACKS
from tests.tables import each_row

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>"


def drawn(width: int = 640, height: int = 400, color: str = "teal") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), color).save(file, "PNG")
    return file.getvalue()


def kept(storage: Storage, original: bytes, media_type: str = "image/png", **values: object) -> FigurePicture:
    """A picture as it was frozen, and shown to judges."""
    shown = drawn()
    for data in (original, shown):
        storage.keep_blob(data)
    sha256, shown_sha256 = (hashlib.sha256(data).hexdigest() for data in (original, shown))
    picture = FigurePicture(
        report_id="r", figure=0, part=0, target="images/a b.png", target_start=0, target_end=9, status="ok", reason="",
        sha256=sha256, media_type=media_type, size=len(original), width=640, height=400, frames=1, software="",
        shown_sha256=shown_sha256, shown_media_type="image/png", shown_size=len(shown), shown_width=640,
        shown_height=400,
    )  # fmt: skip
    return replace(picture, **values)  # type: ignore[arg-type]


def run_with(*pictures: FigurePicture) -> LoadedRun:
    loaded = sample_run(AGENTS[0])
    return LoadedRun(loaded.run, {**loaded.rows, "figure_pictures": list(pictures)})


def bytes_in(address: str) -> bytes:
    head, _, encoded = address.partition(",")
    assert re.fullmatch(r"data:image/(png|jpeg);base64", head)
    return base64.b64decode(encoded, validate=True)


@pytest.mark.slow
def test_the_folder_beside_holds_each_picture_as_it_was_given_and_as_it_was_shown(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    first, vector = kept(storage, drawn(2000, 900)), kept(storage, SVG, "image/svg+xml")
    broken = kept(storage, b"<html>", "", status="invalid", reason="html")
    folder = folder_beside(tmp_path / "report.html")

    assert write_pictures(folder, [run_with(first, vector, broken)], storage) == 2

    assert (folder / original_name(first)).read_bytes() == drawn(2000, 900)
    assert (folder / original_name(vector)).read_bytes() == SVG
    assert {file.suffix for file in folder.iterdir()} == {".html", ".png", ".txt"}  # no browser runs any of them
    page = html.document_fromstring((folder / f"{picture_name(first)}.html").read_text())
    assert bytes_in(page.find(".//img").get("src")) == drawn()
    assert page.xpath("//a/@href") == [original_name(first)]
    assert "640 × 400 pixels" in page.text_content()


@pytest.mark.slow
def test_a_report_shows_small_ones_that_lead_to_whole_ones(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    picture = kept(storage, drawn())
    small = shown_in_report(picture, thumbnails(storage), beside(Path("report_pages")))
    assert small.tag == "a"
    assert small.get("href") == f"report_pages/{picture_name(picture)}.html"
    with Image.open(io.BytesIO(bytes_in(small.find("img").get("src")))) as image:
        assert image.size == (320, 200)

    alone = shown_in_report(picture, thumbnails(storage), Neighbours())
    assert (alone.tag, alone.find("img").get("alt")) == ("span", "Sales by year")
    words = shown_in_report(picture, thumbnails(None), Neighbours())
    assert (words.find("img"), words.text_content().strip()) == (None, "Sales by year")


def shown_in_report(
    picture: FigurePicture, small: Callable[[FigurePicture], str], neighbours: Neighbours, words: str = "Sales by year"
) -> html.HtmlElement:
    template = '{% import "report_parts.html" as parts with context %}<p>{{ parts.picture(agent, picture, words) }}</p>'
    agent = SimpleNamespace(run=SimpleNamespace(run_id="run"))
    page = environment(None).from_string(template).render(
        agent=agent, picture=picture, words=words, thumbnail=small, original=_original_link(neighbours)
    )  # fmt: skip
    return html.document_fromstring(page).find(".//p")[0]


@pytest.mark.slow
def test_a_picture_that_is_gone_has_a_page_that_says_so(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    picture = kept(storage, drawn(), shown_sha256="0" * 64)
    assert "not in this storage any more" in picture_page(picture, storage)
    assert thumbnails(storage)(picture) == ""


@each_row("attack", [*ATTACKS, *ADDRESSES])
def test_what_agents_write_about_pictures_can_do_nothing(attack: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    picture = kept(storage, drawn(), attack, target=attack, software=attack)
    page = html.document_fromstring(picture_page(picture, storage, original_name(picture)))
    small = shown_in_report(picture, lambda _: "data:image/png;base64,", beside(Path("x")), attack)
    for part in (*page.find("body").iter(), *small.iter()):
        assert part.tag in {"body", "main", "h1", "p", "dl", "dt", "dd", "a", "code", "img", "span"}
        assert not any(name.startswith("on") for name in part.attrib)
        assert (part.get("src") or "data:image/").startswith("data:image/")
        address = part.get("href") or "http:"
        assert address.partition(":")[0] in ("http", "https") or re.fullmatch(r"(x/)?[0-9a-f]{24}\.\w+", address)
    assert original_name(picture).endswith(".bin")
    policy = page.find(".//meta[@http-equiv]").get("content")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; img-src data:"


def test_only_usable_pictures_have_pages_and_each_has_one(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    picture = kept(storage, drawn())
    again = replace(picture, figure=3)
    failed = replace(picture, status="failed", reason="http-403", sha256="", shown_sha256="")
    assert list(answer_pictures([run_with(picture, again, failed)])) == [picture_name(picture)]
    assert answer_pictures([sample_run(AGENTS[0])]) == {}


@pytest.mark.slow
def test_a_report_whose_benchmark_shows_no_pictures_is_as_it_was(tmp_path: Path) -> None:
    run = sample_run(AGENTS[0])
    assert render_report(release(), [run_with()], storage=None) == render_report(release(), [run], storage=None)
