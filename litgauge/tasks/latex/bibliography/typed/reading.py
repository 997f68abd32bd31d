r"""The bibliography of a document that has no \bibitem and no .bib, and what cites it.

A list is a bibliography where a heading says so, its items look like works, and the text cites them. Where one of these
is missing, a diagnostic says so and nothing is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import read_items
from litgauge.tasks.latex.bibliography.typed import callouts
from litgauge.tasks.latex.bibliography.typed.callouts import Callout, NamedWork
from litgauge.tasks.latex.bibliography.typed.headings import Region, list_regions
from litgauge.tasks.latex.bibliography.typed.notes import noted_works, printed_notes
from litgauge.tasks.latex.bibliography.typed.surface import surface_of
from litgauge.tasks.latex.bibliography.typed.works import Work, look_like_works, works_of
from litgauge.tasks.latex.citations import parts_of
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.expand import expand_with_supplements
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Citation, Diagnostic

_REVTEX = re.compile(r"\\documentclass\s*(?:\[[^\[\]]*\])?\s*\{revtex")
_TARGET = re.compile(
    r"\\(?:hypertarget\{(ref-[^{}\s]+)\}\{\}|label\{(ref-[^{}\s]+)\}|bibitem\s*\[\\citeproctext\]\s*\{(ref-[^{}\s]+)\})%?"
)
_TARGETS_END = re.compile(r"\\end\{CSLReferences\}|\\end\{document\}|\\(?:section|chapter|appendix)(?![a-zA-Z])")
_TARGET_NOISE = re.compile(r"\\(?:leavevmode|phantomsection|vspace\s*\{[^{}]*\}|protect)(?![a-zA-Z])")
_TITLE_END = re.compile(r"\\maketitle(?![a-zA-Z])|\\begin\{abstract\}")
_LETTERED_YEAR = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)([a-z])(?![\w])")
_LIST_BEGIN, _LIST_END = (
    re.compile(rf"\\{edge}\s*\{{(?:enumerate|itemize|description|list|trivlist|compactitem|compactenum)\*?\}}")
    for edge in ("begin", "end")
)
_FEWEST_UNNAMED, _LEAST_ALIKE = 3, 0.9
_LEAST_COVERED = 0.5
"""Of a list whose works are cited by raised numbers, numbers in round brackets or pages: they may mean other things."""


@dataclass(frozen=True, slots=True)
class CitedItem:
    """A place of the document that cites an item of the list by its key."""

    start: int
    stop: int
    key: str


@dataclass(frozen=True, slots=True)
class TypedList:
    """Works of a list and the places of a document that cite them, in the order of its text."""

    document: Document
    items: tuple[Item, ...] = ()
    cited: tuple[CitedItem, ...] = ()
    command: str = "typed"
    diagnostics: tuple[Diagnostic, ...] = ()

    def citations(self, survey_id: str) -> tuple[Citation, ...]:
        """Return a row for each place, with its line and section."""
        parts = parts_of(self.document) if self.cited else []
        starts = [part.start for part in parts]
        rows = []
        for at in self.cited:
            place, part = self.document.place(at.start), parts[bisect_right(starts, at.start) - 1]
            rows.append(
                Citation(survey_id, at.key, place.file, place.line, self.command, part.section, part.in_appendix)
            )
        return tuple(rows)


def read_typed_list(tree: SourceTree) -> TypedList:
    """Return the list of a source that has no other bibliography, and what cites it; empty where it has none.

    The macros of its author are expanded first: they may print items and callouts. Raises Rejected as `expand` does.
    """
    document = expand_with_supplements(
        tree, leave=lambda macro: macro.packaged or macro.name.startswith(("CSL", "citeproc"))
    )
    if targets := list(_pandoc(document.text)):
        return _of_pandoc(document, targets)
    regions = [
        (region, works)
        for region in list_regions(document.text, document.body_start)
        if (works := works_of(document.text, region.start, region.stop))
    ]
    lists = [_List(document, region, works) for region, works in regions]
    notes: list[Diagnostic] = []
    if lists and (typed := _cited_lists(document, lists, notes)):
        return typed
    noted = _of_notes(document)
    return noted if noted.items else replace(noted, diagnostics=(*notes, *_without_heading(document)))


def read_printed_notes(document: Document) -> TypedList:
    """Return the works in footnotes of a document whose class prints those in its list (REVTeX)."""
    if _REVTEX.search(document.text) is None:
        return TypedList(document)
    works = printed_notes(document.text, document.body_start)
    items = tuple(_item(document, key, start, stop) for key, start, stop in works)
    return TypedList(document, items, tuple(CitedItem(start, stop, key) for key, start, stop in works), "footnote")


def _item(document: Document, key: str, start: int, stop: int, before: Item | None = None) -> Item:
    place, body = document.place(start), document.text[start:stop]
    return Item(key, "", body, start, document.place, place, "thebibliography", document.macros, before)


@dataclass(slots=True)
class _List:
    """A list under a heading; `cited` counts its works from 0."""

    document: Document
    region: Region
    works: list[Work]
    cited: tuple[Callout, ...] = ()
    by_name: bool = False
    names: tuple[NamedWork | None, ...] = ()

    @property
    def numbers(self) -> list[int]:
        return [work.number for work in self.works]

    def items(self, keys: Sequence[str]) -> list[Item]:
        """Return the items of its works under these keys."""
        items: list[Item] = []
        for key, work in zip(keys, self.works, strict=True):
            before = items[-1] if items and work.repeats_authors else None
            items.append(_item(self.document, key, work.start, work.stop, before))
        return items

    def find_callouts(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Look for what cites the works in stretches of the text, by the way that reaches most of them."""
        text, works = self.document.text, self.works
        best = _Best(len(works))
        best.take(callouts.by_anchors(text, stretches, [work.anchor for work in works]))
        surfaces = [surface_of(text, *stretch) for stretch in stretches]
        tags = [work.tag for work in works]
        for surface in surfaces:
            best.add("tags", callouts.by_tags(surface, tags) if any(tags) else [])
            best.add("numbers", [] if any(tags) else callouts.by_numbers(surface, self.numbers))
        best.take_all()
        if best.share < _LEAST_COVERED:
            self.names, behind_title = tuple(self._named()), _behind_title(self.document)
            for surface in surfaces:
                best.add("names", callouts.by_names(surface, self.names))
                if not any(tags):
                    raised = callouts.by_raised_numbers(surface, self.numbers)
                    best.add("raised", [each for each in raised if each.start >= behind_title], doubtful=True)
                    best.add("round", callouts.by_round_numbers(surface, self.numbers), doubtful=True)
                best.add("pages", callouts.by_pages(surface, self.names), doubtful=True)
            best.take_all()
        self.cited, self.by_name = tuple(sorted(best.callouts)), best.way in ("names", "pages")

    def _named(self) -> Iterator[NamedWork | None]:
        """The families and years of the works, as their printed text is read."""
        for work, entry in zip(self.works, read_items(self.items([""] * len(self.works))), strict=True):
            year = entry.fields["year"].text if "year" in entry.fields else ""
            lettered = {
                year + letter for year, letter in _LETTERED_YEAR.findall(self.document.text, work.start, work.stop)
            }
            people = tuple(person.family for person in entry.people or ())
            yield (
                NamedWork(people, next((mark for mark in lettered if mark[:4] == year), year))
                if people and year
                else None
            )

    def keys(self, number: int) -> list[str]:
        """Return the keys of its works; those of a further list with the same numbers begin with the list's number."""
        keys = []
        for position, work in enumerate(self.works):
            named = self.names[position] if self.by_name else None
            key = work.anchor or work.tag or (f"{named.families[0]}{named.year}" if named else str(work.number))
            keys.append(f"list{number}-{key}" if number > 1 else key)
        counts = Counter(keys)
        return [f"{key}-{position}" if counts[key] > 1 else key for position, key in enumerate(keys, 1)]


