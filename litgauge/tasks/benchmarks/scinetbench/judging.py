"""A judge's grades: novelty and disruption of a listed work, rationality of a path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.benchmarks.scinetbench.rows import WorkGrade
from litgauge.tasks.judge.grades import out_of
from litgauge.tasks.judge.grading import Grading, Judgement
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.relations import disruption_grade, novelty_grade, path_grade


class Grade(BaseModel):
    """A grade from 0 to 10."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="One or two sentences: what the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=0, le=10, description="The grade, a whole number from 0 to 10.")


def _novelty(inputs: Mapping[str, Any]) -> Grade:
    score, reason = novelty_grade(str(inputs["title"]), str(inputs["abstract"]))
    return Grade(score=score, reason=reason)


def _disruption(inputs: Mapping[str, Any]) -> Grade:
    score, reason = disruption_grade(str(inputs["title"]), str(inputs["abstract"]))
    return Grade(score=score, reason=reason)


def _rationality(inputs: Mapping[str, Any]) -> Grade:
    score, reason = path_grade([work for work in str(inputs["path"]).split("\n\n") if work.strip()])
    return Grade(score=score, reason=reason)


WORK_NOVELTY: Question[Grade] = Question(
    "work_novelty", 1, Grade, _novelty, parameters={"temperature": 0}, expected_tokens=120
)
WORK_DISRUPTION: Question[Grade] = Question(
    "work_disruption", 1, Grade, _disruption, parameters={"temperature": 0}, expected_tokens=120
)
PATH_RATIONALITY: Question[Grade] = Question(
    "path_rationality", 1, Grade, _rationality, parameters={"temperature": 0}, expected_tokens=150
)


@dataclass(frozen=True, slots=True)
class GradedThing:
    """All that one grade rests on: a work, or a path as text."""

    task_id: str  # of a path; "" of a work
    work: int | None
    quality: Literal["novelty", "disruption", "rationality"]
    title: str  # of a path: what was asked for
    text: str  # the abstract; of a path its works


def _question(thing: GradedThing) -> tuple[Question[Grade], dict[str, str]]:
    if thing.quality == "rationality":
        return PATH_RATIONALITY, {"asked": thing.title, "path": thing.text}
    question = WORK_NOVELTY if thing.quality == "novelty" else WORK_DISRUPTION
    return question, {"title": thing.title, "abstract": thing.text}


def _grade_rows(thing: GradedThing, judgement: Judgement[Grade]) -> list[WorkGrade]:
    grade = judgement.answer
    score, reason = (grade.score, grade.reason) if grade else (None, judgement.failure)
    return [WorkGrade(thing.task_id, thing.work, thing.quality, score, reason, *judgement.source)]


GRADES = Grading(
    name="work-grades",
    role="works and paths",
    things="graded-things",
    thing=GradedThing,
    table="grades",
    row=WorkGrade,
    questions=(WORK_NOVELTY, WORK_DISRUPTION, PATH_RATIONALITY),
    ask=_question,
    rows=_grade_rows,
    subject=lambda row: (row.quality, row.task_id, row.work),
    batch=50,
)
