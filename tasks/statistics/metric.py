"""What a metric is, apart from what computes it. One file a metric: its function, and its `METRIC`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Literal

from tasks.base.crash import fault_of_ours
from tasks.records import Unscored
from tasks.statistics.values import (
    NO_ANSWER,
    Found,
    Group,
    Inapplicable,
    NotAsked,
    NotGiven,
    Ratio,
    State,
    TaskResult,
    TaskScore,
    Undefined,
)


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of a benchmark: leaderboard, report, trace and reference page know it by this alone."""

    name: str
    short: str  # a column's heading
    long: str  # what is counted, in a few words
    unit: str  # "share", or what a number counts: "works", "points"
    range: tuple[float | None, float | None]  # None: no bound
    best: float | None  # None: neither much nor little is good
    worst: float | None  # value of an answer that was not given; None: it has no value then
    direction: Literal["higher", "lower", None]  # which is better
    needs: tuple[str, ...]  # the parts of a task's result that `of` takes, by name
    of: Callable[..., Found]
    source: str  # where it is defined: paper and section
    shown: Literal["paper", "beside", "detail"] = "beside"  # a column of the paper's table, one beside it, or none
    place: int = 100  # among the columns, lowest first
    under: str = ""  # a heading that it shares with its neighbours in the table
    charted: bool = False
    digits: int = 3
    within: tuple[str, tuple[str, ...]] | None = None  # a column of the groups, and where it applies

    @property
    def lower_is_better(self) -> bool:
        """Whether little is good."""
        return self.direction == "lower"

    def find(self, result: TaskResult) -> Found:
        """The metric's value; none where a part that it needs is undefined, is not there, or is one that we failed on.

        What is no number (0/0, NaN) leaves none either: in a mean it would take the other tasks' values with it.
        """
        parts = {name: result.parts.get(name, Unscored(f"{name} is not there")) for name in self.needs}
        absent = [part for kind in (Undefined, Unscored) for part in parts.values() if isinstance(part, kind)]
        try:
            found = absent[0] if absent else self.of(**parts)
        except Exception as error:  # noqa: BLE001 - whatever a metric raises over a task leaves that task without a value
            return Unscored(fault_of_ours(error))
        if isinstance(found, Ratio) and not found.is_number:
            return Unscored(f"{self.name} is no number: {found.numerator} / {found.denominator}")
        return found

    def score(self, result: TaskResult) -> TaskScore:
        """The metric's row for one task.

        The states are decided here, in this order: where no answer can have a value the metric is inapplicable; a task
        that was not asked, or on which we failed while the agent worked, has no value; an answer that was not given has
        the declared worst; then it is what the metric finds.
        """
        if self.within is not None and result.groups.get(self.within[0]) not in self.within[1]:
            return self._row(result, Inapplicable("the task asks for something else"))
        found = self.find(result)
        if isinstance(found, Undefined):
            return self._row(result, found)
        if result.excused is not None:
            return self._row(result, result.excused)
        if result.given:
            return self._row(result, found)
        row = self._row(result, NotGiven(NO_ANSWER))
        # Pooled, it counts what was left undone; what else is said of an answer that was not given counts nowhere.
        if isinstance(found, Ratio) and found.value == self.worst:
            return replace(row, numerator=float(found.numerator), denominator=float(found.denominator))
        return row

    def _row(self, result: TaskResult, found: Found) -> TaskScore:
        state: State
        value, numerator, denominator, reason = None, 0.0, 0.0, ""
        match found:
            case Ratio():
                state, value, numerator, denominator = "scored", found.value, found.numerator, found.denominator
            case Unscored():
                state, reason = "unscored", found.reason
            case NotAsked():
                state, reason = "not-asked", found.reason
            case NotGiven() if self.worst is not None:
                state, value, reason = "missing", self.worst, found.reason
            case _:
                state, reason = "inapplicable", found.reason
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
    """Every metric of every task: a task has a row for each, whatever came of it."""
    metrics = tuple(metrics)
    return tuple(metric.score(result) for result in results for metric in metrics)


def metrics_in(package: ModuleType) -> tuple[Metric, ...]:
    """The `METRIC` of every module of a package that has one, by their places: a new file is a new metric.

    Raises TypeError if two have one name.
    """
    modules = [
        importlib.import_module(f"{package.__name__}.{one.name}") for one in pkgutil.iter_modules(package.__path__)
    ]
    found: list[Metric] = [module.METRIC for module in modules if hasattr(module, "METRIC")]
    metrics = sorted(found, key=lambda metric: (metric.place, metric.name))
    names = [metric.name for metric in metrics]
    if twice := {name for name in names if names.count(name) > 1}:
        raise TypeError(f"{package.__name__} has two metrics named {', '.join(sorted(twice))}")
    return tuple(metrics)
