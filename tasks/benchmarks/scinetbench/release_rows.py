"""A release as scoring reads it: large tables stay columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from tasks.benchmark import Release
from tasks.benchmarks.scinetbench import tables
from tasks.benchmarks.scinetbench.tables import Fact, Mention, NetworkTask, SubField, Truth
from tasks.records import Table


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

    @cached_property
    def task(self) -> Mapping[str, NetworkTask]:
        """The tasks by their names."""
        return {task.task_id: task for task in self.tasks}


def load_release_rows(release: Release) -> NetworkRows:
    """The rows that scoring needs."""
    truth: dict[str, list[Truth]] = defaultdict(list)
    for row in release.rows("truth", Truth):
        truth[row.task_id].append(row)

    def columns(table: Table) -> pa.Table:
        return release.table_of(table.name, table.row)

    return NetworkRows(
        release.name,
        release.digest,
        tuple(release.rows("tasks", NetworkTask)),
        {one.sub_field: one for one in release.rows("sub_fields", SubField)},
        {name: tuple(sorted(rows, key=lambda row: row.rank)) for name, rows in truth.items()},
        {fact.name: fact.value for fact in release.rows("network", Fact)},
        columns(tables.WORKS),
        columns(tables.CITATIONS),
        columns(tables.MEASURES),
        columns(tables.MEMBERS),
        columns(tables.ABSTRACTS) if release.has("abstracts") else None,
        tuple(release.rows("mentions", Mention)) if release.has("mentions") else (),
    )
