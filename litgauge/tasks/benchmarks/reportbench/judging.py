"""Verdicts of a score run: as labels of a rater, as items that people check, and the share that the judge failed on."""

from __future__ import annotations

from collections.abc import Iterator

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.judge.failed_share import check_failed_share
from litgauge.tasks.records import JointVerdict, PairVerdict
from litgauge.tasks.records.unscored import left_by_budget
from litgauge.tasks.sheets.labels import AuditItem
from litgauge.tasks.statistics import JudgedItem, Voting

_LABELS = ("supported", "not-supported", "unreachable")


def verdicts(rows: Rows) -> Iterator[JudgedItem]:
    """Yield the judge's labels by kind: cited, together, uncited, scholarly.

    Items that no judge was asked about (an unreachable page, a page classified by its own metadata) are left out: two
    runs agree on them by construction. Where the judge failed, the label is None.
    """
    tables = RunTables.of(rows)
    texts = {(row.report_id, row.number): row.text for row in tables.statements}
    for pair in tables.pairs:
        if pair.question:
            item = (pair.report_id, str(pair.statement), pair.page)
            label = None if pair.outcome == "judge-failed" else pair.outcome
            yield JudgedItem("cited", item, label, texts[pair.report_id, pair.statement])
    for joint in tables.joint:
        if joint.question:
            label = None if joint.outcome == "judge-failed" else joint.outcome
            item = (joint.report_id, str(joint.statement), "")
            yield JudgedItem("together", item, label, texts[joint.report_id, joint.statement])
    for fact in tables.facts:
        if fact.votes:
            truth = None if fact.truth == "unscored" else fact.truth
            item = (fact.report_id, str(fact.statement), "")
            yield JudgedItem("uncited", item, truth, texts[fact.report_id, fact.statement])
    for page in tables.page_verdicts:
        if page.question:
            scholarly = {True: "scholarly", False: "not-scholarly", None: None}[page.scholarly]
            yield JudgedItem("scholarly", (page.page,), scholarly)


def votings(rows: Rows) -> Iterator[Voting]:
    """Yield the votes on each statement without citation.

    "abstain" is a label like the others; a failed vote is None. Votings that stopped early, once decided, are left
    out: the votes not cast would have disagreed more often.
    """
    for fact in RunTables.of(rows).facts:
        if fact.votes and not fact.bound:
            yield Voting(fact.models, tuple(None if vote == "failed" else vote for vote in fact.votes))


def audit_items(rows: Rows) -> Iterator[AuditItem]:
    """Yield every verdict with its statement and the evidence for it; failures are left out."""
    tables = RunTables.of(rows)
    statements = {(row.report_id, row.number): row.text for row in tables.statements}
    for pair in tables.pairs:
        if pair.outcome in _LABELS:
            text = statements[pair.report_id, pair.statement]
            yield AuditItem("cited", pair.report_id, pair.statement, pair.page, text, pair.passage, pair.outcome)
    for fact in tables.facts:
        if fact.truth in ("true", "false"):
            text = statements[fact.report_id, fact.statement]
            yield AuditItem("uncited", fact.report_id, fact.statement, "", text, "; ".join(fact.reasons), fact.truth)


def check_judging(rows: Rows, max_failed_share: float, run_id: str) -> None:
    """Raise TooManyFailures if the judge failed on a larger share of the verdicts that it was asked for.

    Verdicts that the budget did not reach, and pages that we could not fetch, do not count as failures of the judge.
    """
    check_failed_share(_failures(RunTables.of(rows)), max_failed_share, run_id)


def _failures(tables: RunTables) -> Iterator[str]:
    """For each verdict that a judge was asked for, the reason why there is none; "" where there is one."""
    cited: list[PairVerdict | JointVerdict] = [*tables.pairs, *tables.joint]
    for pair in cited:
        if pair.question and not left_by_budget(pair.reason):
            yield pair.reason or "no reason given" if pair.outcome == "judge-failed" else ""
    for verdict in tables.page_verdicts:
        if verdict.question and not left_by_budget(verdict.reason):
            yield verdict.reason or "no reason given" if verdict.scholarly is None else ""
    for fact in tables.facts:
        if fact.truth != "not-sampled" and not any(map(left_by_budget, fact.reasons)):
            yield next(iter(fact.reasons), "no vote") if fact.truth == "unscored" else ""
