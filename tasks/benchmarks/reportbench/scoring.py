"""From verdicts to numbers: which cited works are the survey's references, which must not be cited, and the scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tasks.benchmarks.reportbench.release_rows import ReleaseRows
from tasks.benchmarks.reportbench.run_tables import RunTables
from tasks.benchmarks.reportbench.tables import ReleaseTask
from tasks.declaration import Rows
from tasks.identity import REPEATED, late_works, match_rows, match_works, the_survey_itself
from tasks.identity import DescribedWork as Work
from tasks.metrics import TaskResult
from tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    PageVerdict,
    PersonName,
    ReferenceMatch,
    Unscored,
    Violation,
)
from tasks.records.scoring import ScoringPart
from tasks.records.unscored import left_by_budget

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class MatchedReport:
    """How the works that one report cites compare with its survey's list."""

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

    The scholarly works among the cited pages are what precision is a share of (papers/001, section 2.2). A work that
    the report gives no address for counts as scholarly if its entry has a title: nobody can judge its page, and an
    invented reference must not be free. The survey itself is looked for among all works, late ones among scholarly.
    """
    survey = release.surveys[task.survey_id]
    references = release.references.get(task.survey_id, ())
    known = [_work(work, pages.get(work.page or ""), verdicts.get(work.page or "")) for work in works]
    scholarly = [place for place, work in enumerate(works) if is_scholarly(work, verdicts)]
    cited = [known[place] for place in scholarly]
    report_id = works[0].report_id if works else ""
    matching = match_works(cited, references)
    numbers = [works[place].number for place in scholarly]
    repeated = {
        repeat.position: f"cited before as work {numbers[repeat.first]}: {repeat.evidence}"
        for repeat in matching.repeated_cited
    }
    matches = tuple(
        replace(match, cited=numbers[match.cited], evidence=repeated.get(match.cited, match.evidence))
        for match in match_rows(matching, report_id, references)
    )
    itself = the_survey_itself(known, survey)
    own = {number for number, place in enumerate(scholarly) if place in itself}
    late = late_works(cited, task.cutoff, leave_out=own.union(repeated))
    return MatchedReport(
        matches,
        (
            *(Violation(report_id, works[place].number, "survey", "", survey.title) for place in itself),
            *(Violation(report_id, numbers[found.cited], "late", found.appeared, found.evidence) for found in late),
        ),
    )


def is_scholarly(work: CitedWork, verdicts: Mapping[str, PageVerdict]) -> bool:
    """Whether a cited work counts as scholarly."""
    if work.page is None:
        return bool(work.title)
    verdict = verdicts.get(work.page)
    return verdict is not None and verdict.scholarly is True


def derive(rows: Rows, release: ReleaseRows) -> Rows:
    """The rows with matches and violations made anew from the others and the release."""
    tables = RunTables.of(rows)
    tasks = {task.task_id: task for task in release.tasks}
    pages = {page.page: page for page in tables.pages}
    verdicts = {verdict.page: verdict for verdict in tables.page_verdicts}
    works = _grouped((work.report_id, work) for work in tables.works)
    matched = [
        match_report(works.get(report.report_id, ()), pages, verdicts, tasks[report.task_id], release)
        for report in tables.reports
        if report.task_id in tasks
    ]
    return {
        **rows,
        "matches": tuple(match for one in matched for match in one.matches),
        "violations": tuple(violation for one in matched for violation in one.violations),
    }


def task_results(rows: Rows, release: ReleaseRows) -> tuple[TaskResult, ...]:
    """Every task of the release with what came of it; a task that no report answers is one that was not given."""
    tables = RunTables.of(rows)
    answers: dict[str | None, AgentReport] = {}
    for report in tables.reports:
        answers.setdefault(report.task_id, report)
    by_report = _ByReport(tables)
    return tuple(_result(task, answers.get(task.task_id), by_report, release) for task in release.tasks)


def readdress(old: Rows, new: Rows) -> Rows:
    """The old run's rows; its reports answer the tasks that the same texts answer in the new run."""
    answers: dict[str, AgentReport] = {report.sha256: report for report in new["reports"]}
    moved = (
        replace(report, task_id=answers[report.sha256].task_id, survey_id=answers[report.sha256].survey_id)
        if report.sha256 in answers
        else report
        for report in old["reports"]
    )
    return {**old, "reports": tuple(moved)}


