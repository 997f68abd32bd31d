"""Which model answers, where it is served, and how it is asked: configs/models/*.yaml."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from litgauge.tasks.llm.picture_tokens import Detail

ReasoningEffort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
ParameterName = Literal["temperature", "top_p", "seed", "reasoning_effort"]

_OURS = frozenset(
    {
        "model",
        "messages",
        "stream",
        "n",
        "max_tokens",
        "max_completion_tokens",
        "temperature",
        "top_p",
        "seed",
        "reasoning_effort",
    }
)
_VERSION = re.compile(r"(api-version=[\w.-]{1,40})?")
_PLACES: Mapping[str, Mapping[str, str]] = {
    "anthropic": {"base_url": "https://api.anthropic.com/v1", "api_key_env": "ANTHROPIC_API_KEY"},
    "gemini": {"base_url": "https://generativelanguage.googleapis.com/v1beta", "api_key_env": "GEMINI_API_KEY"},
}
LOCAL = "local"  # the endpoint name of everything that another machine cannot reach under the same address


class Parameters(BaseModel):
    """Parameters of the model; a value that is not set is the question's own, else the endpoint's default."""

    # Inputs stay out of error messages: somebody will paste a key into the wrong line.
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    temperature: float | None = Field(None, ge=0, le=2, title="Temperature", description="0 is the most repeatable.")
    top_p: float | None = Field(None, gt=0, le=1, title="Top p", description="Share of probability sampled from.")
    seed: int | None = Field(None, title="Seed", description="Sent as seed + number of the sample.")
    max_output_tokens: int | None = Field(
        None,
        ge=1,
        title="Most output tokens",
        description="Longest reply, reasoning included; it bounds the cost of a call. 4096 if not set.",
    )
    reasoning_effort: ReasoningEffort | None = Field(
        None, title="Reasoning effort", description="Only for models that reason; each takes its own subset."
    )


class BatchSettings(BaseModel):
    """Questions are asked by files, which an endpoint answers within a day at a lower price (OpenAI's /v1/batches)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    most_requests: int = Field(
        2_000, ge=1, le=50_000, title="Most requests of a batch", description="Also how many questions wait at once."
    )
    gather_s: float = Field(
        5, gt=0, title="Gathering (s)", description="A batch is sent when no further question came for so long."
    )
    poll_s: float = Field(60, gt=0, title="Looking (s)", description="Pause between looks whether a batch has ended.")
    price_share: float = Field(
        0.5, gt=0, le=1, title="Share of the price", description="What a batch costs, of the price in prices.yaml."
    )


