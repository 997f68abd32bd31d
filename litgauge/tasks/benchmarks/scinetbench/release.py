"""Tables of a release: assembled from the outputs of the stages, and loaded for scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.scinetbench import rows
from litgauge.tasks.benchmarks.scinetbench.rows import Fact, Mention, NetworkTask, OtherPath, SubField, Truth
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_table
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Table
from litgauge.tasks.records.grouping import rows_by


@dataclass(frozen=True)
class NetworkOutputs:
    """Outputs of the stages of a build."""

    network: StageOutput
    measures: StageOutput
    sub_fields: StageOutput
    queries: StageOutput
    mentions: StageOutput | None  # None where there are no texts
    abstracts: bool  # whether the release holds them

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """Return the outputs that all others lead to."""
        return (self.queries,) if self.mentions is None else (self.queries, self.mentions)


def assemble(storage: Storage, outputs: NetworkOutputs) -> dict[str, pa.Table]:
    """Return the tables of a release, as the stages wrote them."""

    def of(output: StageOutput, *tables: Table) -> dict[str, pa.Table]:
        return {table.name: read_table(storage, output, table.name, table.row) for table in tables}

    facts = [of(output, rows.FACTS)["network"] for output in (outputs.network, outputs.measures, outputs.sub_fields)]
    abstracts = (rows.ABSTRACTS,) if outputs.abstracts else ()
    return {
        **of(outputs.network, rows.WORKS, rows.CITATIONS, *abstracts, rows.VENUES),
        "network": pa.concat_tables(facts),
        **of(outputs.measures, rows.MEASURES),
        **of(outputs.sub_fields, rows.SUB_FIELDS, rows.MEMBERS),
        **(of(outputs.mentions, rows.MENTIONS) if outputs.mentions is not None else {}),
        **of(outputs.queries, rows.TASKS, rows.TRUTH, rows.OTHER_PATHS),
    }


@dataclass(frozen=True)
class NetworkRows:
    """A release of queries, and the network that they are about."""

    name: str
    digest: str
    tasks: tuple[NetworkTask, ...]
    sub_fields: Mapping[str, SubField]
    truth: Mapping[str, tuple[Truth, ...]]  # by task, the best first
    facts: Mapping[str, str]
    works: pa.Table  # of NetworkWork rows, oldest first
    citations: pa.Table  # of ReferenceList rows
    measures: pa.Table  # of Measured rows
    members: pa.Table  # of Membership rows
    abstracts: pa.Table | None  # of WorkAbstract rows
    mentions: tuple[Mention, ...]  # of those citing works whose text was there
    other_paths: Mapping[tuple[str, str], tuple[int, ...]]  # works by task and rule; empty in a release of before

    @cached_property
    def task(self) -> Mapping[str, NetworkTask]:
        """Return the tasks by their names."""
        return {task.task_id: task for task in self.tasks}


def load_release_rows(release: Release) -> NetworkRows:
    """Return the rows that scoring needs."""
    truth = rows_by(release.rows("truth", Truth), lambda row: row.task_id)
    paths = rows_by(
        release.rows("other_paths", OtherPath) if release.has("other_paths") else (),
        lambda other: (other.task_id, other.rule),
    )

    def columns(table: Table) -> pa.Table:
        return release.table_of(table.name, table.row)

    return NetworkRows(
        release.name,
        release.digest,
        tuple(release.rows("tasks", NetworkTask)),
        {sub_field.sub_field: sub_field for sub_field in release.rows("sub_fields", SubField)},
        {name: tuple(sorted(rows, key=lambda row: row.rank)) for name, rows in truth.items()},
        {fact.name: fact.value for fact in release.rows("network", Fact)},
        columns(rows.WORKS),
        columns(rows.CITATIONS),
        columns(rows.MEASURES),
        columns(rows.MEMBERS),
        columns(rows.ABSTRACTS) if release.has("abstracts") else None,
        tuple(release.rows("mentions", Mention)) if release.has("mentions") else (),
        {key: tuple(row.work for row in sorted(of, key=lambda row: row.rank)) for key, of in paths.items()},
    )


def longest_paths(release: NetworkRows) -> dict[str, str]:
    """Return how many true paths take as many steps as they may, and how many ends cite each other."""
    tasks = [task for task in release.tasks if task.kind == "path-wise"]
    if not tasks:
        return {}
    longest = sum(len(release.truth.get(task.task_id, ())) == task.wanted for task in tasks)
    cited = {row["work"]: row["references"] for row in _rows_of(release, [task.subject for task in tasks])}
    direct = sum(task.target in cited.get(task.subject, ()) for task in tasks)
    text = f"{longest:,} of {len(tasks):,}; the newer work cites the older one in {direct:,}"
    return {"True paths that take all the steps they may": text}


def _rows_of(release: NetworkRows, works: list[int | None]) -> list[dict[str, Any]]:
    numbers = pa.array(sorted({work for work in works if work is not None}), pa.int64())
    rows: list[dict[str, Any]] = release.citations.filter(pc.is_in(release.citations["work"], numbers)).to_pylist()
    return rows
