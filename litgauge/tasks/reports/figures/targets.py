"""Pictures as a report's text puts them in: where each one stands, and what it leads to."""

from __future__ import annotations

import base64
import binascii
import html
import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote_to_bytes

from litgauge.tasks.records.figures import FigureNotation
from litgauge.tasks.text.wordings import alternatives

TargetForm = Literal["path", "address", "data", "svg", "code", "element", "none"]
"""A path beside the report; an address of the web; a `data:` address; `<svg>`; a chart's code or a drawing of letters;
an element that a script draws into; nothing."""

_DATA = re.compile(
    r"data:\s{0,4}([\w.+-]{1,40}/[\w.+-]{1,80})?((?:;[^;,]{0,200}){0,8}?)(;base64)?\s{0,4},", re.IGNORECASE
)
_REMOTE = re.compile(r"(?:https?|ftp):\s*//|//(?=[\w-]+\.)|www\.", re.IGNORECASE)
_ORNAMENT = re.compile(
    alternatives("litgauge.tasks.reports.figures", "figure_wordings.json", "ornament"), re.IGNORECASE
)
_NO_TARGET = frozenset({"", "#", "about:blank", "null", "undefined", "none", "todo", "tbd", "about:srcdoc"})


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture in the text: its element with a link around it, and its target. Offsets are of the report's text."""

    notation: FigureNotation
    start: int
    end: int
    target: str  # usable: entities and escapes resolved, a `data:` address as "image/png inline"
    target_start: int
    target_end: int
    form: TargetForm
    media_type: str = ""  # that the text gives; "" if it gives none
    alt: str = ""
    title: str = ""
    language: str = ""  # of a fence; name of a component or of an element
    link: tuple[int, int, str] | None = None  # where the picture itself leads to: offsets and address


@dataclass(frozen=True, slots=True)
class FigureTarget:
    """One picture of a figure as the text names it; `part` counts the pictures of its figure from 0."""

    figure: int
    part: int
    target: str
    start: int
    end: int
    form: TargetForm
    media_type: str
    language: str


def form_of(target: str) -> TargetForm:
    """Return the form of a target as it is written.

    >>> form_of("images/a.png"), form_of("//a.example/b.png"), form_of(" # ")
    ('path', 'address', 'none')
    """
    bare = target.strip()
    if bare.casefold() in _NO_TARGET:
        return "none"
    if bare[:5].casefold() == "data:":
        return "data"
    return "address" if _REMOTE.match(bare) else "path"


def data_type(target: str) -> str:
    """Return the media type of a `data:` address, small; "text/plain" where it gives none, as RFC 2397 has it."""
    head = _DATA.match(target)
    return (head[1] or "text/plain").lower() if head else ""


def shown_target(target: str) -> tuple[str, TargetForm, str]:
    """Return a target without the bytes in it, its form and its media type."""
    form = form_of(target)
    if form != "data":
        return html.unescape(target.strip()), form, ""
    media_type = data_type(target[:400].strip())
    return f"{media_type or 'data'} inline", form, media_type


def is_ornament_address(target: str) -> bool:
    """Return whether an address is that of a badge, an icon or a tracker."""
    return _ORNAMENT.search(target) is not None


def inline_picture(text: str, target: FigureTarget) -> bytes | None:
    """Return the bytes that stand in the report itself: of a `data:` address, of `<svg>`, of a chart's code.

    None where the target is elsewhere, and where a `data:` address cannot be decoded.
    """
    raw = text[target.start : target.end]
    if target.form in ("svg", "code"):
        return raw.encode("utf-8", "replace")
    if target.form != "data":
        return None
    raw = html.unescape(raw) if "&" in raw[:400] else raw
    head = _DATA.match(raw.lstrip())
    if head is None:
        return None
    body = raw.lstrip()[head.end() :]
    if not head[3]:
        return unquote_to_bytes(body)
    packed = re.sub(rb"\s+", b"", unquote_to_bytes(body)).replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except binascii.Error:
        return None
