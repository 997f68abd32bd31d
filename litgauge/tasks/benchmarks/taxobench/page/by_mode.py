"""Agents' scores for each way of asking: an agent that took part in both is two lines (Tables 2 and 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litgauge.tasks.benchmark import Metric, ShownAgent, ShownPage, metrics_in
from litgauge.tasks.benchmarks.taxobench import metrics
from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS
from litgauge.tasks.statistics import Summary, TaskScore, summaries

LEAF = ("recall", "ari", "homogeneity", "completeness", "v_measure")
HIERARCHY = ("ted", "nsr", "nsp", "soft_f1")
JUDGE = (*(f"judge_{name}" for name in DIMENSIONS), "judge_average")
LABELS = {
    "deep-research": "Deep research: the topic alone",
    "bottom-up": "Bottom-up: the papers are given",
    "part-given": "Deep research with part of the papers given",
}


@dataclass(frozen=True, slots=True)
class ModeLine:
    """One agent in one mode."""

    agent: ShownAgent
    scores: tuple[TaskScore, ...]
    summaries: Mapping[str, Summary]  # by metric

    @property
    def trees(self) -> int:
        """Tasks of this mode."""
        return len({score.task_id for score in self.scores})

    def mean(self, metric: str) -> float | None:
        """Return the agent's mean, None where it has none."""
        summary = self.summaries.get(metric)
        return summary.mean if summary else None


@dataclass(frozen=True, slots=True)
class ModeTable:
    """All agents in one mode."""

    mode: str
    label: str
    lines: tuple[ModeLine, ...]


@dataclass(frozen=True, slots=True)
class PaperTables:
    """Paper's two tables, mode by mode."""

    modes: tuple[ModeTable, ...]
    leaf: tuple[Metric, ...]
    hierarchy: tuple[Metric, ...]
    judge: tuple[Metric, ...]

    @property
    def judged(self) -> bool:
        """Return whether any judge was asked."""
        return any(line.mean(metric) is not None for table in self.modes for line in table.lines for metric in JUDGE)


def named(*names: str) -> tuple[Metric, ...]:
    """Return the metrics with these names."""
    metrics_by_name = {metric.name: metric for metric in metrics_in(metrics)}
    return tuple(metrics_by_name[name] for name in names)


def paper_tables(page: ShownPage) -> PaperTables:
    """Table 2 and Table 4."""
    return PaperTables(mode_tables(page), named(*LEAF), named(*HIERARCHY), named(*JUDGE))


def mode_tables(page: ShownPage) -> tuple[ModeTable, ...]:
    """Return the modes of the release in which anybody took part."""
    lines_of = []
    for mode in dict.fromkeys(task.mode for task in page.release.tasks):
        lines = tuple(line for agent in page.agents if (line := _line(agent, mode)) is not None)
        if lines:
            lines_of.append(ModeTable(mode, LABELS.get(mode, mode), lines))
    return tuple(lines_of)


def _line(agent: ShownAgent, mode: str) -> ModeLine | None:
    rows = tuple(score for score in agent.rows["scores"] if score.group("mode") == mode)
    if not rows:
        return None
    # Most agents take part in one mode alone: then the leaderboard's own means are theirs.
    alone = len(rows) == len(agent.rows["scores"])
    return ModeLine(agent, rows, agent.summaries if alone else summaries(rows))
