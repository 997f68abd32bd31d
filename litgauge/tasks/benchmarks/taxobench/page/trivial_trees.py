"""Means of the agents beside those of trivial trees, and homogeneity against completeness (figure 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmark import Axis, Landmark, Metric, ShownPage, Square
from litgauge.tasks.benchmarks.taxobench.baselines import BASELINES
from litgauge.tasks.benchmarks.taxobench.page.tree_views import measured_metrics
from litgauge.tasks.benchmarks.taxobench.rows import TreeScore


@dataclass(frozen=True, slots=True)
class MeanLine:
    """Means of one agent, or of one kind of trivial trees."""

    name: str
    number: int | None  # of the agent; None of trivial trees
    trees: int
    means: tuple[float | None, ...]  # in the order of the metrics


@dataclass(frozen=True, slots=True)
class BesideTrivial:
    """Means of all agents, and of trivial trees, in one mode."""

    mode: str
    metrics: tuple[Metric, ...]
    lines: tuple[MeanLine, ...]
    embeddings: tuple[str, ...]


def beside_trivial(page: ShownPage) -> tuple[BesideTrivial, ...]:
    """Return a table for each mode: the means of agents and of the trivial trees of the same tasks."""
    modes = list(dict.fromkeys(task.mode for task in page.release.tasks))
    return tuple(table for mode in modes if (table := _of_mode(page, mode)).lines)


def _of_mode(page: ShownPage, mode: str) -> BesideTrivial:
    metrics = tuple(metric for metric in measured_metrics() if mode == "bottom-up" or "mode" not in metric.needs)
    tasks = {task.task_id for task in page.release.tasks if task.mode == mode}
    lines, trivial = [], dict[tuple[str, str], TreeScore]()
    embeddings: dict[str, None] = {}
    for agent in page.agents:
        rows = [row for row in agent.rows["tree_scores"] if row.task_id in tasks]
        embeddings |= dict.fromkeys(row.embedding for row in rows)
        trivial |= {(row.source, row.task_id): row for row in rows if row.source != "answer"}
        if own := [row for row in rows if row.source == "answer"]:
            lines.append(MeanLine(agent.name, agent.number, len(own), _means(own, metrics)))
    for source in BASELINES:
        if scores := [row for (name, _), row in trivial.items() if name == source]:
            lines.append(MeanLine(source, None, len(scores), _means(scores, metrics)))
    return BesideTrivial(mode, metrics, tuple(lines), tuple(embeddings))


def _means(rows: Sequence[TreeScore], metrics: Iterable[Metric]) -> tuple[float | None, ...]:
    return tuple(_mean([getattr(row, metric.name) for row in rows]) for metric in metrics)


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


_LETTERS = "abcdefgh"


def trivial_marks(page: ShownPage) -> tuple[Landmark, ...]:
    """Return the marks of the kinds of trivial trees that have both means."""
    return tuple(_marks(page))


HOMOGENEITY = Square(
    "picture",
    "Homogeneity and completeness",
    Axis("completeness", "Completeness"),
    Axis("homogeneity", "Homogeneity"),
    equal="V",
    landmarks=trivial_marks,
    landmarks_are="trivial trees",
)


def _marks(page: ShownPage) -> Iterator[Landmark]:
    for table in beside_trivial(page):
        at = {metric.name: place for place, metric in enumerate(table.metrics)}
        if "homogeneity" not in at:
            continue
        lines = [line for line in table.lines if line.number is None]
        for letter, line in zip(_LETTERS, lines, strict=False):
            across, up = line.means[at["completeness"]], line.means[at["homogeneity"]]
            if across is not None and up is not None:
                yield Landmark(letter, line.name, across, up)
