"""A picture of a leaderboard for places that take no HTML: the charted metrics' means with their intervals."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from litgauge.tasks.base.user_cache import cached
from litgauge.tasks.benchmark import ChartLine, Metric, Words
from litgauge.tasks.statistics import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#997700", "#56b4e9", "#555555", "#cc6677")
MARKERS = "osD^vPX*"
_MARGIN = 0.02  # of a scale, beyond its ends


def chart_lines(agents: Iterable[tuple[str, Mapping[str, Summary]]]) -> tuple[ChartLine, ...]:
    """One colour and marker per agent, in the order given."""
    return tuple(
        ChartLine(name, COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)], agent)
        for number, (name, agent) in enumerate(agents)
    )


def score_chart(lines: Sequence[ChartLine], metrics: Sequence[Metric], words: Words) -> bytes | None:
    """A PNG; metrics of one range share an axis, one without ends has its own. None without lines or metrics.

    The same lines give the same bytes, drawn once and kept in the user's cache.
    """
    if not lines or not metrics:
        return None
    shown = [(metric.name, metric.short, metric.range) for metric in metrics]
    drawn_by = (version("matplotlib"), Path(__file__).read_text(encoding="utf-8"))
    key = hashlib.sha256(repr((lines, shown, words, drawn_by)).encode()).hexdigest()
    return cached(f"means-{key}.png", lambda: _drawn(lines, metrics, words))


def _drawn(lines: Sequence[ChartLine], metrics: Sequence[Metric], words: Words) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    scales = _scales(metrics)
    width = 0.3 + 0.16 * len(lines)  # inches of a metric
    figure = Figure(figsize=(9, 1.2 + 0.5 * len(scales) + width * len(metrics)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(scales), 1, squeeze=False, height_ratios=[len(scale) for scale in scales])[:, 0]
    for place, scale in zip(axes, scales, strict=True):
        _intervals(place, lines, scale)
    axes[0].set_title(f"Means over {words.answers}, 95 % intervals", fontsize=11)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(4, len(lines)), fontsize=9)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=100, metadata={"Software": None})
    return out.getvalue()


def _scales(metrics: Sequence[Metric]) -> list[list[Metric]]:
    """Return the metrics by what axis they stand on: those with the same two ends together."""

    def scale(metric: Metric) -> tuple[object, ...]:
        return metric.range if None not in metric.range else (*metric.range, metric.name)

    order = list(dict.fromkeys(scale(metric) for metric in metrics))
    return [list(of) for _, of in groupby(sorted(metrics, key=lambda metric: order.index(scale(metric))), key=scale)]


def _intervals(axes: Axes, lines: Sequence[ChartLine], metrics: Sequence[Metric]) -> None:
    step = 0.7 / len(lines)
    for number, line in enumerate(lines):
        axes.plot([], [], line.marker, color=line.colour, label=line.name.replace("$", r"\$"))
        for place, metric in enumerate(metrics):
            summary = line.summaries.get(metric.name)
            if summary is None or summary.mean is None:
                continue
            height = place - 0.35 + step * (number + 0.5)
            ends = (summary.interval.low, summary.interval.high) if summary.interval else (summary.mean, summary.mean)
            axes.plot(ends, [height, height], color=line.colour, linewidth=2, solid_capstyle="butt")
            axes.plot([summary.mean], [height], line.marker, color=line.colour, markersize=6)
    axes.set_yticks(range(len(metrics)), [metric.short.replace("$", r"\$") for metric in metrics])
    axes.set_ylim(len(metrics) - 0.5, -0.5)
    low, high = metrics[0].range
    if low is not None and high is not None:
        beyond = _MARGIN * (high - low)
        axes.set_xlim(low - beyond, high + beyond)
    axes.grid(axis="x", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
