"""Release, assembly and results of a benchmark that is no more than its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

import pyarrow as pa

from litgauge.tasks.benchmark.benchmark import Release
from litgauge.tasks.benchmark.scoring import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_table
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Table
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import TaskResult

Row = TypeVar("Row")


@dataclass(frozen=True)
class StageTables:
    """Outputs of a build's last stages, which hold the tables of the release by name."""

    last: tuple[StageOutput, ...]


@dataclass(frozen=True)
class PlainRelease:
    """A release with all its rows."""

    name: str
    digest: str
    tasks: tuple[Any, ...]  # rows of the table of tasks
    rows: Mapping[type, tuple[Any, ...]]

    def all(self, row_type: type[Row]) -> tuple[Row, ...]:
        """Return the rows of the table with this row type, in their order."""
        return self.rows[row_type]


def assemble_tables(*tables: Table) -> Callable[[Storage, StageTables], dict[str, pa.Table]]:
    """Return a function from `StageTables` to the tables of a release, each as the stages wrote it."""

    def assemble(storage: Storage, outputs: StageTables) -> dict[str, pa.Table]:
        return {
            table.name: pa.concat_tables(read_table(storage, output, table.name, table.row) for output in outputs.last)
            for table in tables
        }

    return assemble


def load_tables(*tables: Table, tasks: Table) -> Callable[[Release], PlainRelease]:
    """Return a function that loads a release with these tables; `tasks` is the table of tasks."""

    def load(release: Release) -> PlainRelease:
        rows: dict[type, tuple[Any, ...]] = {table.row: tuple(release.rows(table.name, table.row)) for table in tables}
        return PlainRelease(release.name, release.digest, rows[tasks.row], rows)

    return load


def results_by_task(
    *tables: Table, truth_tables: Sequence[Table] = (), cluster: str = "task_id", groups: Sequence[str] = ()
) -> Callable[[Rows, PlainRelease], tuple[TaskResult, ...]]:
    """Return a function that makes the result of every task of a release.

    The parts of a result are the task's rows in `tables` of the score run, and the rows of the same cluster in the
    release's `truth_tables`, by table name. A task is answered if the first table has a row for it. `cluster` and
    `groups` are columns of the task.
    """

    def results(rows: Rows, release: PlainRelease) -> tuple[TaskResult, ...]:
        parts = {table.name: _by(rows[table.name], "task_id") for table in tables}
        truth = {table.name: _by(release.all(table.row), cluster) for table in truth_tables}
        return tuple(
            TaskResult(
                task_id=task.task_id,
                cluster=getattr(task, cluster),
                groups={column: getattr(task, column) for column in groups},
                answered=bool(parts[tables[0].name][task.task_id]),
                parts={name: of[task.task_id] for name, of in parts.items()}
                | {name: of[getattr(task, cluster)] for name, of in truth.items()},
            )
            for task in release.tasks
        )

    return results


def _by(rows: Iterable[Any], column: str) -> dict[str, list[Any]]:
    return rows_by(rows, attrgetter(column))
