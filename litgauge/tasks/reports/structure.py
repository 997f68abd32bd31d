"""Structural errors of a report by rule: traceability, consistency, completeness (TVIR, arXiv 2606.02320, figure 7)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.records.figures import Figure, FigureLink, StructuralCode, StructuralDimension, StructuralError
from litgauge.tasks.reports.figures.invalid import invalid_reason
from litgauge.tasks.reports.figures.labels import Label, Mention, label_at, mentions
from litgauge.tasks.reports.read_result import ReadReport
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.reports.reading.blocks import blocks
from litgauge.tasks.reports.references.reference_lists import ListEntry
from litgauge.tasks.text.wordings import alternatives

LONGEST_CAPTION = 400
"""Characters of a line that may be a caption whose figure is not there."""

_DATA = re.compile(
    r"\d\s?(?:%|％|‰|°|percent|per cent|million|billion|trillion|thousand|bn\b|[kKMG]W|[TG]Wh|km|kg|tons?\b|tonnes?"
    r"|euros?|dollars?|[万亿億千百]|元|美元|人民币|倍|个百分点)|[$€£¥￥]\s?\d|\d{1,3}(?:,\d{3})+|(?<![\d.])\d+\.\d+(?!\.\d)(?!\s?[.)）、])"
)
_PLACEHOLDER = re.compile(
    alternatives("litgauge.tasks.reports.figures", "figure_wordings.json", "placeholder"), re.IGNORECASE
)
_NUMBERED = re.compile(r"\d{1,4}")
_COMPOUND = re.compile(r"(?:(.{1,8})[-.])?(\d{1,3})([a-zA-Z]?)")
_PART = re.compile(r"(?<=\d)[a-zA-Z]$")

_Rule = Iterator[tuple[StructuralDimension, StructuralCode, int, int, str]]


def structural_errors(
    report: AgentReport,
    read: ReadReport,
    *,
    pages_gone: Collection[str] = (),
    unusable: Mapping[tuple[int, int], str] | None = None,
) -> tuple[StructuralError, ...]:
    """Return the structural errors of a report in the order of its text, each with its place.

    Facts from outside the text are arguments: addresses of pages (as in `StatementLink.page`) that are gone, and
    reasons, by number of figure and part, for pictures that are missing or broken. A number without entry harms
    traceability at each mark, and consistency once ("cited-not-listed").
    """
    page = _Page(report, read)
    errors = [
        *_traceability(page, pages_gone),
        *_list_numbers(read.entries),
        *_cited_and_listed(page),
        *_labels(page),
        *_pictures(page, unusable or {}),
        *_captions_and_mentions(page),
        *_sections(page),
    ]
    ordered = sorted(dict.fromkeys(errors), key=lambda error: (error[2], error[3], error[0], error[1], error[4]))
    return tuple(StructuralError(report.report_id, number, *error) for number, error in enumerate(ordered))


@dataclass(frozen=True)
class _Page:
    """A report with its blocks, and its figures by label."""

    report: AgentReport
    read: ReadReport

    @cached_property
    def blocks(self) -> list[Block]:
        return blocks(self.read.surface, [(figure.start, figure.end) for figure in self.read.figures])

    @cached_property
    def prose(self) -> list[Block]:
        """Return paragraphs, items and rows, without the entries of reference lists."""
        listed = sorted((entry.start, entry.end) for entry in self.read.entries)
        starts = [start for start, _ in listed]

        def is_listed(block: Block) -> bool:
            number = bisect_right(starts, block.start) - 1
            return number >= 0 and block.start < listed[number][1]

        return [
            block for block in self.blocks if block.kind in ("text", "item", "row", "head-row") and not is_listed(block)
        ]

    @cached_property
    def labels(self) -> list[tuple[Figure, Label]]:
        """Return the figures that have a label, in the order of the text."""
        pairs = [(figure, label_at(figure.label, 0, len(figure.label))) for figure in self.read.figures]
        return [(figure, label) for figure, label in pairs if label is not None]

    @cached_property
    def headings(self) -> list[int]:
        return [block.start for block in self.blocks if block.kind == "heading"]

    def section(self, at: int) -> int:
        """Return the number of the section that contains an offset."""
        return bisect_right(self.headings, at)

    @cached_property
    def bare_captions(self) -> list[tuple[Block, Label]]:
        """Return the captions without a figure in their section."""
        captioned = {(label.key, self.section(figure.start)) for figure, label in self.labels}
        captions = []
        for block in self.prose:
            if block.kind != "text" or block.end - block.start > LONGEST_CAPTION or len(block.lines) > 2:
                continue
            label = label_at(self.read.surface, block.start, block.end)
            has_words = label is not None and any(map(str.isalnum, self.read.surface[label.behind : block.end]))
            if label and label.certain and has_words and (label.key, self.section(block.start)) not in captioned:
                captions.append((block, label))
        return captions

    @cached_property
    def mentions(self) -> list[Mention]:
        """Return the mentions of this report's figures in prose, without captions that have no figure."""
        bare = {label.start for _, label in self.bare_captions}
        candidates = [
            mention for block in self.prose for mention in mentions(self.read.surface, block.start, block.end)
        ]
        return [mention for mention in candidates if not mention.foreign and mention.start not in bare]

    @cached_property
    def links(self) -> tuple[StatementLink | FigureLink, ...]:
        return (*self.read.links, *self.read.stray, *self.read.figure_links)


