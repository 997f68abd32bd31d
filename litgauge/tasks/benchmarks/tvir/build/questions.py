"""The questions of a build: draft a task on a topic, and compile its checklist (section 3.2, A.1 to A.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.benchmarks.tvir.build.checks import asks_for_figure, faults
from litgauge.tasks.benchmarks.tvir.build.topics import Topic
from litgauge.tasks.benchmarks.tvir.settings import BOUNDS
from litgauge.tasks.judge.quotes import find_quote
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.offline.report_tasks import Function, checklist_items, drafted_task

MOST_ITEMS = 20  # of a checklist; published ones have 4 to 15
_LANGUAGES = {"zh": "Chinese", "en": "English"}


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TaskDraft(_Answer):
    """A task, and what each of its questions is for."""

    task: str = Field(min_length=1, description="The task, word by word as a user would send it.")
    functions: list[Function] = Field(min_length=1, description="The type of each sub-question, in their order.")


class DraftedItem(_Answer):
    """One question of a checklist."""

    section: str = Field(min_length=1, description="A heading for items that belong together.")
    question: str = Field(min_length=1, description="One yes/no question about the report, with one demand.")
    quote: str = Field(min_length=1, description="The words of the task that demand it, copied letter by letter.")
    visual: bool = Field(description="true if it asks for a figure.")


class DraftedChecklist(_Answer):
    """The checklist of a task."""

    items: list[DraftedItem] = Field(min_length=1, max_length=MOST_ITEMS)


def draft_inputs(topic: Topic) -> dict[str, str]:
    """Return what the model is told of a topic."""
    bounds = BOUNDS[topic.level]
    length = f"{bounds.characters} Chinese characters" if topic.language == "zh" else f"{bounds.words} English words"
    points = f"{bounds.points[0]} to {bounds.points[1]} numbered points" if bounds.points[0] else "no numbered points"
    return {
        "topic": topic.topic,
        "domain": topic.domain,
        "language": _LANGUAGES[topic.language],
        "level": topic.level,
        "date": topic.date,
        "length": length,
        "figures": f"{bounds.visuals[0]} to {bounds.visuals[1]}",
        "points": points,
        "questions": f"{bounds.questions[0]} to {bounds.questions[1]}",
    }


def draft_faults(topic: Topic, draft: TaskDraft) -> tuple[str, ...]:
    """Return what the mechanical checks find in a draft."""
    return tuple(faults(draft.task, topic.language, topic.level, topic.date))


def sound_checklist(task: str, answer: DraftedChecklist) -> DraftedChecklist | Unscored:
    """Return the checklist, or what is wrong with it: an item without the task's words, twice, or without question."""
    questions: set[str] = set()
    for item in answer.items:
        plain = " ".join(item.question.split())
        if find_quote(item.quote, task) is None:
            return Unscored("invalid-answer", f'The task does not have the words "{item.quote[:120]}"')
        if plain.casefold() in questions:
            return Unscored("invalid-answer", f'"{plain[:120]}" stands there twice')
        if not plain.endswith(("?", "？")):
            return Unscored("invalid-answer", f'"{plain[:120]}" is no question')
        questions.add(plain.casefold())
    return answer


def _draft(inputs: Mapping[str, Any]) -> TaskDraft:
    language = next(short for short, name in _LANGUAGES.items() if name == inputs["language"])
    text, functions = drafted_task(str(inputs["topic"]), language, str(inputs["level"]), int(str(inputs["date"])[:4]))
    return TaskDraft(task=text, functions=list(functions))


def _checklist(inputs: Mapping[str, Any]) -> DraftedChecklist:
    pairs = list(checklist_items(str(inputs["task"])))[:MOST_ITEMS]
    items = [
        DraftedItem(section="1", question=question, quote=quote, visual=asks_for_figure(quote))
        for question, quote in pairs
    ]
    return DraftedChecklist(items=items)


TASK_DRAFT: Question[TaskDraft] = Question("tvir_task_draft", 1, TaskDraft, _draft, expected_tokens=900)
TASK_CHECKLIST: Question[DraftedChecklist] = Question(
    "tvir_checklist", 1, DraftedChecklist, _checklist, parameters={"temperature": 0}, expected_tokens=1200
)
