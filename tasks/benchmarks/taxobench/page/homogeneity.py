"""Homogeneity against completeness of the agents' trees, and of trivial ones (figure 4)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tasks.benchmarks.taxobench.page.beside_trivial import beside_trivial
from tasks.declaration import ChartLine, ShownAgent, ShownPage
from tasks.metrics import Summary

SIDE = 400  # of the square on the page
_EQUAL_V = (0.2, 0.4, 0.6, 0.8)
_STEPS = 40
_TRIVIAL = "abcdefgh"


@dataclass(frozen=True, slots=True)
class AgentMark:
    """An agent in the square; y grows downward."""

    number: int
    name: str
    x: float  # completeness
    y: float  # homogeneity
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class TrivialMark:
    """A kind of trivial trees in the square."""

    letter: str
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Square:
    """One mark per agent and kind of trivial trees, lines of equal V-measure."""

    side: int
    marks: tuple[AgentMark, ...]
    trivial: tuple[TrivialMark, ...]
    curves: tuple[tuple[str, str, float, float], ...]  # label, points, place of the label
    ticks: tuple[tuple[str, float], ...]
    words: str  # the same for who cannot see it


def homogeneity_completeness(page: ShownPage) -> Square:
    """Where the agents of a page stand; one without either mean is not in the picture."""
    marks = tuple(mark for agent in page.agents if (mark := _mark(agent)) is not None)
    trivial = tuple(_trivial(page))
    told = [*((mark.name, mark.x, mark.y) for mark in marks), *((mark.name, mark.x, mark.y) for mark in trivial)]
    words = "; ".join(f"{name}: completeness {x / SIDE:.3f}, homogeneity {1 - y / SIDE:.3f}" for name, x, y in told)
    return Square(
        SIDE,
        marks,
        trivial,
        tuple(_curve(value) for value in _EQUAL_V),
        tuple((f"{part / 5:.1f}", round(SIDE * part / 5, 1)) for part in range(6)),
        words or "no agent has both means",
    )


def homogeneity_png(lines: Sequence[ChartLine]) -> bytes:
    """The agents' means with their intervals as a PNG; the same lines give the same bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2, 5.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for value in _EQUAL_V:
        points = _equal(value)
        axes.plot([x for x, _ in points], [y for _, y in points], color="#999999", linewidth=0.7, linestyle=":")
    for line in lines:
        means = _means(line.summaries)
        if means is None:
            continue
        x, y = means[0].mean or 0.0, means[1].mean or 0.0
        axes.plot(_ends(means[0]), [y] * 2, color=line.colour, linewidth=1)
        axes.plot([x] * 2, _ends(means[1]), color=line.colour, linewidth=1)
        name = line.name.replace("$", r"\$")
        axes.plot([x], [y], line.marker, color=line.colour, markersize=9, label=name)
    axes.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="Completeness", ylabel="Homogeneity")
    axes.set_title("Homogeneity and completeness (dotted: equal V)", fontsize=11)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=9, loc="lower right")
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100, metadata={"Software": None})
    return out.getvalue()


def _means(summaries: Mapping[str, Summary]) -> tuple[Summary, Summary] | None:
    completeness, homogeneity = summaries.get("completeness"), summaries.get("homogeneity")
    if completeness is None or homogeneity is None or completeness.mean is None or homogeneity.mean is None:
        return None
    return completeness, homogeneity


def _mark(agent: ShownAgent) -> AgentMark | None:
    means = _means(agent.summaries)
    if means is None:
        return None
    (left, right), (bottom, top) = _ends(means[0]), _ends(means[1])
    x, y = _across(means[0].mean or 0.0), _down(means[1].mean or 0.0)
    return AgentMark(agent.number, agent.name, x, y, _across(left), _across(right), _down(top), _down(bottom))


def _trivial(page: ShownPage) -> Iterator[TrivialMark]:
    for asked in beside_trivial(page):
        at = {metric.name: place for place, metric in enumerate(asked.metrics)}
        if "homogeneity" not in at:
            continue
        lines = [line for line in asked.lines if line.number is None]
        for letter, line in zip(_TRIVIAL, lines, strict=False):
            across, down = line.means[at["completeness"]], line.means[at["homogeneity"]]
            if across is not None and down is not None:
                yield TrivialMark(letter, line.name, _across(across), _down(down))


def _ends(summary: Summary) -> tuple[float, float]:
    """The interval, or the mean alone."""
    if summary.interval:
        return summary.interval.low, summary.interval.high
    return summary.mean or 0.0, summary.mean or 0.0


def _across(value: float) -> float:
    return round(SIDE * value, 1)


def _down(value: float) -> float:
    return round(SIDE * (1 - value), 1)


def _curve(value: float) -> tuple[str, str, float, float]:
    points = [(SIDE * x, SIDE * (1 - y)) for x, y in _equal(value)]
    return f"V {value}", " ".join(f"{x:.1f},{y:.1f}" for x, y in points), points[-1][0], round(points[-1][1], 1)


def _equal(value: float) -> list[tuple[float, float]]:
    """Completeness and homogeneity along a line of equal V, from homogeneity 1 to completeness 1."""
    first = value / (2 - value)
    across = [first * (1 / first) ** (step / _STEPS) for step in range(_STEPS + 1)]
    return [(x, value * x / (2 * x - value)) for x in across]
