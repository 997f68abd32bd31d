"""Forecast of the cost of a stage's questions, before the first of them is paid for."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.llm.request import ChatRequest

_BYTES_PER_TOKEN = 3.6  # of English with some LaTeX, for expectations only


@dataclass(frozen=True, slots=True)
class Forecast:
    """Sums over the questions asked about; forecasts of several stages add up.

    `usd_worst` is what the budget would hold if all calls were under way at once: every prompt one token a byte, every
    picture the most that its model counts, every reply as long as allowed. It covers the first reply to each question;
    repairs come on top, as seldom as the model is good. Money is None where the model's price is not known.
    """

    calls: int = 0
    cached: int = 0  # answered by stored replies
    prompt_tokens: int = 0  # expected, of the calls
    completion_tokens: int = 0  # expected
    completion_tokens_most: int = 0
    usd_expected: float | None = 0.0
    usd_worst: float | None = 0.0

    def __add__(self, other: Forecast) -> Forecast:
        return Forecast(
            self.calls + other.calls,
            self.cached + other.cached,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.completion_tokens_most + other.completion_tokens_most,
            _sum(self.usd_expected, other.usd_expected),
            _sum(self.usd_worst, other.usd_worst),
        )

    def times(self, factor: float) -> Forecast:
        """The same for so many times the questions."""
        return Forecast(
            round(self.calls * factor),
            round(self.cached * factor),
            round(self.prompt_tokens * factor),
            round(self.completion_tokens * factor),
            round(self.completion_tokens_most * factor),
            None if self.usd_expected is None else self.usd_expected * factor,
            None if self.usd_worst is None else self.usd_worst * factor,
        )

    @property
    def money(self) -> str:
        """Return what it costs, in words."""
        if self.usd_expected is None or self.usd_worst is None:
            return "price unknown"
        return f"about {_money(self.usd_expected)}, at most {_money(self.usd_worst)}"

    def __str__(self) -> str:
        if not self.calls:
            return f"no calls, {self.cached:,} answers are stored"
        tokens = f"about {self.prompt_tokens:,} + {self.completion_tokens:,} tokens"
        return f"{self.calls:,} calls, {self.cached:,} answers are stored; {tokens}; {self.money}"


def expected_sizes(request: ChatRequest, expected_tokens: int) -> tuple[int, int]:
    """Tokens of prompt and reply that are expected of one call whose reply is thought to have that many."""
    prompt = round(request.prompt_bytes / _BYTES_PER_TOKEN) + request.picture_tokens.expected
    return prompt, min(expected_tokens, request.most_output_tokens)


def _money(usd: float) -> str:
    return f"${usd:,.2f}" if usd >= 1 or usd == 0 else f"${usd:.4f}"


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second
