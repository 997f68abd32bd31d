"""Two means within [0, 1] against each other: in numbers that a template draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from litgauge.tasks.benchmark import ShownAgent, ShownPage, Square
from litgauge.tasks.statistics import Summary

SIDE = 400  # of the square on the page
_EQUAL = (0.2, 0.4, 0.6, 0.8)
_STEPS = 40


@dataclass(frozen=True, slots=True)
class AgentMark:
    """An agent in the square; y grows downward."""

    number: int
    name: str
    x: float
    y: float
    left: float
    right: float
    top: float
    bottom: float
    across: Summary
    up: Summary
    answers: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class LandmarkPlace:
    """A landmark beside the agents."""

    letter: str
    name: str
    x: float
    y: float
    across: float
    up: float


@dataclass(frozen=True, slots=True)
class SquareView:
    """One mark per agent, lines of equal harmonic mean."""

    part: Square
    side: int
    marks: tuple[AgentMark, ...]
    landmarks: tuple[LandmarkPlace, ...]
    curves: tuple[tuple[str, str, float, float], ...]  # label, points, place of the label
    ticks: tuple[tuple[str, float], ...]
    words: str  # the same for who cannot see it


def square_view(part: Square, page: ShownPage) -> SquareView:
    """Return the square of a page's agents; those without both means are left out."""
    marks = tuple(mark for agent in page.agents if (mark := _mark(part, agent)) is not None)
    landmarks = tuple(
        LandmarkPlace(mark.letter, mark.name, _across(mark.across), _down(mark.up), mark.across, mark.up)
        for mark in part.landmarks(page)
    )
    words = "; ".join(
        f"{name}: {part.across.title.lower()} {x / SIDE:.3f}, {part.up.title.lower()} {1 - y / SIDE:.3f}"
        for name, x, y in [
            *((mark.name, mark.x, mark.y) for mark in marks),
            *((place.name, place.x, place.y) for place in landmarks),
        ]
    )
    return SquareView(
        part=part,
        side=SIDE,
        marks=marks,
        landmarks=landmarks,
        curves=tuple(_curve(part.equal, value) for value in _EQUAL),
        ticks=tuple((f"{step / 5:.1f}", round(SIDE * step / 5, 1)) for step in range(6)),
        words=f"{part.up.title} against {part.across.title.lower()}. {words or 'No agent has both means'}",
    )


def _means(part: Square, summaries: Mapping[str, Summary]) -> tuple[Summary, Summary] | None:
    """Return what is across and what is up; None without either mean."""
    across, up = summaries.get(part.across.metric), summaries.get(part.up.metric)
    if across is None or up is None or across.mean is None or up.mean is None:
        return None
    return across, up


def _mark(part: Square, agent: ShownAgent) -> AgentMark | None:
    means = _means(part, agent.summaries)
    if means is None:
        return None
    (left, right), (bottom, top) = _ends(means[0]), _ends(means[1])
    return AgentMark(
        agent.number,
        agent.name,
        _across(means[0].mean or 0.0),
        _down(means[1].mean or 0.0),
        _across(left),
        _across(right),
        _down(top),
        _down(bottom),
        *means,
        tuple((_across(x), _down(y)) for x, y in _answers(part, agent)) if part.answers else (),
    )


def _answers(part: Square, agent: ShownAgent) -> Iterator[tuple[float, float]]:
    """Both values of each answer that has them."""
    for answer in agent.answers:
        across, up = answer.scores.get(part.across.metric), answer.scores.get(part.up.metric)
        if across and up and across.value is not None and up.value is not None:
            yield across.value, up.value


def _ends(summary: Summary) -> tuple[float, float]:
    """Return the interval, or the mean alone."""
    if summary.interval:
        return summary.interval.low, summary.interval.high
    return summary.mean or 0.0, summary.mean or 0.0


def _across(value: float) -> float:
    return round(SIDE * value, 1)


def _down(value: float) -> float:
    return round(SIDE * (1 - value), 1)


def _curve(name: str, value: float) -> tuple[str, str, float, float]:
    points = [(SIDE * x, SIDE * (1 - y)) for x, y in _equal(value)]
    return f"{name} {value}", " ".join(f"{x:.1f},{y:.1f}" for x, y in points), points[-1][0], round(points[-1][1], 1)


def _equal(value: float) -> list[tuple[float, float]]:
    """Points along a line of equal harmonic mean, from where what is up is 1 to where what is across is 1."""
    first = value / (2 - value)
    across = [first * (1 / first) ** (step / _STEPS) for step in range(_STEPS + 1)]
    return [(x, value * x / (2 * x - value)) for x in across]
