"""Prompt stage: three questions per survey whose ideal answer is the survey."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from pydantic import PrivateAttr

from litgauge.tasks.benchmarks.reportbench.build.prompts import QUESTIONS, PromptSettings, write_prompts
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import dated
from litgauge.tasks.benchmarks.reportbench.build.prompts.leak_question import LEAK_QUESTION, leak_inputs
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import ReversePrompt, question_at
from litgauge.tasks.benchmarks.reportbench.build.prompts.search import CorpusIndex
from litgauge.tasks.benchmarks.reportbench.build.prompts.write import inputs_of
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, each_async
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.llm.door import Door, asker
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Reply
from litgauge.tasks.records import FullText, Reference, Survey


def write_all_prompts(
    run: Run, surveys: StageOutput, fulltexts: StageOutput, references: Sequence[StageOutput], settings: PromptSettings
) -> StageOutput:
    """Prompts of every survey that has a text and references, each checked; one that fails is asked again."""
    asked: list[Question[Any]] = [*QUESTIONS, *([LEAK_QUESTION] if settings.leak_question else [])]
    deciding = settings.model_dump(mode="json") | run.lineage_of(asked)
    searched = SearchedSettings(**settings.model_dump())
    searched._corpus = partial(_corpus, run, surveys, fulltexts)
    return run_stage(PROMPTS, run, searched, [[surveys], [fulltexts], references], deciding=deciding)


class SearchedSettings(PromptSettings):
    """Settings with the corpus that prompts are searched in; it decides no digest, so new surveys undo no prompt."""

    _corpus: Callable[[], CorpusIndex] | None = PrivateAttr(default=None)
    _lock: Lock = PrivateAttr(default_factory=Lock)
    _index: CorpusIndex | None = PrivateAttr(default=None)

    def corpus(self) -> CorpusIndex | None:
        """Return the index, made when a prompt is first searched."""
        with self._lock:
            if self._index is None and self._corpus is not None:
                self._index = self._corpus()
            return self._index


def _corpus(run: Run, surveys: StageOutput, fulltexts: StageOutput) -> CorpusIndex:
    texts = {text.survey_id: text for text in read_rows(run.storage, fulltexts, "fulltexts", _Head)}
    rows = read_rows(run.storage, surveys, "surveys", Survey)
    return CorpusIndex.of(_document(survey, texts.get(survey.survey_id)) for survey in rows)


@dataclass(frozen=True, slots=True)
class _Head:
    """Columns of a full text that are indexed."""

    survey_id: str
    title: str | None
    abstract: str | None


def _document(survey: Survey, head: _Head | None) -> tuple[str, str, str]:
    title, abstract = (head.title, head.abstract) if head else (None, None)
    return survey.survey_id, survey.title or title or "", survey.abstract or abstract or ""


def _venues(item: ItemInput) -> list[str]:
    return [reference.venue for reference in item.all(Reference) if reference.venue]


def _dated(item: ItemInput, context: Context) -> Survey:
    settings: PromptSettings = context.settings
    return dated(item.only_row(Survey), item.only_row(FullText), item.all(Reference), settings.undated)


def _questions(item: ItemInput, context: Context) -> list[Asked]:
    survey, text = _dated(item, context), item.only_row(FullText)
    titled = survey.completed(text.title, text.abstract, text.authors, text.written)
    settings: PromptSettings = context.settings
    inputs = inputs_of(titled, text, settings, _venues(item))
    writing: list[Asked] = [(question_at(level), inputs) for level in settings.levels]
    if not settings.leak_question or not isinstance(context.model, Door):
        return writing
    bodies = asyncio.run(_bodies(context.model, inputs, settings))
    return [*writing, *((LEAK_QUESTION, leak_inputs(titled, body)) for body in bodies)]


async def _bodies(door: Door, inputs: Mapping[str, str], settings: PromptSettings) -> list[str]:
    """Return the first prompts that are stored, and words of the usual number in place of the others; none of rules."""
    bodies: list[str] = []
    for level in settings.levels:
        question = question_at(level)
        if door.of(question).settings.provider == "offline":
            continue
        known = await door.known(question, inputs)
        written = known.answer if isinstance(known, Reply) else None
        usual = "word " * (sum(settings.words(level)) // 2)
        bodies.append(written.prompt if isinstance(written, ReversePrompt) else usual)
    return bodies


async def _prompts(item: ItemInput, context: Context) -> Rows:
    survey, text = _dated(item, context), item.only_row(FullText)
    settings: SearchedSettings = context.settings
    corpus = await asyncio.to_thread(settings.corpus)
    return {"prompts": await write_prompts(survey, text, asker(context), settings, _venues(item), corpus)}


PROMPTS = Stage(
    "prompts",
    reads={"surveys": Survey, "fulltexts": FullText, "references": Reference},
    writes={"prompts": Prompt},
    compute=each_async(_prompts),
    batch=25,
    asks=_questions,
    retries=AFTER_FAULTS,
)
