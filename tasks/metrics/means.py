"""Means over reports, with what they are means of (specs: for every number shown)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal

from tasks.metrics.resampling import RESAMPLES, Interval, ratio_interval
from tasks.metrics.values import ReportScore, State

Grouping = Literal["domain", "level"]
SEED = 20250813


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric over many reports.

    `mean` is the headline: over reports (macro), what was not given at the metric's declared worst, what we could not
    score left out. `mean_given` leaves out what was not given as well. `pooled` (micro) is the ratio of the sums.
    None where there is nothing to take a mean of. Intervals are 95 % bootstrap intervals over surveys, None with fewer
    than two.
    """

    metric: str
    mean: float | None
    mean_given: float | None
    pooled: float | None
    interval: Interval | None
    pooled_interval: Interval | None
    scored: int
    unscored: int
    missing: int
    inapplicable: int
    surveys: int  # with a value
    reasons: tuple[tuple[State, str, int], ...]  # why reports are not scored, the commonest first


def summarise(scores: Iterable[ReportScore], *, seed: int = SEED, resamples: int = RESAMPLES) -> Summary:
    """One metric over all reports given. Raises ValueError if the rows are of several metrics, or none."""
    rows = list(scores)
    names = {row.metric for row in rows}
    if len(names) != 1:
        raise ValueError(f"one metric at a time, not {sorted(names)}")
    valued = [row for row in rows if row.value is not None]
    states = Counter(row.state for row in rows)
    surveys, values, counts, numerators, denominators = _by_survey(valued)
    return Summary(
        metric=names.pop(),
        mean=_quotient(values, counts),
        mean_given=_mean([row.value for row in valued if row.state == "scored"]),
        pooled=_quotient(numerators, denominators),
        interval=ratio_interval(values, counts, seed=seed, resamples=resamples),
        pooled_interval=ratio_interval(numerators, denominators, seed=seed, resamples=resamples),
        scored=states["scored"],
        unscored=states["unscored"],
        missing=states["missing"],
        inapplicable=states["inapplicable"],
        surveys=len(surveys),
        reasons=_reasons(rows),
    )


def summaries(scores: Iterable[ReportScore], *, seed: int = SEED, resamples: int = RESAMPLES) -> dict[str, Summary]:
    """Every metric over all reports given, by name, in the order of their first rows."""
    rows: dict[str, list[ReportScore]] = defaultdict(list)
    for score in scores:
        rows[score.metric].append(score)
    return {name: summarise(of, seed=seed, resamples=resamples) for name, of in rows.items()}


def grouped(
    scores: Iterable[ReportScore], by: Grouping, *, seed: int = SEED, resamples: int = RESAMPLES
) -> Mapping[str, dict[str, Summary]]:
    """Every metric for each domain or prompt level, by the group's name in order; "" where none is stated."""
    rows: dict[str, list[ReportScore]] = defaultdict(list)
    for score in scores:
        rows[score.domain if by == "domain" else score.level].append(score)
    return {name: summaries(rows[name], seed=seed, resamples=resamples) for name in sorted(rows)}


def survey_values(scores: Iterable[ReportScore]) -> dict[str, float]:
    """The mean value of each survey that has one, missing ones at the worst, by survey id in order."""
    surveys, values, counts, _, _ = _by_survey([row for row in scores if row.value is not None])
    return {survey: value / count for survey, value, count in zip(surveys, values, counts, strict=True)}


_Sums = tuple[list[str], list[float], list[float], list[float], list[float]]


def _by_survey(rows: Sequence[ReportScore]) -> _Sums:
    """Surveys in order, and for each: sum of values, number of values, sum of numerators, sum of denominators."""
    of: dict[str, list[ReportScore]] = defaultdict(list)
    for row in rows:
        of[row.survey_id].append(row)
    surveys = sorted(of)
    return (
        surveys,
        [fsum(row.value or 0.0 for row in of[survey]) for survey in surveys],
        [float(len(of[survey])) for survey in surveys],
        [fsum(row.numerator for row in of[survey]) for survey in surveys],
        [fsum(row.denominator for row in of[survey]) for survey in surveys],
    )


def _quotient(numerators: Sequence[float], denominators: Sequence[float]) -> float | None:
    total = fsum(denominators)
    return fsum(numerators) / total if total else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def _reasons(rows: Sequence[ReportScore]) -> tuple[tuple[State, str, int], ...]:
    counts = Counter((row.state, row.reason) for row in rows if row.state != "scored")
    return tuple(
        (state, reason, count) for (state, reason), count in sorted(counts.items(), key=lambda x: (-x[1], x[0]))
    )