def count_rows(rows: Rows) -> dict[str, int]:
    """How many things a run holds, and of how many of them we failed to tell how they come out."""
    tables = RunTables.of(rows)
    return {
        "statements": len(tables.statements),
        "works": len(tables.works),
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
        *(one.reason for one in tables.joint if one.outcome == "judge-failed" and one.question),
    ]
    facts = [fact.reasons for fact in tables.facts if fact.truth == "unscored"]
    return sum(map(left_by_budget, reasons)) + sum(any(map(left_by_budget, of)) for of in facts)


class _ByReport:
    """The rows of a run that metrics need, by report."""

    def __init__(self, tables: RunTables) -> None:
        undecided = _undecided_pages(tables)
        self.matches = _grouped((row.report_id, row) for row in tables.matches)
        self.pairs = _grouped((row.report_id, row) for row in tables.pairs)
        self.joint = _grouped((row.report_id, row) for row in tables.joint)
        self.facts = _grouped((row.report_id, row) for row in tables.facts)
        self.violations = _grouped((row.report_id, row) for row in tables.violations)
        self.unscored = {(row.report_id, row.part): row.reason for row in tables.unscored}
        self.undecided = _grouped((work.report_id, work) for work in tables.works if work.page in undecided)

    def failed(self, report_id: str, part: ScoringPart) -> Unscored | None:
        """Why a part of the report has no rows through our fault."""
        reason = self.unscored.get((report_id, "reading")) or self.unscored.get((report_id, part))
        return Unscored(reason) if reason else None


def _result(task: ReleaseTask, report: AgentReport | None, rows: _ByReport, release: ReleaseRows) -> TaskResult:
    references = release.references.get(task.survey_id, ())
    given = bool(report and report.text.strip())
    report_id = report.report_id if report and given else ""  # an empty text may have a list of works beside it
    violations = rows.violations.get(report_id, ())
    repeated = {match.cited for match in rows.matches.get(report_id, ()) if match.rule == REPEATED}
    late = [one for one in violations if one.kind == "late" and one.cited not in repeated]
    return TaskResult(
        task_id=task.task_id,
        cluster=task.survey_id,
        groups={"domain": task.domain, "level": task.level or ""},
        given=given,
        parts={
            "listed": match_works((), references).listed,
            "matches": rows.failed(report_id, "references") or rows.matches.get(report_id, ()),
            "pairs": rows.failed(report_id, "pairs") or rows.pairs.get(report_id, ()),
            "joint": rows.failed(report_id, "pairs") or rows.joint.get(report_id, ()),
            "facts": rows.failed(report_id, "facts") or rows.facts.get(report_id, ()),
            "undecided_pages": len(rows.undecided.get(report_id, ())),
            "late_works": len(late),
            "cites_survey": any(violation.kind == "survey" for violation in violations),
        },
    )


def _undecided_pages(tables: RunTables) -> set[str]:
    """Pages of which we failed to tell whether they are a scholarly work; a page that cannot be had is none of them."""
    told = {verdict.page for verdict in tables.page_verdicts if verdict.scholarly is not None}
    return {page.page for page in tables.pages if page.status in ("ok", "failed") and page.page not in told}


def _work(work: CitedWork, page: EvidencePage | None, verdict: PageVerdict | None) -> Work:
    """What a work is, by its page first and by what the report says of it second."""
    found = page.identity if page else None
    return Work(
        title=(verdict.title if verdict else None) or (page.title if page else None) or work.title,
        authors=tuple(PersonName(name, "") for name in work.authors),
        year=work.year,
        doi=work.identity.doi or (found.doi if found else None),
        arxiv_id=work.identity.arxiv_id or (found.arxiv_id if found else None),
        url=work.url,
    )


def _grouped(rows: Iterable[tuple[str, _Row]]) -> dict[str, tuple[_Row, ...]]:
    found: dict[str, list[_Row]] = defaultdict(list)
    for key, row in rows:
        found[key].append(row)
    return {key: tuple(of) for key, of in found.items()}
