"""Distributions of novelty and disruption over the corpus, with the works that agents listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc

from litgauge.tasks.benchmark import ShownPage

BINS = 40
_WIDTH, _HEIGHT = 400.0, 80.0
_EDGES = (1.0, 99.0)  # percentiles beyond which values stand at the edge
_MEASURES = (("novel", "novelty", "Novelty (10th percentile of z; the lower, the more novel)"),
             ("disruptive", "disruption", "Disruption"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hits:
    """Places of the works that one agent listed."""

    name: str
    number: int
    places: tuple[float, ...]  # from the left, in units of the picture
    median: float | None


@dataclass(frozen=True, slots=True)
class Distribution:
    """One measure over the corpus, as bars."""

    title: str
    bars: tuple[tuple[float, float, float, float], ...]  # x, y, width, height
    low: float
    high: float
    works: int
    truth: tuple[float, ...]  # where the works of the truth lie
    agents: tuple[Hits, ...]


def distributions(page: ShownPage) -> tuple[Distribution, ...]:
    """A picture for each measure that some work of the corpus has."""
    return tuple(
        distribution for relation, measure, title in _MEASURES for distribution in _of(page, relation, measure, title)
    )


def _of(page: ShownPage, relation: str, measure: str, title: str) -> Iterator[Distribution]:
    table = page.release.measures
    table = table.filter(pc.is_valid(table[relation]))
    if not table.num_rows:
        return
    values = table[measure].to_numpy()
    low, high = (float(edge) for edge in np.percentile(values, _EDGES))
    if low == high:
        low, high = low - 0.5, high + 0.5
    value_by_work = dict(zip(table["work"].to_pylist(), values.tolist(), strict=True))
    tasks = {task.task_id for task in page.release.tasks if task.relation == relation}
    truth = {row.work for task in tasks for row in page.release.truth.get(task, ())}

    def places(works: set[int]) -> tuple[float, ...]:
        inside = np.clip([value_by_work[work] for work in sorted(works) if work in value_by_work], low, high)
        return tuple(round(float(place), 1) for place in (inside - low) / (high - low) * _WIDTH)

    agents = []
    for agent in page.agents:
        rows = [row for row in agent.rows["found"] if row.task_id in tasks and row.work is not None]
        works = {row.work for row in rows if row.rule not in ("repeated", "beyond")}
        if rows:
            own = [value_by_work[work] for work in works if work in value_by_work]
            agents.append(Hits(agent.name, agent.number, places(works), float(np.median(own)) if own else None))
    bars = tuple(_bars(np.clip(values, low, high), low, high))
    yield Distribution(title, bars, low, high, table.num_rows, places(truth), tuple(agents))


def _bars(values: np.ndarray, low: float, high: float) -> Iterator[tuple[float, float, float, float]]:
    counts, _ = np.histogram(values, BINS, (low, high))
    most = max(1, int(counts.max()))
    width = _WIDTH / BINS
    for number, count in enumerate(counts.tolist()):
        height = _HEIGHT * (count / most) ** 0.5  # the square root, so that a few works are seen beside many
        yield round(number * width, 1), round(_HEIGHT - height, 1), round(width - 0.5, 1), round(height, 1)
