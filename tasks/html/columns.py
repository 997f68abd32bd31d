"""Placement of a benchmark's metrics, as they declare it."""

from __future__ import annotations

from itertools import groupby

from tasks.benchmark import Metric, Scoring

Tables = tuple[tuple[str, tuple[Metric, ...]], ...]
BESIDE = "Beside it (↓: lower is better)"


def tables(scoring: Scoring) -> Tables:
    """Return the leaderboard's tables, each with its title: the paper's, and what stands beside it.

    Where no metric is declared for either, all metrics are the one table.
    """
    paper, beside = (_metrics_shown(scoring, where) for where in ("paper", "beside"))
    if paper and beside:
        return (scoring.paper_table, paper), (BESIDE, beside)
    return ((scoring.paper_table, paper or beside or scoring.metrics),)


def charted(scoring: Scoring) -> tuple[Metric, ...]:
    """Return the metrics of charts and heat maps; the headline where none is declared."""
    metrics = tuple(metric for metric in scoring.metrics if metric.charted)
    return metrics or tuple(scoring.metric(name) for name in scoring.headline)


def headed(metrics: tuple[Metric, ...]) -> list[tuple[str, list[Metric]]]:
    """Return the metrics by the headings that neighbours share."""
    return [(under, list(of)) for under, of in groupby(metrics, key=lambda metric: metric.under)]


def _metrics_shown(scoring: Scoring, where: str) -> tuple[Metric, ...]:
    return tuple(metric for metric in scoring.metrics if metric.shown == where)
