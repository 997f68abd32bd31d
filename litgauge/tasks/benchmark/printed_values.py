"""Printed values: with the digits that their metric declares, on its scale if it has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgauge.tasks.benchmark.metric import Metric
    from litgauge.tasks.statistics import Interval, Summary

NONE = "–"
BAR_WIDTH = 100
SHADES = 10


def shown(metric: Metric, value: float | None) -> str:
    """A value in print, a dash for none; what rounds to zero has no sign."""
    if value is None:
        return NONE
    text = f"{value:.{metric.digits}f}"
    return text.removeprefix("-") if not float(text) else text


def shown_difference(metric: Metric, value: float | None) -> str:
    """A difference in print, with its sign."""
    text = shown(metric, value)
    return f"+{text}" if value is not None and float(text) > 0 else text


def shown_interval(metric: Metric, interval: Interval | None) -> str:
    """A 95 % interval in print; "to" where a dash would meet a minus."""
    if interval is None:
        return NONE
    low, high = shown(metric, interval.low), shown(metric, interval.high)
    return f"{low}{' to ' if low.startswith('-') else '–'}{high}"


def shown_counts(summary: Summary) -> str:
    """Tasks scored, unscored and missing; those it does not apply to, or not asked, are named where there are any.

    Tasks that the metric is not declared for do not count.
    """
    counts = f"{summary.scored}/{summary.unscored}/{summary.missing}"
    inapplicable = summary.inapplicable - summary.of_other_tasks
    counts += f" n/a {inapplicable}" if inapplicable else ""
    return f"{counts}, {summary.not_asked} not asked" if summary.not_asked else counts


def heading(metric: Metric) -> str:
    """A column's heading, with an arrow where little is good."""
    return f"{metric.short} ↓" if metric.lower_is_better else metric.short


def on_scale(metric: Metric, value: float) -> float | None:
    """Return where a value stands between the ends of its metric's range, [0, 1]; None without two finite ends."""
    low, high = metric.range
    if low is None or high is None or high <= low:
        return None
    return min(1.0, max(0.0, (value - low) / (high - low)))


@dataclass(frozen=True, slots=True)
class Bar:
    """A mean with its interval, on a width of 100."""

    start: float  # left end: zero or the mean, whichever is less
    width: float
    low: float
    high: float


def bar(metric: Metric, summary: Summary | None) -> Bar | None:
    """Return the bar of a mean, from zero (or the end of the range that is next to it); None without mean or scale."""
    if summary is None or summary.mean is None:
        return None
    ends = (summary.interval.low, summary.interval.high) if summary.interval else (summary.mean, summary.mean)
    places = [on_scale(metric, value) for value in (0.0, summary.mean, *ends)]
    zero, mean, low, high = (None if place is None else round(BAR_WIDTH * place, 1) for place in places)
    if zero is None or mean is None or low is None or high is None:
        return None
    return Bar(min(zero, mean), round(abs(mean - zero), 1), low, high)


def shade(metric: Metric, value: float | None) -> int | None:
    """Return the shade of a value in a heat map, 0 (worst) … 9 (best); None without value, scale or direction."""
    place = None if value is None or metric.direction is None else on_scale(metric, value)
    if place is None:
        return None
    return min(SHADES - 1, int((1 - place if metric.lower_is_better else place) * SHADES))
