"""What was drawn from a paper besides title and abstract: its summary, its core task, its contributions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import Table

InputPart = Literal["summary", "core-task", "contributions"]
InputKind = Literal["problem", "motivation", "method", "conclusion", "contribution", "core-task", "none"]
"""none: nothing of this part was drawn, and `reason` says why."""


@dataclass(frozen=True, slots=True)
class PaperInput:
    """One thing that was drawn from a paper; or, with a reason, that nothing could be."""

    survey_id: str
    paper: int  # its number in the table papers
    part: InputPart  # summary: the second input; core-task and contributions together: the third
    position: int  # among the items of this part, from 1
    kind: InputKind
    name: str  # a few words; "" where there is none
    said: str  # in one or two sentences; of a core task the phrase of 5 to 15 words; "" where there is none
    span: str  # verbatim, as it stands in the text that was read; "" of a core task, and where there is none
    place: str  # where the span stands: "title", "abstract", or the heading of its section
    read_from: str  # "fulltext", "abstract", "title": the best that there was; nothing is asked about a title alone
    reason: str  # why `said` is empty; "" where it is not
    question: str  # question and version
    model: str  # who answered; "offline" for rules
    reply: str  # key of the stored reply; "" for rules


INPUTS = Table(
    "inputs",
    PaperInput,
    "what was drawn from the papers for agents that are told more than title and abstract",
    {
        "survey_id": "the survey",
        "paper": "number of the paper",
        "part": "summary, core-task or contributions",
        "position": "place among the items of this part, from 1",
        "kind": "problem, motivation, method, conclusion, contribution or core-task; none where the part gave nothing",
        "name": "what it is, in a few words",
        "said": "what it is, in one or two sentences; of a core task a phrase of 5 to 15 words",
        "span": "the words of the paper that it rests on, as they stand there",
        "place": "where they stand: title, abstract, or the heading of the section",
        "read_from": "what was read: fulltext, abstract or title",
        "reason": "why there is none; empty where there is one",
        "question": "question and version",
        "model": "who answered; offline for rules",
        "reply": "key of the stored reply; empty for rules",
    },
    key=("survey_id", "paper", "part", "position"),
    refers_to={"survey_id": "surveys.survey_id"},
    required=False,
)
