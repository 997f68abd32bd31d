"""What a metric finds in one report, and the row that is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import FactVerdict, PairVerdict, PromptLevel, ReferenceMatch

State = Literal["scored", "unscored", "missing", "inapplicable"]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A share or a number of things per report: what was counted over what it is counted of."""

    numerator: float
    denominator: float  # > 0

    @property
    def value(self) -> float:
        """The quotient."""
        return self.numerator / self.denominator


@dataclass(frozen=True, slots=True)
class Unscored:
    """There is no value because we failed (judge, page, parser): left out of every mean, counted beside it."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotGiven:
    """There is no value because the agent gave nothing to measure: the metric's declared worst."""

    reason: str


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """There is no value and nobody's fault in that (no statement without citation): left out, counted beside."""

    reason: str


Found = Ratio | Unscored | NotGiven | Inapplicable


@dataclass(frozen=True, slots=True)
class JudgedTask:
    """What came of one task: all that the metrics of a report are computed from."""

    task_id: str
    survey_id: str
    domain: str
    level: PromptLevel | None
    given: bool  # False: the agent gave no report, or an empty one
    listed: int  # distinct works in the survey's list
    matches: tuple[ReferenceMatch, ...] | Unscored  # one for each scholarly work cited
    pairs: tuple[PairVerdict, ...] | Unscored
    facts: tuple[FactVerdict, ...] | Unscored
    undecided_pages: int = 0  # cited pages that may be scholarly works, but we could not tell
    late_works: int = 0  # distinct works from after the cut-off
    cites_survey: bool = False


@dataclass(frozen=True, slots=True)
class ReportScore:
    """One metric of one report."""

    task_id: str
    survey_id: str
    domain: str
    level: str  # "" where the release states none
    metric: str
    state: State
    value: float | None  # the declared worst if missing; None if unscored or inapplicable
    numerator: float  # what the pooled mean adds up; 0 and 0 where there is nothing to add
    denominator: float
    reason: str  # "" if scored
