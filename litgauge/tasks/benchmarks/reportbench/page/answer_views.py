"""View of one report: statements with their verdicts, works, and references that it missed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmark import AnswerMark, FrozenPage, Rows, Stretch, WrittenAnswer
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.benchmarks.reportbench.source_lines import SourceLine, SourceLines
from litgauge.tasks.benchmarks.reportbench.trace import ReportTrace, TracedFact, TracedPair, TracedWork, Tracer
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import JointVerdict, PairVerdict, Statement
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.records.unscored import left_by_page

MARKS = (
    AnswerMark("supported", "✓", "supported"),
    AnswerMark("not-supported", "✗", "not supported"),
    AnswerMark("unreachable", "⊘", "source unreachable"),
    AnswerMark("judge-failed", "?", "judge failed"),
    AnswerMark("page-failed", "?", "page not opened"),
    AnswerMark("true", "✓", "true, not cited"),
    AnswerMark("false", "✗", "false, not cited"),
    AnswerMark("undecided", "≈", "undecided, not cited"),
    AnswerMark("unscored", "?", "judge failed, not cited"),
    AnswerMark("not-sampled", "·", "not drawn, not cited"),
    AnswerMark("plain", "·", "not judged"),
)
"""How a statement can come out, in the order of the legend."""

_MARKED = {mark.code: mark for mark in MARKS}
_FROM_PAIRS = ("supported", "judge-failed", "page-failed", "not-supported", "unreachable")


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement with its verdict and what the verdict goes by."""

    statement: Statement
    mark: AnswerMark
    pairs: tuple[tuple[AnswerMark, TracedPair], ...]
    joint: tuple[AnswerMark, JointVerdict] | None  # against all its pages together, where these are several
    fact: TracedFact | None
    unfollowed: bool  # it has a citation, and none of them leads to an address
    written: bool = False  # it stands in the report word for word, at the place that it names

    @property
    def votes(self) -> str:
        """Return the votes in numbers: "5 true, 1 abstain"."""
        if self.fact is None:
            return ""
        return ", ".join(f"{number} {vote}" for vote, number in Counter(self.fact.verdict.votes).most_common())


@dataclass(frozen=True, slots=True)
class ReportView:
    """One report, down to the statements."""

    trace: ReportTrace
    url: str | None  # of the survey
    sections: tuple[tuple[str, tuple[StatementView, ...]], ...]
    tally: tuple[tuple[AnswerMark, int], ...]
    matched: tuple[tuple[TracedWork, tuple[SourceLine, ...]], ...]  # works of the survey's list, with the telling lines
    others: tuple[TracedWork, ...]  # works that are not


def report_views(
    release: ReleaseRows, runs: Sequence[LoadedRun], storage: Storage | None
) -> tuple[dict[str, ReportView], ...]:
    """Of each run, what to show of every task's report; storage gives the text of the surveys' source lines."""
    sources = SourceLines(release, storage)
    tracers = [Tracer(run, release, sources) for run in runs]
    return tuple(
        {task.task_id: _report(tracer.task(task.task_id), release) for task in release.tasks} for tracer in tracers
    )


def task_titles(release: ReleaseRows) -> dict[str, str]:
    """Return the title of each task's survey."""
    return {task.task_id: release.surveys[task.survey_id].title for task in release.tasks}


def tally(view: ReportView) -> tuple[tuple[AnswerMark, int], ...]:
    """Return how many statements came out how."""
    return view.tally


def written(view: ReportView) -> WrittenAnswer | None:
    """Return the report as it stands in its file, its statements marked; None of an agent that gave none."""
    if view.trace.report is None:
        return None
    stretches = (
        Stretch(statement.statement.start, statement.statement.end, str(statement.statement.number), statement.mark)
        for _, stated in view.sections
        for statement in stated
        if statement.written
    )
    return WrittenAnswer(view.trace.report.text, tuple(stretches))


def frozen(rows: Rows) -> tuple[FrozenPage, ...]:
    """Return the pages of a run with what its judge quoted of them."""
    tables = RunTables.of(rows)
    quoted: dict[str, list[str]] = defaultdict(list)
    for pair in tables.pairs:
        if pair.passage:
            quoted[pair.page].append(pair.passage)
    return tuple(FrozenPage(page, tuple(quoted[page.page])) for page in tables.pages)


def telling_lines(lines: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
    """Return the first line that cites the reference, and the one that its title comes from."""
    title = next((line for line in lines if "title" in line.what.split(", ")), None)
    return tuple(line for line in dict.fromkeys((*lines[:1], title)) if line is not None)


def run_counts(counts: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Return what a run holds, and on how much of it we failed."""
    number = defaultdict(int, counts)
    verdicts = (
        f"{number['pairs']:,} pairs ({number['pairs_unscored']} failed), "
        f"{number['facts']:,} statements without citation ({number['facts_unscored']} failed, "
        f"{number['facts_not_sampled']} not drawn), "
        f"{number['pages']:,} pages ({number['pages_failed']} failed)"
    )
    cited = (
        f"{number['works']:,} works and pages ({number['works_undecided']} could not be told and count nowhere, "
        f"{number['works_undated']} works without a date); citations of {number['statements_unfollowed']:,} statements "
        "cannot be followed"
    )
    lines = [("Strays", f"{number['strays']} reports answer no task"), ("Verdicts", verdicts), ("Cited", cited)]
    if number["left_by_budget"]:
        lines.append(("Budget", f"it ended before {number['left_by_budget']:,} verdicts; the next run continues"))
    return tuple(lines)


def _report(trace: ReportTrace, release: ReleaseRows) -> ReportView:
    views = _statements(trace)
    counts = Counter(view.mark for view in views)
    sections = rows_by(views, lambda view: view.statement.section)
    return ReportView(
        trace=trace,
        url=release.surveys[trace.task.survey_id].url,
        sections=tuple((name, tuple(of)) for name, of in sections.items()),
        tally=tuple((mark, counts[mark]) for mark in MARKS if counts[mark]),
        matched=tuple((work, telling_lines(work.lines)) for work in trace.works if work.reference),
        others=tuple(work for work in trace.works if not work.reference),
    )


def _statements(trace: ReportTrace) -> list[StatementView]:
    pairs = rows_by(trace.pairs, lambda pair: pair.verdict.statement)
    facts = {fact.verdict.statement: fact for fact in trace.facts}
    joint = {verdict.statement: (_mark_of(verdict), verdict) for verdict in trace.joint}
    return [
        StatementView(
            statement,
            _mark(pairs[statement.number], facts.get(statement.number)),
            tuple((_mark_of(pair.verdict), pair) for pair in pairs[statement.number]),
            joint.get(statement.number),
            facts.get(statement.number),
            statement.number in trace.unfollowed,
            trace.report is not None and 0 <= statement.start < statement.end <= len(trace.report.text),
        )
        for statement in trace.statements
    ]


def _mark_of(verdict: PairVerdict | JointVerdict) -> AnswerMark:
    """A verdict that nobody was asked for, since we failed on the page, is no judge's failure."""
    failed = verdict.outcome == "judge-failed" and left_by_page(verdict.reason)
    return _MARKED["page-failed" if failed else verdict.outcome]


def _mark(pairs: Sequence[TracedPair], fact: TracedFact | None) -> AnswerMark:
    """One page that supports a statement is enough, as in the rate over distinct statements."""
    outcomes = {_mark_of(pair.verdict).code for pair in pairs}
    code = next((outcome for outcome in _FROM_PAIRS if outcome in outcomes), fact.verdict.truth if fact else "plain")
    return _MARKED[code]
