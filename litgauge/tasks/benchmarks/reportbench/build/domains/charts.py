"""Domains before and after the sample, as a picture and as a table (ReportBench, figure 2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from litgauge.tasks.benchmarks.reportbench.build.domains.distribution import DomainCount
from litgauge.tasks.text.markdown import table

COLOURS = (
    "#4477aa",
    "#66ccee",
    "#228833",
    "#ccbb44",
    "#ee6677",
    "#aa3377",
    "#997700",
    "#117733",
    "#88ccaa",
    "#cc6644",
    "#bbbbbb",
)
"""One for each domain in the paper's order, told apart without red-green sight; Unknown is grey."""

_WIDTH, _LINE, _HEAD = 1100, 32, 60  # pixels: of the picture, between bars, above the first bar
_CENTRE, _RADIUS = 210, 150  # of a pie
_BARS, _LONGEST = 780, 250  # where bars begin, and the longest of them
_SMALLEST_SHARE = 0.03  # that is written into its slice


def domain_chart(counts: Sequence[DomainCount]) -> str:
    """Return both distributions as SVG, a row each: shares as a pie, numbers as bars."""
    height = _HEAD + max(len(counts) * _LINE, 2 * _RADIUS + _LINE)
    rows = (("All surveys", [count.before for count in counts]), ("Sample", [count.after for count in counts]))
    parts = []
    for place, (name, numbers) in enumerate(rows):
        drawn = "".join((*_pie(name, numbers), *_bars(name, counts, numbers)))
        parts.append(f'<g transform="translate(0 {place * height})">{drawn}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {2 * height}" width="{_WIDTH}" '
        f'font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>'
    )


def domain_table(counts: Sequence[DomainCount]) -> str:
    """Return the same as a markdown table, with the share of each domain and a line of totals."""
    before, after = sum(count.before for count in counts), sum(count.after for count in counts)
    lines: list[tuple[object, ...]] = [
        (count.domain, count.before, _share(count.before, before), count.after, _share(count.after, after))
        for count in counts
    ]
    lines.append(("Total", before, _share(before, before), after, _share(after, after)))
    return table(("Domain", "Surveys", "Share", "Sample", "Share of the sample"), lines)


def _pie(name: str, numbers: Sequence[int]) -> Iterator[str]:
    total, middle = sum(numbers), _HEAD + _RADIUS
    yield _text(_CENTRE, _HEAD / 2, f"{name}: shares", "middle")
    if not total:
        yield _text(_CENTRE, middle, "no surveys", "middle")
    begin = 0.0
    for place, number in enumerate(numbers):
        if number:
            share = number / total
            x, y = _at(begin), _at(begin + min(share, 1 - 1e-6))  # a circle's arc would end where it begins
            yield (
                f'<path fill="{_colour(place)}" stroke="white" d="M{_CENTRE} {middle}L{x[0]:.2f} {x[1]:.2f}'
                f'A{_RADIUS} {_RADIUS} 0 {int(share > 0.5)} 1 {y[0]:.2f} {y[1]:.2f}Z"/>'
            )
            yield _text(*_at(begin + share / 2, 1.08), _letter(place), "middle")
            if share >= _SMALLEST_SHARE:
                yield _text(*_at(begin + share / 2, 0.75), f"{share:.0%}", "middle")
            begin += share


def _bars(name: str, counts: Sequence[DomainCount], numbers: Sequence[int]) -> Iterator[str]:
    yield _text(_BARS, _HEAD / 2, f"{name}: {sum(numbers):,} in numbers")
    for place, (count, number) in enumerate(zip(counts, numbers, strict=True)):
        middle = _HEAD + (place + 0.5) * _LINE
        length = _LONGEST * number / max(1, *numbers)
        yield _text(_BARS - 10, middle, f"{_letter(place)}  {count.domain}", "end")
        yield (
            f'<rect fill="{_colour(place)}" x="{_BARS}" y="{middle - 0.4 * _LINE:.2f}" '
            f'width="{length:.2f}" height="{0.8 * _LINE:.2f}"/>'
        )
        yield _text(_BARS + length + 6, middle, f"{number:,}")


def _at(share: float, radius: float = 1.0) -> tuple[float, float]:
    """Return a point of the pie: its share clockwise from the top, and its radius in radii."""
    angle = 2 * math.pi * share
    return _CENTRE + radius * _RADIUS * math.sin(angle), _HEAD + _RADIUS - radius * _RADIUS * math.cos(angle)


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" dominant-baseline="central">{escape(words)}</text>'


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _letter(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else str(place + 1)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"
