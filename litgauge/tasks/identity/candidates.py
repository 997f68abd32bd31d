"""Pairs of works worth comparing, by an index, so that long lists cost little more than short ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from rapidfuzz import fuzz, process

from litgauge.tasks.identity.rules import FUZZY_RATIO, YEARS_APART
from litgauge.tasks.identity.traits import Traits

_AT_ONCE = 256
_MOST_ALIKE = 64
"""Titles within `FUZZY_RATIO` of one title, by one author, in one year: of more, the nearest are compared."""
_Key = Callable[[Traits], Hashable]

MOST_SHARING = 64
"""Works that share a title or an identifier with one: of more, so many are compared with it."""

MOST_COMPARED = 4_000
"""Titles by one author in one year: of more, each is compared with so many that stand next to it in the alphabet."""


def candidates(left: Sequence[Traits], right: Sequence[Traits]) -> Iterator[tuple[int, int]]:
    """Yield pairs that share a DOI, an arXiv id or a title (in any spelling, or without its subtitle), each once.

    Of more than `MOST_SHARING` works that share one, each is paired with those about as far down in the other list.
    """
    pairs_seen = set()
    for ours, theirs in _SHARED:
        at = defaultdict(list)
        for position, traits in enumerate(right):
            at[theirs(traits)].append(position)
        uses: Counter[Hashable] = Counter()
        for left_at, traits in enumerate(left):
            value = ours(traits)
            sharing = at.get(value, []) if value else []
            first = _window(uses[value], len(sharing), MOST_SHARING)
            uses[value] += 1
            for right_at in sharing[first : first + MOST_SHARING]:
                if (left_at, right_at) not in pairs_seen:
                    pairs_seen.add((left_at, right_at))
                    yield left_at, right_at


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
    """Yield pairs for the fuzzy rule: the same first author, the same or the next year, and almost the same title.

    Numbers in a title are never a matter of spelling, so titles with different numbers are not compared.
    """
    blocks = _blocks(right)
    for (author, figures, year), lefts in _blocks(left).items():
        near = range(year - YEARS_APART, year + YEARS_APART + 1)
        near_works = [right_at for close in near for right_at in blocks.get((author, figures, close), ())]
        if len(near_works) > MOST_COMPARED:  # by title, so that similar ones are near each other
            lefts = sorted(lefts, key=lambda left_at: left[left_at].compact)
            near_works.sort(key=lambda near_work: right[near_work].compact)
        titles = [right[near_work].compact for near_work in near_works] if len(near_works) > MOST_COMPARED else []
        for start in range(0, len(lefts) if near_works else 0, _AT_ONCE):
            chunk = lefts[start : start + _AT_ONCE]
            middle = bisect_left(titles, left[chunk[len(chunk) // 2]].compact) if titles else 0
            first = _window(middle, len(near_works), MOST_COMPARED)
            others = near_works[first : first + MOST_COMPARED]
            ratios = process.cdist(
                [left[left_at].compact for left_at in chunk], [right[right_at].compact for right_at in others],
                scorer=fuzz.ratio, score_cutoff=FUZZY_RATIO,
            )  # fmt: skip
            for left_at, row in zip(chunk, ratios, strict=True):
                alike = [(float(row[at]), others[at]) for at in row.nonzero()[0].tolist()]
                if len(alike) > _MOST_ALIKE:
                    alike.sort(key=lambda pair: (-pair[0], right[pair[1]].compact))
                yield from ((left_at, right_at) for _, right_at in alike[:_MOST_ALIKE])


def _window(middle: int, count: int, most: int) -> int:
    """Return where the `most` of `count` places around a middle begin."""
    return max(0, min(middle - most // 2, count - most))


def _blocks(works: Sequence[Traits]) -> dict[tuple[str, str, int], list[int]]:
    blocks = defaultdict(list)
    for position, work in enumerate(works):
        if work.first_author and work.year is not None and work.compact:
            figures = "".join(filter(str.isdecimal, work.compact))
            blocks["".join(work.first_author), figures, work.year].append(position)
    return blocks
