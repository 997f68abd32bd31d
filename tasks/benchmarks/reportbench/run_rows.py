"""The rows of a score run, out of what its stages have made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.declaration import Rows
from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.records import (
    CitedWork,
    EvidencePage,
    FactVerdict,
    PageVerdict,
    PairVerdict,
    Statement,
    StatementLink,
    UnscoredPart,
    row_digest,
)


@dataclass(frozen=True)
class ScoreOutputs:
    """What the stages of a score run made."""

    read: StageOutput
    pages: StageOutput
    page_verdicts: StageOutput
    verdicts: StageOutput


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


def collect_rows(storage: Storage, answers: Rows, outputs: ScoreOutputs, *, facts: bool) -> Rows:
    """The rows of all stages; `facts` says whether statements without citation were to be judged."""
    return RunTables(
        reports=tuple(answers["reports"]),
        statements=_all(storage, outputs.read, "statements", Statement),
        links=_all(storage, outputs.read, "links", StatementLink),
        works=_all(storage, outputs.read, "works", CitedWork),
        pages=_all(storage, outputs.pages, "pages", EvidencePage),
        page_verdicts=_all(storage, outputs.page_verdicts, "page_verdicts", PageVerdict),
        pairs=_all(storage, outputs.verdicts, "pairs", PairVerdict),
        facts=_all(storage, outputs.verdicts, "facts", FactVerdict),
        unscored=tuple(_unscored(storage, outputs, facts=facts)),
    ).rows()


def evidence_digest(pages: Iterable[EvidencePage]) -> str:
    """sha256 (hex) over the addresses, outcomes and bytes of the pages, whatever their order."""
    return row_digest(*sorted((page.page, page.status, page.sha256) for page in pages))


def _all(storage: Storage, output: StageOutput, table: str, row_type: type[Any]) -> tuple[Any, ...]:
    return tuple(read_rows(storage, output, table, row_type))


def _unscored(storage: Storage, outputs: ScoreOutputs, *, facts: bool) -> Sequence[UnscoredPart]:
    """The reports, or parts of them, that we failed on as a whole."""
    rows = [
        UnscoredPart(item.id, "reading", f"{item.rule}: {item.detail}")
        for item in read_manifest(storage, outputs.read).items
        if item.status != "done"
    ]
    for item in read_manifest(storage, outputs.verdicts).items:
        if item.status != "done":
            rows += [UnscoredPart(item.id, part, f"{item.rule}: {item.detail}") for part in ("pairs", "facts")]
        elif not facts:
            rows.append(UnscoredPart(item.id, "facts", "not-asked-for"))
    return rows
