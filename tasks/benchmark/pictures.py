"""Pictures that a benchmark adds: squares, which the pages draw, and pictures that it draws itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tasks.benchmark.shown import ShownPage
from tasks.statistics import Summary


@dataclass(frozen=True, slots=True)
class ChartLine:
    """An agent in a chart."""

    name: str
    colour: str  # "#0072b2"
    marker: str  # of matplotlib
    summaries: Mapping[str, Summary]


@dataclass(frozen=True)
class Picture:
    """A picture below the leaderboard where no page can be shown."""

    words: str  # for who cannot see it
    draw: Callable[[Sequence[ChartLine]], bytes]  # PNG; the same lines give the same bytes


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of a square: a metric whose range is [0, 1]."""

    metric: str
    title: str


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something that stands in a square beside the agents, told by its letter."""

    letter: str
    name: str
    across: float  # [0, 1]
    up: float


@dataclass(frozen=True)
class Square:
    """A section with a picture of two means against each other, and lines where their harmonic mean is the same.

    It is drawn on the page, and as a PNG where no page can be shown.
    """

    anchor: str
    title: str
    across: Axis
    up: Axis
    equal: str  # what the harmonic mean of the two is called: "F1"
    landmarks: Callable[[ShownPage], Sequence[Landmark]] = lambda _page: ()
    landmarks_are: str = ""  # "trivial trees"
    answers: bool = False  # a dot for each answer
    first: bool = True  # right below the leaderboard; else after the groups, before what was left out
