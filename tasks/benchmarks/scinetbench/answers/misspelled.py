"""Works of the network that a listed title means though it is spelled a little differently.

References are matched so only together with an author (`tasks.identity`). Here all works that may be meant are known: a
title that differs from one of them by spelling alone, and from no other, is that one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import fuzz

from tasks.benchmarks.scinetbench.tables import AnsweredWork
from tasks.identity.spelling import differ_by_spelling, signs_of
from tasks.text import clean_text, compact_title
from tasks.text.words import words

_SHORTEST = 20  # letters of a title that one letter does not make another title
_END = 8  # letters at the beginning, or at the end, that both have
_LONGER = 3  # letters by which they may differ in length
_RATIO = 93.0


class NearTitles:
    """The works of a network whose title begins or ends as one of the listed titles."""

    def __init__(self, listed: Iterable[AnsweredWork], works: pa.Table) -> None:
        self._by_end: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
        keys = {key for row in listed if len(key := _key(row)) >= _SHORTEST}
        if not keys:
            return
        column = works["title_key"]
        heads, tails = pc.utf8_slice_codeunits(column, 0, _END), pc.utf8_slice_codeunits(column, -_END, 1 << 30)
        for ends, own in ((heads, {key[:_END] for key in keys}), (tails, {key[-_END:] for key in keys})):
            near = works.filter(pc.is_in(ends, pa.array(sorted(own), pa.string())))
            for row in near.select(["work", "title", "title_key", "year", "doi"]).to_pylist():
                key = row["title_key"]
                end = key[:_END] if ends is heads else key[-_END:]
                self._by_end[end, len(key)].append(row)

    def of(self, row: AnsweredWork) -> tuple[int, float] | None:
        """The one work that is meant, with the ratio of the titles, to 100; None where there is none, or several."""
        key, told = _key(row), words_of(row.title)
        if len(key) < _SHORTEST:
            return None
        found: dict[int, float] = {}
        for length in range(len(key) - _LONGER, len(key) + _LONGER + 1):
            for end in {key[:_END], key[-_END:]}:
                for work in self._by_end.get((end, length), ()):
                    ratio = fuzz.ratio(key, work["title_key"], score_cutoff=_RATIO)
                    if ratio and _may_be(row, work) and differ_by_spelling(told, words_of(work["title"])):
                        found[work["work"]] = ratio
        return next(iter(found.items())) if len(found) == 1 else None


def words_of(title: str) -> Sequence[str]:
    """The words of a title."""
    return [word.text for word in words(title.casefold())]


def _may_be(row: AnsweredWork, work: Mapping[str, Any]) -> bool:
    """Whether nothing else that is told of the listed work speaks against this one."""
    if row.year is not None and abs(row.year - work["year"]) > 1:
        return False
    return signs_of(row.title) == signs_of(work["title"]) and row.doi in (None, work["doi"])


def _key(row: AnsweredWork) -> str:
    return compact_title(clean_text(row.title))