class ModelSettings(BaseModel):
    """One model behind one endpoint. The key is never here: only the name of the variable that holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    provider: Literal["offline", "openai", "anthropic", "gemini"] = Field(
        "offline",
        title="Provider",
        description="offline: deterministic rules, no model. openai: any OpenAI-compatible endpoint. anthropic, "
        "gemini: their own interfaces, whose addresses and variables with keys need not be named.",
    )
    model: str = Field("", title="Model", description="The model's name as the endpoint knows it.")
    base_url: str = Field(
        "https://api.openai.com/v1",
        title="Base URL",
        description="Ends in /v1 at most endpoints; Azure's may end in ?api-version=….",
    )
    endpoint: str = Field(
        "",
        pattern=r"^[A-Za-z0-9._-]*$",
        title="Name of the endpoint",
        description="Part of a reply's address in the cache. Empty: the host of a public URL, `local` for others.",
    )
    api_key_env: str = Field(
        "OPENAI_API_KEY",
        pattern=r"^([A-Z_][A-Z0-9_]*)?$",
        title="Variable with the key",
        description="Name of the environment variable or secret that holds the key. Empty: no key is needed.",
    )
    parameters: Parameters = Field(
        Parameters(), title="Parameters", description="What steers the model; empty ones are not sent."
    )
    omit: tuple[ParameterName, ...] = Field(
        (),
        title="Never send",
        description="Parameters that this model refuses; never sent, even if a question sets them.",
    )
    token_limit_field: Literal["max_completion_tokens", "max_tokens"] = Field(
        "max_completion_tokens", title="Field of the token limit", description="Older servers know only max_tokens."
    )
    extra_body: dict[str, JsonValue] = Field(
        {}, title="Extra request fields", description="Sent as they are, e.g. {thinking: {type: disabled}}."
    )
    structured: Literal["auto", "strict", "repair"] = Field(
        "auto",
        title="Structured output",
        description="strict: the endpoint enforces the schema. repair: replies are validated and repaired. auto: "
        "strict, and repair where the endpoint does not support it.",
    )
    vision: bool | None = Field(
        None,
        title="Sees pictures",
        description="no: questions with pictures stop the run before anything is paid. Empty: by "
        "configs/picture_tokens.yaml, else by what the endpoint says.",
    )
    picture_detail: Detail | None = Field(
        None,
        title="Detail of pictures",
        description="Resolution at which the model sees pictures, if its endpoint has this option; it sets their cost.",
    )
    max_replies: int = Field(
        4,
        ge=1,
        le=10,
        title="Most replies for an answer",
        description="Paid replies: invalid ones are repaired, refused and cut off ones asked again, up to this many.",
    )
    max_concurrency: int = Field(16, ge=1, le=1000, title="Most calls at once", description="Adapts below it.")
    timeout_s: float = Field(300, gt=0, title="Time-out (s)", description="For a whole call, its last byte included.")
    retries: int = Field(6, ge=0, le=50, title="Retries", description="After 429, 5xx, time-outs, broken replies.")
    backoff_s: float = Field(1, ge=0, title="First pause (s)", description="Doubles with every retry, with jitter.")
    backoff_max_s: float = Field(
        120, ge=0, title="Longest pause (s)", description="Also an upper bound for Retry-After."
    )
    budget_usd: float | None = Field(None, ge=0, title="Budget (USD)", description="For one run; never passed.")
    batch: BatchSettings | None = Field(
        None, title="Batches", description="Ask by batches, at about half the price and within a day. Not for agents."
    )

    @model_validator(mode="before")
    @classmethod
    def _with_places(cls, values: Any) -> Any:
        """Return values with address and variable of a provider's own interface."""
        if isinstance(values, dict) and (place := _PLACES.get(str(values.get("provider")))):
            return {**place, **values}
        return values

    @field_validator("base_url")
    @classmethod
    def _plain_url(cls, value: str) -> str:
        url = urlsplit(value)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("give a full URL, such as https://api.openai.com/v1")
        if url.username or url.password or url.fragment or not _VERSION.fullmatch(url.query):
            raise ValueError(
                "no user, password, fragment, or query but Azure's api-version: keys belong in the environment "
                "(api_key_env)"
            )
        path = url.path.rstrip("/").removesuffix("/chat/completions")  # as requests are shown in documentation
        return urlunsplit((url.scheme, url.netloc, path, url.query, ""))

    @field_validator("extra_body")
    @classmethod
    def _only_extras(cls, value: dict[str, JsonValue]) -> dict[str, JsonValue]:
        reserved = sorted(value.keys() & _OURS)
        if reserved:
            raise ValueError(f"{reserved[0]} has its own setting, or is set by litgauge")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> ModelSettings:
        if self.provider != "offline" and not self.model:
            raise ValueError(f"model: provider {self.provider} needs the name of a model")
        if self.provider in _PLACES and self.batch:
            raise ValueError("batch: only with provider openai")
        if "response_format" in self.extra_body and self.structured != "repair":
            raise ValueError("extra_body.response_format: only with structured: repair, else the door sends its own")
        return self

    @property
    def answering(self) -> dict[str, Any]:
        """Return what of it decides the model's answers: neither keys, prices, limits nor time-outs."""
        model = self.model_dump(mode="json", include={"provider", "model", "parameters", "omit", "extra_body"})
        detail = {"picture_detail": self.picture_detail} if self.picture_detail else {}
        return model | {"endpoint": self.endpoint_name} | detail

    @property
    def endpoint_name(self) -> str:
        """Return what stands for the endpoint in cache and prices: port, path and scheme do not change who answers."""
        return self.endpoint or _endpoint_of(self.base_url)


class WebSearchSettings(BaseModel):
    """The web search tool of the Responses API, for models that search by themselves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    context_size: Literal["low", "medium", "high"] = Field(
        "medium", title="Text per search", description="How much of what it finds the model is given."
    )
    max_searches: int = Field(
        5, ge=1, le=50, title="Most searches a vote", description="Limit for searches, and so for their cost."
    )
    required: bool = Field(True, title="Must search", description="The model may not answer from memory alone.")
    usd_per_search: float = Field(0.01, ge=0, title="Price of a search (USD)", description="On top of the tokens.")
    tokens_per_search: int = Field(
        8_000, ge=0, title="Most tokens of a search's results", description="For budget and forecast: they are input."
    )


@lru_cache(maxsize=256)
def _endpoint_of(base_url: str) -> str:
    host = urlsplit(base_url).hostname or ""
    if re.fullmatch(r"localhost|[^.]+|.*\.(localhost|local|internal|lan|home|test)", host) or ":" in host:
        return LOCAL
    try:
        return host if ipaddress.ip_address(host).is_global else LOCAL
    except ValueError:
        return host
