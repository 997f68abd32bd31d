"""Metrics: decorated functions from parts of a task's result to a value.

Share arguments with partial: `leaf = functools.partial(metric, under="Leaf level", digits=2)`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import EllipsisType, ModuleType
from typing import Any, Literal

from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics.values import (
    NO_ANSWER,
    OTHER_TASK,
    Group,
    Inapplicable,
    MetricValue,
    NotAsked,
    NotGiven,
    Ratio,
    State,
    TaskResult,
    TaskScore,
    Undefined,
)

Bound = float | None
Direction = Literal["higher", "lower", None]
Shown = Literal["paper", "beside", "asked", "detail"]
"""A column of the paper's table, one beside it, one of a table that only runs have that asked for it, or none."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of a benchmark, with everything for leaderboard, report, trace and reference page."""

    name: str
    short: str  # a column's heading
    long: str  # one sentence for tooltips: no capital, no full stop
    unit: str  # "share", or what a number counts: "works", "points"
    range: tuple[Bound, Bound]  # None: no bound
    best: Bound  # None: neither high nor low values are better
    worst: Bound  # value of a missing answer; None: it is inapplicable then
    direction: Direction  # which is better
    needs: tuple[str, ...]  # the parts of a task's result that `of` takes, by name
    of: Callable[..., MetricValue]
    source: str  # paper and section that define it; "ours" if none does
    shown: Shown = "beside"
    under: str = ""  # a heading that it shares with its neighbours in the table
    charted: bool = False
    digits: int = 3
    within: tuple[str, tuple[str, ...]] | None = None  # a column of the groups, and where it applies
    where: str = ""  # a table of the score run: without rows in it, the run does not have the metric

    def __call__(self, *args: Any, **parts: Any) -> MetricValue:
        """Call the decorated function."""
        return self.of(*args, **parts)

    @property
    def lower_is_better(self) -> bool:
        """Return whether lower values are better."""
        return self.direction == "lower"

    def find(self, result: TaskResult) -> MetricValue:
        """Return the metric's value; Undefined or Unscored if a needed part is, or is missing.

        0/0 and NaN are Unscored: in a mean they would spoil the values of the other tasks.
        """
        parts = {name: result.parts.get(name, Unscored(f"{name} is not there")) for name in self.needs}
        absent = [part for kind in (Undefined, Unscored) for part in parts.values() if isinstance(part, kind)]
        try:
            outcome = absent[0] if absent else self.of(**parts)
        except Exception as error:  # noqa: BLE001 - an error over one task leaves only that task without a value
            return Unscored(unexpected_error(error))
        if isinstance(outcome, Ratio) and not outcome.is_number:
            return Unscored(f"{self.name} is no number: {outcome.numerator} / {outcome.denominator}")
        return outcome

    def score(self, result: TaskResult) -> TaskScore:
        """Return the metric's row for one task.

        The state is decided here, in this order: inapplicable if no answer can have a value; no value for a task
        that was not asked, or on which we failed while the agent worked; the declared worst for a missing answer;
        else the metric's value.
        """
        if self.within is not None and result.groups.get(self.within[0]) not in self.within[1]:
            return self._row(result, Inapplicable(OTHER_TASK))
        outcome = self.find(result)
        if isinstance(outcome, Undefined):
            return self._row(result, outcome)
        if result.excused is not None:
            return self._row(result, result.excused)
        if result.answered:
            return self._row(result, outcome)
        row = self._row(result, NotGiven(NO_ANSWER))
        # Pooled means count a missing answer only if the value computed without it is the worst too.
        if isinstance(outcome, Ratio) and outcome.value == self.worst:
            return replace(row, numerator=float(outcome.numerator), denominator=float(outcome.denominator))
        return row

    def _row(self, result: TaskResult, outcome: MetricValue) -> TaskScore:
        state: State
        value, numerator, denominator, reason = None, 0.0, 0.0, ""
        match outcome:
            case Ratio():
                state, value, numerator, denominator = "scored", outcome.value, outcome.numerator, outcome.denominator
            case Unscored():
                state, reason = "unscored", outcome.reason
            case NotAsked():
                state, reason = "not-asked", outcome.reason
            case NotGiven() if self.worst is not None:
                state, value, reason = "missing", self.worst, outcome.reason
            case _:
                state, reason = "inapplicable", outcome.reason
        groups = tuple(Group(column, of) for column, of in result.groups.items())
        return TaskScore(
            result.task_id,
            result.cluster,
            groups,
            self.name,
            state,
            value,
            float(numerator),
            float(denominator),
            reason,
        )


def score_tasks(results: Iterable[TaskResult], metrics: Iterable[Metric]) -> tuple[TaskScore, ...]:
    """Return a row for every metric of every task, in any state."""
    metrics = tuple(metrics)
    return tuple(metric.score(result) for result in results for metric in metrics)


def metric(
    short: str,
    *,
    source: str,
    range: tuple[Bound, Bound] = (0.0, 1.0),
    direction: Direction = "higher",
    best: Bound | EllipsisType = ...,
    worst: Bound | EllipsisType = ...,
    unit: str = "share",
    shown: Shown = "beside",
    under: str = "",
    charted: bool = False,
    digits: int = 3,
    within: tuple[str, tuple[str, ...]] | None = None,
) -> Callable[[Callable[..., MetricValue]], Metric]:
    """Return a decorator that makes a metric of a function; the arguments are the fields of `Metric`.

    The metric is named like the function, described by the first paragraph of its docstring, and computed from the
    parts of a task's result that the function's parameters name. Best and worst are the ends of the range, as the
    direction says, unless they are given. Raises TypeError if the function has no docstring.
    """
    low, high = range
    ends: dict[Direction, tuple[Bound, Bound]] = {"higher": (high, low), "lower": (low, high), None: (None, None)}

    def declare(of: Callable[..., MetricValue]) -> Metric:
        return Metric(
            name=of.__name__,
            short=short,
            long=_sentence(of),
            unit=unit,
            range=range,
            best=ends[direction][0] if isinstance(best, EllipsisType) else best,
            worst=ends[direction][1] if isinstance(worst, EllipsisType) else worst,
            direction=direction,
            needs=tuple(inspect.signature(of).parameters),
            of=of,
            source=source,
            shown=shown,
            under=under,
            charted=charted,
            digits=digits,
            within=within,
        )

    return declare


def _sentence(of: Callable[..., MetricValue]) -> str:
    """Return the first paragraph of the docstring for use in a line: "ARI" keeps its capital, "Share of …" does not."""
    words = " ".join((inspect.getdoc(of) or "").partition("\n\n")[0].split()).removesuffix(".")
    if not words:
        raise TypeError(f"the metric {of.__name__} has no docstring that says what it is")
    return words if words[1:2].isupper() else words[0].lower() + words[1:]


def metrics_in(*modules: ModuleType) -> tuple[Metric, ...]:
    """Return the metrics that the modules define, in the order of the files. Raises TypeError for a name used twice."""
    metrics = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Metric) and value.of.__module__ == module.__name__
    ]
    names = [metric.name for metric in metrics]
    if twice := {name for name in names if names.count(name) > 1}:
        raise TypeError(f"two metrics are named {', '.join(sorted(twice))}")
    return tuple(metrics)
