"""A question with a model of its own: asked there, foreseen there, and part of what decides a stage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

from litgauge.flows.reportbench.config import BuildQuestion
from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_QUESTION
from litgauge.tasks.benchmarks.reportbench.build.prompts import QUESTIONS
from litgauge.tasks.benchmarks.reportbench.build.prompts.leak_question import LEAK_QUESTION
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.survey_question import IS_LITERATURE_SURVEY
from litgauge.tasks.llm import Budget, ModelSettings, Replies, open_door
from tests.llm.openai_server import OpenAIServer
from tests.llm.questions import IS_REVIEW, papers, settings_for, verdict


async def test_it_is_asked_of_its_own_model(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, model="*") as server:
        own = settings_for(server).model_copy(update={"model": "thorough-1"})
        budget = Budget()
        door = open_door(ModelSettings(), replies=replies, budget=budget, models={IS_REVIEW.name: own})
        paper = papers(1)[0]

        told = await door.forecast(IS_REVIEW, [paper])
        reply = await door.ask(IS_REVIEW, paper)

    assert (told.calls, reply.model, reply.provider) == (1, "thorough-1", "openai")
    assert [body["model"] for body in server.log.bodies] == ["thorough-1"]
    assert (door.model, door.of(IS_REVIEW).model) == ("offline", "thorough-1")
    assert door.spent.calls == 1  # all that was used behind this door


def test_the_forecast_names_each_model(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, model="*") as server:
        own = settings_for(server).model_copy(update={"model": "thorough-1"})
        door = open_door(settings_for(server), replies=replies, models={IS_LITERATURE_SURVEY.name: own})
        asked = [(IS_REVIEW, papers(1)[0]), (IS_LITERATURE_SURVEY, {"title": "T", "abstract": "A", "comments": "C"})]
        told = door.forecast_asked(asked)

    assert told is not None
    assert "thorough-1: 1 calls" in told
    assert "*: 1 calls" in told
    assert server.log.requests == 0


def test_a_stage_depends_on_the_models_that_it_asks(tmp_path: Path) -> None:
    base = Run(Storage(str(tmp_path)), answering={"model": "a"})
    one = replace(base, answering_each={IS_REVIEW.name: {"model": "b"}})

    assert base.lineage_of([IS_REVIEW])["model"] == {"model": "a"}
    assert one.lineage_of([IS_REVIEW]) == replace(one, answering={"model": "c"}).lineage_of([IS_REVIEW])
    assert one.lineage_of([IS_REVIEW]) != base.lineage_of([IS_REVIEW])
    assert one.lineage_of([DOMAIN_QUESTION]) == base.lineage_of([DOMAIN_QUESTION])


def test_the_questions_of_a_build_are_those_that_may_have_a_model() -> None:
    asked = {question.name for question in (IS_LITERATURE_SURVEY, DOMAIN_QUESTION, *QUESTIONS, LEAK_QUESTION)}
    assert set(get_args(BuildQuestion)) == asked
