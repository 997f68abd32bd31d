"""Checks of a picture: its format and size, or why it is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.pictures.headers import SUFFIXES, SUPPORTED, SVG, TIFF, PictureHeader, read_header
from litgauge.tasks.pictures.limits import LEAST_SIDE_PX, MOST_BYTES, MOST_PIXELS, in_fence

if TYPE_CHECKING:
    from PIL import Image

_NAMES = {
    "empty": "there is nothing in it",
    "html": "it is an HTML page",
    "xml": "it is an XML document",
    "json": "it is JSON",
    "text": "it is plain text",
    "pdf": "it is a PDF document",
    "archive": "it is an archive",
    "video": "it is a video",
    "unknown": "it is no picture, and nothing else that is known",
}
_ORIENTATION, _SOFTWARE = 274, 305  # of EXIF
_LONGEST_SOFTWARE = 200
_SVG_LOOKED_AT_PX = 512
_BLANK_RANGE = 4  # of 255 grey levels: what compression makes of one colour


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """Format and size of a file, turned upright."""

    status: Literal["ok", "invalid"]
    reason: str
    """Of an invalid one: "empty", "html", "xml", "json", "text", "pdf", "archive", "video", "unknown", "unsupported",
    "too-large", "too-small", "truncated", "broken", "unsafe", "time-limit", "memory-limit", "worker-died"."""
    detail: str  # the same for people, a sentence without its full stop; empty if ok
    media_type: str  # by its bytes; empty unless it is a picture
    width: int = 0  # pixels; 0 if unknown. Of an SVG those of CSS, rounded
    height: int = 0
    frames: int = 0  # of an animation, or pages; 1 for a still picture, 0 if unknown
    mode: str = ""  # of Pillow: "RGB", "P", "CMYK", "I;16" …, "svg"
    alpha: bool = False  # whether a pixel may be transparent
    dpi: float = 0.0  # horizontal; 0 if the file does not say
    software: str = ""  # that the file says it was written by
    warnings: tuple[str, ...] = ()
    """"animated": the first frame stands for it; "blank": all of one colour; "blank-labels": HTML labels of an SVG are
    not drawn; "outside": references of an SVG outside were cut; "missing-characters": this machine has no font for
    some of its texts, which are drawn as boxes; "misnamed": the name's suffix is of another type."""


def check_picture(data: bytes, name: str = "") -> PictureFacts:
    """Return whether the bytes are a picture that can be shown, and what kind; `name` is only compared with it.

    Too many pixels are refused by the header, before anything is decoded. Raises Failed where a
    limit was passed for want of a free machine.
    """
    header = read_header(data)
    if refused := _refused(data, header):
        return PictureFacts("invalid", *refused, header.media_type, header.width, header.height)
    try:
        return in_fence("reading the picture", _facts, data, header, name)
    except Rejected as reason:
        return PictureFacts("invalid", reason.rule, reason.what, header.media_type, header.width, header.height)


def _refused(data: bytes, header: PictureHeader) -> tuple[str, str] | None:
    """Return reason and detail of what needs no decoding."""
    if not header.media_type:
        return header.other, _NAMES[header.other]
    if not header.supported:
        return "unsupported", f"{header.media_type} cannot be read; what can is {', '.join(SUPPORTED)}"
    if header.width * header.height > MOST_PIXELS:
        return "too-large", f"its {header.width:,} x {header.height:,} pixels are more than {MOST_PIXELS:,}"
    if len(data) > MOST_BYTES:
        return "too-large", f"its {len(data):,} bytes are more than {MOST_BYTES:,}"
    if header.width and header.height and (refused := _too_small(header.width, header.height)):
        return refused
    return None


def _too_small(width: int, height: int) -> tuple[str, str] | None:
    if min(width, height) >= LEAST_SIDE_PX:
        return None
    return "too-small", f"it has {width} x {height} pixels, and the least is {LEAST_SIDE_PX} on each side"


def _facts(data: bytes, header: PictureHeader, name: str) -> PictureFacts:
    facts = _svg_facts(data) if header.media_type == SVG else _raster_facts(data, header.media_type)
    if refused := _too_small(facts.width, facts.height):
        return replace(facts, status="invalid", reason=refused[0], detail=refused[1])
    misnamed = ("misnamed",) if _is_misnamed(name, header.media_type) else ()
    return replace(facts, warnings=(*facts.warnings, *misnamed))


def _svg_facts(data: bytes) -> PictureFacts:
    from litgauge.tasks.pictures.svg import draw_svg, missing_characters, read_svg

    svg = read_svg(data)
    warnings = {
        "blank": _is_blank(draw_svg(svg, _SVG_LOOKED_AT_PX)),
        "blank-labels": svg.blank_labels > 0,
        "outside": svg.outside > 0,
        "missing-characters": bool(missing_characters(svg)),
    }
    return PictureFacts(
        "ok", "", "", SVG, max(1, round(svg.width)), max(1, round(svg.height)), 1, "svg", True, 0.0, svg.software,
        tuple(name for name, is_set in warnings.items() if is_set),
    )  # fmt: skip


def _raster_facts(data: bytes, media_type: str) -> PictureFacts:
    from litgauge.tasks.pictures.pixels import on_white, opened

    with opened(data, media_type) as picture:
        frames, mode = getattr(picture, "n_frames", 1), picture.mode
        picture.load()
        exif = picture.getexif()
        width, height = picture.size
        if exif.get(_ORIENTATION, 1) in {5, 6, 7, 8}:
            width, height = height, width
        dpi = _number(picture.info.get("dpi"))
        software = picture.info.get("Software") or exif.get(_SOFTWARE) or ""
        warnings = {"animated": frames > 1 and media_type != TIFF, "blank": _is_blank(on_white(picture))}
        return PictureFacts(
            "ok", "", "", media_type, width, height, frames, mode, picture.has_transparency_data, dpi,
            str(software)[:_LONGEST_SOFTWARE].strip("\0 "), tuple(name for name, is_set in warnings.items() if is_set),
        )  # fmt: skip


def _number(dpi: object) -> float:
    """Return the horizontal of two resolutions; 0 where there is none, or no possible one."""
    try:
        value = float(dpi[0]) if isinstance(dpi, tuple) and dpi else 0.0
    except (TypeError, ValueError, ZeroDivisionError):
        return 0.0
    return round(value, 2) if math.isfinite(value) and value > 1 else 0.0


def _is_blank(picture: Image.Image) -> bool:
    return all(high - low <= _BLANK_RANGE for low, high in picture.getextrema())  # type: ignore[misc]  # of RGB


def _is_misnamed(name: str, media_type: str) -> bool:
    suffix = name.rpartition(".")[2].lower()
    return SUFFIXES.get(suffix, media_type) != media_type
