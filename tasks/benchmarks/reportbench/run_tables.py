"""The rows of a ReportBench score run, typed: everything between an agent's reports and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields

from tasks.benchmark import Rows
from tasks.records import (
    FACTS,
    JOINT,
    LINKS,
    MATCHES,
    PAGE_VERDICTS,
    PAGES,
    PAIRS,
    REPORTS,
    STATEMENTS,
    UNSCORED,
    VIOLATIONS,
    WORKS,
    AgentReport,
    CitedWork,
    EvidencePage,
    FactVerdict,
    JointVerdict,
    PageVerdict,
    PairVerdict,
    ReferenceMatch,
    Statement,
    StatementLink,
    UnscoredPart,
    Violation,
)

RUN_TABLES = (
    REPORTS, STATEMENTS, LINKS, WORKS, PAGES, PAGE_VERDICTS, MATCHES, VIOLATIONS, PAIRS, JOINT, FACTS, UNSCORED,
)  # fmt: skip
"""In the order from reports to numbers; each is one Parquet file."""


@dataclass(frozen=True, slots=True)
class RunTables:
    """The rows of a score run, typed. A table that was not asked for when the run was loaded is empty."""

    reports: tuple[AgentReport, ...] = ()
    statements: tuple[Statement, ...] = ()
    links: tuple[StatementLink, ...] = ()
    works: tuple[CitedWork, ...] = ()
    pages: tuple[EvidencePage, ...] = ()
    page_verdicts: tuple[PageVerdict, ...] = ()
    matches: tuple[ReferenceMatch, ...] = ()
    violations: tuple[Violation, ...] = ()
    pairs: tuple[PairVerdict, ...] = ()
    joint: tuple[JointVerdict, ...] = ()
    facts: tuple[FactVerdict, ...] = ()
    unscored: tuple[UnscoredPart, ...] = ()

    @classmethod
    def of(cls, rows: Rows) -> RunTables:
        """The tables among the rows of a run."""
        return cls(**{field.name: tuple(rows.get(field.name, ())) for field in fields(cls)})

    def rows(self) -> Rows:
        """The rows by table name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
