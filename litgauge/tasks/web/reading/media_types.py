"""Type of a document by its bytes: servers are often wrong about it."""

from __future__ import annotations

import codecs
import json
import re

from litgauge.tasks.pictures.headers import SVG, read_header

PDF, HTML, XML = "application/pdf", "text/html", "application/xml"
JSON, PLAIN, BINARY = "application/json", "text/plain", "application/octet-stream"

_HEAD = 4_096
_PDF_WITHIN = 1_024  # readers accept leading bytes
_MAGIC = (
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh91AY", "application/x-bzip2"),
    (b"\xfd7zXZ", "application/x-xz"),
    (b"7z\xbc\xaf", "application/x-7z-compressed"),
    (b"Rar!\x1a", "application/vnd.rar"),
    (b"%!PS", "application/postscript"),
    (b"\xd0\xcf\x11\xe0", "application/x-ole-storage"),
    (b"OggS\0", "audio/ogg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
)
_TAG = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|script|link|div|table|p|h1|span|a|ul|article|section|main|style|frameset)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(rb"(?:\s|\xef\xbb\xbf|<!--.*?-->|<\?xml[^>]*\?>)*", re.DOTALL)
_SVG = re.compile(rb"<(?:\w+:)?svg\b", re.IGNORECASE)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
_MOST_CONTROL = 0.02


def content_type(data: bytes, header: str = "") -> str:
    """The media type of the bytes; the header decides only between kinds of text.

    >>> content_type(b"%PDF-1.7 ...", "text/html"), content_type(b"<html><p>Hi", "application/pdf")
    ('application/pdf', 'text/html')
    """
    head = data[:_HEAD]
    if b"%PDF-" in data[:_PDF_WITHIN] and not _TAG.match(data, _skipped(data)):
        return PDF
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head.decode("utf-16", "replace").encode()
    elif named := next((name for magic, name in _MAGIC if head.startswith(magic)), None):
        return named
    elif _is_binary(head):
        return read_header(data).media_type or ("video/mp4" if head[4:8] == b"ftyp" else BINARY)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml"):
        return HTML if b"<html" in head.lower() else _svg(data, head) or XML
    if _TAG.match(head, _skipped(head)):
        return HTML
    if svg := _svg(data, head):
        return svg
    declared = header.partition(";")[0].strip().lower()
    if "html" in declared and b"<" in head and b">" in head:
        return HTML
    return JSON if _is_json(data) else PLAIN


def is_readable(media_type: str) -> bool:
    """Return whether text can be read out of it."""
    return media_type in {PDF, HTML, XML, SVG, JSON, PLAIN}


def _svg(data: bytes, head: bytes) -> str:
    return SVG if _SVG.search(head) and read_header(data).media_type == SVG else ""


def _skipped(data: bytes) -> int:
    leading = _LEADING.match(data[:_HEAD])
    return leading.end() if leading else 0


def _is_binary(head: bytes) -> bool:
    return bool(head) and (b"\0" in head or len(head) - len(head.translate(None, _CONTROL)) > _MOST_CONTROL * len(head))


def _is_json(data: bytes) -> bool:
    if data.lstrip()[:1] not in {b"{", b"["}:
        return False
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
