"""Pictures of answers: small ones in report.html, and for each a page beside it with the picture as judges saw it.

The files as the agents gave them stand beside those pages. A page shows no file: what it shows is in it, a PNG or JPEG
that was drawn under limits, so that a hostile SVG stays text.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

from litgauge.tasks.base.errors import DamagedFile, ItemError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import PAGE_STYLE, linked
from litgauge.tasks.html.plain_pages import printable, whole_page
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.pictures import thumbnail
from litgauge.tasks.records import FigurePicture

_THUMBNAIL_PX = 320
_STYLE = PAGE_STYLE + "img{max-width:100%;height:auto;border:1px solid var(--line);background:#fff}"
_SUFFIXES = {
    **{f"image/{name}": name for name in ("png", "gif", "webp", "avif", "bmp", "tiff")},
    "image/jpeg": "jpg",
    "image/svg+xml": "svg.txt",  # as .svg a browser would run what stands in it
    "image/vnd.microsoft.icon": "ico",
}


def picture_name(picture: FigurePicture) -> str:
    """The name of a picture's page: of its place in the answer and its bytes, the same wherever it is shown."""
    identity = f"{picture.target}\n{picture.sha256}\n{picture.shown_sha256}"
    return sha256(f"picture\n{identity}".encode("utf-8", "replace")).hexdigest()[:24]


def original_name(picture: FigurePicture) -> str:
    """The name of the file with its bytes as the agent gave them; "" where there are none."""
    return f"{picture_name(picture)}.{_SUFFIXES.get(picture.media_type, 'bin')}" if picture.sha256 else ""


def original_of(picture: FigurePicture, storage: Storage) -> bytes | None:
    """The bytes as the agent gave them; None where they are gone or damaged."""
    return _blob(picture.sha256, storage)


def answer_pictures(runs: Iterable[LoadedRun]) -> dict[str, FigurePicture]:
    """The usable pictures of these runs' answers, by the name of their page."""
    return {
        picture_name(picture): picture
        for run in runs
        for picture in run.benchmark.page.originals(run.rows)
        if picture.status == "ok"
    }


def picture_page(picture: FigurePicture, storage: Storage, original: str = "") -> str:
    """A self-contained HTML page: where the picture is from, what it is, and how judges were shown it.

    `original` is the address of the file beside it; "" where there is none.
    """
    data = _blob(picture.shown_sha256, storage)
    shown = (
        "<p>The picture is not in this storage any more, or is not what was kept.</p>"
        if data is None
        else f'<p><img src="{_data_address(picture.shown_media_type, data)}" alt="the picture, as judges were shown it"'
        f' width="{picture.shown_width}" height="{picture.shown_height}"></p>'
    )
    facts = "".join(f"<dt>{term}</dt><dd>{fact}</dd>" for term, fact in _facts(picture, original).items() if fact)
    name = printable(picture.target[:200])
    body = f"<h1>{name}</h1><p>A picture of an answer, as judges were shown it.</p><dl>{facts}</dl>{shown}"
    return whole_page(f"{name}, as it was judged", _STYLE, body, pictures=True)


def thumbnails(storage: Storage | None) -> Callable[[FigurePicture], str]:
    """Return what makes the `data:` address of a small picture.

    It gives "" where the picture is not to be had.
    """
    pages: dict[str, str] = {}

    def small(picture: FigurePicture) -> str:
        if storage is None or not picture.shown_sha256:
            return ""
        if picture.shown_sha256 not in pages:
            pages[picture.shown_sha256] = _thumbnail(picture.shown_sha256, storage)
        return pages[picture.shown_sha256]

    return small


def _thumbnail(digest: str, storage: Storage) -> str:
    data = _blob(digest, storage)
    try:
        small = thumbnail(data, _THUMBNAIL_PX) if data else None
    except ItemError:
        return ""
    return _data_address(small.media_type, small.data) if small else ""


def _facts(picture: FigurePicture, original: str) -> Mapping[str, str]:
    pixels = f"{picture.width:,} × {picture.height:,} pixels" if picture.width else ""
    frames = f"{picture.frames:,} frames, of which the first is shown" if picture.frames > 1 else ""
    return {
        "Named as": linked(picture.target),
        "What it is": printable(", ".join(filter(None, (picture.media_type, pixels, frames)))),
        "Made with": printable(picture.software),
        "Bytes": f"{picture.size:,}",
        "sha256": f"<code>{printable(picture.sha256)}</code>",
        "As it was given": f'<a href="{printable(original)}">{printable(original)}</a>' if original else "",
    }


def _blob(digest: str, storage: Storage) -> bytes | None:
    try:
        return storage.read_checked(storage.blob_path(digest)) if digest else None
    except DamagedFile:
        return None


def _data_address(media_type: str, data: bytes) -> str:
    return f"data:{printable(media_type)};base64,{base64.b64encode(data).decode()}"
