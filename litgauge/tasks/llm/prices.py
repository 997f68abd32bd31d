"""Prices of tokens: configs/prices.yaml, US dollars per million tokens, each with its date."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.shipped_files import own_or_shipped_config
from litgauge.tasks.base.yaml_files import read_yaml, validated

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the endpoint counted them, or as we bound them where it did not."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0  # of the prompt, read from the endpoint's own cache
    cache_write_tokens: int = 0  # of the prompt, written to it
    estimated: bool = False  # the endpoint named no figures: upper bounds
    reasoning_tokens: int = 0  # of the completion, in thoughts; 0 also where the endpoint does not tell them apart


class LongPrompts(BaseModel):
    """The surcharge on calls whose prompt is longer than `over` tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    over: int = Field(ge=1)
    input_factor: float = Field(ge=1)
    output_factor: float = Field(ge=1)


class Price(BaseModel):
    """Of one model at one endpoint, in US dollars per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str  # "*": every model there
    endpoint: str = ""  # as in ModelSettings.endpoint_name; "" is every endpoint
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached_input: float | None = Field(None, ge=0)  # None: no discount
    cache_write: float | None = Field(None, ge=0)  # None: no surcharge
    long_prompts: LongPrompts | None = None
    as_of: datetime.date  # the day on which the price was stated
    until: datetime.date | None = None  # the last day on which it holds
    source: str = ""

    def cost_usd(self, usage: Usage) -> float:
        """Return what the call cost.

        >>> price = Price(model="m", input=1, cached_input=0.1, output=4, as_of=datetime.date(2026, 1, 1))
        >>> price.cost_usd(Usage(prompt_tokens=1_000_000, completion_tokens=500_000, cached_tokens=200_000))
        2.82
        """
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        written = min(usage.cache_write_tokens, usage.prompt_tokens - cached)
        fresh = usage.prompt_tokens - cached - written
        prompt = (
            fresh * self.input
            + cached * _or(self.cached_input, self.input)
            + written * _or(self.cache_write, self.input)
        )
        output = usage.completion_tokens * self.output
        if self.long_prompts and usage.prompt_tokens > self.long_prompts.over:
            prompt, output = prompt * self.long_prompts.input_factor, output * self.long_prompts.output_factor
        return (prompt + output) / MILLION

    def times(self, share: float) -> Price:
        """Return the price at which an endpoint does the same in its own time."""
        prices = {"input": self.input, "output": self.output}
        prices |= {
            name: value for name in ("cached_input", "cache_write") if (value := getattr(self, name)) is not None
        }
        return self.model_copy(update={name: share * value for name, value in prices.items()})

    def bound_usd(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The most that a call of at most these sizes can cost."""
        return self.cost_usd(
            Usage(
                prompt_tokens,
                completion_tokens,
                cache_write_tokens=(prompt_tokens if _or(self.cache_write, 0) > self.input else 0),
            )
        )


class PriceList(BaseModel):
    """All known prices, the first that fits counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prices: tuple[Price, ...] = ()

    def find(self, model: str, endpoint: str, on: datetime.date) -> Price | None:
        """The price of a model, or of the model whose dated snapshot it is; None if unknown or no longer valid."""
        undated = re.sub(r"-\d{4}-\d{2}-\d{2}$", "", model)
        for price in self.prices:
            if (
                price.model in (model, undated, "*")
                and price.endpoint in ("", endpoint)
                and (price.until is None or on <= price.until)
            ):
                return price
        return None


def read_prices(path: Path | None = None) -> PriceList:
    """Return the price list of a YAML file, configs/prices.yaml if none is named. Raises ConfigError."""
    path = path or own_or_shipped_config("prices.yaml")
    next_step = "docs/models.md shows an entry"
    values = {"prices": read_yaml(path, next_step=next_step) or []}
    return validated(PriceList, values, path, next_step=next_step)


def _or(value: float | None, default: float) -> float:
    return default if value is None else value
