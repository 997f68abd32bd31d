"""One-to-one assignment: surest pairs first, as many as possible of each strength, in any order of the input."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping


def assign(pairs: Iterable[tuple[int, int, int]]) -> dict[int, int]:
    """Return the right node of each left node, from pairs (strength, left, right); a lower strength is surer.

    Pairs of a surer strength are never dropped for a weaker one, but rearranged if that makes room for one more.
    Nodes must be numbered by content, not by position, for the result not to depend on the order of the input.

    >>> assign([(2, 0, 0), (2, 0, 1), (2, 1, 0)])
    {1: 0, 0: 1}
    """
    by_strength: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for strength, left, right in sorted(pairs):
        by_strength[strength][left].append(right)
    left_of: dict[int, int] = {}  # left by right
    for strength in sorted(by_strength):
        matched_lefts = frozenset(left_of.values())
        settled = frozenset(left_of)
        open_pairs = {
            left: [right for right in rights if right not in settled]
            for left, rights in by_strength[strength].items()
            if left not in matched_lefts
        }
        for left in open_pairs:
            _augment(left, open_pairs, left_of, set())
    return {left: right for right, left in left_of.items()}


def _augment(left: int, open_pairs: Mapping[int, list[int]], left_of: dict[int, int], visited: set[int]) -> bool:
    """Find `left` a partner, moving others of the same strength if need be (Kuhn's algorithm)."""
    for right in open_pairs[left]:
        if right in visited:
            continue
        visited.add(right)
        if right not in left_of or _augment(left_of[right], open_pairs, left_of, visited):
            left_of[right] = left
            return True
    return False
