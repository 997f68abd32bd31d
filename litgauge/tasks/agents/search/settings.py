"""Where an agent's searches go: the `search` and `images` sections of configs/agents/*.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.agents.search.provider import Provider
from litgauge.tasks.agents.search.providers import IMAGE_PROVIDERS, PROVIDERS
from litgauge.tasks.base.secrets import without_credentials

ProviderName = Literal[
    "none", "local", "arxiv", "brave", "openalex", "searxng", "semantic-scholar", "serpapi", "serper", "tavily"
]
ImageProviderName = Literal["none", "local", "brave", "google", "searxng", "serpapi", "serper"]


class EngineSettings(BaseModel):
    """Settings of any search engine. The key is never here: only the name of the variable that holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    provider: str = Field("local", title="Provider")
    base_url: str = Field(
        "",
        title="Base URL",
        description="Empty: the provider's own. SearXNG has none: give your instance's.",
    )
    api_key_env: str | None = Field(
        None,
        pattern=r"^([A-Z_][A-Z0-9_]*)?$",
        title="Variable with the key",
        description="Name of the environment variable or secret that holds the key. Left out: the provider's usual "
        "one. Empty: no key is sent.",
    )
    results: int = Field(10, ge=1, le=50, title="Results", description="Most results that a search shows the agent.")
    usd_per_search: float | None = Field(
        None, ge=0, title="Price of a search (USD)", description="Left out: the provider's usual price."
    )
    max_concurrency: int | None = Field(
        None, ge=1, le=200, title="Most searches at once", description="Left out: as the provider allows."
    )
    interval_s: float | None = Field(
        None,
        ge=0,
        le=600,
        title="Pause (s)",
        description="Pause between two searches of this process. Not set: the provider's own.",
    )
    timeout_s: float = Field(30, gt=0, title="Time-out (s)", description="For a whole search, its last byte included.")
    retries: int = Field(4, ge=0, le=20, title="Retries", description="After 429, 5xx, time-outs and broken answers.")
    backoff_s: float = Field(1, ge=0, title="First pause (s)", description="Doubles with every retry, with jitter.")
    backoff_max_s: float = Field(
        60, ge=0, title="Longest pause (s)", description="Also an upper bound for Retry-After."
    )

    @field_validator("provider", mode="before")
    @classmethod
    def _one_spelling(cls, name: Any) -> Any:
        return name.strip().lower().replace("_", "-").replace(" ", "-") if isinstance(name, str) else name

    @field_validator("base_url")
    @classmethod
    def _whole(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ValueError("give a full URL, such as https://searx.example.org")
        if parts.query or parts.fragment:
            raise ValueError("no query or fragment: keys belong in the environment (api_key_env)")
        return without_credentials(value).rstrip("/")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.engine is not None and not self.address:
            raise ValueError(f"{self.provider} has no default address: set base_url")
        return self

    @property
    def engine(self) -> Provider[Any] | None:
        """The provider that is asked over the network; None for the local index, or where there is no search."""
        raise NotImplementedError

    @property
    def parameters(self) -> Mapping[str, str]:
        """Return what is sent with every search, beside the query and the key."""
        return {}

    @property
    def address(self) -> str:
        """Return where searches, and the key with them, are sent; "" where nothing is."""
        return self.base_url or self.engine.home if self.engine else ""

    @property
    def key_variable(self) -> str:
        """The variable of the key that is sent; "" where none is."""
        if self.engine is None:
            return ""
        return self.engine.key_env if self.api_key_env is None else self.api_key_env

    @property
    def limits(self) -> SearchLimits:
        """Limits of the provider; its own where the config does not say."""
        engine = self.engine
        assert engine is not None
        return SearchLimits(
            engine.max_concurrency if self.max_concurrency is None else self.max_concurrency,
            self.retries,
            self.backoff_s,
            self.backoff_max_s,
            engine.interval_s if self.interval_s is None else self.interval_s,
            engine.usd_per_search if self.usd_per_search is None else self.usd_per_search,
        )


class SearchSettings(EngineSettings):
    """A search engine, or the index of ours."""

    provider: ProviderName = Field(
        "local",
        title="Provider",
        description="local: an index over the release's references and the frozen pages, without network or key. "
        "none: the agent can read pages only. The others are asked over the network.",
    )

    @property
    def engine(self) -> Provider[SearchHit] | None:
        """See `EngineSettings`."""
        return PROVIDERS.get(self.provider)


class ImageSearchSettings(EngineSettings):
    """A search engine for pictures, or the pictures at hand."""

    provider: ImageProviderName = Field(
        "local",
        title="Provider",
        description="local: pictures of the frozen pages and of `folder`, by alt text and caption, without network or "
        "key. none: no pictures. The others are asked over the network, with the key and price of their search.",
    )
    folder: str | None = Field(
        None,
        title="Folder of pictures",
        description="Of the local index: pictures, and documents that show them with captions (Markdown, HTML).",
    )
    engine_id: str = Field(
        "",
        pattern=r"^[\w:.-]{0,100}$",
        title="Engine id",
        description="Of Google's Custom Search (cx); required there.",
    )

    @property
    def engine(self) -> Provider[ImageHit] | None:
        """See `EngineSettings`."""
        return IMAGE_PROVIDERS.get(self.provider)

    @property
    def parameters(self) -> Mapping[str, str]:
        """See `EngineSettings`."""
        return {"cx": self.engine_id} if self.provider == "google" else {}

    @model_validator(mode="after")
    def _names_its_engine(self) -> Self:
        if self.provider == "google" and not self.engine_id:
            raise ValueError("google needs the id of a Custom Search engine: give engine_id")
        return self


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How often, how patiently and at what price a provider is asked."""

    max_concurrency: int
    retries: int
    backoff_s: float
    backoff_max_s: float
    interval_s: float
    usd_per_search: float
