"""Where agents stand in precision and recall: for the page in numbers that a template draws, elsewhere as a PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.declaration import ChartLine, ShownAgent, ShownPage
from tasks.metrics import Summary

SIDE = 400  # of the square on the page
_ISO_F1 = (0.2, 0.4, 0.6, 0.8)
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
    reports: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Square:
    """One mark per agent, lines of equal F1."""

    side: int
    marks: tuple[AgentMark, ...]
    curves: tuple[tuple[str, str, float, float], ...]  # label, points, place of the label
    ticks: tuple[tuple[str, float], ...]
    words: str  # the same for who cannot see it


def precision_recall(page: ShownPage) -> Square:
    """Where the agents of a page stand; one without either mean is not in the picture."""
    marks = tuple(mark for agent in page.agents if (mark := _mark(agent)) is not None)
    words = "; ".join(f"{mark.name}: recall {mark.x / SIDE:.3f}, precision {1 - mark.y / SIDE:.3f}" for mark in marks)
    return Square(
        side=SIDE,
        marks=marks,
        curves=tuple(_curve(f1) for f1 in _ISO_F1),
        ticks=tuple((f"{part / 5:.1f}", round(SIDE * part / 5, 1)) for part in range(6)),
        words=words or "no agent has both means",
    )


def precision_recall_png(lines: Sequence[ChartLine]) -> bytes:
    """The same means with their intervals as a PNG; the same lines give the same bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2, 5.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for f1 in _ISO_F1:
        points = _equal_f1(f1)
        axes.plot([x for x, _ in points], [y for _, y in points], color="#999999", linewidth=0.7, linestyle=":")
    for line in lines:
        precision, recall = line.summaries.get("precision"), line.summaries.get("recall")
        if precision is None or recall is None or precision.mean is None or recall.mean is None:
            continue
        (left, right), (bottom, top) = _ends(recall), _ends(precision)
        axes.plot([left, right], [precision.mean] * 2, color=line.colour, linewidth=1)
        axes.plot([recall.mean] * 2, [bottom, top], color=line.colour, linewidth=1)
        name = line.name.replace("$", r"\$")
        axes.plot([recall.mean], [precision.mean], line.marker, color=line.colour, markersize=9, label=name)
    axes.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="Recall", ylabel="Precision")
    axes.set_title("Precision and recall (dotted: equal F1)", fontsize=11)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=9, loc="lower right")
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100, metadata={"Software": None})
    return out.getvalue()


def _mark(agent: ShownAgent) -> AgentMark | None:
    precision, recall = agent.summaries.get("precision"), agent.summaries.get("recall")
    if precision is None or recall is None or precision.mean is None or recall.mean is None:
        return None
    (left, right), (bottom, top) = _ends(recall), _ends(precision)
    return AgentMark(
        agent.number,
        agent.name,
        _across(recall.mean),
        _down(precision.mean),
        _across(left),
        _across(right),
        _down(top),
        _down(bottom),
        tuple((_across(x), _down(y)) for x, y in _reports(agent)),
    )


def _reports(agent: ShownAgent) -> Iterator[tuple[float, float]]:
    """Recall and precision of each report that has both."""
    for answer in agent.answers:
        recall, precision = (answer.scores.get(metric) for metric in ("recall", "precision"))
        if recall and precision and recall.value is not None and precision.value is not None:
            yield recall.value, precision.value


def _ends(summary: Summary) -> tuple[float, float]:
    """The interval, or the mean alone."""
    if summary.interval:
        return summary.interval.low, summary.interval.high
    return summary.mean or 0.0, summary.mean or 0.0


def _across(value: float) -> float:
    return round(SIDE * value, 1)


def _down(value: float) -> float:
    return round(SIDE * (1 - value), 1)


def _curve(f1: float) -> tuple[str, str, float, float]:
    points = [(SIDE * x, SIDE * (1 - y)) for x, y in _equal_f1(f1)]
    return f"F1 {f1}", " ".join(f"{x:.1f},{y:.1f}" for x, y in points), points[-1][0], round(points[-1][1], 1)


def _equal_f1(f1: float) -> list[tuple[float, float]]:
    """Recall and precision along a line of equal F1, from precision 1 to recall 1."""
    first = f1 / (2 - f1)
    recalls = [first * (1 / first) ** (step / _STEPS) for step in range(_STEPS + 1)]
    return [(x, f1 * x / (2 * x - f1)) for x in recalls]
