"""A search endpoint: any that answers JSON over HTTP."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator


class SearchSettings(BaseModel):
    """How to ask it, and where in its answer the results are. The key is never here: only its variable's name."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    url: str = Field(
        title="URL", description="{query} stands for the percent-encoded query, {count} for the number of results."
    )
    method: Literal["GET", "POST"] = Field("GET", title="Method")
    body: dict[str, JsonValue] = Field(
        {}, title="JSON body (POST)", description="Strings may hold {query} and {count}."
    )
    api_key_env: str = Field(
        "", pattern=r"^([A-Z_][A-Z0-9_]*)?$", title="Variable with the key", description="Empty: no key is needed."
    )
    key_header: str = Field("Authorization", title="Header with the key")
    key_prefix: str = Field("Bearer ", title="What stands before the key")
    results: str = Field("results", title="Path of the results", description="Names parted by dots: web.results")
    link: str = Field("url", title="Path of a result's address")
    title: str = Field("title", title="Path of a result's title")
    text: str = Field("snippet", title="Path of a result's text")
    count: int = Field(8, ge=1, le=50, title="Results")
    usd_per_search: float = Field(0.0, ge=0, title="Price of a search (USD)")
    max_concurrency: int = Field(4, ge=1, le=200, title="Most searches at once")
    timeout_s: float = Field(30, gt=0, title="Time-out (s)")
    retries: int = Field(4, ge=0, le=20, title="Retries", description="After 429, 5xx and time-outs.")
    backoff_s: float = Field(1, ge=0, title="First pause (s)")
    backoff_max_s: float = Field(60, ge=0, title="Longest pause (s)")

    @field_validator("url")
    @classmethod
    def _whole(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise ValueError("give a full http(s) URL without user and password")
        return value

    @property
    def endpoint_name(self) -> str:
        """What stands for the endpoint in the cache of replies."""
        return urlsplit(self.url).hostname or ""
