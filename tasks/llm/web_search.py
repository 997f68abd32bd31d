"""The web search of models that search by themselves."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class WebSearchSettings(BaseModel):
    """The web search tool of the Responses API."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    context_size: Literal["low", "medium", "high"] = Field("medium", title="Text per search")
    max_searches: int = Field(5, ge=1, le=50, title="Most searches a vote", description="Also bounds what it can cost.")
    required: bool = Field(True, title="Must search", description="The model may not answer from memory alone.")
    usd_per_search: float = Field(0.01, ge=0, title="Price of a search (USD)", description="On top of the tokens.")
    tokens_per_search: int = Field(
        8_000, ge=0, title="Most tokens of a search's results", description="For budget and forecast: they are input."
    )
