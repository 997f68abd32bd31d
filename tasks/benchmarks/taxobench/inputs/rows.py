"""What was drawn from a paper besides title and abstract: its summary, its core task, its contributions."""

from __future__ import annotations

from typing import Literal

from tasks.records import Table
from tasks.records.table import column, row

InputPart = Literal["summary", "core-task", "contributions"]
InputKind = Literal["problem", "motivation", "method", "conclusion", "contribution", "core-task", "none"]
"""none: nothing of this part was drawn, and `reason` says why."""


@row
class PaperInput:
    """One thing that was drawn from a paper; or, with a reason, that nothing could be."""

    survey_id: str = column("the survey")
    paper: int = column("number of the paper")
    part: InputPart = column("summary (the second input), core-task or contributions (together the third)")
    position: int = column("place among the items of this part, from 1")
    kind: InputKind = column(
        "problem, motivation, method, conclusion, contribution or core-task; none where the part gave nothing"
    )
    name: str = column("what it is, in a few words")
    said: str = column("what it is, in one or two sentences; of a core task a phrase of 5 to 15 words")
    span: str = column("the words of the paper that it rests on, as they stand there")
    place: str = column("where they stand: title, abstract, or the heading of the section")
    read_from: str = column("what was read: fulltext, abstract or title")
    reason: str = column("why there is none; empty where there is one")
    question: str = column("question and version")
    model: str = column("who answered; offline for rules")
    reply: str = column("key of the stored reply; empty for rules")


INPUTS = Table(
    "inputs",
    PaperInput,
    "what was drawn from the papers for agents that are told more than title and abstract",
    key=("survey_id", "paper", "part", "position"),
    refers_to={"survey_id": "surveys.survey_id"},
    required=False,
)