def _traceability(page: _Page, dead_pages: Collection[str]) -> _Rule:
    read = page.read
    cited_blocks = {draft.block for draft in read.drafts if draft.cited}
    for statement, draft in zip(read.statements, read.drafts, strict=True):
        if not statement.cited and draft.block not in cited_blocks and (data := _DATA.search(statement.text)):
            yield "traceability", "uncited-data", statement.start, statement.end, data[0]
    for link in page.links:
        if link.url is None and link.entry is None:
            yield "traceability", "number-without-entry", link.start, link.end, link.label
        elif link.page in dead_pages:
            yield "traceability", "page-gone", link.start, link.end, link.page or ""
    for entry in read.entries:
        if entry.url is None:
            yield "traceability", "entry-without-address", entry.start, entry.end, ", ".join(entry.labels)
    sourced = {link.figure for link in read.figure_links}
    remote = {target.figure for target in read.figure_targets if target.form == "address"}
    for figure in read.figures:
        from_web = figure.number in remote and figure.type == "image"
        if figure.number not in sourced and not figure.source and not from_web:
            yield "traceability", "figure-without-source", figure.start, figure.end, _name(figure)


def _list_numbers(entries: Sequence[ListEntry]) -> _Rule:
    """Yield numbers of each reference list that are missing, doubled or out of order."""
    lists: defaultdict[int, list[tuple[int, ListEntry]]] = defaultdict(list)
    pages: dict[str, ListEntry] = {}
    for entry in entries:
        numbers = [int(label) for label in entry.labels if _NUMBERED.fullmatch(label)]
        if numbers:
            lists[entry.list_number].append((numbers[0], entry))
        if entry.page and numbers:
            first = pages.setdefault(f"{entry.page}#{(entry.url or '').partition('#')[2]}", entry)
            if first is not entry and set(first.labels).isdisjoint(entry.labels):
                detail = f"{first.labels[0]} and {numbers[0]}: {entry.url}"
                yield "consistency", "one-page-two-numbers", entry.start, entry.end, detail
    for numbered in lists.values():
        yield from _sequence(
            [(number, entry.start, entry.end) for number, entry in numbered],
            ("numbers-missing", "number-doubled", "numbers-out-of-order"),
            "",
        )


def _sequence(
    places: Sequence[tuple[int, int, int]],
    codes: tuple[StructuralCode, StructuralCode, StructuralCode],
    before: str,
) -> _Rule:
    """Yield faults of numbers that should increase by one in the order of the text; `before` prefixes details."""
    missing, doubled, disordered = codes
    counts = Counter(number for number, _, _ in places)
    numbers: set[int] = set()
    for number, start, end in places:
        if number in numbers and counts[number] > 1:
            yield "consistency", doubled, start, end, f"{before}{number}"
        numbers.add(number)
    firsts = {number: (start, end) for number, start, end in reversed(places)}
    for smaller, larger in pairwise(sorted(firsts)):
        if 1 < larger - smaller <= 50:
            absent = ", ".join(f"{before}{number}" for number in range(smaller + 1, larger))
            yield "consistency", missing, *firsts[larger], absent
    if firsts and min(firsts) > 1 and min(firsts) <= 50:
        absent = ", ".join(f"{before}{number}" for number in range(1, min(firsts)))
        yield "consistency", missing, *firsts[min(firsts)], absent
    for (previous, _, _), (number, start, end) in pairwise(places):
        if number < previous and counts[number] == 1:
            yield "consistency", disordered, start, end, f"{before}{number} behind {before}{previous}"


