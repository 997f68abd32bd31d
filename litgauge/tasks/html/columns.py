"""Placement of a benchmark's metrics, as they declare it."""

from __future__ import annotations

from collections.abc import Container
from itertools import groupby

from litgauge.tasks.benchmark import Metric, Scoring

Tables = tuple[tuple[str, tuple[Metric, ...]], ...]
MOST_COLUMNS = 8  # of numbers that a page of 1,280 pixels has room for
BESIDE = "Beside it (↓: lower is better)"


def tables(scoring: Scoring, measured: Container[str] = ()) -> Tables:
    """Return the leaderboard's tables, each with its title: the paper's, what stands beside it, what runs asked for.

    `measured` are the metrics that a run has. Where none is declared for the first two, all metrics are the one table.
    """
    metrics = tuple(metric for metric in _metrics_shown(scoring, "asked") if metric.name in measured)
    return (*_always(scoring), *((of[0].under, tuple(of)) for _, of in headed(metrics)))


def parted(tables: Tables, most: int = MOST_COLUMNS) -> Tables:
    """Return the tables, each that has more columns than fit a page parted between the headings of its columns.

    Parts have the table's title, those after the first with a note; one heading with more columns stays one table.
    """
    parts: list[tuple[str, tuple[Metric, ...]]] = []
    for title, metrics in tables:
        groups = [metrics] if len(metrics) <= most else [tuple(of) for _, of in headed(metrics)]
        columns = groups[:1]
        for group in groups[1:]:
            if len(columns[-1]) + len(group) <= most:
                columns[-1] += group
            else:
                columns.append(group)
        parts += [(title if not number else f"{title}, continued", of) for number, of in enumerate(columns)]
    return tuple(parts)


def _always(scoring: Scoring) -> Tables:
    paper, beside = (_metrics_shown(scoring, where) for where in ("paper", "beside"))
    if paper and beside:
        return (scoring.paper_table, paper), (BESIDE, beside)
    metrics = tuple(metric for metric in scoring.metrics if metric.shown != "asked")
    return ((scoring.paper_table, paper or beside or metrics),)


def charted(scoring: Scoring) -> tuple[Metric, ...]:
    """Return the metrics of charts and heat maps; the headline where none is declared."""
    metrics = tuple(metric for metric in scoring.metrics if metric.charted)
    return metrics or tuple(scoring.metric(name) for name in scoring.headline)


def headed(metrics: tuple[Metric, ...]) -> list[tuple[str, list[Metric]]]:
    """Return the metrics by the headings that neighbours share."""
    return [(under, list(of)) for under, of in groupby(metrics, key=lambda metric: metric.under)]


def _metrics_shown(scoring: Scoring, where: str) -> tuple[Metric, ...]:
    return tuple(metric for metric in scoring.metrics if metric.shown == where)
