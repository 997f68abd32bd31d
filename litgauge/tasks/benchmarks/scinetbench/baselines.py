"""Baseline lists: the most cited, the newest and random works of the sub-field."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark import Metric, metrics_in
from litgauge.tasks.benchmarks.scinetbench import metrics
from litgauge.tasks.benchmarks.scinetbench.outcome import Outcome, look_up
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import BaselineValue, NetworkTask
from litgauge.tasks.statistics import Ratio, TaskResult

NAMES = ("most-cited", "newest", "random")


def baseline_lists(tasks: Sequence[NetworkTask], release: NetworkRows) -> dict[str, dict[str, list[int]]]:
    """By baseline and task, as many works as the task asks for, out of its sub-field, without those that it names."""
    pools = _pools({task.sub_field for task in tasks}, release)
    lists: dict[str, dict[str, list[int]]] = {name: {} for name in NAMES}
    for task in tasks:
        pool = pools.get(task.sub_field, {})
        for name in NAMES:
            of = list(pool.get(name, ()))
            if name == "random":
                random.Random(task.task_id).shuffle(of)
            chosen = [work for work in of if work not in (task.subject, task.target)]
            inner = chosen[: max(0, task.wanted - 2)] if task.kind == "path-wise" else chosen[: task.wanted]
            lists[name][task.task_id] = inner
    return lists


def baseline_values(tasks: Sequence[NetworkTask], release: NetworkRows) -> Iterator[BaselineValue]:
    """Yield the value for these lists of every metric that needs the list alone, and no judge."""
    lists = baseline_lists(tasks, release)
    named = {work for of in lists.values() for works in of.values() for work in works}
    ends = {end for task in tasks for end in (task.subject, task.target) if end is not None}
    network = look_up(release, named | ends)
    declared = metrics_in(metrics)
    list_metrics = [metric for metric in declared if metric.within is not None and metric.needs == ("outcome",)]
    for name, of in lists.items():
        for task in tasks:
            truth = tuple(row.work for row in release.truth.get(task.task_id, ()))
            outcome = Outcome(task, _in_order(task, of[task.task_id], release), truth, network)
            for metric in list_metrics:
                yield from _value(name, task, outcome, metric)


def _value(name: str, task: NetworkTask, outcome: Outcome, metric: Metric) -> Iterator[BaselineValue]:
    groups = {"kind": task.kind, "relation": task.relation}
    result = TaskResult(task.task_id, task.sub_field, groups, bool(outcome.works), {"outcome": outcome})
    if metric.within is not None and groups[metric.within[0]] in metric.within[1]:
        score = metric.find(result)
        value = score.value if isinstance(score, Ratio) else None
        yield BaselineValue(task.task_id, name, metric.name, value)


def _in_order(task: NetworkTask, works: Sequence[int], release: NetworkRows) -> tuple[int, ...]:
    """A path from new to old; other lists as they are."""
    if task.kind != "path-wise":
        return tuple(works)
    years = _years(works, release)
    return tuple(sorted(works, key=lambda work: (-years.get(work, 0), work)))


def _years(works: Sequence[int], release: NetworkRows) -> dict[int, int]:
    chosen = release.works.filter(pc.is_in(release.works["work"], pa.array(list(works), pa.int64())))
    return dict(zip(chosen["work"].to_pylist(), chosen["year"].to_pylist(), strict=True))


def _pools(sub_fields: set[str], release: NetworkRows) -> Mapping[str, Mapping[str, list[int]]]:
    """Return the works of each sub-field: the most cited first, the newest first, and by number."""
    members = release.members.filter(pc.is_in(release.members["sub_field"], pa.array(sorted(sub_fields), pa.string())))
    cited_members = members.select(["sub_field", "work"]).join(release.measures.select(["work", "citations"]), "work")
    dated = cited_members.join(release.works.select(["work", "date"]), "work")
    rows: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for row in dated.to_pylist():
        rows[row["sub_field"]].append((row["work"], row["citations"] or 0, row["date"]))
    return {
        sub_field: {
            "most-cited": [work for work, _, _ in sorted(of, key=lambda row: (-row[1], row[0]))],
            "newest": [work for work, _, _ in sorted(of, key=lambda row: (row[2], row[0]), reverse=True)],
            "random": sorted(work for work, _, _ in of),
        }
        for sub_field, of in rows.items()
    }
