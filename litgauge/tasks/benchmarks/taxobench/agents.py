"""Agent kind `bottom-up`: organises given papers into a taxonomy (section 4)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import OF_THE_AGENT, AgentAnswer, Outcome
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings
from litgauge.tasks.base.errors import Failed, UnusableInput
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.taxobench.bottom_up import (
    MOST_ATTEMPTS,
    ORGANISE_PAPERS,
    Checked,
    Organised,
    Paper,
    numbered,
    organise,
    organising_inputs,
)
from litgauge.tasks.benchmarks.taxobench.paper_inputs import InputSetting, describe_paper
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.benchmarks.taxobench.trees.tree import nested
from litgauge.tasks.engine.definition import Asked
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.llm import Unscored
from litgauge.tasks.llm.pictures import text_of
from litgauge.tasks.llm.request import parameters_for
from litgauge.tasks.llm.schema import loose_schema
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.llm.template import compose, with_schema

GAVE_UP = "FIX FAILED"
"""Answer of a model that gave no tree, as in the published files."""
_OF_THE_MODEL: dict[str, Outcome] = {**OF_THE_AGENT, "truncated": "cut-off", "invalid-answer": "invalid-answer"}
_LISTED = 3
_SUFFIXES: dict[InputSetting, str] = {"title-abstract": "", "summary": " + summary", "core-task": " + core task"}


class BottomUpSettings(ModelAgentSettings):
    """A model that is given the papers."""

    kind: Literal["bottom-up"] = Field("bottom-up", title="Kind")
    input: InputSetting = Field(
        "title-abstract",
        title="Input",
        description="Facts given about each paper. title-abstract: title and abstract; summary: also a summary; core-"
        "task: also core task and contributions. The release must hold them.",
    )
    attempts: int = Field(
        3,
        ge=1,
        le=MOST_ATTEMPTS,
        title="Tries for a tree",
        description="Number of attempts, the first included; later ones get the list of errors.",
    )
    context_tokens: int = Field(
        128_000,
        ge=1_000,
        title="Context (tokens)",
        description="Of the model, prompt and reply together. A list of papers that does not fit is refused before "
        "anything is asked.",
    )

    @model_validator(mode="after")
    def _named_by_input(self) -> Self:
        """Tables show an agent under each input apart, so its name says which."""
        bare = next(
            (self.name.removesuffix(end) for end in _SUFFIXES.values() if end and self.name.endswith(end)), self.name
        )
        object.__setattr__(self, "name", bare and bare + _SUFFIXES[self.input])  # frozen, but not yet anybody's
        return self


class BottomUp:
    """Asks for the whole tree, checks it, and asks again with what is wrong."""

    def __init__(self, settings: BottomUpSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`."""
        settings = self._settings
        papers = described_papers(task, settings.input)
        if why := _refused(task, papers, settings):
            return AgentAnswer(GAVE_UP, "context-overflow", why)
        organised = await organise(task.topic, papers, session.ask, attempts=settings.attempts, sample=settings.sample)
        return _agent_answer(organised)


def described_papers(task: GivenTask, setting: InputSetting) -> list[Paper]:
    """Return the papers as this input tells them; one of which nothing more is known has title and abstract alone."""
    papers = []
    for paper in task.papers:
        more = next((extra.text for extra in paper.more if extra.name == setting), "")
        lines = [describe_paper(paper.title, paper.abstract, (), "title-abstract"), *([more] if more else [])]
        papers.append(Paper(paper.title, "\n".join(lines)))
    return papers


def first_question(settings: BottomUpSettings, task: GivenTask) -> Asked | None:
    """Return the first question about a task; None where its list of papers does not fit the context."""
    papers = described_papers(task, settings.input)
    if _refused(task, papers, settings):
        return None
    return ORGANISE_PAPERS, organising_inputs(task.topic, numbered(papers))


