"""The verdicts of a score run that people can check."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.benchmark import Rows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.sheets.labels import AuditItem

JUDGED = ("supported", "not-supported", "unreachable")


def audit_items(rows: Rows) -> Iterator[AuditItem]:
    """Every verdict with the statement, and what the judge went by; what we failed on is no verdict."""
    tables = RunTables.of(rows)
    statements = {(row.report_id, row.number): row.text for row in tables.statements}
    for pair in tables.pairs:
        if pair.outcome in JUDGED:
            text = statements[pair.report_id, pair.statement]
            yield AuditItem("cited", pair.report_id, pair.statement, pair.page, text, pair.passage, pair.outcome)
    for fact in tables.facts:
        if fact.truth in ("true", "false"):
            text = statements[fact.report_id, fact.statement]
            yield AuditItem("uncited", fact.report_id, fact.statement, "", text, "; ".join(fact.reasons), fact.truth)
