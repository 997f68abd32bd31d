"""Pictures of the web: told by their bytes, fetched as pages are, frozen apart from them."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage
from litgauge.tasks.web import EvidenceStore, FetchedPage, collect_evidence, replay_fetcher
from litgauge.tasks.web.reading.media_types import content_type, is_readable
from tests.tables import each_row
from tests.web.web import MAX_BYTES, QUICK, SITE, Web, read_pdf

SVG = b'<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"/></svg>'
FORMS = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp", "AVIF": "image/avif",
         "BMP": "image/bmp", "TIFF": "image/tiff", "JPEG2000": "image/jp2",
         "ICO": "image/vnd.microsoft.icon"}  # fmt: skip


def drawn(form: str, side: int = 24) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (side, side), "teal").save(file, form)
    return file.getvalue()


@pytest.mark.parametrize(("form", "media_type"), FORMS.items())
@pytest.mark.slow
def test_the_type_of_a_picture_is_told_by_its_bytes(form: str, media_type: str) -> None:
    assert content_type(drawn(form), "text/html") == media_type
    assert not is_readable(media_type)


@each_row(
    "data, media_type",
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic"),
        (b"\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiafMA1B", "image/avif"),
        (b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2", ""),  # a film
        (b"MM\0*\0\0\0\x08", "image/tiff"),
        (SVG, "image/svg+xml"),
        (b"\xef\xbb\xbf<svg:svg xmlns:svg='x'>", "image/svg+xml"),
        ("<svg/>".encode("utf-16"), "image/svg+xml"),
        (b'<!DOCTYPE svg PUBLIC "-//W3C" "x.dtd" [\n<!ENTITY a "b">\n]>\n<!-- c --><svg >', "image/svg+xml"),
        (b"<html><body><svg></svg></body></html>", ""),
        (b"<!doctype html><svg>", ""),
        (b"<svgx>", ""),
        (b"BM25 ranks documents by the words of a query.", ""),
        (b"RIFF\x24\0\0\0WAVEfmt ", ""),
        (b"\0\0\1\0\0\0\0\0\0\0", ""),  # an icon file without icons
        (b"DDS is short for data distribution service", ""),
        (b"", ""),
        (b"<!--a-->" * 400 + b"<svgx>", ""),  # read once, not in every division of its comments
    ],
)
def test_what_is_a_picture_and_what_is_none(data: bytes, media_type: str) -> None:
    kind = content_type(data)
    assert (kind == media_type) if media_type else not kind.startswith("image/")


def gives(data: bytes, says: str, to: Any, web: Web) -> None:
    to.page(200, data, says)


def wall(to: Any, web: Web) -> None:
    to.page(
        200, b"<html><head><title>Just a moment...</title></head><body>Checking your browser. Cloudflare</body></html>"
    )


def asks_for(to: Any, web: Web) -> None:
    accepted, referer = to.headers["accept"], to.headers["referer"]
    to.page(200 if accepted.startswith("image/") and referer is None else 403, drawn("PNG"), "image/png")


@pytest.fixture
def gallery(web: Web) -> Web:
    """Pictures, and what is none."""
    web.pages |= {
        "/chart": partial(gives, drawn("PNG"), "text/html"),  # servers are often wrong
        "/drawing": partial(gives, SVG, "image/svg+xml"),
        "/404.png": partial(gives, b"<html><body><p>This picture has moved to our archive.</body></html>", "image/png"),
        "/empty.png": partial(gives, b"", "image/png"),
        "/report.pdf": partial(gives, b"%PDF-1.4\n...", "application/pdf"),
        "/huge.png": partial(gives, drawn("PNG") + bytes(MAX_BYTES), "image/png"),
        "/wall.png": wall,
        "/choosy.png": asks_for,
        "/closed/chart.png": partial(gives, drawn("PNG"), "image/png"),
    }
    web.robots = "User-agent: *\nDisallow: /closed/\n"
    return web


async def fetched(web: Web, path: str) -> FetchedPage:
    async with web.fetcher() as fetcher:
        return await fetcher.fetch_picture(f"http://{SITE}{path}")


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("/chart", "ok", ""),
        ("/drawing", "ok", ""),
        ("/choosy.png", "ok", ""),  # asked for as a picture, by nobody's page
        (f"/redirect?to={quote('/chart')}", "ok", ""),
        ("/nothing.png", "unreachable", "http-404"),
        ("/404.png", "failed", "not-picture"),
        ("/article", "failed", "not-picture"),
        ("/empty.png", "failed", "not-picture"),
        ("/report.pdf", "failed", "not-picture"),
        ("/wall.png", "failed", "bot-wall"),
        ("/status?is=403", "failed", "http-403"),
        ("/status?is=429", "failed", "http-429"),
        ("/huge.png", "failed", "too-large"),
        ("/bomb", "failed", "too-large"),
        ("/closed/chart.png", "failed", "robots"),
        (f"/redirect?to={quote('/closed/chart.png')}", "failed", "robots"),
        (f"/redirect?to={quote('http://127.0.0.1/chart')}", "refused", "private-address"),
        (f"/redirect?to={quote('file:///etc/passwd')}", "refused", "scheme"),
        ("/loop", "unreachable", "too-many-redirects"),
        ("/cut", "failed", "closed-early"),
    ],
)
@pytest.mark.slow
async def test_the_four_outcomes_of_a_picture(gallery: Web, path: str, status: str, reason: str) -> None:
    picture = await fetched(gallery, path)
    assert (picture.status, picture.reason) == (status, reason)
    assert bool(picture.documents) == (status == "ok")


async def collected(web: Web, store: EvidenceStore, *urls: str) -> dict[str, EvidencePage]:
    async with web.fetcher() as fetcher:
        return {row.page: row async for row in collect_evidence({url: url for url in urls}, store, fetcher)}


async def test_a_picture_is_frozen_apart_from_the_page_of_its_address(gallery: Web, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    url = f"http://{SITE}/chart"
    pictures, pages = EvidenceStore(storage, kind="picture"), EvidenceStore(storage)

    cited = (await collected(gallery, pages, url))[url]
    shown = (await collected(gallery, pictures, url))[url]

    assert (cited.status, cited.reason) == ("unreachable", "not-text")
    assert (shown.status, shown.content_type, shown.final_url) == ("ok", "image/png", url)
    assert pictures.data(shown) == drawn("PNG")
    assert storage.read(shown.blob) == drawn("PNG")
    assert (pages.get(url), pictures.get(url)) == (cited, shown)
    assert list(pages.pages(10)) == []

    gallery.asked.clear()
    assert (await collected(gallery, pictures, url))[url] == shown
    assert gallery.asked == []


async def test_a_failed_picture_is_asked_for_again_by_the_next_run(gallery: Web, tmp_path: Path) -> None:
    store, url = EvidenceStore(Storage(str(tmp_path)), kind="picture"), f"http://{SITE}/404.png"
    assert (await collected(gallery, store, url))[url].reason == "not-picture"
    gallery.pages["/404.png"] = partial(gives, drawn("JPEG"), "image/png")
    assert (await collected(gallery, store, url))[url].content_type == "image/jpeg"


async def test_pictures_of_a_folder_of_stored_pages(tmp_path: Path) -> None:
    (tmp_path / "chart.png").write_bytes(drawn("PNG"))
    url = "https://data.example/chart.png?width=600"
    index = {url: {"status": 200, "content_type": "image/png", "file": "chart.png"}}
    (tmp_path / "index.json").write_text(json.dumps(index))
    async with replay_fetcher(tmp_path, QUICK, read_pdf) as fetcher:
        assert (await fetcher.fetch_picture(url)).status == "ok"
        assert (await fetcher.fetch_picture("https://data.example/other.png")).reason == "http-404"
