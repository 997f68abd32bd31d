"""Value of a metric for a task, and the row that stores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from litgauge.tasks.records import Unscored
from litgauge.tasks.records.table import column, row

State = Literal["scored", "unscored", "missing", "inapplicable", "not-asked"]
NO_ANSWER = "no answer"
OTHER_TASK = "the task asks for something else"
"""Of a metric that is declared for some tasks alone."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value that pools: what was counted over what it is counted of; a plain number stands over 1."""

    numerator: float
    denominator: float  # > 0

    @property
    def value(self) -> float:
        """Return the quotient."""
        return self.numerator / self.denominator

    @property
    def is_number(self) -> bool:
        """Return whether there is a quotient that a mean can take in."""
        return isfinite(self.numerator) and isfinite(self.denominator) and self.denominator > 0


@dataclass(frozen=True, slots=True)
class NotGiven:
    """There is no value because the agent gave nothing to measure: the metric's declared worst."""

    reason: str


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """The answer has no value, and that is nobody's fault (no statement without citation): left out, counted beside."""

    reason: str


@dataclass(frozen=True, slots=True)
class Undefined:
    """No answer to the task can have a value, a missing one included: no judge was asked, or the truth is not known."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotAsked:
    """There is no value because the agent was never asked: the run was limited to other tasks. Left out, counted."""

    reason: str


MetricValue = Ratio | Unscored | NotGiven | Inapplicable | Undefined | NotAsked


@dataclass(frozen=True, slots=True)
class TaskResult:
    """Result of one task, from which the metrics of a benchmark are computed."""

    task_id: str
    cluster: str  # what intervals draw anew, with all its tasks: the survey of a ReportBench task
    groups: Mapping[str, str]  # column -> value, as the benchmark groups its scores: {"domain": "Computer Science"}
    answered: bool  # False: the agent gave no answer, or an empty one
    parts: Mapping[str, Any | Unscored | Undefined]  # by name; Unscored where we failed on the part as a whole
    excused: Unscored | NotAsked | None = None  # why an answer that was not given is no fault of the agent's


@dataclass(frozen=True, slots=True)
class Group:
    """One column by which scores are grouped, and the task's value there; "" where none is stated."""

    column: str
    value: str


@row
class TaskScore:
    """One metric of one task."""

    task_id: str = column("the task")
    cluster: str = column("what intervals draw anew, with all its tasks")
    groups: tuple[Group, ...] = column("the columns that scores are grouped by, with the task's values")
    metric: str = column("name of the metric")
    state: State = column("scored, unscored (we failed), missing (the agent gave nothing), inapplicable, or not-asked")
    value: float | None = column("the value; the declared worst if missing, none in the other states")
    numerator: float = column("what the pooled mean adds up")
    denominator: float = column("what it is a share of")
    reason: str = column("why it is not scored; empty if it is")

    @property
    def answered(self) -> bool:
        """Return whether the agent answered the task at all."""
        return self.reason != NO_ANSWER

    def group(self, column: str) -> str:
        """Return the task's value in a column, "" where it has none."""
        return next((group.value for group in self.groups if group.column == column), "")
