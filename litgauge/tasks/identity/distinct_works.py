"""Merges rows of one work, so that a work counts once however often a list names it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from litgauge.tasks.identity.candidates import candidates
from litgauge.tasks.identity.rules import Likeness, likeness, same_title
from litgauge.tasks.identity.traits import Traits

Rows = tuple[int, ...]
"""The positions of the rows of one work, in order."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A row that stands for the same work as an earlier one."""

    position: int
    first: int
    evidence: str


def merged(
    traits: Sequence[Traits], works: Sequence[Rows], strengths: Collection[int], settled: Collection[int] = ()
) -> tuple[Rows, ...]:
    """Merge works with rows that are alike at one of these strengths; two `settled` rows are never merged.

    Works that differ in author or year stay apart, even if a third row fits both. The works are sorted by
    content, and neither they nor their order depend on the order of the rows.
    """
    groups = {number: list(work) for number, work in enumerate(works)}
    group_of = {position: number for number, work in groups.items() for position in work}
    kinds = {number: {traits[position] for position in work} for number, work in groups.items()}
    for evidence, first, second in _edges(traits):
        left, right = group_of[first], group_of[second]
        if left == right or evidence.strength not in strengths:
            continue
        together = [*groups[left], *groups[right]]
        if sum(position in settled for position in together) > 1:
            continue
        if any(_told_apart(a, b) for a in kinds[left] for b in kinds[right]):
            continue
        for position in groups.pop(right):
            group_of[position] = left
        groups[left] = together
        kinds[left] |= kinds.pop(right)
    return tuple(
        sorted(
            (tuple(sorted(group)) for group in groups.values()),
            key=lambda work: min(content(traits[at]) for at in work),
        )
    )


def repeats(traits: Sequence[Traits], works: Sequence[Rows]) -> tuple[Repeat, ...]:
    """Return the rows that stand for the same work as an earlier one, in order."""
    repeated = []
    for first, *others in works:
        for position in others:
            why = likeness(traits[first], traits[position])
            repeated.append(Repeat(position, first, why.evidence if why else "same entry, or by way of another"))
    return tuple(sorted(repeated, key=lambda repeat: repeat.position))


def content(traits: Traits) -> tuple[object, ...]:
    """Return a key that sorts works by content, not by position."""
    return (
        traits.compact,
        traits.doi or "",
        traits.arxiv_id or "",
        traits.year or 0,
        traits.first_author,
        tuple(sorted(traits.people)),
        traits.words,
        traits.verbatim,
    )


def _edges(traits: Sequence[Traits]) -> list[tuple[Likeness, int, int]]:
    """Return pairs of rows that are alike, the surest first; of rows with equal descriptions, each with the next."""
    keys = [content(traits_of_row) for traits_of_row in traits]
    positions_by_traits: dict[Traits, list[int]] = defaultdict(list)
    for position, traits_of_row in enumerate(traits):
        positions_by_traits[traits_of_row].append(position)
    firsts = [positions[0] for positions in positions_by_traits.values()]
    kinds = list(positions_by_traits)
    pairs = [(firsts[first], firsts[second]) for first, second in candidates(kinds, kinds) if first < second]
    pairs += [pair for positions in positions_by_traits.values() for pair in pairwise(positions)]
    edges = [(why, first, second) for first, second in pairs if (why := likeness(traits[first], traits[second]))]
    return sorted(edges, key=lambda edge: (edge[0].strength, sorted((keys[edge[1]], keys[edge[2]]))))


def _told_apart(left: Traits, right: Traits) -> bool:
    return same_title(left, right) and likeness(left, right) is None
