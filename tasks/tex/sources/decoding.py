"""Bytes of a TeX file to text: encodings and line ends as people left them."""

from __future__ import annotations

import codecs
import re

_DECLARED = re.compile(
    rb"\\(?:usepackage|RequirePackage)\s*\[\s*([a-zA-Z0-9-]{1,20})\s*\]\s*\{inputenc\}|\\inputencoding\{([a-zA-Z0-9-]{1,20})\}"
)
_CODECS = {
    "latin1": "cp1252",
    "latin2": "iso8859-2",
    "latin3": "iso8859-3",
    "latin4": "iso8859-4",
    "latin5": "iso8859-9",
    "latin9": "iso8859-15",
    "latin10": "iso8859-16",
    "ansinew": "cp1252",
    "applemac": "mac-roman",
    "koi8-r": "koi8-r",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "cp1252": "cp1252",
    "cp437": "cp437",
    "cp850": "cp850",
    "cp866": "cp866",
}


def decode_bytes(data: bytes, declared: str | None = None) -> str:
    """Text with "\\n" line ends: UTF-8 or UTF-16 where the bytes say so, else an 8-bit encoding, line by line.

    `declared` is an inputenc name; bytes that are no UTF-8 and declare nothing are read as Windows-1252.
    """
    text = _decode(data, declared)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def declared_encoding(data: bytes) -> str | None:
    """The inputenc name that the file asks for, if any."""
    found = _DECLARED.search(data[:200_000])
    return (found.group(1) or found.group(2)).decode("ascii").lower() if found else None


def _decode(data: bytes, declared: str | None) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if b"\x00" in data[:200]:
        return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        codec = _CODECS.get(declared or declared_encoding(data) or "", "cp1252")
        return "\n".join(_line(line, codec) for line in data.removeprefix(codecs.BOM_UTF8).split(b"\n"))


def _line(line: bytes, codec: str) -> str:
    for encoding in ("utf-8", codec):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")
