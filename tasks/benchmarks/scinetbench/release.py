"""Tables of a release: assembled from the outputs of the stages, and loaded for scoring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from tasks.benchmark import Release
from tasks.benchmarks.scinetbench import rows
from tasks.benchmarks.scinetbench.rows import Fact, Mention, NetworkTask, SubField, Truth
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_table
from tasks.engine.storage import Storage
from tasks.records import Table


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

    def of(output: StageOutput, *wanted: Table) -> dict[str, pa.Table]:
        return {table.name: read_table(storage, output, table.name, table.row) for table in wanted}

    facts = [of(output, rows.FACTS)["network"] for output in (outputs.network, outputs.measures, outputs.sub_fields)]
    abstracts = (rows.ABSTRACTS,) if outputs.abstracts else ()
    return {
        **of(outputs.network, rows.WORKS, rows.CITATIONS, *abstracts, rows.VENUES),
        "network": pa.concat_tables(facts),
        **of(outputs.measures, rows.MEASURES),
        **of(outputs.sub_fields, rows.SUB_FIELDS, rows.MEMBERS),
        **(of(outputs.mentions, rows.MENTIONS) if outputs.mentions is not None else {}),
        **of(outputs.queries, rows.TASKS, rows.TRUTH),
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

    @cached_property
    def task(self) -> Mapping[str, NetworkTask]:
        """Return the tasks by their names."""
        return {task.task_id: task for task in self.tasks}


def load_release_rows(release: Release) -> NetworkRows:
    """Return the rows that scoring needs."""
    truth: dict[str, list[Truth]] = defaultdict(list)
    for row in release.rows("truth", Truth):
        truth[row.task_id].append(row)

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
    )
