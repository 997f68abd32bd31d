"""Citations that stand beside the text (annotations of an API), brought to the marks and statements that they are for.

An annotation whose stretch is a mark in the text ("【1†source】", "([site](…))") gives that mark its address. One whose
stretch is wording is a citation of every statement that it covers.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from litgauge.tasks.citations.addresses import clean_url, page_of
from litgauge.tasks.citations.marks.mark_types import Mark
from litgauge.tasks.records import PlacedCitation
from litgauge.tasks.reports.read_result import Draft

LONGEST_MARK = 80
"""Characters; a longer stretch without any mark that we know is wording."""

MOST_COVERED = 100
"""Statements; an annotation of more is for the text as a whole and for none of them in particular."""

_MARKLIKE = re.compile(r"\s*(?:[(\[（【<{].*[)\]）】>}]|[\W\d_]+|\ue200.*\ue201?|(?:file)?citeturn\w+)\s*", re.DOTALL)


class PlacedCitations:
    """The annotations of one report, in the order of the text."""

    def __init__(self, placed: Sequence[PlacedCitation], length: int) -> None:
        inside = (cited for cited in placed if 0 <= cited.start <= cited.end <= length and clean_url(cited.url))
        self._unplaced = sorted(dict.fromkeys(inside), key=lambda cited: (cited.start, cited.end))
        self._starts = [cited.start for cited in self._unplaced]
        self._used: set[PlacedCitation] = set()

    def __bool__(self) -> bool:
        return bool(self._unplaced)

    def as_marks(
        self, surface: str, start: int, marks: Sequence[Mark], occupied: bytearray, resolves: Callable[[Mark], bool]
    ) -> list[Mark]:
        """The marks of a block, with the addresses that annotations have for them, and those only they know.

        `occupied` tells what no mark may cover, one byte per character of the block from `start`. Marks that `resolves`
        knows keep their own meaning.
        """
        end = start + len(occupied)
        begins = [mark.start for mark in marks]
        own = list(marks)
        for cited in self._unplaced[bisect_left(self._starts, start) : bisect_left(self._starts, end)]:
            if cited.end > end or cited.end == cited.start:
                continue
            first = max(0, bisect_right(begins, cited.start) - 1)
            covered = [
                number
                for number in range(first, bisect_left(begins, cited.end))
                if own[number].end > cited.start and cited.end > own[number].start
            ]
            if covered and not _says_more(surface, cited, [own[number] for number in covered]):
                self._give(own, covered, cited, resolves)
            elif (
                not covered
                and _is_mark(surface, cited)
                and occupied.find(1, cited.start - start, cited.end - start) < 0
            ):
                occupied[cited.start - start : cited.end - start] = b"\1" * (cited.end - cited.start)
                own.append(Mark("annotation", cited.start, cited.end, "", cited.url))
                self._used.add(cited)
        return sorted(own, key=lambda mark: mark.start)

    def _give(
        self, marks: list[Mark], covered: Sequence[int], cited: PlacedCitation, resolves: Callable[[Mark], bool]
    ) -> None:
        """Give the address to the first of the marks that has none; one that has it already needs no annotation."""
        if any(_page(marks[number].url) == _page(cited.url) for number in covered):
            self._used.add(cited)
            return
        free = next((n for n in covered if marks[n].url is None and not resolves(marks[n])), None)
        if free is not None:
            marks[free] = replace(marks[free], url=cited.url, sure=True)
            self._used.add(cited)

    def for_statements(self, drafts: Sequence[Draft]) -> Iterator[tuple[int | None, Mark]]:
        """(number of the statement, citation) for every statement that an annotation covers; None for no statement.

        A statement is covered if half of it is, or if half of the annotation lies in it. A point belongs to the
        statement before it. What a statement cites already is not said again.
        """
        starts = [draft.start for draft in drafts]
        pages = [{link.page for link in draft.cited} for draft in drafts]
        for cited in self._unplaced:
            if cited in self._used:
                continue
            covered = _covered(cited, drafts, starts)
            for number in covered:
                if (page := _page(cited.url)) not in pages[number]:
                    pages[number].add(page)
                    yield number, _at(cited, min(max(cited.end, drafts[number].start), drafts[number].end))
            if not covered:
                yield None, _at(cited, cited.end)


def _covered(cited: PlacedCitation, drafts: Sequence[Draft], starts: Sequence[int]) -> list[int]:
    last = bisect_left(starts, cited.end) if cited.end > cited.start else bisect_right(starts, cited.start)
    if cited.start == cited.end:
        return [last - 1] if last else []
    first = max(0, bisect_right(starts, cited.start) - 1)
    if last - first > MOST_COVERED:
        return []
    shared = {
        number: min(drafts[number].end, cited.end) - max(drafts[number].start, cited.start)
        for number in range(first, last)
        if drafts[number].end > cited.start
    }
    half = [
        number
        for number, size in shared.items()
        if 2 * size >= min(drafts[number].end - drafts[number].start, cited.end - cited.start)
    ]
    return half or ([max(shared, key=lambda number: shared[number])] if shared else [])


def _at(cited: PlacedCitation, at: int) -> Mark:
    return Mark("annotation", at, at, cited.title or "", cited.url)


def _page(url: str | None) -> str | None:
    clean = clean_url(url) if url else None
    return page_of(clean) if clean else None


def _is_mark(surface: str, cited: PlacedCitation) -> bool:
    words = surface[cited.start : cited.end]
    return len(words) <= LONGEST_MARK and bool(_MARKLIKE.fullmatch(words))


def _says_more(surface: str, cited: PlacedCitation, marks: Sequence[Mark]) -> bool:
    """Return whether the stretch has words of its own beside the marks in it."""
    rest, at = "", cited.start
    for mark in marks:
        rest += surface[at : max(at, mark.start)]
        at = max(at, mark.end)
    rest += surface[at : max(at, cited.end)]
    return any(character.isalnum() for character in rest)
