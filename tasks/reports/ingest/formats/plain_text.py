"""Reports that are a text file: Markdown, HTML, plain text, told apart by what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tasks.reports.ingest.report_files import LARGEST, BrokenFile, Found, IgnoredFile, Outcome
from tasks.text.encodings import marked_encoding

_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".txt", ".text", ".html", ".htm", ".xhtml", ""})
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html\b|<head\b|<body\b)", re.IGNORECASE)
_TAGS = re.compile(r"</(?:p|div|h[1-6]|li|table|tr|section|article)\s*>", re.IGNORECASE)
_MARKDOWN = re.compile(r"^(?:#{1,6} |[-*+] |\d+\. |\|.*\|)|\]\(https?://|\*\*\S", re.MULTILINE)
_NO_REPORT = re.compile(r"(?:readme|license|licence|changelog|notice)\b.*", re.IGNORECASE)


_OTHER_ENCODINGS = (
    "gb",
    "big5",
    "hz",
    "shift_jis",
    "cp932",
    "euc",
    "iso2022",
    "cp949",
    "johab",
    "cp1251",
    "koi8",
    "utf",
)
MOST_GUESSED = 64 * 1024
"""Bytes by which an encoding is told."""


def holds(path: Path) -> bool:
    """Whether the name is one of a text file; "2003.00653" is a name without suffix."""
    suffix = path.suffix.lower()
    return suffix in _SUFFIXES or not re.fullmatch(r"\.[a-z][a-z0-9]{0,5}", suffix)


def outcomes(path: Path, name: str) -> Iterator[Outcome]:
    """The report of a text file; UTF-8, UTF-16 with a mark, else what its bytes tell, else Windows' Latin."""
    if _NO_REPORT.fullmatch(path.name):
        yield IgnoredFile(name, "readme")
        return
    if path.stat().st_size > LARGEST:
        yield BrokenFile(name, 0, "too-large", f"{path.stat().st_size} bytes")
        return
    raw = path.read_bytes()
    text = _decoded(raw)
    if text is None:
        yield IgnoredFile(name, "binary")
    else:
        yield Found(name, _format(text), text)


def _decoded(raw: bytes) -> str | None:
    if marked_encoding(raw) == "utf-16":
        return raw.decode("utf-16", "replace")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        if b"\0" in raw[:4096] or sum(byte < 9 or 13 < byte < 27 for byte in raw[:4096]) > 8:
            return None
        return _without_mark(raw)
    return None if "\0" in text[:4096] else text


def _without_mark(raw: bytes) -> str:
    """Text in an encoding that nothing names: Chinese, Japanese, Korean, Cyrillic … as its bytes tell, else Latin."""
    if sum(byte > 127 for byte in raw[:MOST_GUESSED]) * 20 > len(raw[:MOST_GUESSED]):  # Latin text has few
        # Imported here because it takes longer than to read a report, and hardly any needs it.
        from charset_normalizer import from_bytes

        best = from_bytes(raw[:MOST_GUESSED]).best()
        if best is not None and best.encoding.startswith(_OTHER_ENCODINGS):
            return raw.decode("gb18030" if best.encoding.startswith("gb") else best.encoding, "replace")
    return raw.decode("cp1252", "replace")


def _format(text: str) -> str:
    if not text.strip():
        return "empty"
    if _HTML.match(text) or len(_TAGS.findall(text[:200_000])) > max(3, len(_MARKDOWN.findall(text[:200_000]))):
        return "html"
    return "markdown" if _MARKDOWN.search(text) else "text"
