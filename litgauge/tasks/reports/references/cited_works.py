"""The works and pages that a report cites, each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from litgauge.tasks.citations.addresses import page_of
from litgauge.tasks.citations.identifiers import IDENTIFIERS, together
from litgauge.tasks.records import CitedWork, StatementLink, WorkIdentity
from litgauge.tasks.records.figures import FigureLink
from litgauge.tasks.reports.read_result import ReadReport
from litgauge.tasks.reports.references.reference_lists import ListEntry
from litgauge.tasks.text import compact_title

FEWEST_LETTERS = 12
"""Of a compact title: shorter ones ("Introduction") do not tell two works without address apart."""


@dataclass(slots=True)
class _Work:
    at: int  # where it is first cited
    page: str | None = None
    url: str | None = None
    identities: list[WorkIdentity] = field(default_factory=list)
    entries: list[ListEntry] = field(default_factory=list)
    statements: set[int] = field(default_factory=set)


def cited_works(read: ReadReport) -> tuple[CitedWork, ...]:
    """The works and pages that a report and its figures cite, in the order of first citation, then those of its list.

    Two citations are one work if they share the page, or an identifier (abstract and PDF of one arXiv paper, any
    version; one DOI at two publishers); without any address, if they share the entry or the title. An entry without
    address, identifier and title is no work, nor is a mark that leads nowhere.
    """
    by_text = {entry.text: entry for entry in reversed(read.entries)}
    works: list[_Work] = []
    parent: list[int] = []
    number_of: dict[str, int] = {}

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    def take(work: _Work, keys: Iterator[str]) -> None:
        number = len(works)
        works.append(work)
        parent.append(number)
        for key in keys:
            other = root(number_of.setdefault(key, number))
            own_root = root(number)
            parent[max(own_root, other)] = min(own_root, other)

    links: tuple[StatementLink | FigureLink, ...] = (*read.links, *read.stray, *read.figure_links)
    for link in sorted(links, key=lambda link: link.start):
        entry = by_text.get(link.entry) if link.entry else None
        if link.page or link.entry:
            statements = {link.statement} if isinstance(link, StatementLink) and link.statement >= 0 else set()
            work = _Work(link.start, link.page, link.url, [link.identity], [entry] if entry else [], statements)
            take(work, _keys_of_link(link, entry))
    for entry in read.entries:
        if entry.page or entry.words.title:
            at = len(read.surface) + entry.number
            take(_Work(at, entry.page, entry.url, [entry.identity], [entry]), _keys_of_entry(entry))
    merged: dict[int, _Work] = {}
    for number, work in enumerate(works):
        _merge(merged.setdefault(root(number), _Work(work.at)), work)
    ordered = sorted(merged.values(), key=lambda work: work.at)
    return tuple(_cited(read.report_id, number, work) for number, work in enumerate(ordered))


def _keys_of_link(link: StatementLink | FigureLink, entry: ListEntry | None) -> Iterator[str]:
    yield from _keys(link.page, link.identity, link.entry)
    if entry and (entry.page is None or entry.page == link.page):
        yield f"entry {entry.number}"


def _keys_of_entry(entry: ListEntry) -> Iterator[str]:
    yield f"entry {entry.number}"
    yield from (f"page {page_of(url)}" for url in entry.urls)
    yield from _keys(entry.page, entry.identity, entry.text)


def _keys(page: str | None, identity: WorkIdentity, entry: str | None) -> Iterator[str]:
    if page:
        yield f"page {page}"
    named = list(_identifiers(identity))
    yield from named
    if page is None and not named:
        title = compact_title(identity.title or "")
        if len(title) >= FEWEST_LETTERS:
            yield f"title {title}"
        elif entry:
            yield f"text {entry}"


def _identifiers(identity: WorkIdentity) -> Iterator[str]:
    for name in IDENTIFIERS:
        if value := getattr(identity, name):
            yield f"{name} {value}"


def _merge(whole: _Work, part: _Work) -> None:
    whole.page = whole.page or part.page
    whole.url = whole.url or part.url
    whole.identities.extend(part.identities)
    whole.entries.extend(part.entries)
    whole.statements |= part.statements


def _cited(report_id: str, number: int, work: _Work) -> CitedWork:
    words = [entry.words for entry in work.entries]
    titles = [*(entry.title for entry in words), *(identity.title for identity in work.identities)]
    title = next(filter(None, titles), None)
    identity = together(work.identities, title)
    authors = next((entry.authors for entry in words if entry.authors), ())
    year = next((entry.year for entry in words if entry.year), None)
    return CitedWork(
        report_id, number, work.page, work.url, identity, title, authors, year, tuple(sorted(work.statements))
    )
