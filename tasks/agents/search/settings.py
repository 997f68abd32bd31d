"""Which search an agent is given."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class SearchSettings(BaseModel):
    """The search tool of an agent."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    provider: Literal["none"] = Field("none", title="Search", description="none: the agent can read pages only.")
    results: int = Field(
        10, ge=1, le=100, title="Results a search", description="As many as the engine gives, at most."
    )
