"""A picture of a leaderboard for places that take no HTML: means with their intervals, precision against recall."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tasks.metrics import Summary
from tasks.pages.metric_names import CHARTED, name_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#997700", "#56b4e9", "#555555", "#cc6677")
MARKERS = "osD^vPX*"
_ISO_F1 = (0.2, 0.4, 0.6, 0.8)
Rows = Sequence[tuple[str, Mapping[str, Summary]]]


def score_chart(rows: Rows) -> bytes:
    """A PNG; one colour and marker per agent, in the order given. The same rows give the same bytes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 2.6 + 0.42 * len(rows) + 2), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
    _intervals(left, rows)
    _precision_recall(right, rows)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100, metadata={"Software": None})
    return out.getvalue()


def _intervals(axes: Axes, rows: Rows) -> None:
    step = 0.7 / max(len(rows), 1)
    for number, (_, found) in enumerate(rows):
        for place, metric in enumerate(CHARTED):
            summary = found.get(metric)
            if summary is None or summary.mean is None:
                continue
            height = place - 0.35 + step * (number + 0.5)
            low, high = (
                (summary.interval.low, summary.interval.high) if summary.interval else (summary.mean, summary.mean)
            )
            colour = COLOURS[number % len(COLOURS)]
            axes.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="butt")
            axes.plot([summary.mean], [height], MARKERS[number % len(MARKERS)], color=colour, markersize=6)
    axes.set_yticks(range(len(CHARTED)), [name_of(metric).short for metric in CHARTED])
    axes.invert_yaxis()
    axes.set_xlim(-0.02, 1.02)
    axes.set_title("Means over reports, 95 % intervals", fontsize=11)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def _precision_recall(axes: Axes, rows: Rows) -> None:
    for f1 in _ISO_F1:
        first = f1 / (2 - f1)  # recall at precision 1
        recalls = [first * (1 / first) ** (part / 50) for part in range(51)]
        axes.plot(recalls, [f1 * x / (2 * x - f1) for x in recalls], color="#999999", linewidth=0.7, linestyle=":")
    for number, (agent, found) in enumerate(rows):
        precision, recall = found.get("precision"), found.get("recall")
        if precision is None or recall is None or precision.mean is None or recall.mean is None:
            continue
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        if recall.interval and precision.interval:
            axes.plot([recall.interval.low, recall.interval.high], [precision.mean] * 2, color=colour, linewidth=1)
            axes.plot([recall.mean] * 2, [precision.interval.low, precision.interval.high], color=colour, linewidth=1)
        axes.plot([recall.mean], [precision.mean], marker, color=colour, markersize=9, label=agent.replace("$", r"\$"))
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("Recall")
    axes.set_ylabel("Precision")
    axes.set_title("Precision and recall (dotted: equal F1)", fontsize=11)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=9, loc="lower right")
