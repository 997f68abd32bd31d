"""Queries of all kinds with their truth, drawn from the network, its measures and its sub-fields."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import (
    Resources,
    fetch,
    local_files,
    materialise,
    opened_tables,
    read_parts,
)
from litgauge.tasks.benchmarks.scinetbench.build.network.graph import graph_of
from litgauge.tasks.benchmarks.scinetbench.build.queries.ego import ego_queries
from litgauge.tasks.benchmarks.scinetbench.build.queries.pair import Titled, drawn_subjects, pair_queries
from litgauge.tasks.benchmarks.scinetbench.build.queries.path import BestPath, OtherRules, drawn_pairs, path_queries
from litgauge.tasks.benchmarks.scinetbench.build.settings import MeasureSettings, QuerySettings
from litgauge.tasks.benchmarks.scinetbench.people import Review
from litgauge.tasks.benchmarks.scinetbench.rows import (
    Measured,
    Membership,
    Mention,
    NetworkTask,
    NetworkWork,
    OtherPath,
    SubField,
    Truth,
)
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.path import CitationPath, PathFinder
from litgauge.tasks.records import from_table

if TYPE_CHECKING:
    from ibis.expr.types import Table

Row = TypeVar("Row")


@dataclass(frozen=True)
class QuerySources:
    """Outputs that queries are drawn from."""

    network: StageOutput
    measures: StageOutput
    sub_fields: StageOutput
    mentions: StageOutput | None  # None without texts

    @property
    def all(self) -> tuple[StageOutput, ...]:
        """All of them."""
        texts = () if self.mentions is None else (self.mentions,)
        return (self.network, self.measures, self.sub_fields, *texts)


def make_queries(
    storage: Storage,
    sources: QuerySources,
    queries: QuerySettings,
    measures: MeasureSettings,
    resources: Resources,
    review: Review,
    *,
    min_works: int,
) -> Rows:
    """Return the tasks of all kinds, and the truth of those with a list of their own, without rejected ones."""
    tasks: list[NetworkTask] = []
    truth: list[Truth] = []
    other_paths: list[OtherPath] = []
    with (
        opened_tables(storage, resources, sources.network, works=NetworkWork) as (backend, tables),
        local_files(storage, [sources.measures], "measures") as measure_files,
        local_files(storage, [sources.sub_fields], "members") as member_files,
        local_files(storage, [sources.sub_fields], "sub_fields") as sub_field_files,
    ):
        sub_fields = [sub_field for sub_field in _rows_of(sub_field_files, SubField) if sub_field.works >= min_works]
        chosen = pa.table({"sub_field": pa.array([sub_field.sub_field for sub_field in sub_fields], pa.string())})
        measured = read_parts(backend, measure_files, Measured)
        everybody = read_parts(backend, member_files, Membership)
        members = everybody.semi_join(materialise(backend, "chosen", chosen), "sub_field")

        for task, truths in ego_queries(sub_fields, members, measured, measures, queries.wanted):
            tasks.append(task)
            truth += truths
        subjects = drawn_subjects(members, measured, queries)
        titles = _Titles(tables["works"], measured)
        tasks += pair_queries(
            subjects, titles([work for _, work in subjects]), queries, _sentiments(storage, sources.mentions)
        )
        pairs = drawn_pairs(members, measured, tables["works"], queries)
        with graph_of(storage, sources.network, resources.memory_gb) as graph:
            finder, hops = PathFinder(graph), queries.max_hops
            best = _by_works(graph, lambda newer, older: finder.best(newer, older, hops))
            others: OtherRules = {
                "mean": _by_works(graph, lambda newer, older: finder.best(newer, older, hops, mean=True)),
                "main-path": _by_works(graph, lambda newer, older: finder.main(newer, older, hops)),
            }
            for task, truths, paths in path_queries(pairs, titles, best, others, queries):
                tasks.append(task)
                truth += truths
                other_paths += paths
    tasks = [_as_reviewed(task, review) for task in tasks if review.queries.get(task.task_id, True)]
    task_ids = {task.task_id for task in tasks}
    truth = [row for row in truth if row.task_id in task_ids]
    other_paths = [row for row in other_paths if row.task_id in task_ids]
    tell(Note("queries", ", ".join(f"{count} {kind}" for kind, count in _counts(tasks).items()) or "none"))
    return {"tasks": tasks, "truth": truth, "other_paths": other_paths}


class _Titles:
    """Titles, years and citations of works, looked up in batches."""

    def __init__(self, works: Table, measures: Table) -> None:
        self._works = works.left_join(measures, "work").select("work", "title", "year", "citations")

    def __call__(self, numbers: Sequence[int]) -> dict[int, Titled]:
        """Return them by the works' numbers."""
        if not numbers:
            return {}
        rows = fetch(self._works.filter(self._works.work.isin(list(numbers)))).to_pylist()
        return {row["work"]: Titled(row["title"], row["year"], row["citations"] or 0) for row in rows}


def _sentiments(storage: Storage, mentions: StageOutput | None) -> dict[int, frozenset[str]]:
    """Return the sentiments with which each work is known to be cited."""
    by_work: dict[int, set[str]] = defaultdict(set)
    for mention in () if mentions is None else read_rows(storage, mentions, "mentions", Mention):
        if mention.sentiment is not None:
            by_work[mention.cited].add(mention.sentiment)
    return {work: frozenset(sentiments) for work, sentiments in by_work.items()}


def _as_reviewed(task: NetworkTask, review: Review) -> NetworkTask:
    prompt = review.reworded.get(task.task_id, task.prompt)
    return replace(task, prompt=prompt, reviewed=review.queries.get(task.task_id, False))


def _by_works(graph: CitationNetwork, find: Callable[[int, int], CitationPath | None]) -> BestPath:
    """Return the same function for works instead of nodes."""
    works = np.asarray(graph.ids)
    nodes = np.argsort(works)

    def best(newer: int, older: int) -> list[int] | None:
        ends = nodes[np.searchsorted(works, [newer, older], sorter=nodes)]
        path = find(int(ends[0]), int(ends[1]))
        return None if path is None else works[list(path.nodes)].tolist()

    return best


def _rows_of(files: Sequence[str], row_type: type[Row]) -> Iterator[Row]:
    for file in files:
        yield from from_table(row_type, pq.read_table(file))


def _counts(tasks: Sequence[NetworkTask]) -> Counter[str]:
    return Counter(task.kind for task in tasks)
