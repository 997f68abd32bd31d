"""Reports that are a text file: Markdown, HTML, plain text, told apart by what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.reports.ingest.report_files import FoundReport, IgnoredFile, Outcome, too_large

_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".txt", ".text", ".html", ".htm", ".xhtml", ""})
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html\b|<head\b|<body\b)", re.IGNORECASE)
_TAGS = re.compile(r"</(?:p|div|h[1-6]|li|table|tr|section|article)\s*>", re.IGNORECASE)
_MARKDOWN = re.compile(r"^(?:#{1,6} |[-*+] |\d+\. |\|.*\|)|\]\(https?://|\*\*\S", re.MULTILINE)
_NO_REPORT = re.compile(r"(?:readme|license|licence|changelog|notice)\b.*", re.IGNORECASE)


def holds(file: AnswerFile) -> bool:
    """Return whether the name is one of a text file; "2003.00653" is a name without suffix."""
    return file.suffix in _SUFFIXES or not re.fullmatch(r"\.[a-z][a-z0-9]{0,5}", file.suffix)


def outcomes(file: AnswerFile) -> Iterator[Outcome]:
    """The report of a text file, in whatever encoding."""
    if _NO_REPORT.fullmatch(file.path.name) and not file.chosen:
        yield IgnoredFile(file.name, "readme")
    elif file.too_large:
        yield too_large(file)
    elif (text := file.text()) is None:
        yield IgnoredFile(file.name, "binary")
    else:
        yield FoundReport(file.name, _format(text), text)


def _format(text: str) -> str:
    if not text.strip():
        return "empty"
    if _HTML.match(text) or len(_TAGS.findall(text[:200_000])) > max(3, len(_MARKDOWN.findall(text[:200_000]))):
        return "html"
    return "markdown" if _MARKDOWN.search(text) else "text"
