"""A typed list with its callouts, in the way of citing that reaches most of its works."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import read_items
from litgauge.tasks.latex.bibliography.typed import callouts
from litgauge.tasks.latex.bibliography.typed.callouts import Callout, NamedWork
from litgauge.tasks.latex.bibliography.typed.headings import Region
from litgauge.tasks.latex.bibliography.typed.notes import repeated_works
from litgauge.tasks.latex.bibliography.typed.surface import surface_of
from litgauge.tasks.latex.bibliography.typed.typed_list import item_at
from litgauge.tasks.latex.bibliography.typed.works import Work
from litgauge.tasks.latex.expansion.document import Document

_TITLE_END = re.compile(r"\\maketitle(?![a-zA-Z])|\\begin\{abstract\}")
_LETTERED_YEAR = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)([a-z])(?![\w])")
_NAMES_END = re.compile(
    r"[(\[]?(?:1[5-9]|20)\d\d|\\(?:emph|textit|enquote)(?![a-zA-Z])|``|\{\\(?:it|em)(?![a-zA-Z])|[“«„:]"
)
_LONGEST_NAMES = 300
_LEAST_COVERED = 0.5
"""Of a list whose works are cited by raised numbers, numbers in round brackets or pages: they may mean other things."""


@dataclass(slots=True)
class CitedList:
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
        authors = ""
        for key, work in zip(keys, self.works, strict=True):
            item = item_at(self.document, key, work.start, work.stop)
            if work.repeats_authors:
                item = replace(item, body=f"{authors} {item.body}")
            elif end := _NAMES_END.search(item.body, 0, _LONGEST_NAMES):
                authors = item.body[: end.start()]
            items.append(item)
        return items

    def find_callouts(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Look for callouts of the works in stretches of the text, in the way of citing that reaches most of them."""
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
                    best.add("raised", [callout for callout in raised if callout.start >= behind_title], doubtful=True)
                    best.add("round", callouts.by_round_numbers(surface, self.numbers), doubtful=True)
                best.add("pages", callouts.by_pages(surface, self.names), doubtful=True)
            best.take_all()
        repeats = repeated_works(text, [(work.start, work.stop) for work in works])
        self.cited = tuple(sorted(at._replace(work=repeats.get(at.work, at.work)) for at in best.callouts))
        self.by_name = best.way in ("names", "pages")

    def _named(self) -> Iterator[NamedWork | None]:
        """Yield the families and years of the works, read from their printed text."""
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
        """Return the keys of a list's works; in a second list with the same numbers, they begin with its number."""
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

    def take(self, places: list[Callout]) -> None:
        self.callouts = places

    def add(self, way: str, places: list[Callout], *, doubtful: bool = False) -> None:
        self.waiting.setdefault(way, []).extend(places)
        if doubtful:
            self.doubtful.add(way)

    def take_all(self) -> None:
        for way, places in self.waiting.items():
            doubtful = way in self.doubtful
            enough = not doubtful or _reached(places) >= _LEAST_COVERED * self.works
            if enough and _reached(places) > _reached(self.callouts) * (2 if doubtful else 1):
                self.callouts, self.way = places, way
        self.waiting.clear()


def _reached(places: Sequence[Callout]) -> int:
    return len({callout.work for callout in places})


def _behind_title(document: Document) -> int:
    """Return the end of the title and its authors, where raised numbers mean institutes."""
    ends = [mark.start() for mark in _TITLE_END.finditer(document.text, document.body_start)]
    return ends[0] if ends else document.body_start
