"""Two agents on the same tasks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from litgauge.tasks.statistics.interval import RESAMPLES, Interval
from litgauge.tasks.statistics.means import SEED, cluster_values
from litgauge.tasks.statistics.values import TaskScore

SIGNIFICANT = 0.05
"""A difference whose p is below this counts as certain."""
FEWEST = next(clusters for clusters in range(1, 100) if 2.0 ** (1 - clusters) < SIGNIFICANT)
"""Clusters from which on a sign-flip test can find anything certain: 6."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One metric of agents A and B over the clusters (surveys) that both have a value for, not given at the worst."""

    metric: str
    clusters: int
    mean_a: float | None
    mean_b: float | None
    difference: float | None  # A - B
    interval: Interval | None  # of the difference: paired bootstrap over clusters, 95 %
    p: float | None  # two-sided sign-flip permutation test
    better_a: int  # clusters on which A's value is higher
    better_b: int
    left_out: int  # clusters on which one has no value or no task

    @property
    def certain(self) -> bool:
        """Return whether the difference is more than chance: p below 0.05, and an interval without 0."""
        if self.p is None or self.interval is None:
            return False
        return self.p < SIGNIFICANT and not self.interval.low <= 0 <= self.interval.high

    @property
    def decidable(self) -> bool:
        """Return whether there are clusters enough for any difference to be certain."""
        return self.clusters >= FEWEST


def compare(
    a: Iterable[TaskScore], b: Iterable[TaskScore], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Comparison:
    """One metric of two agents, cluster by cluster. Raises ValueError if the rows are of several metrics, or none.

    Clusters, not answers, are drawn: the answers on one survey are averaged first.
    """
    from litgauge.tasks.statistics.resampling import mean_interval, sign_flip_p  # loads numpy

    rows_a, rows_b = list(a), list(b)
    names = {row.metric for row in (*rows_a, *rows_b)}
    if len(names) != 1:
        raise ValueError(f"one metric at a time, not {sorted(names)}")
    values_a, values_b = cluster_values(rows_a), cluster_values(rows_b)
    common = [cluster for cluster in values_a if cluster in values_b]
    differences = [values_a[cluster] - values_b[cluster] for cluster in common]
    clusters = {row.cluster for row in (*rows_a, *rows_b)}
    return Comparison(
        metric=names.pop(),
        clusters=len(common),
        mean_a=_mean([values_a[cluster] for cluster in common]),
        mean_b=_mean([values_b[cluster] for cluster in common]),
        difference=_mean(differences),
        interval=mean_interval(differences, seed=seed, resamples=resamples),
        p=sign_flip_p(differences, seed=seed, resamples=resamples),
        better_a=sum(difference > 0 for difference in differences),
        better_b=sum(difference < 0 for difference in differences),
        left_out=len(clusters) - len(common),
    )


def comparisons(
    a: Iterable[TaskScore], b: Iterable[TaskScore], *, seed: int = SEED, resamples: int = RESAMPLES
) -> dict[str, Comparison]:
    """Every metric that both agents have rows of, by name, in the order of A's rows."""
    rows: dict[str, tuple[list[TaskScore], list[TaskScore]]] = {}
    for side, scores in enumerate((a, b)):
        for score in scores:
            rows.setdefault(score.metric, ([], []))[side].append(score)
    shared = {name: sides for name, sides in rows.items() if all(sides)}
    return {name: compare(*sides, seed=seed, resamples=resamples) for name, sides in shared.items()}


def _mean(values: list[float]) -> float | None:
    return fsum(values) / len(values) if values else None
