"""Which pairs of works are worth comparing: by index, so that long lists cost little more than short ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from rapidfuzz import fuzz, process

from tasks.identity.rules import FUZZY_RATIO, YEARS_APART
from tasks.identity.traits import Traits

_AT_ONCE = 256
_MOST_ALIKE = 64
"""Titles within `FUZZY_RATIO` of one title, by one author, in one year: of more, the nearest are compared."""
_Key = Callable[[Traits], Hashable]


def candidates(left: Sequence[Traits], right: Sequence[Traits]) -> Iterator[tuple[int, int]]:
    """Pairs that share a DOI, an arXiv id or a title, in whatever spelling or without its subtitle, each once."""
    seen = set()
    for ours, theirs in _SHARED:
        at = defaultdict(list)
        for position, traits in enumerate(right):
            at[theirs(traits)].append(position)
        for one, traits in enumerate(left):
            value = ours(traits)
            for other in at.get(value, ()) if value else ():
                if (one, other) not in seen:
                    seen.add((one, other))
                    yield one, other


_SHARED: tuple[tuple[_Key, _Key], ...] = (
    (lambda work: work.doi, lambda work: work.doi),
    (lambda work: work.arxiv_id, lambda work: work.arxiv_id),
    (lambda work: work.compact, lambda work: work.compact),
    (lambda work: work.verbatim, lambda work: work.verbatim),
    (lambda work: work.folded, lambda work: work.folded),
    (lambda work: work.head, lambda work: work.folded),
    (lambda work: work.folded, lambda work: work.head),
)


def spelled_alike(left: Sequence[Traits], right: Sequence[Traits]) -> Iterator[tuple[int, int]]:
    """Pairs that the fuzzy rule may look at: one first author, one year or its neighbour, and nearly one title.

    Figures in a title are never a matter of spelling, so titles with other figures are not compared at all.
    """
    blocks = _blocks(right)
    for (author, figures, year), ones in _blocks(left).items():
        near = range(year - YEARS_APART, year + YEARS_APART + 1)
        others = [other for close in near for other in blocks.get((author, figures, close), ())]
        for start in range(0, len(ones) if others else 0, _AT_ONCE):
            chunk = ones[start : start + _AT_ONCE]
            ratios = process.cdist(
                [left[one].compact for one in chunk], [right[other].compact for other in others],
                scorer=fuzz.ratio, score_cutoff=FUZZY_RATIO,
            )  # fmt: skip
            for one, row in zip(chunk, ratios, strict=True):
                alike = [(float(row[at]), others[at]) for at in row.nonzero()[0].tolist()]
                if len(alike) > _MOST_ALIKE:
                    alike.sort(key=lambda pair: (-pair[0], right[pair[1]].compact))
                yield from ((one, other) for _, other in alike[:_MOST_ALIKE])


def _blocks(works: Sequence[Traits]) -> dict[tuple[str, str, int], list[int]]:
    found = defaultdict(list)
    for position, work in enumerate(works):
        if work.first_author and work.year is not None and work.compact:
            figures = "".join(filter(str.isdecimal, work.compact))
            found["".join(work.first_author), figures, work.year].append(position)
    return found
