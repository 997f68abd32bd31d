"""All metrics of a report. To add one: write its function and its test, and add its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tasks.benchmarks.reportbench.metrics import facts, references, statements
from tasks.metrics.values import Found, JudgedTask, NotGiven, Ratio, ReportScore, State, Unscored


@dataclass(frozen=True, slots=True)
class Metric:
    """What a metric is, apart from what computes it."""

    name: str
    of: Callable[[JudgedTask], Found]
    best: float | None  # None: neither much nor little is good
    worst: float | None  # value of a report that was not given; None: it has no value then

    def score(self, task: JudgedTask) -> ReportScore:
        """The metric of one report; a report that was not given has the declared worst value."""
        if task.given:
            return self._row(task, self.of(task))
        nothing = self.of(replace(task, matches=(), pairs=(), facts=(), late_works=0, undecided_pages=0))
        row = self._row(task, NotGiven("no report"))
        if isinstance(nothing, Ratio) and self.worst is not None:
            return replace(row, numerator=nothing.numerator, denominator=nothing.denominator)
        return row

    def _row(self, task: JudgedTask, found: Found) -> ReportScore:
        state: State
        value, numerator, denominator, reason = None, 0.0, 0.0, ""
        match found:
            case Ratio():
                state, value, numerator, denominator = "scored", found.value, found.numerator, found.denominator
            case Unscored():
                state, reason = "unscored", found.reason
            case NotGiven() if self.worst is not None:
                state, value, reason = "missing", self.worst, found.reason
            case _:
                state, reason = "inapplicable", found.reason
        return ReportScore(
            task.task_id,
            task.survey_id,
            task.domain,
            task.level or "",
            self.name,
            state,
            value,
            float(numerator),
            float(denominator),
            reason,
        )


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.name: metric
        for metric in (
            Metric("precision", references.precision, best=1.0, worst=0.0),
            Metric("recall", references.recall, best=1.0, worst=0.0),
            Metric("f1", references.f1, best=1.0, worst=0.0),
            Metric("references", references.reference_number, best=None, worst=0.0),
            Metric("match_rate", statements.match_rate, best=1.0, worst=0.0),
            Metric("match_rate_reachable", statements.match_rate_reachable, best=1.0, worst=0.0),
            Metric("statement_match_rate", statements.statement_match_rate, best=1.0, worst=0.0),
            Metric("statement_match_rate_reachable", statements.statement_match_rate_reachable, best=1.0, worst=0.0),
            Metric("cited_pairs", statements.cited_pairs, best=None, worst=0.0),
            Metric("cited_statements", statements.cited_statements, best=None, worst=0.0),
            Metric("factual_accuracy", facts.factual_accuracy, best=1.0, worst=0.0),
            Metric("undecided_share", facts.undecided_share, best=0.0, worst=None),
            Metric("uncited_statements", facts.uncited_statements, best=None, worst=0.0),
            Metric("citation_hallucination", statements.citation_hallucination, best=0.0, worst=None),
            Metric("statement_hallucination", statements.statement_hallucination, best=0.0, worst=None),
            Metric("late_share", references.late_share, best=0.0, worst=None),
            Metric("survey_cited", references.survey_cited, best=0.0, worst=None),
        )
    }
)


def score_tasks(tasks: Iterable[JudgedTask], metrics: Iterable[Metric] = METRICS.values()) -> tuple[ReportScore, ...]:
    """Every metric of every task: a task has a row for each, whatever came of it."""
    metrics = tuple(metrics)
    return tuple(metric.score(task) for task in tasks for metric in metrics)
