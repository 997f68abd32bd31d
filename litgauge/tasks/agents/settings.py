"""Settings of agents that we run: configs/agents/*.yaml. Every kind adds its own to these."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from litgauge.tasks.agents.search.settings import ImageSearchSettings, SearchSettings
from litgauge.tasks.base.shipped_files import OwnOrShippedPath
from litgauge.tasks.llm import ModelSettings
from litgauge.tasks.llm.product_apis import Product, ProductName
from litgauge.tasks.llm.settings import WebSearchSettings
from litgauge.tasks.web import EvidenceSettings

NOT_DECIDING = frozenset(
    {"name", "at_once", "max_failed_share", "budget_usd", "evidence", "pages", "model", "search", "images"}
    | {"retries", "backoff_s", "backoff_max_s"}  # of an endpoint that is an agent
)
"""Settings that change nothing in an agent's answers: a run with another value goes on where the last one was. What of
a model decides its answers is said by `ModelSettings.answering`, of a search by `Search.answering`, of stored pages by
the digest of their folder."""

OF_FILES = frozenset({"most_files", "files_mb"})
"""Settings that decide answers only where they hold files."""


class AgentSettings(BaseModel):
    """Settings of every agent."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", title="Agent", hide_input_in_errors=True, coerce_numbers_to_str=True
    )  # a version, and a name, may be a number

    kind: str = Field(title="Kind", description="How it works; docs/agents.md lists the kinds.")
    name: str = Field("", title="Name", description="How tables show it. Empty: the name of its file.")
    sample: int = Field(
        0,
        ge=0,
        title="Number of the run",
        description="Each number is a separate run, with new requests for everything.",
    )
    budget_usd: float | None = Field(
        None,
        ge=0,
        title="Budget (USD)",
        description="Hard limit for one run, models and searches together. Empty: the model's own limit, if any.",
    )
    at_once: int = Field(
        32,
        ge=1,
        le=1000,
        title="Tasks at work at once",
        description="Turns of a model, programs, or requests of one run; a model has a limit besides. Without a budget "
        "up to four times as many tasks are begun, so that none of these places is empty.",
    )
    max_failed_share: float = Field(
        0.1,
        ge=0,
        le=1,
        title="Allowed share of failed tasks",
        description="A run in which we fail on more tasks than this share fails; what was finished is kept.",
    )


class ModelAgentSettings(AgentSettings):
    """An agent that asks a model."""

    model: ModelSettings = Field(
        ModelSettings(), title="Model", description="Keys as in configs/models, or the name of a file there."
    )


class ToolSettings(BaseModel):
    """The two tools of an agent, for kinds that have them."""

    search: SearchSettings = Field(SearchSettings(), title="Search", description="Where the agent may search.")
    honest: bool = Field(
        True,
        title="Leak filter",
        description="Withhold what was published after the task's cut-off, and the survey itself in any version. "
        "Withheld items are listed.",
    )
    max_calls: int = Field(5, ge=0, le=1000, title="Most calls a task", description="Of both tools together.")
    page_characters: int = Field(
        12_000, ge=500, le=2_000_000, title="Characters of a page", description="Characters of it that the agent gets."
    )
    pages: OwnOrShippedPath | None = Field(
        None,
        title="Folder of stored pages",
        description="Take pages from a folder with an index.json instead of the web, as the sample has them.",
    )
    evidence: EvidenceSettings = Field(EvidenceSettings(), title="Evidence", description="How pages are fetched.")


class ImageToolSettings(ToolSettings):
    """The tools of an agent that may search for pictures, too."""

    images: ImageSearchSettings = Field(
        ImageSearchSettings(), title="Image search", description="Where the agent may search for pictures."
    )


class ProductSearch(WebSearchSettings):
    """Price and limit of a product's searches."""

    max_searches: int = Field(
        100, ge=1, le=10_000, title="Most searches a task", description="Limit for searches, and so for their cost."
    )
    required: bool = Field(False, title="Must search", description="Not sent to products.")


class ProductSettings(ModelAgentSettings):
    """A research product and how it is asked."""

    kind: Literal["research-product"] = Field("research-product", title="Kind")
    api: ProductName = Field(
        "responses",
        title="API",
        description="responses: OpenAI, Azure, xAI. chat: Perplexity. gemini: generateContent with Google Search. "
        "anthropic: messages with its web search.",
    )
    background: bool = Field(False, title="In the background", description="For responses: polled until it is done.")
    web: ProductSearch = Field(ProductSearch(), title="Searches", description="Their price and their number.")

    @model_validator(mode="after")
    def _fits_together(self) -> ProductSettings:
        if self.background and self.api != "responses":
            raise ValueError("background: only the Responses API works in the background")
        return self

    @property
    def product(self) -> Product:
        """Return its interface."""
        return Product(self.api, self.web, self.background)
