"""Figures as a judge is shown them, and what all rows of its answers share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from litgauge.tasks.figures.rows import Issue, IssueCount
from litgauge.tasks.judge.cited_passages import PagesStatus
from litgauge.tasks.judge.grading import Judgement
from litgauge.tasks.llm.pictures import PictureInput

REPORT: Final = -1
"""Number of the figure of a row that is about the whole report."""

WEAK: Final = 6
"""Greatest grade of a caption in any dimension at which the judge's replaces it (arXiv 2606.02320, appendix C)."""


class Repeated(Protocol):
    """A thing that is judged several times, each time independently."""

    @property
    def report_id(self) -> str:
        """Return the report."""
        ...

    @property
    def repeat(self) -> int:
        """Return the number of the judging, from 1."""
        ...


@dataclass(frozen=True, slots=True)
class PixelMeasures:
    """Facts that pixels give without being understood."""

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
    source_status: PagesStatus = "no-source"  # of a chart's cited pages
    source_reason: str = ""
    passages: str = ""  # of a chart's cited pages


def source_of(judgement: Judgement[Any]) -> dict[str, str]:
    question, model, reply = judgement.source
    return {"question": question, "model": model, "reply": reply}


def repeated(row: Any) -> tuple[str, int, int]:
    return row.report_id, row.repeat, getattr(row, "figure", getattr(row, "statement", REPORT))


def sample_of(thing: Repeated) -> int:
    return thing.repeat - 1


NOBODY = {"question": "", "model": "", "reply": ""}


def issue_count(thing: Repeated, judgement: Judgement[Any], issues: Iterable[Issue], stated: int | None) -> IssueCount:
    figure = thing.figure if isinstance(thing, ShownFigure) else REPORT
    judged = judgement.answer is not None
    return IssueCount(
        thing.report_id, figure, thing.repeat, "judged" if judged else "failed",
        sum(issue.counted for issue in issues) if judged else None, stated, judgement.failure, **source_of(judgement),
    )  # fmt: skip
