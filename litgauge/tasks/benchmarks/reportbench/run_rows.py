"""Tables and rows of a score run: everything between an agent's reports and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.engine.items import StageOutput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import (
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
from litgauge.tasks.records.scoring import ScoringPart

RUN_TABLES = (
    REPORTS, STATEMENTS, LINKS, WORKS, PAGES, PAGE_VERDICTS, MATCHES, VIOLATIONS, PAIRS, JOINT, FACTS, UNSCORED,
)  # fmt: skip
"""In the order from reports to numbers; each is one Parquet file."""


@dataclass(frozen=True, slots=True)
class RunTables:
    """Rows of a score run, typed. A table that was not asked for when the run was loaded is empty."""

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
        """Return the tables among the rows of a run."""
        return cls(**{field.name: tuple(rows.get(field.name, ())) for field in fields(cls)})

    def rows(self) -> Rows:
        """Return the rows by table name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class ScoreOutputs:
    """Outputs of the stages of a score run."""

    read: StageOutput
    pages: StageOutput
    page_verdicts: StageOutput
    pairs: StageOutput | None  # None: nobody judged
    facts: StageOutput | None  # None: statements without citation were not to be judged


def cited_addresses(storage: Storage, read: StageOutput) -> dict[str, str]:
    """Every cited page with the URL by which it is asked for, the first one that a report gives."""
    from litgauge.tasks.engine.outputs import read_rows  # loads pyarrow

    names: dict[str, str] = {}
    for link in read_rows(storage, read, "links", StatementLink):
        if link.page and link.url:
            names.setdefault(link.page, link.url)
    for work in read_rows(storage, read, "works", CitedWork):
        if work.page and work.url:
            names.setdefault(work.page, work.url)
    return dict(sorted(names.items()))


def collect_rows(storage: Storage, answers: Rows, outputs: ScoreOutputs) -> Rows:
    """Return the rows of all stages."""
    return RunTables(
        reports=tuple(answers["reports"]),
        statements=_all(storage, outputs.read, "statements", Statement),
        links=_all(storage, outputs.read, "links", StatementLink),
        works=_all(storage, outputs.read, "works", CitedWork),
        pages=_all(storage, outputs.pages, "pages", EvidencePage),
        page_verdicts=_all(storage, outputs.page_verdicts, "page_verdicts", PageVerdict),
        pairs=_all(storage, outputs.pairs, "pairs", PairVerdict) if outputs.pairs else (),
        joint=_all(storage, outputs.pairs, "joint", JointVerdict) if outputs.pairs else (),
        facts=_all(storage, outputs.facts, "facts", FactVerdict) if outputs.facts else (),
        unscored=(*answers.get("unscored", ()), *_unscored(storage, outputs)),
    ).rows()


def _all(storage: Storage, output: StageOutput, table: str, row_type: type[Any]) -> tuple[Any, ...]:
    from litgauge.tasks.engine.outputs import read_rows

    return tuple(read_rows(storage, output, table, row_type))


def _unscored(storage: Storage, outputs: ScoreOutputs) -> Sequence[UnscoredPart]:
    """Return the reports, or parts of them, that we failed on as a whole."""
    from litgauge.tasks.engine.memory import read_manifest

    parts: dict[ScoringPart, StageOutput] = {"reading": outputs.read}
    if outputs.pairs is not None:
        parts["pairs"] = outputs.pairs
    if outputs.facts is not None:
        parts["facts"] = outputs.facts
    return [
        UnscoredPart(item.id, part, f"{item.rule}: {item.detail}")
        for part, output in parts.items()
        for item in read_manifest(storage, output).items
        if item.status != "done"
    ]