class _Best:
    """The callouts of the way of citing that reaches most works."""

    def __init__(self, works: int) -> None:
        self.works, self.callouts, self.way = works, list[Callout](), "anchors"
        self.waiting: dict[str, list[Callout]] = {}
        self.doubtful: set[str] = set()

    @property
    def share(self) -> float:
        return _reached(self.callouts) / self.works

    def take(self, found: list[Callout]) -> None:
        self.callouts = found

    def add(self, way: str, found: list[Callout], *, doubtful: bool = False) -> None:
        self.waiting.setdefault(way, []).extend(found)
        if doubtful:
            self.doubtful.add(way)

    def take_all(self) -> None:
        for way, found in self.waiting.items():
            doubtful = way in self.doubtful
            enough = not doubtful or _reached(found) >= _LEAST_COVERED * self.works
            if enough and _reached(found) > _reached(self.callouts) * (2 if doubtful else 1):
                self.callouts, self.way = found, way
        self.waiting.clear()


def _reached(found: Sequence[Callout]) -> int:
    return len({callout.work for callout in found})


def _behind_title(document: Document) -> int:
    """Where the title and its authors, whose raised numbers mean their institutes, are over."""
    ends = [mark.start() for mark in _TITLE_END.finditer(document.text, document.body_start)]
    return ends[0] if ends else document.body_start


