"""What a page is, told by its bytes, and its characters: servers are often wrong about both."""

from __future__ import annotations

import codecs
import json
import re

from charset_normalizer import from_bytes

PDF, HTML, XML = "application/pdf", "text/html", "application/xml"
JSON, PLAIN, BINARY = "application/json", "text/plain", "application/octet-stream"

_HEAD = 4_096
_PDF_WITHIN = 1_024  # readers accept leading bytes
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
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
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
_MOST_CONTROL = 0.02
_SAMPLE = 1 << 17
_WESTERN = 0.15  # share of bytes beyond ASCII
_META_CHARSET = re.compile(
    rb"""<(?:meta\b[^>]*?|\?xml[^>]*?en)c(?:harset|oding)\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE
)
_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
# What the web means by these names (the encoding standard).
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
          "euc_kr": "cp949", "shift_jis": "cp932", "big5": "big5hkscs", "utf-16": "utf-16"}  # fmt: skip


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


def is_readable(media_type: str) -> bool:
    """Whether text can be read out of it."""
    return media_type in {PDF, HTML, XML, JSON, PLAIN}


def decode_text(data: bytes, header: str = "") -> str:
    """The characters of a text.

    A byte order mark counts first; then bytes that are valid UTF-8 and not plain ASCII, since nothing else looks
    like that by chance; then what the header and the page declare; then what the bytes look like.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    declared = [name for name in (_declared(_HEADER_CHARSET.search(header)), _in_page(data)) if name]
    if not data.isascii() or not declared:
        declared.insert(0, "utf-8")
    for name in declared:
        try:
            return data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode(_guessed(data), "replace")


def _guessed(data: bytes) -> str:
    """Few bytes beyond ASCII are the accents of a western language; many are another script."""
    foreign = sum(byte > 0x7F for byte in data[:_SAMPLE])
    if foreign < _WESTERN * len(data[:_SAMPLE]):
        return "cp1252"
    guess = from_bytes(data[:_SAMPLE]).best()
    return guess.encoding if guess else "utf-8"


def _in_page(data: bytes) -> str | None:
    found = _META_CHARSET.search(data[:_HEAD])
    name = found[1].decode("ascii", "replace") if found else ""
    return None if name.lower().startswith("utf-16") else _known(name)  # the tag itself was read as ASCII


def _declared(found: re.Match[str] | None) -> str | None:
    return _known(found[1]) if found else None


def _known(name: str) -> str | None:
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return None
    if not getattr(codec, "_is_text_encoding", True):  # "base64", "zip" and other codecs that are no charset
        return None
    return _MEANT.get(codec.name, codec.name)


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
