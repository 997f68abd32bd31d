"""Diagnostics of reading a report: marks or addresses that are no citations, lists without citations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.addresses import clean_url
from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.records.figures import FigureLink
from litgauge.tasks.reports.read_result import ReadReport
from litgauge.tasks.text.inline_markup import CELL, HEAD_CELL, ROW
from litgauge.tasks.text.markdown import shorten

FEW = 5
"""Of fewer marks, addresses or entries nothing can be told."""

FEW_IN_PROSE = 20
"""Statements outside of tables; of fewer it may be that tables are all that there is to cite for."""

LOST_SHARE = 0.05
"""Share of the marks of a report; if fewer are in no pair, nothing is said."""

FEW_PAGES = 3
"""Pages of one statement, from which on it may be a list of sources."""

SHOWN = 3
"""Places that a message names."""

SIGNS_OF_ROWS = (ROW, CELL, HEAD_CELL)

_LIKE_MARKS = re.compile(
    r"\[\^?\d{1,3}\^?\](?!\()|【[^】\n]{1,60}】|<sup[^<>]{0,200}>"
    r"|(?:(?<=[^\W\d_]{4})|(?<=[.,;:!?”\"'’)\]]))[⁰¹²³⁴-⁹]{1,3}(?![⁺⁻⁰-⁹·])"  # no power, no unit: "cm²", "10⁻⁶", "Fe²⁺"
    r"|\ue200|\bturn\d{1,3}(?:search|view|news|fetch)\d{1,3}|<(?:grok:render|cite|ref|citation)\b|\\cite[pt]?\{"
    r"|[a-z%)\"”][.!?]\d{1,3}(?=\s+[A-Z]|\s*\n)|\[(?:ref|web|source|cite|citation)[_:\s]?\d{1,3}\]"
    r"|\bdata-[a-z-]{0,40}(?:url|href|source-index)\s?="
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"')\]]{4,200}")
_NO_CITATION = re.compile(
    r"<(?:script|style|link|meta|img|svg)\b[^<>]{0,2000}>|!\[[^\[\]]{0,300}\]\([^()\n]{0,2048}\)|`[^`\n]+`"
)


@dataclass(frozen=True, slots=True)
class ReadingDiagnostic:
    """A doubtful reading that a person should look at before a judge is paid for it."""

    report_id: str
    code: str  # one of those in docs/reports.md
    message: str  # with the counts


def diagnose(report: AgentReport, read: ReadReport) -> tuple[ReadingDiagnostic, ...]:
    """Return the diagnostics of a report, the most serious first; () if there are none."""
    return tuple(ReadingDiagnostic(report.report_id, code, message) for code, message in _diagnostics(report, read))


def _diagnostics(report: AgentReport, read: ReadReport) -> Iterator[tuple[str, str]]:
    if not report.text.strip():
        yield "no-text", "the report has no text"
        return
    if not read.statements:
        yield "no-statements", f"no statement was found in {len(report.text)} characters"
    links = _all_links(read)
    led = sum(link.url is not None or link.entry is not None for link in links)
    marks, addresses = _unread(read.surface, read)
    candidates = len(marks) + len(addresses)
    few = candidates >= FEW and candidates > led
    if few:
        yield (
            "few-citations",
            f"{len(marks)} likely marks and {len(addresses)} addresses in the text are no citations; "
            f"{led} citations were read",
        )
    prose, paired = _prose_addresses(read)
    if prose >= FEW and 2 * paired < prose:
        yield "links-unpaired", f"{paired} of {prose} links and addresses in the prose are for a statement"
    rows = sum(_in_row(read.surface, statement.start) for statement in read.statements if statement.cited)
    in_prose = sum(not _in_row(read.surface, statement.start) for statement in read.statements)
    if rows >= FEW and in_prose >= FEW_IN_PROSE and rows == sum(statement.cited for statement in read.statements):
        yield (
            "only-tables-cite",
            f"all {rows} statements that cite stand in tables; {in_prose} in the prose cite nothing",
        )
    pages = {link.page for link in read.links if link.page}
    citing = {link.statement for link in read.links if link.page}
    if len(citing) == 1 and len(pages) >= FEW_PAGES <= len(read.statements) - 1 and len(pages) > len(read.entries):
        yield "one-statement-cites", f"one statement cites all {len(pages)} pages: is it a list that was not read?"
    listed = len(read.entries) or len(report.given)
    if listed >= FEW and 10 * led < listed:
        yield "list-not-cited", f"{listed} works are listed, and {led} citations were read in the text"
    if len(read.unresolved) >= FEW and 2 * len(read.unresolved) > len(read.links):
        yield (
            "marks-lead-nowhere",
            f"{len(read.unresolved)} of {len(read.links)} marks have neither an address nor an entry in a list",
        )
    elif not few and (message := _lost(report.text, read, marks)):
        yield "marks-unpaired", message
    outside = sum(not 0 <= cited.start <= cited.end <= len(report.text) for cited in report.placed)
    if outside:
        yield "annotations-outside", f"{outside} of {len(report.placed)} annotations lie outside of the text"
    no_address = sum(clean_url(cited.url) is None for cited in report.placed)
    if no_address:
        yield "annotations-without-address", f"{no_address} of {len(report.placed)} annotations have no usable address"
    if not links and len(read.statements) >= FEW and candidates < FEW and listed < FEW:
        yield "cites-nothing", f"{len(read.statements)} statements and no citation"


def _lost(text: str, read: ReadReport, unread: Sequence[re.Match[str]]) -> str:
    """Return a message on the citation marks in no pair, with their lines; "" if they are few."""
    cited = {link.page for link in read.links} | {link.page for link in read.figure_links}
    apart = [link for link in read.stray if link.page and link.page not in cited]
    of_all = len(read.links) + len(read.stray) + len(unread)
    if len(read.unresolved) + len(apart) + len(unread) < max(1, LOST_SHARE * of_all):
        return ""
    breaks = [match.start() for match in re.finditer("\n", text)]

    def counted(places: Sequence[tuple[int, int]], what: str) -> str:
        shown = ", ".join(
            f"“{shorten(text[start:end], 40)}” in line {bisect_right(breaks, start) + 1}"
            for start, end in places[:SHOWN]
        )
        return f"{len(places)} {what} ({shown}{', …' if len(places) > SHOWN else ''})" if places else ""

    parts = (
        counted([(link.start, link.end) for link in read.unresolved], "lead nowhere"),
        counted([(link.start, link.end) for link in apart], "stand at no statement"),
        counted([match.span() for match in unread], "look like marks and were not read"),
    )
    return f"of {of_all} citation marks {'; '.join(filter(None, parts))}"


def _all_links(read: ReadReport) -> tuple[StatementLink | FigureLink, ...]:
    return (*read.links, *read.stray, *read.figure_links)


def _in_row(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip()
    return line.startswith(("|", *SIGNS_OF_ROWS))


def _prose_addresses(read: ReadReport) -> tuple[int, int]:
    """Return the number of links and addresses in prose, and how many of them belong to a statement."""
    covered = bytearray(len(read.surface))
    apart = [(entry.start, entry.end) for entry in read.entries if entry.start >= 0]
    apart += [hidden.span() for hidden in _NO_CITATION.finditer(read.surface)]
    for start, end in apart:
        covered[start:end] = b"\1" * (end - start)
    cited = [(link.start, link.end) for link in read.links] + [(link.start, link.end) for link in read.figure_links]
    for start, end in cited:
        covered[start:end] = b"\2" * (end - start)
    prose = [
        covered[match.start()]
        for match in _ADDRESS.finditer(read.surface)
        if covered[match.start()] != 1 and not _in_row(read.surface, match.start())
    ]
    return len(prose), sum(sign == 2 for sign in prose)


def _unread(text: str, read: ReadReport) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """Return likely marks, and addresses, of the text that are in no citation and no list.

    A label or address that is cited elsewhere counts as read: a column of sources repeats its row.
    """
    covered = bytearray(len(text))
    spans = [(link.start, link.end) for link in (*read.links, *read.stray)]
    spans += [(entry.start, entry.end) for entry in read.entries]
    spans += [hidden.span() for hidden in _NO_CITATION.finditer(text)]
    for start, end in spans:
        if 0 <= start < end:
            covered[start:end] = b"\1" * (end - start)
    first = read.statements[0].start if read.statements else 0
    last = max((statement.end for statement in read.statements), default=len(text))
    links = _all_links(read)
    labels = {link.label for link in links}
    urls = {link.url for link in links} | {url for entry in read.entries for url in entry.urls}
    marks = (match for match in _LIKE_MARKS.finditer(text, first, last) if match[0] not in labels)
    addresses = (match for match in _ADDRESS.finditer(text, first, last) if clean_url(match[0]) not in urls)
    return _uncovered(covered, marks), _uncovered(covered, addresses)


def _uncovered(covered: bytearray, matches: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    return [match for match in matches if covered.find(1, match.start(), match.end()) < 0]
