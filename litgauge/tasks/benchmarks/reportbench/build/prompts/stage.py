"""Prompt stage: three questions per survey whose ideal answer is the survey."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.benchmarks.reportbench.build.prompts import QUESTIONS, PromptSettings, write_prompts
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import dated
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import question_at
from litgauge.tasks.benchmarks.reportbench.build.prompts.write import inputs_of
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.llm.door import asker
from litgauge.tasks.records import FullText, Reference, Survey


def write_all_prompts(
    run: Run, surveys: StageOutput, fulltexts: StageOutput, references: Sequence[StageOutput], settings: PromptSettings
) -> StageOutput:
    """Prompts of every survey that has a text and references, each checked; one that fails is asked again."""
    deciding = settings.model_dump(mode="json") | run.lineage_of(QUESTIONS)
    return run_stage(PROMPTS, run, settings, [[surveys], [fulltexts], references], deciding=deciding)


def _venues(item: ItemInput) -> list[str]:
    return [reference.venue for reference in item.all(Reference) if reference.venue]


def _dated(item: ItemInput, context: Context) -> Survey:
    settings: PromptSettings = context.settings
    return dated(item.only_row(Survey), item.only_row(FullText), item.all(Reference), settings.undated)


def _questions(item: ItemInput, context: Context) -> list[Asked]:
    survey, text = _dated(item, context), item.only_row(FullText)
    titled = survey.completed(text.title, text.abstract, text.authors, text.written)
    inputs = inputs_of(titled, text, context.settings, _venues(item))
    return [(question_at(level), inputs) for level in context.settings.levels]


async def _prompts(item: ItemInput, context: Context) -> Rows:
    survey, text = _dated(item, context), item.only_row(FullText)
    return {"prompts": await write_prompts(survey, text, asker(context), context.settings, venues=_venues(item))}


PROMPTS = Stage(
    "prompts",
    reads={"surveys": Survey, "fulltexts": FullText, "references": Reference},
    writes={"prompts": Prompt},
    compute=each_async(_prompts),
    batch=25,
    asks=_questions,
    retries=AFTER_FAULTS,
)