def _cited_lists(document: Document, lists: list[_List], notes: list[Diagnostic]) -> TypedList | None:
    """The lists that the text cites: each by its own chapter where their numbers are the same, else by all text."""
    labels = Counter(label for each in lists for label in {work.tag or str(work.number) for work in each.works})
    apart = (
        len(lists) > 1 and max(labels.values()) > 1 and not any(work.anchor for each in lists for work in each.works)
    )
    outside = _outside(document, [each.region for each in lists])
    for number, each in enumerate(lists):
        each.find_callouts(
            [outside[number], *outside[len(lists) :]][: 2 if number + 1 == len(lists) else 1] if apart else outside
        )
    for each in lists:
        if not each.cited:
            notes.append(_uncited(document, each))
    items: list[Item] = []
    cited: list[CitedItem] = []
    read = [each for each in lists if each.cited]
    for number, each in enumerate(read, 1):
        clash = {item.key for item in items} & set(each.keys(1))
        keys = each.keys(number if clash else 1)
        items += each.items(keys)
        cited += (CitedItem(callout.start, callout.stop, keys[callout.work]) for callout in each.cited)
    return (
        TypedList(document, tuple(items), tuple(sorted(cited, key=lambda at: at.start)), "typed", tuple(notes))
        if items
        else None
    )


def _outside(document: Document, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """The stretches of the body before, between and behind the lists."""
    edges = [document.body_start, *(edge for region in regions for edge in (region.heading, region.stop))]
    return list(zip(edges[::2], [*edges[1::2], len(document.text)], strict=True))


def _uncited(document: Document, each: _List) -> Diagnostic:
    message = f"a list of {len(each.works)} works, none of which the text was seen to cite, was left out"
    return Diagnostic("warning", "list-uncited", message, *document.place(each.region.heading))


def _without_heading(document: Document) -> Iterator[Diagnostic]:
    """A diagnostic about the last list that looks like a bibliography and is cited like one, but has no heading."""
    text = document.text
    ends = [mark.end() for mark in _LIST_END.finditer(text, document.body_start)]
    begins = [mark.start() for mark in _LIST_BEGIN.finditer(text, document.body_start)]
    if not ends or not begins:
        return
    region = Region(begins[-1], begins[-1], ends[-1])
    works = works_of(text, region.start, region.stop)
    if len(works) < _FEWEST_UNNAMED or not look_like_works(text, works, _LEAST_ALIKE):
        return
    each = _List(document, region, works)
    each.find_callouts(_outside(document, [region]))
    if cited := len({callout.work for callout in each.cited}):
        message = (
            f"a list of {len(works)} items, of which the text seems to cite {cited}, has no heading: it was left out"
        )
        yield Diagnostic("warning", "list-unnamed", message, *document.place(region.start))


def _pandoc(text: str) -> Iterator[tuple[str, Work]]:
    marks = list(_TARGET.finditer(text)) if "ref-" in text else []
    for number, (mark, following) in enumerate(zip_longest(marks, marks[1:])):
        stop = following.start() if following else len(text)
        closing = _TARGETS_END.search(text, mark.end(), stop)
        start, stop = mark.end(), closing.start() if closing else stop
        while noise := _TARGET_NOISE.search(text, start, min(stop, start + 40)):
            start = noise.end()
        yield mark[1] or mark[2] or mark[3], Work(start, stop, number, anchor=mark[1] or mark[2] or mark[3])


def _of_pandoc(document: Document, targets: Sequence[tuple[str, Work]]) -> TypedList:
    works = list(dict(reversed(targets)).values())[::-1]
    start, stop = works[0].start, works[-1].stop
    each = _List(document, Region(start, start, stop), works)
    each.find_callouts(_outside(document, [each.region]))
    keys = [work.anchor for work in works]
    cited = tuple(CitedItem(callout.start, callout.stop, keys[callout.work]) for callout in each.cited)
    return TypedList(document, tuple(each.items(keys)), cited, "typed" if each.by_name else "hyperlink")


def _of_notes(document: Document) -> TypedList:
    notes = noted_works(document.text, document.body_start)
    items = tuple(
        replace(
            _item(document, f"note-{number}", work.start, work.stop),
            body=work.rest,
            authors=work.authors,
            title=work.title,
            venue=work.venue,
        )
        for number, work in enumerate(notes.works, 1)
    )
    cited = tuple(CitedItem(start, stop, f"note-{number + 1}") for start, stop, number in notes.cited)
    return TypedList(document, items, cited, "footnote")
