"""Verdicts on the figures of a report, each row beside its table."""

from __future__ import annotations

from typing import Final, Literal

from litgauge.tasks.records import FIGURE_LINKS, FIGURE_PICTURES, FIGURES, Table
from litgauge.tasks.records.figures import PICTURE_MEASURES, STRUCTURAL_ERRORS
from litgauge.tasks.records.table import column, row

CAPTION: Final = ("accuracy", "sufficiency", "clarity")
INTEGRATION: Final = ("relevance", "coherence", "value")
CHART_CHECKS: Final = (
    "overlap",
    "alignment",
    "visibility",
    "balance",
    "text_size",
    "contrast",
    "text_rendering",
    "decoration",
    "overload",
    "redundancy",
)
"""The dimensions of the judge's grades of figures: FCQ, FCI, and the ten checks of CQ (arXiv 2606.02320, E.3)."""

# Every verdict has the number of its judging: `repeat` counts independent judgings of a run from 1. Where the judge
# failed, the value is none and `reason` says why.


@row
class IssueCount:
    """The contradictions of a report with itself (FLC), or of a chart with its sources (CSC)."""

    report_id: str = column("the report")
    figure: int = column("number of the chart; -1 for the report itself")
    repeat: int = column("number of the judging, from 1")
    outcome: Literal["judged", "no-source", "unreachable", "failed"] = column(
        "no-source: the chart cites nothing; unreachable: nobody can have what it cites; failed: we failed"
    )
    issues: int | None = column("distinct issues whose quotes are found; none if not judged")
    stated: int | None = column("total that the judge stated; none if it stated none")
    reason: str = column("why it was not judged; empty if it was")
    question: str = column("name and version of the question; empty where none was needed")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


CHART_SOURCES = Table(
    "chart_sources", IssueCount, "contradictions of each chart with its sources", key=("report_id", "figure", "repeat")
)


@row
class Issue:
    """One contradiction that a judge lists."""

    report_id: str = column("the report")
    figure: int = column("number of the chart; -1 for the report itself")
    repeat: int = column("number of the judging, from 1")
    number: int = column("from 0, in the judge's order")
    text: str = column("what contradicts what")
    first: str = column("quote of the report, or the chart's claim")
    second: str = column("quote that contradicts it")
    page: str = column("page of the second quote; empty for the report itself")
    counted: bool = column("whether it is counted: its quotes are found, and it is no repetition")
    reason: str = column("why it is not counted; empty if it is")


ISSUES = Table("issues", Issue, "the contradictions that judges list", key=("report_id", "figure", "repeat", "number"))


@row
class FigureGrade:
    """A judge's grade of one figure in one dimension of its caption (FCQ) or of its place in the text (FCI)."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    metric: Literal["fcq", "fci"] = column("what the dimension belongs to")
    dimension: str = column("the dimension")
    repeat: int = column("number of the judging, from 1")
    score: int | None = column("1 to 10; 0 where there is no caption, or no context; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    question: str = column("name and version of the question; empty where none was needed")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


FIGURE_GRADES = Table(
    "figure_grades",
    FigureGrade,
    "a judge's grades of figures, their captions and their places",
    key=("report_id", "figure", "metric", "dimension", "repeat"),
)


@row
class ChartCheck:
    """Verdict on a chart and one of the ten checks (CQ)."""

    report_id: str = column("the report")
    figure: int = column("number of the chart")
    check: str = column("the check")
    repeat: int = column("number of the judging, from 1")
    score: int | None = column("1: passed; 0: failed the check; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


CHECKS = Table("chart_checks", ChartCheck, "a judge's checks of charts", key=("report_id", "figure", "check", "repeat"))


@row
class CaptionRevision:
    """A caption that a judge would write, for judges who do not see the figure: the report stays as it is."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    repeat: int = column("number of the judging, from 1")
    caption: str = column("the judge's caption; never empty")


REVISIONS = Table("revisions", CaptionRevision, "captions that judges revised", key=("report_id", "figure", "repeat"))


@row
class FigureReading:
    """A report whose figures were read: without it nobody asked for them."""

    report_id: str = column("the report")
    task_id: str = column("the task that it answers")
    figures: int = column("how many it has")


FIGURE_READINGS = Table("figure_readings", FigureReading, "a report whose figures were read", key=("report_id",))


@row
class FigureFacts:
    """Facts of a figure that rules find: its data, its axis, its alternative text, where it is from."""

    report_id: str = column("the report")
    figure: int = column("number of the figure")
    data: Literal["table", "inline", "none"] = column(
        "where its numbers stand: in a table beside it, in its specification or program, or nowhere"
    )
    numbers: int = column("how many numbers its data have, each once")
    compared: int = column("numbers of its program and caption that its data should hold")
    agreeing: int = column("how many of these the data hold")
    in_pages: int | None = column("how many of its numbers the pages that it cites state; none if no page has text")
    axis: Literal["full", "truncated", "unknown"] = column(
        "whether the value axis of bars begins at zero; unknown without bars, or without code"
    )
    axis_reason: str = column("words of the code that cut the axis; empty if none")
    alternative: str = column("alternative text that says what it shows; empty for none")
    page: str = column("a page that it is from; empty if it names none")
    licence: str = column("open licence that is stated of it; empty for none")


FIGURE_FACTS = Table("figure_facts", FigureFacts, "facts of a figure that rules find", key=("report_id", "figure"))

READ_TABLES = (
    FIGURE_READINGS,
    FIGURE_FACTS,
    FIGURES,
    FIGURE_PICTURES,
    FIGURE_LINKS,
    PICTURE_MEASURES,
    STRUCTURAL_ERRORS,
)
JUDGED_TABLES = (CHART_SOURCES, ISSUES, FIGURE_GRADES, CHECKS, REVISIONS)
