"""What a judge is shown of a report with figures, and what all rows of its answers share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from tasks.benchmarks.tvir.rows import (
    Issue,
    IssueCount,
)
from tasks.judge.grading import Judgement
from tasks.llm.pictures import PictureInput

MOST_SHOWN: Final = 200_000
"""Characters of a report that a judge is shown."""

REPORT: Final = -1
"""Number of the figure of a row that is about the whole report."""

WEAK: Final = 6
"""Greatest grade of a caption in any dimension at which the judge's replaces it (appendix C)."""

SourceStatus = Literal["compared", "no-source", "unreachable", "failed"]


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A cited statement and the passages of its pages that come nearest to it."""

    report_id: str
    repeat: int  # number of the judging, from 1
    statement: int
    text: str
    context: str
    pages: tuple[str, ...]
    passages: str  # "" where no page has text
    status: SourceStatus  # of its pages together
    failed_pages: int  # that we could not get: any of them may hold what the others lack
    reason: str  # why there are no passages


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report as the judge reads it, with its task."""

    report_id: str
    repeat: int  # number of the judging, from 1
    task: str
    text: str
    items: tuple[str, ...] = ()  # of its checklist
    image_kinds: tuple[str, ...] = ()  # what file names say of its figures, for the rules that stand in for a judge
    chart_kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PixelMeasures:
    """What pixels tell without understanding them."""

    ink: float  # share of the area that differs from the background, [0, 1]
    blank: bool
    tofu: bool  # boxes in place of characters
    short_side: int  # pixels


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure with its pictures as the judge is shown them."""

    report_id: str
    repeat: int  # number of the judging, from 1
    figure: int
    pictures: tuple[PictureInput, ...]
    measures: PixelMeasures
    label: str
    caption: str
    context: str  # paragraphs that name it, else those next to it
    source_status: SourceStatus = "no-source"  # of a chart's cited pages
    source_reason: str = ""
    passages: str = ""  # of a chart's cited pages


def shown_text(text: str) -> str:
    return text[:MOST_SHOWN]


def source_of(judgement: Judgement[Any]) -> dict[str, str]:
    question, model, reply = judgement.source
    return {"question": question, "model": model, "reply": reply}


def repeated(row: Any) -> tuple[str, int, int]:
    return row.report_id, row.repeat, getattr(row, "figure", getattr(row, "statement", REPORT))


def sample_of(thing: CitedFact | ShownReport | ShownFigure) -> int:
    return thing.repeat - 1


NOBODY = {"question": "", "model": "", "reply": ""}


def issue_count(
    thing: ShownReport | ShownFigure, judgement: Judgement[Any], issues: Iterable[Issue], stated: int | None
) -> IssueCount:
    figure = thing.figure if isinstance(thing, ShownFigure) else REPORT
    judged = judgement.answer is not None
    return IssueCount(
        thing.report_id, figure, thing.repeat, "judged" if judged else "failed",
        sum(issue.counted for issue in issues) if judged else None, stated, judgement.failure, **source_of(judgement),
    )  # fmt: skip
