"""From verdicts to numbers: which cited works are the survey's references, which must not be cited, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.benchmarks.reportbench.work_kind import WorkKind, undecided_works, work_kind, works_listed_only
from litgauge.tasks.identity import (
    REPEATED,
    appeared,
    described_work,
    late_works,
    match_rows,
    match_works,
    the_survey_itself,
)  # fmt: skip
from litgauge.tasks.identity import DescribedWork as Work
from litgauge.tasks.judge.citing_report import distinct_pairs
from litgauge.tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    PageVerdict,
    ReferenceMatch,
    Unscored,
    UnscoredPart,
    Violation,
)
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.records.scoring import ScoringPart
from litgauge.tasks.records.unscored import left_by_budget
from litgauge.tasks.reports.unfollowed import unfollowed_by_report
from litgauge.tasks.statistics import TaskResult


@dataclass(frozen=True, slots=True)
class MatchedReport:
    """Works cited by a report, matched with its survey's references."""

    matches: tuple[ReferenceMatch, ...]  # one for each scholarly work cited
    violations: tuple[Violation, ...]


def match_report(
    works: Sequence[CitedWork],
    pages: Mapping[str, EvidencePage],
    verdicts: Mapping[str, PageVerdict],
    task: ReleaseTask,
    release: ReleaseRows,
) -> MatchedReport:
    """Matches and violations of one report; `pages` and `verdicts` by the page's address.

    The scholarly works among what is cited are what precision is a share of (papers/001, section 2.2): see `work_kind`,
    and whatever else the survey lists. The survey itself is looked for among all works, late ones among scholarly.
    """
    survey = release.surveys[task.survey_id]
    references = release.references.get(task.survey_id, ())
    described, kinds = _described(works, pages, verdicts)
    listed = works_listed_only(works, described, kinds, references)
    counted = [place for place, kind in enumerate(kinds) if kind == "scholarly" or place in listed]
    report_id = works[0].report_id if works else ""
    matching = match_works([described[place] for place in counted], references)
    numbers = [works[place].number for place in counted]
    repeated = {
        repeat.position: f"cited before as work {numbers[repeat.first]}: {repeat.evidence}"
        for repeat in matching.repeated_cited
    }
    cited_works = {match.cited for match in matching.pairs}
    # What the survey lists has appeared before it; its page may be that of a later edition.
    cited = [
        replace(described[place], published="") if number in cited_works else described[place]
        for number, place in enumerate(counted)
    ]
    matches = tuple(
        replace(
            match,
            cited=numbers[match.cited],
            evidence=repeated.get(match.cited, match.evidence),
            appeared=appeared(cited[match.cited]) or "",
        )
        for match in match_rows(matching, report_id, references)
    )
    itself = the_survey_itself(described, survey)
    own = {number for number, place in enumerate(counted) if place in itself}
    late = late_works(cited, task.cutoff, leave_out=own.union(repeated))
    return MatchedReport(
        matches,
        (
            *(Violation(report_id, works[place].number, "survey", "", survey.title) for place in itself),
            *(
                Violation(report_id, numbers[violation.cited], "late", violation.appeared, violation.evidence)
                for violation in late
            ),
        ),
    )


def _described(
    works: Sequence[CitedWork], pages: Mapping[str, EvidencePage], verdicts: Mapping[str, PageVerdict]
) -> tuple[list[Work], list[WorkKind]]:
    """Return what each work is, and whether it is a scholarly one."""
    described, kinds = [], []
    for work in works:
        page, verdict = pages.get(work.page or ""), verdicts.get(work.page or "")
        described.append(described_work(work, page, verdict))
        kinds.append(work_kind(work, page, verdict))
    return described, kinds


def derive(rows: Rows, release: ReleaseRows) -> Rows:
    """Return the rows with matches and violations made anew from the others and the release."""
    tables = RunTables.of(rows)
    tasks = {task.task_id: task for task in release.tasks}
    pages = {page.page: page for page in tables.pages}
    verdicts = {verdict.page: verdict for verdict in tables.page_verdicts}
    works = rows_by(tables.works, attrgetter("report_id"))
    matched: list[MatchedReport] = []
    failed = [row for row in tables.unscored if not (row.part == "references" and row.reason.startswith("bug: "))]
    for report in tables.reports:
        if report.task_id not in tasks:
            continue
        try:
            of = works.get(report.report_id, ())
            matched.append(match_report(of, pages, verdicts, tasks[report.task_id], release))
        except Exception as error:  # noqa: BLE001 - whatever a report makes us raise leaves it unscored; the others go on
            failed.append(UnscoredPart(report.report_id, "references", unexpected_error(error)))
    return {
        **rows,
        "matches": tuple(match for report in matched for match in report.matches),
        "violations": tuple(violation for report in matched for violation in report.violations),
        "unscored": tuple(failed),
    }


def task_results(rows: Rows, release: ReleaseRows) -> tuple[TaskResult, ...]:
    """Every task of the release with what came of it; a task that no report answers is one that was not given."""
    tables = RunTables.of(rows)
    answers: dict[str | None, AgentReport] = {}
    for report in tables.reports:
        answers.setdefault(report.task_id, report)
    by_report = _ByReport(tables)
    return tuple(_result(task, answers.get(task.task_id), by_report, release) for task in release.tasks)