def check_tasks(settings: BottomUpSettings, tasks: Sequence[GivenTask]) -> None:
    """Raise UnusableInput where papers lack the input that is asked for, or no list fits; says how many do not fit."""
    if settings.input != "title-abstract":
        _check_input(settings.input, tasks)
    refused = [
        f"{task.task_id}: {why}"
        for task in tasks
        if (why := _refused(task, described_papers(task, settings.input), settings))
    ]
    if not refused:
        return
    more = f"; and {len(refused) - _LISTED} more" if len(refused) > _LISTED else ""
    message = f"{len(refused):,} of {len(tasks):,} lists do not fit the model: {'; '.join(refused[:_LISTED])}{more}"
    if len(refused) == len(tasks):
        raise UnusableInput(
            message,
            where="context_tokens",
            data="Nothing was asked",
            next_step="Use a model with a longer context (and set its length), or an input with fewer facts per paper",
        )
    tell(Note("agent", message))


def _refused(task: GivenTask, papers: Sequence[Paper], settings: BottomUpSettings) -> str:
    """Return why the list does not fit, "" where it does; rules read any list."""
    if settings.model.provider == "offline":
        return ""
    return too_long(task.topic, papers, settings.model, settings.context_tokens)


def _check_input(setting: InputSetting, tasks: Sequence[GivenTask]) -> None:
    papers = [paper for task in tasks for paper in task.papers]
    without = [paper for paper in papers if not any(extra.name == setting for extra in paper.more)]
    if not without:
        return
    what = "summary" if setting == "summary" else "core task and contributions"
    if len(without) < len(papers):
        tell(Note("agent", f"{len(without):,} of {len(papers):,} papers are without {what}: title and abstract alone"))
        return
    raise UnusableInput(
        f"the release holds no {what} of any paper",
        where=f"input: {setting}",
        data="Nothing was asked",
        next_step="Run `litgauge taxobench inputs RELEASE --model FILE`, which draws them from the papers into its "
        "next release, or take input: title-abstract",
    )


def _agent_answer(organised: Organised) -> AgentAnswer:
    """Return the last tree, whatever is still wrong with it: an answer that comes as a file is measured so, too.

    "answered" and "imperfect" are the outcomes with a tree; a task with any other is missing when it is scored.
    """
    why, outcome = "", None
    if organised.failure is not None:
        why, outcome = organised.failure.detail or organised.failure.reason, _outcome(organised.failure)
    if organised.tree is None:
        return AgentAnswer(GAVE_UP, outcome or "no-answer", why)
    text = _as_answer(organised.tree)
    if not organised.faults:
        return AgentAnswer(text)
    faults = Checked(organised.tree, organised.faults).listed()
    listing = f"{len(organised.faults)} faults in its tree after {organised.replies} tries:\n{faults}"
    return AgentAnswer(text, "imperfect", f"{why}\n{listing}" if why else listing)


def _outcome(failure: Unscored) -> Outcome:
    """Raise Failed where the failure is ours, not the model's."""
    if failure.reason not in _OF_THE_MODEL:
        raise Failed(failure.reason, failure.detail)
    return _OF_THE_MODEL[failure.reason]


def _as_answer(tree: Tree) -> str:
    return f"```json\n{json.dumps(nested(tree), ensure_ascii=False, indent=1)}\n```\n"


BOTTOM_UP = AgentKind(
    title="a model that organises the papers it is given, bottom-up",
    settings=BottomUpSettings,
    make=BottomUp,
    offline=True,
    takes=lambda task: bool(task.papers),
    check=check_tasks,
    asks=first_question,
    samples=MOST_ATTEMPTS,
    templates=("organise_papers", "organise_papers_again"),
)


_BYTES_PER_TOKEN = 3.6  # of English, as forecasts have it


def too_long(topic: str, papers: Sequence[Paper], model: ModelSettings, context_tokens: int) -> str:
    """Return why the question does not fit beside the reply, with the counts; "" where it does."""
    inputs = organising_inputs(topic, numbered(papers))
    messages = with_schema(compose(ORGANISE_PAPERS, inputs), ORGANISE_PAPERS.name, loose_schema(ORGANISE_PAPERS.answer))
    prompt = round(sum(len(text_of(message["content"]).encode()) for message in messages) / _BYTES_PER_TOKEN)
    reply = parameters_for(ORGANISE_PAPERS, model).max_output_tokens or 0
    if prompt + reply <= context_tokens:
        return ""
    return (
        f"{len(papers):,} papers are about {prompt:,} tokens, and {reply:,} are kept for the reply; the model's "
        f"context has {context_tokens:,}: nothing was asked"
    )
