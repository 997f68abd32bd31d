"""Pictures of a benchmark: squares, drawn by the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgauge.tasks.benchmark.shown import ShownPage


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of a square: a metric whose range is [0, 1]."""

    metric: str
    title: str


@dataclass(frozen=True, slots=True)
class Landmark:
    """A point in a square beside the agents, marked by a letter."""

    letter: str
    name: str
    across: float  # [0, 1]
    up: float


@dataclass(frozen=True)
class Square:
    """A section that plots two means against each other, with lines of equal harmonic mean."""

    anchor: str
    title: str
    across: Axis
    up: Axis
    equal: str  # name of the harmonic mean: "F1"
    landmarks: Callable[[ShownPage], Sequence[Landmark]] = lambda _page: ()
    landmarks_are: str = ""  # their common name: "trivial trees"
    answers: bool = False  # a dot for each answer
    first: bool = True  # right below the leaderboard; else after the groups, before what was left out
