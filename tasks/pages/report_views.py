"""What report.html shows of a release and its score runs, in the order and the words in which it is shown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from tasks.benchmarks.reportbench.release_rows import ReleaseRows, SourceLine, SourceLines
from tasks.benchmarks.reportbench.tracing import ReportTrace, TracedFact, TracedPair, Tracer
from tasks.benchmarks.reportbench.tracing import TracedWork as Work
from tasks.ledger import LoadedRun
from tasks.metrics import Comparison, ReportScore, Summary, comparisons, grouped
from tasks.pages.leaderboard import LeaderboardRow, leaderboard
from tasks.pages.metric_names import CHARTED
from tasks.records import ScoreRun, Statement

LONGEST_PASSAGE = 1_200
LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a statement came out, told by a sign and a word, not by colour alone."""

    code: str  # also the CSS class
    sign: str
    word: str


VERDICTS: Mapping[str, Verdict] = {
    verdict.code: verdict
    for verdict in (
        Verdict("supported", "✓", "supported"),
        Verdict("not-supported", "✗", "not supported"),
        Verdict("unreachable", "⊘", "source unreachable"),
        Verdict("judge-failed", "?", "judge failed"),
        Verdict("true", "✓", "true, not cited"),
        Verdict("false", "✗", "false, not cited"),
        Verdict("undecided", "≈", "undecided, not cited"),
        Verdict("unscored", "?", "judge failed, not cited"),
        Verdict("plain", "·", "not judged"),
    )
}
"""In the order of the legend."""

