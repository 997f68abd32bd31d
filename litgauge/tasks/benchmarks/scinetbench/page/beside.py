"""Means of the agents beside those of the baseline lists, table by table as in the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from litgauge.tasks.benchmark import Metric, ShownPage, metrics_in
from litgauge.tasks.benchmark.analysis import Cell, Grid, Row, mean_cell, metric_columns, text_columns
from litgauge.tasks.benchmarks.scinetbench import metrics
from litgauge.tasks.benchmarks.scinetbench.baselines import NAMES
from litgauge.tasks.benchmarks.scinetbench.release import longest_paths


@dataclass(frozen=True, slots=True)
class MeanLine:
    """Means of one agent, or of one baseline."""

    name: str
    number: int | None  # of the agent; None of a baseline
    means: tuple[float | None, ...]  # in the order of the metrics


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table of the paper."""

    title: str
    metrics: tuple[Metric, ...]
    lines: tuple[MeanLine, ...]
    note: str  # what is to be known before it is read; "" nothing


def beside_lists(page: ShownPage) -> tuple[PaperTable, ...]:
    """Return the tables of the paper, agents first; a baseline's mean is over the tasks that any agent took part in."""
    values = {
        (row.task_id, row.baseline, row.metric): row.value for agent in page.agents for row in agent.rows["baselines"]
    }
    shown = [metric for metric in metrics_in(metrics) if metric.shown == "paper"]
    return tuple(
        PaperTable(title, of, (*_agents(page, of), *_baselines(values, of)), _note(page, of))
        for title in dict.fromkeys(metric.under for metric in shown)
        if (of := tuple(metric for metric in shown if metric.under == title))
    )


def beside_grids(tables: Sequence[PaperTable]) -> Iterator[Grid]:
    """Yield the tables of the paper in print."""
    for table in tables:
        rows = (
            Row(
                (Cell(line.name, agent=line.number), *map(mean_cell, table.metrics, line.means)),
                soft=line.number is None,
            )
            for line in table.lines
        )
        yield Grid(
            table.title,
            (*text_columns("Lists of"), *metric_columns(table.metrics)),
            tuple(rows),
            notes=(table.note,) if table.note else (),
        )


def beside_value(tables: Sequence[PaperTable]) -> Mapping[str, Any]:
    """Return the means by table; those of baselines have no agent."""
    return {
        "tables": {
            table.title: [
                {
                    "agent": None if line.number is None else line.name,
                    "baseline": line.name if line.number is None else None,
                    "means": {metric.name: mean for metric, mean in zip(table.metrics, line.means, strict=True)},
                }
                for line in table.lines
            ]
            for table in tables
        }
    }


def _note(page: ShownPage, of: Iterable[Metric]) -> str:
    if metrics.consistency not in of or not (counts := longest_paths(page.release)):
        return ""
    rule = "By the paper's rule the true path is the one whose works have the most citations together"
    ((what, count),) = counts.items()
    return f"{rule}, so it is nearly always a longest one. {what}: {count}. Other rules stand beside Consistency."


def _agents(page: ShownPage, of: Iterable[Metric]) -> Iterator[MeanLine]:
    for agent in page.agents:
        means = (agent.summaries.get(metric.name) for metric in of)
        yield MeanLine(agent.name, agent.number, tuple(mean.mean if mean else None for mean in means))


def _baselines(values: Mapping[tuple[str, str, str], float | None], of: Iterable[Metric]) -> Iterator[MeanLine]:
    for name in NAMES:
        means = []
        for metric in of:
            own = [value for (_, first, second), value in values.items() if (first, second) == (name, metric.name)]
            own_means = [value for value in own if value is not None]
            means.append(fmean(own_means) if own_means else None)
        yield MeanLine(name, None, tuple(means))