def count_rows(rows: Rows) -> dict[str, int]:
    """Return how many things a run holds, and of how many of them we failed to tell how they come out."""
    tables = RunTables.of(rows)
    by_report = _ByReport(tables)
    return {
        "statements": len(tables.statements),
        "statements_unfollowed": sum(map(len, by_report.unfollowed.values())),
        "works": len(tables.works),
        "works_undated": sum(map(by_report.undated, by_report.works)),
        "works_undecided": sum(map(by_report.undecided, by_report.works)),
        "pairs": len(tables.pairs),
        "pairs_unscored": sum(pair.outcome == "judge-failed" for pair in tables.pairs),
        "facts": len(tables.facts),
        "facts_unscored": sum(fact.truth == "unscored" for fact in tables.facts),
        "facts_not_sampled": sum(fact.truth == "not-sampled" for fact in tables.facts),
        "left_by_budget": _left_by_budget(tables),
        "pages": len(tables.pages),
        "pages_failed": sum(page.status == "failed" for page in tables.pages),
    }


def _left_by_budget(tables: RunTables) -> int:
    """Verdicts on pages, pairs, statements and facts that the budget did not reach."""
    reasons = [
        *(verdict.reason for verdict in tables.page_verdicts if verdict.scholarly is None),
        *(pair.reason for pair in tables.pairs if pair.outcome == "judge-failed"),
        *(row.reason for row in tables.joint if row.outcome == "judge-failed" and row.question),
    ]
    facts = [fact.reasons for fact in tables.facts if fact.truth == "unscored"]
    return sum(map(left_by_budget, reasons)) + sum(any(map(left_by_budget, of)) for of in facts)


class _ByReport:
    """Rows of a run that metrics need, by report."""

    def __init__(self, tables: RunTables) -> None:
        self.matches = rows_by(tables.matches, attrgetter("report_id"))
        self.pairs = rows_by(tables.pairs, attrgetter("report_id"))
        self.links = rows_by(tables.links, attrgetter("report_id"))
        self.joint = rows_by(tables.joint, attrgetter("report_id"))
        self.facts = rows_by(tables.facts, attrgetter("report_id"))
        self.violations = rows_by(tables.violations, attrgetter("report_id"))
        self.unscored = {(row.report_id, row.part): row.reason for row in tables.unscored}
        self.works = rows_by(tables.works, attrgetter("report_id"))
        self.unfollowed = unfollowed_by_report(tables.statements, tables.links)
        self._pages = {page.page: page for page in tables.pages}
        self._verdicts = {verdict.page: verdict for verdict in tables.page_verdicts}

    def failed(self, report_id: str, part: ScoringPart) -> Unscored | None:
        """Return why a part of the report has no rows through our fault."""
        reason = self.unscored.get((report_id, "reading")) or self.unscored.get((report_id, part))
        return Unscored(reason) if reason else None

    def refused(self, report_id: str) -> bool:
        """Return whether there is a report that we did not read."""
        return (report_id, "reading") in self.unscored

    def citations(self, report_id: str) -> tuple[tuple[int, str], ...]:
        """Return the distinct pairs of statement and page."""
        links = distinct_pairs(self.links.get(report_id, ()), self._pages)
        return tuple((link.statement, link.page or "") for link in links)

    def undecided(self, report_id: str) -> int:
        """Works and pages that the report cites, of which nobody could tell whether they are scholarly works."""
        counted = {match.cited for match in self.matches.get(report_id, ())}
        return undecided_works(self.works.get(report_id, ()), self._pages, self._verdicts, counted)

    def undated(self, report_id: str) -> int:
        """Distinct scholarly works that nobody can date; what the survey lists appeared before it, and so did it."""
        itself = {violation.cited for violation in self.violations.get(report_id, ()) if violation.kind == "survey"}
        return sum(
            not (match.key or match.appeared or match.rule == REPEATED or match.cited in itself)
            for match in self.matches.get(report_id, ())
        )


def _result(task: ReleaseTask, report: AgentReport | None, rows: _ByReport, release: ReleaseRows) -> TaskResult:
    references = release.references.get(task.survey_id, ())
    answered = bool(report and (report.text.strip() or rows.refused(report.report_id)))
    report_id = report.report_id if report and answered else ""  # an empty text may have a list of works beside it
    violations = rows.violations.get(report_id, ())
    matches = rows.matches.get(report_id, ())
    repeated = {match.cited for match in matches if match.rule == REPEATED}
    late = [violation for violation in violations if violation.kind == "late" and violation.cited not in repeated]
    return TaskResult(
        task_id=task.task_id,
        cluster=task.survey_id,
        groups={"domain": task.domain, "level": task.level or ""},
        answered=answered,
        parts={
            "listed": match_works((), references).listed,
            "matches": rows.failed(report_id, "references") or matches,
            "pairs": rows.failed(report_id, "pairs") or rows.pairs.get(report_id, ()),
            "citations": rows.failed(report_id, "reading") or rows.citations(report_id),
            "joint": rows.failed(report_id, "pairs") or rows.joint.get(report_id, ()),
            "facts": rows.failed(report_id, "facts") or rows.facts.get(report_id, ()),
            "unfollowed": len(rows.unfollowed.get(report_id, ())),
            "undecided_pages": rows.undecided(report_id),
            "late_works": len(late),
            "undated_works": rows.undated(report_id),
            "cites_survey": any(violation.kind == "survey" for violation in violations),
        },
    )
