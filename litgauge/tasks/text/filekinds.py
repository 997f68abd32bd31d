"""Kind of a file by its content, since names and headers are often wrong."""

from __future__ import annotations

import bz2
import lzma
import re
import tarfile
import zlib
from typing import Literal

FileKind = Literal["tar", "zip", "pdf", "postscript", "html", "tex", "empty", "unknown", "damaged"]
Compression = Literal["gz", "bz2", "xz"]

_LOOK_AT = 1 << 16
_XZ_MEMORY = 100_000_000
"""A compressed file may ask for a dictionary of gigabytes."""
_MAGIC: dict[bytes, Compression] = {b"\x1f\x8b": "gz", b"BZh": "bz2", b"\xfd7zXZ\x00": "xz"}
_TEX_SIGN = re.compile(
    rb"\\(?:document|begin\s*\{|input|section|title|def|end|bye|magnification|font|bibitem)|^[^\S\n]*%", re.MULTILINE
)
_COMMAND = re.compile(rb"\\[a-zA-Z]")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\v\f\r\x1a\x1b")
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


def kind_of(data: bytes) -> FileKind:
    """Kind of the file; gzip, bzip2 and xz are looked into: a gzipped tar is "tar", a lone gzipped .tex is "tex".

    "damaged" where the compression cannot be read from its start, "empty" where there is nothing but white space.
    """
    head = beginning(data)
    return "damaged" if head is None else kind_of_head(head)


def kind_of_head(head: bytes) -> FileKind:
    """Kind of a file that begins with these bytes, uncompressed.

    Archives go first: a tar holds its members as they are, so a figure at its start makes it look like a PDF.
    """
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if _is_tar(head):
        return "tar"
    if _is_pdf(head):
        return "pdf"
    if head.startswith(b"%!PS"):
        return "postscript"
    if _HTML.match(head):
        return "html"
    if not head.strip():
        return "empty"
    return "tex" if _is_text(head) and _TEX_SIGN.search(head.replace(b"\0", b"")) else "unknown"


def compression_of(data: bytes) -> Compression | None:
    """Compression of the file, if any."""
    return next((name for magic, name in _MAGIC.items() if data.startswith(magic)), None)


def beginning(data: bytes) -> bytes | None:
    """Return the first 64 KB, uncompressed; None where the compression is damaged from the start.

    No more than that is unpacked, however much there is.
    """
    try:
        match compression_of(data):
            case "gz":
                return zlib.decompressobj(wbits=31).decompress(data, _LOOK_AT)
            case "bz2":
                return bz2.BZ2Decompressor().decompress(data, _LOOK_AT)
            case "xz":
                return lzma.LZMADecompressor(memlimit=_XZ_MEMORY).decompress(data, _LOOK_AT)
            case None:
                return data[:_LOOK_AT]
    except (zlib.error, lzma.LZMAError, OSError, EOFError):
        return None


def _is_tar(head: bytes) -> bool:
    """By its magic, or by the checksum of the first header: old tars have no magic."""
    if head[257:262] == b"ustar":
        return True
    try:
        tarfile.TarInfo.frombuf(head[:512], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _is_pdf(head: bytes) -> bool:
    """PDFs may have junk before their header; what has commands of TeX there only speaks of PDF."""
    start = head.find(b"%PDF-", 0, 1024)
    return start == 0 or (start > 0 and not _COMMAND.search(head, 0, start))


def _is_text(head: bytes) -> bool:
    """True if next to nothing of it is control characters, or it is UTF-16."""
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or controls * 50 <= len(head)
