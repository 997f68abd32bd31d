"""Means over reports, with what they are means of (specs: for every number shown)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics.interval import RESAMPLES, Interval
from litgauge.tasks.statistics.values import OTHER_TASK, State, TaskScore

SEED = 20250813


@dataclass(frozen=True, slots=True)
class Summary:
    """One metric over many reports.

    `mean` is the headline: over reports (macro), what was not given at the metric's declared worst, what we could not
    score left out. `mean_given` leaves out what was not given as well. `pooled` (micro) is the ratio of the sums.
    None where there is nothing to take a mean of, and where nothing that was given could be scored: then what was not
    given would be all that the mean is of. Intervals are 95 % bootstrap intervals over clusters (the surveys of
    ReportBench), None with fewer than two.
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
    not_asked: int
    clusters: int  # with a value
    reasons: tuple[tuple[State, str, int], ...]  # why reports are not scored, the commonest first

    @property
    def of_other_tasks(self) -> int:
        """Return how many of the inapplicable ones are tasks that the metric is not declared for."""
        return sum(number for _, reason, number in self.reasons if reason == OTHER_TASK)

    @property
    def applies(self) -> bool:
        """Return whether the metric is declared for any of the tasks."""
        others = self.scored + self.unscored + self.missing + self.inapplicable + self.not_asked
        return others > self.of_other_tasks


def summarise(scores: Iterable[TaskScore], *, seed: int = SEED, resamples: int = RESAMPLES) -> Summary:
    """One metric over all reports given. Raises ValueError if the rows are of several metrics, or none."""
    from litgauge.tasks.statistics.resampling import ratio_interval  # loads numpy, which a leaderboard needs not

    rows = list(scores)
    names = {row.metric for row in rows}
    if len(names) != 1:
        raise ValueError(f"one metric at a time, not {sorted(names)}")
    valued = _valued(rows)
    states = Counter(row.state for row in rows)
    clusters, values, counts, numerators, denominators = _by_cluster(valued)
    interval = ratio_interval(values, counts, seed=seed, resamples=resamples)
    is_mean = (values, counts) == (numerators, denominators)  # as of every metric that is no ratio: drawn once
    return Summary(
        metric=names.pop(),
        mean=_quotient(values, counts),
        mean_given=_mean([row.value for row in valued if row.state == "scored"]),
        pooled=_quotient(numerators, denominators),
        interval=interval,
        pooled_interval=interval
        if is_mean
        else ratio_interval(numerators, denominators, seed=seed, resamples=resamples),
        scored=states["scored"],
        unscored=states["unscored"],
        missing=states["missing"],
        inapplicable=states["inapplicable"],
        not_asked=states["not-asked"],
        clusters=len(clusters),
        reasons=_reasons(rows),
    )


def summaries(scores: Iterable[TaskScore], *, seed: int = SEED, resamples: int = RESAMPLES) -> dict[str, Summary]:
    """Every metric over all reports given, by name, in the order of their first rows."""
    rows = rows_by(scores, lambda score: score.metric)
    return {name: summarise(of, seed=seed, resamples=resamples) for name, of in rows.items()}


def grouped(
    scores: Iterable[TaskScore], by: str, *, seed: int = SEED, resamples: int = RESAMPLES
) -> Mapping[str, dict[str, Summary]]:
    """Every metric for each value of a column that the benchmark groups by, in order; "" where none is stated."""
    rows = rows_by(scores, lambda score: score.group(by))
    return {name: summaries(rows[name], seed=seed, resamples=resamples) for name in sorted(rows)}


def cluster_values(scores: Iterable[TaskScore]) -> dict[str, float]:
    """Return the mean value of each cluster that has one, missing ones at the worst, by its name in order.

    None has one where nothing that was given could be scored.
    """
    clusters, values, counts, _, _ = _by_cluster(_valued(scores))
    return {cluster: value / count for cluster, value, count in zip(clusters, values, counts, strict=True)}


def _valued(scores: Iterable[TaskScore]) -> list[TaskScore]:
    """Return the rows of one metric that a mean is taken of.

    None where we failed on all that was given and has a value.
    """
    rows = list(scores)
    valued = [row for row in rows if row.value is not None]
    scorable = any(row.answered for row in valued) or all(row.state != "unscored" for row in rows)
    return valued if scorable else []


_Sums = tuple[list[str], list[float], list[float], list[float], list[float]]


def _by_cluster(rows: Sequence[TaskScore]) -> _Sums:
    """Clusters in order, and for each: sum of values, number of values, sum of numerators, sum of denominators."""
    of = rows_by(rows, lambda row: row.cluster)
    clusters = sorted(of)
    return (
        clusters,
        [fsum(row.value or 0.0 for row in of[cluster]) for cluster in clusters],
        [float(len(of[cluster])) for cluster in clusters],
        [fsum(row.numerator for row in of[cluster]) for cluster in clusters],
        [fsum(row.denominator for row in of[cluster]) for cluster in clusters],
    )


def _quotient(numerators: Sequence[float], denominators: Sequence[float]) -> float | None:
    total = fsum(denominators)
    return fsum(numerators) / total if total else None


def _mean(values: Sequence[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return fsum(numbers) / len(numbers) if numbers else None


def _reasons(rows: Sequence[TaskScore]) -> tuple[tuple[State, str, int], ...]:
    counts = Counter((row.state, row.reason) for row in rows if row.state != "scored")
    return tuple(
        (state, reason, count) for (state, reason), count in sorted(counts.items(), key=lambda x: (-x[1], x[0]))
    )
