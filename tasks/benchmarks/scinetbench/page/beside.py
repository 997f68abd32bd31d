"""Means of the agents beside those of the baseline lists, table by table as in the paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from tasks.benchmark import Metric, ShownPage, metrics_in
from tasks.benchmarks.scinetbench import metrics
from tasks.benchmarks.scinetbench.baselines import NAMES


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


def beside_lists(page: ShownPage) -> tuple[PaperTable, ...]:
    """Return the tables of the paper, agents first; a baseline's mean is over the tasks that any agent took part in."""
    values = {
        (row.task_id, row.baseline, row.metric): row.value for agent in page.agents for row in agent.rows["baselines"]
    }
    shown = [metric for metric in metrics_in(metrics) if metric.shown == "paper"]
    return tuple(
        PaperTable(title, of, (*_agents(page, of), *_baselines(values, of)))
        for title in dict.fromkeys(metric.under for metric in shown)
        if (of := tuple(metric for metric in shown if metric.under == title))
    )


def _agents(page: ShownPage, of: Iterable[Metric]) -> Iterator[MeanLine]:
    for agent in page.agents:
        means = (agent.summaries.get(metric.name) for metric in of)
        yield MeanLine(agent.name, agent.number, tuple(mean.mean if mean else None for mean in means))


def _baselines(values: Mapping[tuple[str, str, str], float | None], of: Iterable[Metric]) -> Iterator[MeanLine]:
    for name in NAMES:
        means = []
        for metric in of:
            own = [value for (_, first, second), value in values.items() if (first, second) == (name, metric.name)]
            known = [value for value in own if value is not None]
            means.append(fmean(known) if known else None)
        yield MeanLine(name, None, tuple(means))
