"""Means over judgings and figures, or the reasons why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum
from typing import Any

from litgauge.tasks.figures.quality import JudgedFigure
from litgauge.tasks.records import Unscored
from litgauge.tasks.records.unscored import BUDGET, left_by_budget, left_by_page
from litgauge.tasks.statistics import MetricValue, NotGiven, Ratio


def by_judging(rows: Sequence[Any], value: Callable[[Sequence[Any]], MetricValue]) -> MetricValue:
    """Return the mean of a value over the judgings that have one; the failure of the first if none has."""
    ratios = [value([row for row in rows if row.repeat == repeat]) for repeat in sorted({row.repeat for row in rows})]
    values = [ratio for ratio in ratios if isinstance(ratio, Ratio)]
    if len(values) > 1:
        return Ratio(fsum(ratio.value for ratio in values), len(values))
    return values[0] if values else ratios[0] if ratios else value(())


def mean(values: Sequence[float], count: int, rows: Iterable[Any], reason: str) -> MetricValue:
    """Return the mean, on a scale of 0 to 100, of values from 0 to 1; a failure if all `count` questions failed."""
    if values:
        return Ratio(100 * fsum(values), len(values))
    return failure(rows) if count else NotGiven(reason)


def failure(rows: Iterable[Any]) -> Unscored:
    """Return why rows have no value: the budget, pages that we failed on, the judge."""
    reasons = sorted(row.reason for row in rows)
    if any(map(left_by_budget, reasons)):
        return Unscored(BUDGET)
    if reasons and left_by_page(reasons[0]):
        return Unscored("cited pages could not be read", reasons[0])
    return Unscored(f"the judge failed: {reasons[0]}" if reasons and reasons[0] else "the judge gave no verdict")


def absent(figures: Sequence[JudgedFigure], kind: str = "", *, broken: bool = False) -> MetricValue | None:
    """Return why nothing is measured of figures of a kind: none, or we failed on all; None if there are some."""
    of_kind = [figure for figure in figures if kind in ("", figure.kind)]
    if any(figure.status == "ok" or (broken and figure.status == "invalid") for figure in of_kind):
        return None
    if any(figure.status == "failed" for figure in of_kind):
        return Unscored("no figure could be had, by our fault")
    return NotGiven(f"no {kind or 'figure'}")


def over_figures(
    figures: Sequence[JudgedFigure],
    kind: str,
    rows: Sequence[Any],
    value: Callable[[Sequence[Any]], float | None],
    worst: Iterable[int] = (),
) -> MetricValue:
    """Return the mean over the figures of a kind that can be shown; those that we failed on are left out."""
    shown = [figure.number for figure in figures if figure.status == "ok" and kind in ("", figure.kind)]
    of = {number: [row for row in rows if row.figure == number] for number in shown}
    values = [0.0 if number in worst else value(of[number]) if of[number] else None for number in shown]
    return mean(
        [share for share in values if share is not None], len(shown), [row for row in rows if row.figure in of], ""
    )
