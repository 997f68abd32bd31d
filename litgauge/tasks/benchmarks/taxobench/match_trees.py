"""Matches between the papers of two trees, where the experts may have a paper at several topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.benchmarks.taxobench.match_papers import Aligned, Alignment, Mode, align_papers
from litgauge.tasks.benchmarks.taxobench.trees import Tree


@dataclass(frozen=True, slots=True)
class TreeAlignment:
    """Matches between the papers of two trees; positions are those of `Tree.papers`."""

    expected: tuple[int, ...]  # every paper of the experts once, at its first place
    papers: Alignment  # of these with the agent's; what the experts, too, have again is not doubled
    again: tuple[Aligned, ...]  # further places of the experts' with further places of the agent's

    @property
    def partner(self) -> Mapping[int, int]:
        """Position in the agent's tree by position in the experts'."""
        return self.papers.partner


def align_trees(expert: Tree, predicted: Tree, mode: Mode = "ours") -> TreeAlignment:
    """Align papers, not places: a paper that the experts put at several topics is expected once, at the first of them.

    An agent that has it as often as they have does not double it. "released" expects every place by itself, as the
    published evaluators do.
    """
    titles, answered = [paper.title for paper in expert.papers], [paper.title for paper in predicted.papers]
    if mode == "released":
        return TreeAlignment(tuple(range(len(titles))), align_papers(titles, answered, mode), ())
    first = expert.first_places
    once = tuple(position for position, place in enumerate(first) if place == position)
    alignment = _numbered(
        align_papers([titles[position] for position in once], answered, numbers=False), once, range(len(answered))
    )
    alignment = _at_first(alignment, predicted)
    further = [position for position, place in enumerate(first) if place != position]
    if not further or not alignment.doubled:
        return TreeAlignment(once, alignment, ())
    repeats = align_papers([titles[at] for at in further], [answered[at] for at in alignment.doubled], numbers=False)
    again = _numbered(repeats, further, alignment.doubled).pairs
    allowed = {pair.found for pair in again}
    doubled = tuple(position for position in alignment.doubled if position not in allowed)
    return TreeAlignment(once, replace(alignment, doubled=doubled), again)


def _at_first(alignment: Alignment, predicted: Tree) -> Alignment:
    """Return the agent's papers, too, count at the first of their topics, however the title is written there."""
    placed, first, doubled = predicted.papers, predicted.first_places, set(alignment.doubled)
    pairs = []
    for pair in alignment.pairs:
        place = first[pair.found]
        if place in doubled and placed[place].node != placed[pair.found].node:
            doubled = doubled - {place} | {pair.found}
            pair = replace(pair, found=place)
        pairs.append(pair)
    return replace(alignment, pairs=tuple(pairs), doubled=tuple(sorted(doubled)))


def _numbered(alignment: Alignment, expected: Sequence[int], positions: Sequence[int]) -> Alignment:
    """An alignment of some papers, in the positions that these have in their trees."""
    return Alignment(
        tuple(Aligned(expected[pair.expected], positions[pair.found], pair.rule) for pair in alignment.pairs),
        tuple(expected[position] for position in alignment.missing),
        tuple(positions[position] for position in alignment.doubled),
        tuple(positions[position] for position in alignment.invented),
    )