_FROM_PAIRS = ("supported", "judge-failed", "not-supported", "unreachable")


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement with its verdict and what the verdict goes by."""

    statement: Statement
    verdict: Verdict
    pairs: tuple[TracedPair, ...]
    fact: TracedFact | None

    @property
    def votes(self) -> str:
        """The votes in numbers: "5 true, 1 abstain"."""
        if self.fact is None:
            return ""
        return ", ".join(f"{number} {vote}" for vote, number in Counter(self.fact.verdict.votes).most_common())


@dataclass(frozen=True, slots=True)
class ReportView:
    """One task of an agent, down to the statements."""

    anchor: str
    trace: ReportTrace
    title: str  # of the survey
    url: str | None  # of the survey
    sections: tuple[tuple[str, tuple[StatementView, ...]], ...]
    tally: tuple[tuple[Verdict, int], ...]
    found: tuple[Work, ...]  # works that are in the survey's list
    others: tuple[Work, ...]  # works that are not
    scores: Mapping[str, ReportScore]

    @property
    def state(self) -> str:
        """Whether the agent gave a report: what the filter asks for."""
        if self.trace.report is None or not self.trace.report.text.strip():
            return "missing"
        return "unscored" if any(score.state == "unscored" for score in self.trace.scores) else "scored"


@dataclass(frozen=True, slots=True)
class AgentView:
    """One agent: its means, whole and by group, and its reports."""

    number: int
    name: str
    run: ScoreRun
    summaries: Mapping[str, Summary]
    domains: Mapping[str, Mapping[str, Summary]]
    levels: Mapping[str, Mapping[str, Summary]]
    differences: Mapping[str, Comparison]  # of its charted metrics to those of the first agent; empty for itself
    points: tuple[tuple[float, float], ...]  # recall and precision of each report
    reports: tuple[ReportView, ...]

    @property
    def judges(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """Provider, model and parameters that were set of each judge, and the questions that it was asked."""
        asked: dict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
        for judge in self.run.judges:
            labels = (f"{question.label} {question.fingerprint[:10]}" for question in judge.questions)
            asked[judge.provider, judge.model, _set_parameters(judge.parameters)].update(dict.fromkeys(labels))
        return tuple((*who, tuple(labels)) for who, labels in asked.items())

    @property
    def violations(self) -> Iterator[tuple[ReportView, Work]]:
        """The works that it must not cite."""
        return ((report, work) for report in self.reports for work in report.trace.works if work.violations)

    @property
    def unscored(self) -> tuple[tuple[str, str, int], ...]:
        """Metric, reason and number of reports for every value that there is not."""
        return tuple(
            (metric, f"{state}: {reason}", number)
            for metric, summary in self.summaries.items()
            for state, reason, number in summary.reasons
        )


def agent_views(release: ReleaseRows, runs: Sequence[LoadedRun], sources: SourceLines | None) -> tuple[AgentView, ...]:
    """The agents in the order of the leaderboard."""
    loaded = {run.run.run_id: run for run in runs}
    rows = leaderboard(runs)
    first = _charted(loaded[rows[0].run.run_id])
    return tuple(
        _agent(number, row, loaded[row.run.run_id], Tracer(loaded[row.run.run_id], release, sources), first)
        for number, row in enumerate(rows)
    )


def telling_lines(lines: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
    """The first line that cites the reference, and the one that its title comes from."""
    title = next((line for line in lines if "title" in line.what.split(", ")), None)
    return tuple(line for line in dict.fromkeys((*lines[:1], title)) if line is not None)


def _agent(
    number: int, row: LeaderboardRow, loaded: LoadedRun, tracer: Tracer, first: Sequence[ReportScore]
) -> AgentView:
    charted = _charted(loaded)
    tasks = tracer.release.tasks
    reports = tuple(
        _report(f"a{number}r{place}", tracer.task(task.task_id), tracer.release) for place, task in enumerate(tasks)
    )
    return AgentView(
        number=number,
        name=row.agent,
        run=row.run,
        summaries=row.summaries,
        domains=grouped(charted, "domain"),
        levels=grouped(charted, "level"),
        differences=comparisons(charted, first) if number else {},
        points=tuple(_points(reports)),
        reports=reports,
    )


def _set_parameters(parameters: str) -> str:
    """The parameters that are set, "temperature 0, seed 7"; what is no JSON object as it stands."""
    try:
        values = msgspec.json.decode(parameters)
    except msgspec.DecodeError:
        return parameters
    if not isinstance(values, dict):
        return parameters
    return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)


def _charted(loaded: LoadedRun) -> list[ReportScore]:
    return [score for score in loaded.tables.scores if score.metric in CHARTED]


def _points(reports: Sequence[ReportView]) -> Iterator[tuple[float, float]]:
    for report in reports:
        recall, precision = (report.scores.get(metric) for metric in ("recall", "precision"))
        if recall and precision and recall.value is not None and precision.value is not None:
            yield recall.value, precision.value


def _report(anchor: str, trace: ReportTrace, release: ReleaseRows) -> ReportView:
    survey = release.surveys[trace.task.survey_id]
    views = _statements(trace)
    tally = Counter(view.verdict.code for view in views)
    sections: dict[str, list[StatementView]] = defaultdict(list)
    for view in views:
        sections[view.statement.section].append(view)
    return ReportView(
        anchor=anchor,
        trace=trace,
        title=survey.title,
        url=survey.url,
        sections=tuple((name, tuple(of)) for name, of in sections.items()),
        tally=tuple((verdict, tally[code]) for code, verdict in VERDICTS.items() if tally[code]),
        found=tuple(work for work in trace.works if work.reference),
        others=tuple(work for work in trace.works if not work.reference),
        scores={score.metric: score for score in trace.scores},
    )


def _statements(trace: ReportTrace) -> list[StatementView]:
    pairs: dict[int, list[TracedPair]] = defaultdict(list)
    for pair in trace.pairs:
        pairs[pair.verdict.statement].append(pair)
    facts = {fact.verdict.statement: fact for fact in trace.facts}
    return [
        StatementView(
            statement,
            _verdict(pairs[statement.number], facts.get(statement.number)),
            tuple(pairs[statement.number]),
            facts.get(statement.number),
        )
        for statement in trace.statements
    ]


def _verdict(pairs: Sequence[TracedPair], fact: TracedFact | None) -> Verdict:
    """One page that supports a statement is enough, as in the rate over distinct statements."""
    outcomes = {pair.verdict.outcome for pair in pairs}
    code = next((outcome for outcome in _FROM_PAIRS if outcome in outcomes), fact.verdict.truth if fact else "plain")
    return VERDICTS[code]
