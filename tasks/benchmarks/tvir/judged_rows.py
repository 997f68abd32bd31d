"""Rows of what a judge says about a report with figures. Independent judgings of a report are numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.table import Table, column, row

SupportLabel = Literal["supported", "partial", "unsupported", "unreachable", "failed"]
SourceStatus = Literal["compared", "no-source", "unreachable", "failed"]
GradedMetric = Literal["IA", "WQ", "ADB", "MC", "CQ", "FCQ", "FCI"]

REPORT = -1
"""Number of the figure of a grade that is about the whole report."""


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """The score of one dimension, check or checklist item."""

    dimension: str  # name, or number of the item
    score: float  # 1 to 10; of a check 0 or 1; of an item 0, 0.5 or 1
    reason: str
    note: str = ""  # correction of the score by rule


@row
class Grade:
    """A judge's grading of a report, or of one of its figures, for one metric."""

    report_id: str = column("the report")
    judging: int = column("number of the judging, from 0")
    metric: GradedMetric = column("metric that it counts for")
    figure: int = column("number of the figure; -1 for the whole report")
    scores: tuple[DimensionScore, ...] = column("score of each dimension; none where the judge failed")
    failure: str = column("why there are no scores; empty where there are")
    caption: str = column("the judge's caption, where that of the report is weak or missing", default="")
    question: str = column("name and version of the question", default="")
    model: str = column("model that answered", default="")
    reply: str = column("key of the raw reply", default="")


GRADES = Table(
    "grades",
    Grade,
    "a judge's grades of a report or of a figure",
    key=("report_id", "judging", "metric", "figure"),
)


@row
class FactSupport:
    """How far the cited pages, taken together, bear a statement out."""

    report_id: str = column("the report")
    judging: int = column("number of the judging, from 0")
    statement: int = column("number of the statement")
    label: SupportLabel = column("unreachable: no page could be had; failed: our fault, unscored")
    pages: tuple[str, ...] = column("pages whose passages were shown")
    passages: str = column("the passages")
    reason: str = column("reason given, or why there is no verdict")
    question: str = column("name and version of the question", default="")
    model: str = column("model that answered", default="")
    reply: str = column("key of the raw reply", default="")


SUPPORT = Table("support", FactSupport, "a verdict on a cited statement", key=("report_id", "judging", "statement"))


@dataclass(frozen=True, slots=True)
class ListedContradiction:
    """One contradiction that a judge lists."""

    description: str
    first: str  # words of the one place; of a chart what it shows
    second: str  # words of the other place; of a chart words of the source
    counted: bool  # its quotes were found, and no earlier entry has the same ones


@row
class ConsistencyCheck:
    """Contradictions of a report with itself, or of a chart with its sources, as counted."""

    report_id: str = column("the report")
    judging: int = column("number of the judging, from 0")
    figure: int = column("number of the chart; -1 for the report itself")
    status: SourceStatus = column("compared; of a chart: no-source, unreachable; failed: our fault, unscored")
    contradictions: tuple[ListedContradiction, ...] = column("in the judge's order")
    total: int | None = column("number that the judge gives for a report; none for a chart")
    reason: str = column("what was compared, or why nothing was")
    question: str = column("name and version of the question", default="")
    model: str = column("model that answered", default="")
    reply: str = column("key of the raw reply", default="")

    @property
    def counted(self) -> int:
        """Number of contradictions that count."""
        return sum(entry.counted for entry in self.contradictions)


CONSISTENCY = Table(
    "consistency", ConsistencyCheck, "a count of contradictions", key=("report_id", "judging", "figure")
)
