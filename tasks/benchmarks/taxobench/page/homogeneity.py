"""Homogeneity against completeness of the agents' trees, and of trivial ones (figure 4)."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.benchmark import Axis, Landmark, ShownPage, Square
from tasks.benchmarks.taxobench.page.beside_trivial import beside_trivial

_LETTERS = "abcdefgh"


def trivial_marks(page: ShownPage) -> tuple[Landmark, ...]:
    """Where the kinds of trivial trees stand that have both means."""
    return tuple(_marks(page))


HOMOGENEITY = Square(
    "picture",
    "Homogeneity and completeness",
    Axis("completeness", "Completeness"),
    Axis("homogeneity", "Homogeneity"),
    equal="V",
    landmarks=trivial_marks,
    landmarks_are="trivial trees",
)


def _marks(page: ShownPage) -> Iterator[Landmark]:
    for asked in beside_trivial(page):
        at = {metric.name: place for place, metric in enumerate(asked.metrics)}
        if "homogeneity" not in at:
            continue
        lines = [line for line in asked.lines if line.number is None]
        for letter, line in zip(_LETTERS, lines, strict=False):
            across, up = line.means[at["completeness"]], line.means[at["homogeneity"]]
            if across is not None and up is not None:
                yield Landmark(letter, line.name, across, up)
