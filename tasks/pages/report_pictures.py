"""The pictures of report.html in numbers: coordinates that the template draws as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tasks.metrics import Summary
from tasks.pages.metric_names import name_of

if TYPE_CHECKING:
    from tasks.pages.report_views import AgentView

BAR_WIDTH = 100
SHADES = 10
AGENT_COLOURS = 8
SIDE = 400  # of the precision-recall square
_ISO_F1 = (0.2, 0.4, 0.6, 0.8)
_STEPS = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean with its interval on a scale of 100."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mark:
    """An agent in the precision-recall square; y grows downward."""

    number: int
    name: str
    x: float
    y: float
    left: float
    right: float
    top: float
    bottom: float
    reports: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The precision-recall square: one mark per agent, lines of equal F1."""

    side: int
    marks: tuple[Mark, ...]
    curves: tuple[tuple[str, str, float, float], ...]  # label, points, place of the label
    ticks: tuple[tuple[str, float], ...]
    words: str  # the same for who cannot see it


def interval_bar(summary: Summary | None) -> Bar | None:
    """The bar of a rate; None for other metrics, or without a mean."""
    if summary is None or summary.mean is None or not name_of(summary.metric).rate:
        return None
    low, high = (summary.interval.low, summary.interval.high) if summary.interval else (summary.mean, summary.mean)
    return Bar(*(round(BAR_WIDTH * value, 1) for value in (summary.mean, low, high)))


def shade(value: float | None) -> int:
    """The shade of a rate in a heat map, 0 … 9."""
    return 0 if value is None else max(0, min(SHADES - 1, int(value * SHADES)))


def precision_recall(agents: Sequence[AgentView]) -> Picture:
    """Where the agents stand; one without either mean is not in the picture."""
    marks = tuple(mark for agent in agents if (mark := _mark(agent)) is not None)
    words = "; ".join(f"{mark.name}: recall {mark.x / SIDE:.3f}, precision {1 - mark.y / SIDE:.3f}" for mark in marks)
    return Picture(
        side=SIDE,
        marks=marks,
        curves=tuple(_curve(f1) for f1 in _ISO_F1),
        ticks=tuple((f"{part / 5:.1f}", round(SIDE * part / 5, 1)) for part in range(6)),
        words=words or "no agent has both means",
    )


def _mark(agent: AgentView) -> Mark | None:
    precision, recall = agent.summaries.get("precision"), agent.summaries.get("recall")
    across, up = interval_bar(recall), interval_bar(precision)
    if precision is None or recall is None or precision.mean is None or recall.mean is None or not across or not up:
        return None
    scale = SIDE / BAR_WIDTH
    return Mark(
        agent.number,
        agent.name,
        round(SIDE * recall.mean, 1),
        round(SIDE * (1 - precision.mean), 1),
        round(scale * across.low, 1),
        round(scale * across.high, 1),
        round(SIDE - scale * up.high, 1),
        round(SIDE - scale * up.low, 1),
        tuple((round(SIDE * x, 1), round(SIDE * (1 - y), 1)) for x, y in agent.points),
    )


def _curve(f1: float) -> tuple[str, str, float, float]:
    first = f1 / (2 - f1)  # recall at precision 1
    recalls = [first * (1 / first) ** (step / _STEPS) for step in range(_STEPS + 1)]
    points = [(SIDE * x, SIDE * (1 - f1 * x / (2 * x - f1))) for x in recalls]
    return f"F1 {f1}", " ".join(f"{x:.1f},{y:.1f}" for x, y in points), points[-1][0], round(points[-1][1], 1)
