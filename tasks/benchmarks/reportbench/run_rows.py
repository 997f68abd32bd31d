"""The rows of a score run, out of what its stages have made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmark import Rows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.records import (
    CitedWork,
    EvidencePage,
    FactVerdict,
    JointVerdict,
    PageVerdict,
    PairVerdict,
    Statement,
    StatementLink,
    UnscoredPart,
    row_digest,
)
from tasks.records.scoring import ScoringPart


@dataclass(frozen=True)
class ScoreOutputs:
    """What the stages of a score run made."""

    read: StageOutput
    pages: StageOutput
    page_verdicts: StageOutput
    pairs: StageOutput
    facts: StageOutput | None  # None: statements without citation were not to be judged


def cited_addresses(storage: Storage, read: StageOutput) -> dict[str, str]:
    """Every cited page with the URL by which it is asked for, the first one that a report gives."""
    found: dict[str, str] = {}
    for link in read_rows(storage, read, "links", StatementLink):
        if link.page and link.url:
            found.setdefault(link.page, link.url)
    for work in read_rows(storage, read, "works", CitedWork):
        if work.page and work.url:
            found.setdefault(work.page, work.url)
    return dict(sorted(found.items()))


def collect_rows(storage: Storage, answers: Rows, outputs: ScoreOutputs) -> Rows:
    """The rows of all stages."""
    return RunTables(
        reports=tuple(answers["reports"]),
        statements=_all(storage, outputs.read, "statements", Statement),
        links=_all(storage, outputs.read, "links", StatementLink),
        works=_all(storage, outputs.read, "works", CitedWork),
        pages=_all(storage, outputs.pages, "pages", EvidencePage),
        page_verdicts=_all(storage, outputs.page_verdicts, "page_verdicts", PageVerdict),
        pairs=_all(storage, outputs.pairs, "pairs", PairVerdict),
        joint=_all(storage, outputs.pairs, "joint", JointVerdict),
        facts=_all(storage, outputs.facts, "facts", FactVerdict) if outputs.facts else (),
        unscored=(*answers.get("unscored", ()), *_unscored(storage, outputs)),
    ).rows()


def evidence_digest(pages: Iterable[EvidencePage]) -> str:
    """sha256 (hex) over the addresses, outcomes and bytes of the pages, whatever their order."""
    return row_digest(*sorted((page.page, page.status, page.sha256) for page in pages))


def _all(storage: Storage, output: StageOutput, table: str, row_type: type[Any]) -> tuple[Any, ...]:
    return tuple(read_rows(storage, output, table, row_type))


def _unscored(storage: Storage, outputs: ScoreOutputs) -> Sequence[UnscoredPart]:
    """The reports, or parts of them, that we failed on as a whole."""
    parts: dict[ScoringPart, StageOutput] = {"reading": outputs.read, "pairs": outputs.pairs}
    if outputs.facts is not None:
        parts["facts"] = outputs.facts
    return [
        UnscoredPart(item.id, part, f"{item.rule}: {item.detail}")
        for part, output in parts.items()
        for item in read_manifest(storage, output).items
        if item.status != "done"
    ]
