"""The tables of a score run: every row between an agent's reports and its numbers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

import pyarrow.parquet as pq

from tasks.engine.memory import parquet_bytes
from tasks.errors import LitgaugeError
from tasks.metrics import ReportScore
from tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    FactVerdict,
    PageVerdict,
    PairVerdict,
    ReferenceMatch,
    RunCounts,
    Statement,
    StatementLink,
    UnscoredPart,
    Violation,
    from_table,
    row_digest,
    schema_of,
    to_table,
)

TABLES: Mapping[str, type] = MappingProxyType(
    {
        "reports": AgentReport,
        "statements": Statement,
        "links": StatementLink,
        "works": CitedWork,
        "pages": EvidencePage,
        "page_verdicts": PageVerdict,
        "matches": ReferenceMatch,
        "violations": Violation,
        "pairs": PairVerdict,
        "facts": FactVerdict,
        "unscored": UnscoredPart,
        "scores": ReportScore,
    }
)
"""Row type by table, in the order from reports to numbers; each is one Parquet file."""


@dataclass(frozen=True, slots=True)
class RunTables:
    """The rows of a score run. A table that was not asked for when the run was loaded is empty."""

    reports: tuple[AgentReport, ...] = ()
    statements: tuple[Statement, ...] = ()
    links: tuple[StatementLink, ...] = ()
    works: tuple[CitedWork, ...] = ()
    pages: tuple[EvidencePage, ...] = ()
    page_verdicts: tuple[PageVerdict, ...] = ()
    matches: tuple[ReferenceMatch, ...] = ()
    violations: tuple[Violation, ...] = ()
    pairs: tuple[PairVerdict, ...] = ()
    facts: tuple[FactVerdict, ...] = ()
    unscored: tuple[UnscoredPart, ...] = ()
    scores: tuple[ReportScore, ...] = ()

    def rows(self) -> dict[str, tuple[Any, ...]]:
        """The rows by table name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def as_parquet(tables: RunTables) -> dict[str, bytes]:
    """Every table as the bytes of a Parquet file, empty ones too, by table name."""
    return {name: parquet_bytes(to_table(TABLES[name], rows)) for name, rows in tables.rows().items()}


def from_parquet(files: Mapping[str, bytes]) -> RunTables:
    """The rows out of the files of some tables; LitgaugeError if they were written without a column of today's."""
    return RunTables(**{name: tuple(_rows(name, data)) for name, data in files.items()})


def _rows(name: str, data: bytes) -> Iterator[Any]:
    table = pq.read_table(io.BytesIO(data))
    if missing := [column for column in schema_of(TABLES[name]).names if column not in table.column_names]:
        raise LitgaugeError(
            f"the run's table {name} has no column {', '.join(missing)}: an older litgauge wrote it",
            next_step="Use that version, or score the agent again",
        )
    return from_table(TABLES[name], table)


def evidence_digest(pages: Iterable[EvidencePage]) -> str:
    """sha256 (hex) over the addresses, outcomes and bytes of the pages, whatever their order."""
    return row_digest(*sorted((page.page, page.status, page.sha256) for page in pages))


def count_rows(tables: RunTables) -> RunCounts:
    """How much of a run is scored, unscored and missing; every task of the release has rows in `scores`."""
    tasks = {score.task_id for score in tables.scores}
    given = {report.task_id for report in tables.reports if report.task_id in tasks and report.text.strip()}
    unscored = {score.task_id for score in tables.scores if score.state == "unscored"} & given
    return RunCounts(
        tasks=len(tasks),
        scored=len(given - unscored),
        unscored=len(unscored),
        missing=len(tasks - given),
        strays=sum(report.task_id not in tasks for report in tables.reports),
        statements=len(tables.statements),
        works=len(tables.works),
        pairs=len(tables.pairs),
        pairs_unscored=sum(pair.outcome == "judge-failed" for pair in tables.pairs),
        facts=len(tables.facts),
        facts_unscored=sum(fact.truth == "unscored" for fact in tables.facts),
        pages=len(tables.pages),
        pages_failed=sum(page.status == "failed" for page in tables.pages),
    )
