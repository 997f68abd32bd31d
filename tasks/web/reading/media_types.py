"""What kind of document some bytes are, told by the bytes: servers are often wrong about it."""

from __future__ import annotations

import codecs
import json
import re

PDF, HTML, XML = "application/pdf", "text/html", "application/xml"
JSON, PLAIN, BINARY = "application/json", "text/plain", "application/octet-stream"
SVG = "image/svg+xml"

_HEAD = 4_096
_PDF_WITHIN = 1_024  # readers accept leading bytes
_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"II+\0", "image/tiff"),
    (b"MM\0+", "image/tiff"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
)
_BRANDS = {
    **dict.fromkeys((b"avif", b"avis"), "image/avif"),
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "image/heic"),
}
_BMP_HEADERS = (12, 40, 52, 56, 64, 108, 124)  # bytes
_MAGIC = (
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
_SVG = re.compile(  # possessive: comments can be divided among the repetitions in too many ways
    rb"(?:<!doctype\s+svg\b[^>\[]*(?:\[[^\]]*\]\s*)?>)?(?:\s|<!--.*?-->)*+<(?:[a-z]\w*:)?svg[\s>/]",
    re.DOTALL | re.IGNORECASE,
)
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
    if picture := picture_type(data):
        return picture
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head.decode("utf-16", "replace").encode()
    elif found := next((name for magic, name in _MAGIC if head.startswith(magic)), None):
        return found
    elif head[4:8] == b"ftyp":
        return "video/mp4"
    elif _is_binary(head):
        return BINARY
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml"):
        return HTML if b"<html" in head.lower() else XML
    if _TAG.match(head, _skipped(head)):
        return HTML
    declared = header.partition(";")[0].strip().lower()
    if "html" in declared and b"<" in head and b">" in head:
        return HTML
    return JSON if _is_json(data) else PLAIN


def picture_type(data: bytes) -> str:
    """The media type of a picture, told by the bytes; "" for everything else.

    >>> picture_type(b"RIFF....WEBPVP8 "), picture_type(b"<svg xmlns='x'/>"), picture_type(b"BM25 ranks documents.")
    ('image/webp', 'image/svg+xml', '')
    """
    head = data[:_HEAD]
    if found := next((name for magic, name in _PICTURES if head.startswith(magic)), None):
        return found
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        brands = [head[at : at + 4] for at in (8, *range(16, min(int.from_bytes(head[:4], "big"), 256), 4))]
        kinds = {_BRANDS[brand] for brand in brands if brand in _BRANDS}
        return min(kinds, default="")  # AVIF files name HEIF's own brands, too
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0" and int.from_bytes(head[14:18], "little") in _BMP_HEADERS:
        return "image/bmp"
    if head[:4] == b"\0\0\1\0" and head[4:6] != b"\0\0" and head[9:10] == b"\0":
        return "image/x-icon"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        head = head.decode("utf-16", "replace").encode()
    return SVG if _SVG.match(head, _skipped(head)) else ""


def is_readable(media_type: str) -> bool:
    """Return whether text can be read out of it."""
    return media_type in {PDF, HTML, XML, SVG, JSON, PLAIN}


def _skipped(data: bytes) -> int:
    found = _LEADING.match(data[:_HEAD])
    return found.end() if found else 0


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