def _cited_and_listed(page: _Page) -> _Rule:
    entries = page.read.entries
    if not entries:
        return
    labels: set[str] = set()
    for link in page.links:
        if link.url is None and link.entry is None and link.label not in labels:
            labels.add(link.label)
            yield "consistency", "cited-not-listed", link.start, link.end, link.label
    texts, pages = {link.entry for link in page.links}, {link.page for link in page.links if link.page}
    for entry in entries:
        if entry.text not in texts and (entry.page is None or entry.page not in pages):
            yield "consistency", "listed-not-cited", entry.start, entry.end, ", ".join(entry.labels) or entry.text[:80]


def _labels(page: _Page) -> _Rule:
    """Yield labels of figures that are missing, doubled, out of order (by series and chapter), or never named.

    Parts ("2a", "2b") are one number together, and a mention of "Figure 2" names each of them.
    """
    groups: defaultdict[tuple[str, str], list[tuple[int, int, int]]] = defaultdict(list)
    whole_seen: dict[tuple[str, str, int], bool] = {}
    for figure, label in page.labels:
        if compound := _COMPOUND.fullmatch(label.number):
            chapter, number, is_whole = compound[1] or "", int(compound[2]), not compound[3]
            earlier_is_whole = whole_seen.get((label.series, chapter, number))
            if earlier_is_whole is None or (earlier_is_whole and is_whole):
                groups[label.series, chapter].append((number, figure.start, figure.end))
            whole_seen[label.series, chapter, number] = bool(earlier_is_whole) or is_whole
    for (series, chapter), places in groups.items():
        before = f"{series} {chapter}-" if chapter else f"{series} "
        yield from _sequence(places, ("label-missing", "label-doubled", "labels-out-of-order"), before)
    named = {mention.key for mention in page.mentions}
    wholes = set(map(_whole, named))
    for figure, label in page.labels:
        if not {label.key, _whole(label.key)} & named and label.key not in wholes:
            yield "consistency", "figure-not-named", figure.start, figure.end, figure.label


def _whole(key: tuple[str, str]) -> tuple[str, str]:
    """Return the label of the whole figure for that of a part, else the label itself.

    >>> _whole(("figure", "2a")), _whole(("figure", "A1"))
    (('figure', '2'), ('figure', 'A1'))
    """
    return key[0], _PART.sub("", key[1])


def _pictures(page: _Page, unusable: Mapping[tuple[int, int], str]) -> _Rule:
    read = page.read
    pictured = {target.figure for target in read.figure_targets}
    for target in read.figure_targets:
        reason = unusable.get((target.figure, target.part)) or invalid_reason(page.report.text, target)
        if reason:
            figure = read.figures[target.figure]
            yield "completeness", "picture-unusable", figure.start, figure.end, f"{reason}: {target.target}"
    for figure in read.figures:
        if figure.number not in pictured:
            yield "completeness", "picture-unusable", figure.start, figure.end, "missing: no picture in the figure"
        if figure.caption_place in ("none", "alt"):
            detail = "alternative text only" if figure.caption else "none"
            yield "completeness", "figure-without-caption", figure.start, figure.end, detail


def _captions_and_mentions(page: _Page) -> _Rule:
    for block, label in page.bare_captions:
        yield "completeness", "caption-without-figure", block.start, block.end, label.text
    labels = {label.key for _, label in page.labels} | {label.key for _, label in page.bare_captions}
    wholes = set(map(_whole, labels))
    mentions: set[tuple[str, str]] = set()
    for mention in page.mentions:
        numbered = any(map(str.isdecimal, mention.number)) and not mention.zero
        captioned = {mention.key, _whole(mention.key)} & labels or mention.key in wholes
        if numbered and not captioned and mention.key not in mentions:
            mentions.add(mention.key)
            yield "completeness", "figure-not-there", mention.start, mention.end, f"{mention.series} {mention.number}"


def _sections(page: _Page) -> _Rule:
    """Yield headings with nothing under them, and placeholders for missing content."""
    for number, block in enumerate(page.blocks):
        if block.kind != "heading" or not block.marked:
            continue
        following = page.blocks[number + 1] if number + 1 < len(page.blocks) else None
        if following is None or (following.kind == "heading" and following.marked and following.level <= block.level):
            title = page.read.surface[block.start : block.end]
            yield "completeness", "section-empty", block.start, block.end, " ".join(title.split())[:120]
    for match in _PLACEHOLDER.finditer(page.read.surface):
        yield "completeness", "placeholder", match.start(), match.end(), " ".join(match[0].split())[:120]


def _name(figure: Figure) -> str:
    return figure.label or figure.caption[:80]
