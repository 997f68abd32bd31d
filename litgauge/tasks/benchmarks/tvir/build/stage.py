"""The stages of a build: drafts of tasks, and the checklists of those that are released."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.benchmarks.tvir.build.questions import (
    TASK_CHECKLIST,
    TASK_DRAFT,
    DraftedChecklist,
    TaskDraft,
    draft_faults,
    draft_inputs,
    sound_checklist,
)
from litgauge.tasks.benchmarks.tvir.build.topics import Topic
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, Draft, ReportTask
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.judge.asking import NOTHING, ask_until_sound, why
from litgauge.tasks.llm.door import BudgetedDoor, asker
from litgauge.tasks.llm.reply import Unscored

_ATTEMPTS = 3  # drafts of a task, where the mechanical checks find faults; checklists likewise


def draft_tasks(run: Run, topics: Mapping[str, Topic]) -> StageOutput:
    """Draft a task on every topic; the last draft is kept with its faults, where it has any."""
    topic_rows = write_rows(run.storage, "topics", "topics", Topic, topics)
    return run_stage(DRAFTS, run, None, [[topic_rows]], deciding=run.lineage_of([TASK_DRAFT]))


def compile_checklists(run: Run, tasks: Mapping[str, ReportTask]) -> StageOutput:
    """Compile the checklist of every task."""
    task_rows = write_rows(run.storage, "wordings", "wordings", ReportTask, tasks)
    return run_stage(CHECKLISTS, run, None, [[task_rows]], deciding=run.lineage_of([TASK_CHECKLIST]))


async def _draft(item: ItemInput, context: Context) -> Rows:
    topic = item.only_row(Topic)
    drafts: list[tuple[TaskDraft, tuple[str, ...]]] = []

    def sound(answer: TaskDraft) -> TaskDraft | Unscored:
        drafts.append((answer, draft_faults(topic, answer)))
        return Unscored("invalid-answer", "; ".join(drafts[-1][1])) if drafts[-1][1] else answer

    door = BudgetedDoor(asker(context))
    result, reply = await ask_until_sound(door, TASK_DRAFT, draft_inputs(topic), sound, range(_ATTEMPTS))
    if isinstance(result, Unscored) and not drafts:
        raise Failed("no-answer", why(result))
    answer, faults = drafts[-1]
    source = (reply.model, reply.question, reply.key)
    functions = tuple(answer.functions)
    draft = Draft(f"{topic.topic_id}-1", topic.topic_id, "", answer.task.strip(), functions, faults, *source)
    return {"drafts": [draft], "topics": [topic]}


async def _checklist(item: ItemInput, context: Context) -> Rows:
    task = item.only_row(ReportTask)

    def sound(answer: DraftedChecklist) -> DraftedChecklist | Unscored:
        return sound_checklist(task.prompt, answer)

    door = BudgetedDoor(asker(context))
    result, _ = await ask_until_sound(door, TASK_CHECKLIST, {"task": task.prompt}, sound, range(_ATTEMPTS))
    if isinstance(result, Unscored):
        raise Failed("no-answer", why(result))
    items = [
        ChecklistItem(task.task_id, number, item.section, " ".join(item.question.split()), item.visual, item.quote)
        for number, item in enumerate(result.items)
    ]
    return {"tasks": [task], "checklist": items}


def _draft_questions(item: ItemInput, _context: Context) -> list[Asked]:
    return [(TASK_DRAFT, {**draft_inputs(item.only_row(Topic)), "fault": NOTHING})]


def _checklist_questions(item: ItemInput, _context: Context) -> list[Asked]:
    inputs: dict[str, Any] = {"task": item.only_row(ReportTask).prompt, "fault": NOTHING}
    return [(TASK_CHECKLIST, inputs)]


DRAFTS = Stage(
    "task-drafts",
    reads={"topics": Topic},
    writes={"drafts": Draft, "topics": Topic},  # topics, for those who review
    compute=each_async(_draft),
    batch=20,
    asks=_draft_questions,
    retries=AFTER_FAULTS,
)
CHECKLISTS = Stage(
    "checklists",
    reads={"wordings": ReportTask},
    writes={"tasks": ReportTask, "checklist": ChecklistItem},
    compute=each_async(_checklist),
    batch=20,
    asks=_checklist_questions,
    retries=AFTER_FAULTS,
)
