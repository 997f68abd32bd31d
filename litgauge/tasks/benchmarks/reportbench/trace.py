"""From any number down to the statement, the passage, the reference and its line in the survey's source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.benchmarks.reportbench.source_lines import SourceLine, SourceLines
from litgauge.tasks.ledger.runs import LoadedRun
from litgauge.tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    FactVerdict,
    JointVerdict,
    PageVerdict,
    PairVerdict,
    Reference,
    ReferenceMatch,
    Statement,
    StatementLink,
    Violation,
)
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.reports.unfollowed import unfollowed_by_report
from litgauge.tasks.statistics import TaskScore

COUNTED = {"works": {"matches"}, "pairs": {"pairs", "citations"}, "facts": {"facts"}}
"""The rows of a trace, and the parts one of which the metrics that are counted from them need."""


@dataclass(frozen=True, slots=True)
class TracedWork:
    """A cited work, where it is cited, what its page is, and the reference that it is with the lines that name it."""

    work: CitedWork
    statements: Sequence[Statement]
    page: EvidencePage | None
    page_verdict: PageVerdict | None
    match: ReferenceMatch | None  # None: no scholarly work, so in no denominator
    reference: Reference | None
    lines: tuple[SourceLine, ...]
    violations: Sequence[Violation]


@dataclass(frozen=True, slots=True)
class TracedPair:
    """A verdict with the statement, the citations that make the pair, and the page that it was judged by."""

    verdict: PairVerdict
    statement: Statement | None
    links: Sequence[StatementLink]
    page: EvidencePage | None


@dataclass(frozen=True, slots=True)
class TracedFact:
    """A verdict on a statement without citation."""

    verdict: FactVerdict
    statement: Statement | None


@dataclass(frozen=True, slots=True)
class ReportTrace:
    """Everything that the numbers of one task were counted from."""

    task: ReleaseTask
    report: AgentReport | None  # None: the agent gave none
    scores: tuple[TaskScore, ...]
    statements: Sequence[Statement]
    works: tuple[TracedWork, ...]
    pairs: tuple[TracedPair, ...]
    joint: Sequence[JointVerdict]  # on statements with several pages, against all of them
    facts: tuple[TracedFact, ...]
    missed: tuple[Reference, ...]  # of the survey's list, matched by no work
    unfollowed: frozenset[int] = frozenset()  # numbers of the statements whose citations lead to no address


class Tracer:
    """Traces the numbers of one run; its rows are sorted once."""

    def __init__(self, run: LoadedRun, release: ReleaseRows, sources: SourceLines | None = None) -> None:
        """`sources` gives the text behind file and line; without it the places are named, not shown.

        Raises UnusableInput if the run was scored on another release.
        """
        if run.run.release_digest != release.digest:
            raise UnusableInput(f"it was scored on {run.run.release}, not on {release.name}", where=run.run.run_id)
        self.run, self.release = run, release
        self._sources = sources or SourceLines(release)
        self._tasks = {task.task_id: task for task in release.tasks}
        self._rows = _Rows(RunTables.of(run.rows), run.rows["scores"])

    def task(self, task_id: str, metric: str | None = None) -> ReportTrace:
        """Return what the scores of one task were counted from; with `metric` only the rows that it counts.

        Raises UnusableInput if there is no such task or metric.
        """
        if task_id not in self._tasks:
            raise UnusableInput(f"{self.release.name} has no task of this id", where=task_id)
        metrics = {metric.name: metric for metric in self.run.benchmark.scoring.metrics}
        if metric is not None and metric not in metrics:
            raise UnusableInput("unknown metric", where=metric)
        task, report = self._tasks[task_id], self._rows.reports.get(task_id)
        report_id = report.report_id if report else ""
        shown = {rows: metric is None or bool(parts & {*metrics[metric].needs}) for rows, parts in COUNTED.items()}
        works = self._works(report_id, task) if shown["works"] else ()
        keys = {traced.reference.key for traced in works if traced.reference}
        listed = self.release.references.get(task.survey_id, ()) if shown["works"] else ()
        return ReportTrace(
            task=task,
            report=report,
            scores=tuple(score for score in self._rows.scores.get(task_id, ()) if metric in (None, score.metric)),
            statements=self._rows.statements.get(report_id, ()),
            works=works,
            pairs=self._pairs(report_id) if shown["pairs"] else (),
            joint=self._rows.joint.get(report_id, ()) if shown["pairs"] else (),
            facts=self._facts(report_id) if shown["facts"] else (),
            missed=tuple(reference for reference in listed if reference.key not in keys),
            unfollowed=self._rows.unfollowed.get(report_id, frozenset()),
        )

    def number(self, metric: str) -> tuple[ReportTrace, ...]:
        """Return the traces behind a mean, one per task in the release's order."""
        return tuple(self.task(task_id, metric) for task_id in self._tasks)

    def _works(self, report_id: str, task: ReleaseTask) -> tuple[TracedWork, ...]:
        statements = self._numbered(report_id)
        return tuple(
            self._work(work, task, tuple(statements[number] for number in work.statements if number in statements))
            for work in self._rows.works.get(report_id, ())
        )

    def _work(self, work: CitedWork, task: ReleaseTask, statements: tuple[Statement, ...]) -> TracedWork:
        match = self._rows.matches.get((work.report_id, work.number))
        key = match.key if match else ""
        return TracedWork(
            work=work,
            statements=statements,
            page=self._rows.pages.get(work.page or ""),
            page_verdict=self._rows.page_verdicts.get(work.page or ""),
            match=match,
            reference=self.release.reference(task.survey_id, key) if key else None,
            lines=self._sources.of(task.survey_id, key) if key else (),
            violations=self._rows.violations.get((work.report_id, work.number), ()),
        )

    def _pairs(self, report_id: str) -> tuple[TracedPair, ...]:
        statements = self._numbered(report_id)
        return tuple(
            TracedPair(
                verdict=pair,
                statement=statements.get(pair.statement),
                links=self._rows.links.get((report_id, pair.statement, pair.page), ()),
                page=self._rows.pages.get(pair.page),
            )
            for pair in self._rows.pairs.get(report_id, ())
        )

    def _facts(self, report_id: str) -> tuple[TracedFact, ...]:
        statements = self._numbered(report_id)
        return tuple(TracedFact(fact, statements.get(fact.statement)) for fact in self._rows.facts.get(report_id, ()))

    def _numbered(self, report_id: str) -> dict[int, Statement]:
        return {statement.number: statement for statement in self._rows.statements.get(report_id, ())}


class _Rows:
    """Rows of a run, by what they are looked up by."""

    def __init__(self, tables: RunTables, scores: Sequence[TaskScore]) -> None:
        self.reports = {row.task_id: row for row in reversed(tables.reports)}
        self.pages = {row.page: row for row in tables.pages}
        self.page_verdicts = {row.page: row for row in tables.page_verdicts}
        self.scores = rows_by(scores, lambda row: row.task_id)
        self.unfollowed = unfollowed_by_report(tables.statements, tables.links)
        self.statements = rows_by(tables.statements, lambda row: row.report_id)
        self.links = rows_by(tables.links, lambda row: (row.report_id, row.statement, row.page))
        self.works = rows_by(tables.works, lambda row: row.report_id)
        self.pairs = rows_by(tables.pairs, lambda row: row.report_id)
        self.joint = rows_by(tables.joint, lambda row: row.report_id)
        self.facts = rows_by(tables.facts, lambda row: row.report_id)
        self.matches = {(row.report_id, row.cited): row for row in tables.matches}
        self.violations = rows_by(tables.violations, lambda row: (row.report_id, row.cited))
