"""A question to test with, the papers it is asked about, and what a good model says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from litgauge.tasks.llm import Door, ModelSettings, Question, Reply
from tests.llm.openai_server import Asked, OpenAIServer

KEY_ENV = "LITGAUGE_TEST_KEY"


class Verdict(BaseModel):
    """Whether a paper is a review."""

    reason: str = Field(description="One sentence.", max_length=400)
    review: bool
    confidence: Literal["low", "high"] = "high"
    works: int = Field(ge=0, description="Works surveyed.")


def _rule(inputs: Mapping[str, Any]) -> Verdict:
    return Verdict(reason="by title", review="survey" in str(inputs["title"]).lower(), works=0)


IS_REVIEW = Question(
    name="is_review",
    version=1,
    answer=Verdict,
    offline=_rule,
    parameters={"temperature": 0},
    folder=Path(__file__).parent / "prompts",
)


def papers(count: int) -> list[dict[str, Any]]:
    """That many papers, every third of them a review."""
    return [
        {
            "title": f"A {'survey' if number % 3 == 0 else 'study'} of topic {number}",
            "abstract": f"We look at {number * 7} works.",
        }
        for number in range(count)
    ]


def verdict(asked: Asked) -> dict[str, Any]:
    """The right verdict on the paper in the request."""
    works = re.search(r"look at (\d+) works", asked.user)
    return {
        "reason": "It says so.",
        "review": "survey" in asked.user,
        "confidence": "high",
        "works": int(works[1]) if works else 0,
    }


def right(paper: Mapping[str, Any]) -> Verdict:
    """The right verdict on a paper."""
    return Verdict(
        reason="It says so.", review="survey" in paper["title"], works=int(re.findall(r"\d+", paper["abstract"])[0])
    )


def settings_for(server: OpenAIServer, **changes: Any) -> ModelSettings:
    """Settings for the test server: quick, and free of charge unless a price list says otherwise."""
    values = {
        "provider": "openai",
        "model": server.model,
        "base_url": server.url,
        "api_key_env": KEY_ENV,
        "timeout_s": 5.0,
        "backoff_s": 0.001,
        "backoff_max_s": 0.01,
        **changes,
    }
    return ModelSettings.model_validate(values)


async def ask_all(door: Door, many: Sequence[Mapping[str, Any]]) -> list[Reply[Verdict]]:
    """The replies in the order of the papers, as many asked at once as the model takes.

    An error is raised when all are done.
    """
    places = asyncio.Semaphore(door.settings.max_concurrency)

    async def ask(paper: Mapping[str, Any]) -> Reply[Verdict]:
        async with places:
            return await door.ask(IS_REVIEW, paper)

    done = await asyncio.gather(*(ask(paper) for paper in many), return_exceptions=True)
    failures = [outcome for outcome in done if isinstance(outcome, BaseException)]
    if failures:
        raise failures[0]
    return [outcome for outcome in done if not isinstance(outcome, BaseException)]
