"""A leaderboard as SVG, for places that take no HTML: the charted metrics' means with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from litgauge.tasks.benchmark import Metric, Words
from litgauge.tasks.benchmark.printed_values import heading, shown
from litgauge.tasks.statistics import Summary
from litgauge.tasks.text.markdown import shorten
from litgauge.tasks.text.terminal import plain

Agent = tuple[str, Mapping[str, Summary]]
"""A name, and its summaries by metric."""

_WIDTH, _LINE = 820, 20  # pixels: of the picture, and between two agents
_LEFT, _RIGHT = 300, 760  # where scales begin and end
_LONGEST_NAME = 40  # characters that fit to the left of a scale


def score_chart(agents: Sequence[Agent], metrics: Sequence[Metric], words: Words) -> str:
    """Return an SVG: below each metric a line for each agent; "" where no agent has a mean of any.

    A scale goes from end to end of the metric's range, or as far as means and intervals do where it has none.
    """
    parts = [_text(10, _LINE, f"Means over {words.answers}, 95 % intervals")]
    top = 2.5 * _LINE
    for metric in metrics:
        summaries = [(name, own[metric.name]) for name, own in agents if metric.name in own]
        if ends := _scale(metric, [summary for _, summary in summaries]):
            parts += [_text(10, top, heading(metric)), *_ends(metric, ends, top)]
            for name, summary in summaries:
                top += _LINE
                parts += _agent(name, summary, ends, top)
            top += 1.5 * _LINE
    if len(parts) == 1:
        return ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top:g}" width="{_WIDTH}" '
        f'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>'
    )


def _scale(metric: Metric, summaries: Sequence[Summary]) -> tuple[float, float] | None:
    """Return the ends of a metric's scale; None if there is no mean of it."""
    values = [value for summary in summaries for value in _values(summary)]
    if not values:
        return None
    low, high = metric.range
    return (min(values) if low is None else low, max(values) if high is None else high)


def _values(summary: Summary) -> list[float]:
    """Return the ends of the interval and the mean between them; the mean alone without an interval, [] without."""
    if summary.mean is None:
        return []
    interval = summary.interval
    return [interval.low, summary.mean, interval.high] if interval else [summary.mean] * 3


def _ends(metric: Metric, ends: tuple[float, float], top: float) -> Iterator[str]:
    for place, value in zip((_LEFT, _RIGHT), ends, strict=True):
        yield _text(place, top, shown(metric, value), "middle")


def _agent(name: str, summary: Summary, ends: tuple[float, float], top: float) -> Iterator[str]:
    yield _text(_LEFT - 15, top, shorten(name, _LONGEST_NAME), "end")
    yield f'<line stroke="#cccccc" x1="{_LEFT}" x2="{_RIGHT}" y1="{top:g}" y2="{top:g}"/>'
    if values := _values(summary):
        low, mean, high = (_place(value, ends) for value in values)
        yield f'<line stroke="#0072b2" stroke-width="3" x1="{low:.1f}" x2="{high:.1f}" y1="{top:g}" y2="{top:g}"/>'
        yield f'<circle fill="#0072b2" cx="{mean:.1f}" cy="{top:g}" r="5"/>'


def _place(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    share = (value - low) / (high - low) if high > low else 0.5
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, share))


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central"'
    return f"<text {place}>{escape(plain(words))}</text>"
