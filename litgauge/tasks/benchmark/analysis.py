"""Tables of an analysis over all agents of a release.

A part of the report page that has tables is an analysis: the page shows them, `litgauge analysis` prints them, and its
`value` has the same for programs (`litgauge.tasks.benchmark.page.PagePart`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from litgauge.tasks.benchmark.printed_values import NONE, heading, shown, shown_interval

if TYPE_CHECKING:
    from litgauge.tasks.benchmark.metric import Metric
    from litgauge.tasks.statistics import Comparison, Interval, Preferences, Summary


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in print."""

    text: str
    notes: tuple[str, ...] = ()  # below it, in small print: an interval, p, counts
    agent: int | None = None  # number of the agent that it names
    best: bool = False
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, with its meaning in a sentence."""

    heading: str
    meaning: str = ""
    text: bool = False  # else numbers


@dataclass(frozen=True, slots=True)
class Row:
    """A row; those of one group stand together below its name."""

    cells: tuple[Cell, ...]
    group: str = ""
    soft: bool = False  # no agent's: to compare with


@dataclass(frozen=True, slots=True)
class Grid:
    """A table in print."""

    title: str
    columns: tuple[Column, ...]  # the first names the row
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()  # sentences below it

    @property
    def groups(self) -> Iterator[tuple[str, list[Row]]]:
        """Yield the rows by group, in their order."""
        for name, rows in groupby(self.rows, key=lambda row: row.group):
            yield name, list(rows)


def text_columns(*headings: str) -> tuple[Column, ...]:
    """Return columns that hold text."""
    return tuple(Column(name, text=True) for name in headings)


def metric_columns(metrics: Iterable[Metric]) -> tuple[Column, ...]:
    """Return a column for each metric."""
    return tuple(Column(heading(metric), metric.long) for metric in metrics)


def mean_cell(metric: Metric, mean: float | None, *, best: bool = False, warning: str = "") -> Cell:
    """Return a mean alone."""
    return Cell(shown(metric, mean), best=best, warning=warning)


def summary_cell(metric: Metric, summary: Summary | None, warning: str = "") -> Cell:
    """Return a mean with its interval."""
    if summary is None or summary.mean is None:
        return Cell(NONE)
    notes = (shown_interval(metric, summary.interval),) if summary.interval else ()
    return Cell(shown(metric, summary.mean), notes, warning=warning)


def number_cell(value: float | None, interval: Interval | None = None, *, form: str = ".2f", unit: str = "") -> Cell:
    """Return a number of this format with its interval; a percentage where `unit` is "%"."""
    if value is None:
        return Cell(NONE)
    times = 100 if unit == "%" else 1
    notes = () if interval is None else (f"{times * interval.low:{form}} to {times * interval.high:{form}}",)
    return Cell(f"{times * value:{form}}{unit and f' {unit}'}", notes)


def difference_cell(comparison: Comparison | None, clusters: str, *, digits: int) -> Cell:
    """Return a paired difference with interval, p and the number of clusters."""
    if comparison is None or comparison.difference is None:
        return Cell(NONE)
    cell = number_cell(comparison.difference, comparison.interval, form=f"+.{digits}f")
    return Cell(cell.text, (*cell.notes, f"p {comparison.p:.3g}, {comparison.clusters} {clusters}"))


def preferences_grid(title: str, result: Preferences, base: str, notes: Sequence[str] = ()) -> Grid:
    """Return average ranks and places of what raters ordered, and how often each is preferred to `base`."""
    rows = []
    for line in result.lines:
        counts = [Cell(str(count) if result.rankings else NONE) for count in line.counts]
        wins = number_cell(line.wins, line.wins_interval, form=".0f", unit="%")
        preferred = Cell("") if line.system == base else Cell(wins.text, (*wins.notes, f"n {line.compared}"))
        rows.append(Row((Cell(line.system), number_cell(line.mean, line.interval), *counts, preferred)))
    places = (Column(f"#{place}") for place in range(1, len(result.lines) + 1))
    columns = (*text_columns("System"), Column("Avg. rank ↓"), *places, Column(f"Preferred to {base}"))
    short = f"; {result.incomplete:,} rank only some and count in the last column alone" if result.incomplete else ""
    note = (
        f"{result.rankings:,} rankings of all {len(result.lines)}, on {result.subjects:,} topics{short}. Average rank: "
        "ties at the middle of their places; counts: ties at the best. Preferred: share of rankings with it before "
        f"{base}, ties half. Below: 95 % bootstrap intervals over topics."
    )
    return Grid(title, columns, tuple(rows), (note, *notes))
