"""Question for the sentiment of a citation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.relations import sentiment_of


class Stance(BaseModel):
    """How a citation speaks of the cited work."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="A few words: what speaks for it.")
    sentiment: Literal["positive", "negative", "neutral"] = Field(description="One of the three.")

    @field_validator("sentiment", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value


def _stance(inputs: Mapping[str, Any]) -> Stance:
    sentiment, reason = sentiment_of(str(inputs["sentence"]))
    return Stance.model_validate({"sentiment": sentiment, "reason": reason})


CITATION_SENTIMENT: Question[Stance] = Question(
    "citation_sentiment", 1, Stance, _stance, parameters={"temperature": 0}, expected_tokens=80
)
