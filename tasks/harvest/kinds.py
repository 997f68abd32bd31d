"""What a downloaded or local source is, told by its content: headers and names are often wrong."""

from __future__ import annotations

import re
import tarfile
import zlib
from typing import Literal

from tasks.errors import Failed, Rejected
from tasks.records.surveys import SourceKind

Content = Literal["tar", "zip", "tex", "pdf", "html", "postscript", "withdrawn", "unknown"]

_LOOK_AT = 1 << 16
_NOTICE_BYTES = 4096
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_TEX = re.compile(
    rb"\\(?:document(?:class|style)|begin\s*\{|input|section|title|def|end|bye|magnification|font)|^%&|^\s*%",
    re.MULTILINE,
)
_DOCUMENT = re.compile(rb"\\(?:document(?:class|style)|begin\s*\{document|input|bye|end)\b")
_WITHDRAWN = re.compile(rb"\bwithdraw(?:n|al)\b", re.IGNORECASE)


def content_of(data: bytes) -> Content:
    """What the bytes are. A gzip is looked into: a gzipped tar is "tar", a lone gzipped .tex is "tex"."""
    if data.startswith(b"\x1f\x8b"):
        inner = _gunzipped(data)
        return "unknown" if inner is None else _plain(inner)
    return _plain(data)


def source_kind(data: bytes, where: str) -> SourceKind:
    """The kind of a usable source. Raises Rejected (withdrawn, postscript, unknown-format) or Failed (html-page)."""
    content = content_of(data)
    if content == "html":
        raise Failed("html-page", "the server gave a web page instead of the source", where=where)
    if content == "withdrawn":
        raise Rejected("withdrawn", "arXiv holds only a notice of withdrawal", where=where)
    if content == "postscript":
        raise Rejected("postscript", "the source is PostScript, which holds no readable references", where=where)
    if content == "unknown":
        raise Rejected("unknown-format", f"neither tar, zip, TeX nor PDF: it begins with {data[:12]!r}", where=where)
    return content


def _plain(data: bytes) -> Content:
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if _is_tar(data):
        return "tar"
    if data.startswith(b"%!PS"):
        return "postscript"
    if _HTML.match(data):
        return "html"
    if _is_notice(data):
        return "withdrawn"
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "unknown"
    return "tex" if _TEX.search(data.replace(b"\0", b"")) else "unknown"


def _is_notice(data: bytes) -> bool:
    """Empty, or what arXiv keeps of a withdrawn paper: a few lines, often after %auto-ignore, and no document."""
    text = data.strip()
    if not text:
        return True
    return (
        len(data) < _NOTICE_BYTES
        and not _DOCUMENT.search(text)
        and (text.startswith(b"%auto-ignore") or bool(_WITHDRAWN.search(text)))
    )


def _is_tar(data: bytes) -> bool:
    """By the checksum of the first header: old tars have no magic."""
    try:
        tarfile.TarInfo.frombuf(data[:512], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _gunzipped(data: bytes) -> bytes | None:
    """The beginning of what is in the gzip; None if it is damaged from the start."""
    try:
        return zlib.decompressobj(wbits=31).decompress(data, _LOOK_AT)
    except zlib.error:
        return None
