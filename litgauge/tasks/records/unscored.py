"""A value that we could not make."""

from __future__ import annotations

from dataclasses import dataclass

NO_JUDGE = "no judge was asked"

BUDGET = "budget"
"""The reason of what was not asked because the run's money had ended: the next run asks it."""

ENDPOINT = "endpoint"
"""The reason of what was not asked because its endpoint answers nothing any more: the next run asks it."""

PAGE = "page-"
"""First words of the reason where we failed on the page, so that nobody was asked for a verdict."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """No value, because we failed (judge, page, parser): never a wrong answer, in no mean, counted beside it."""

    reason: str  # kebab-case or a few words: "refused", "time-out", "invalid-answer", "judge failed", …
    detail: str = ""


def left_by_budget(reason: str) -> bool:
    """Return whether a row's reason says that the money had ended; the detail may follow it."""
    return reason == BUDGET or reason.startswith(f"{BUDGET}: ")


def left_by_endpoint(reason: str) -> bool:
    """Return whether a row's reason says that the endpoint was not asked any more; the detail may follow it."""
    return reason == ENDPOINT or reason.startswith(f"{ENDPOINT}: ")


def left_by_page(reason: str) -> bool:
    """Return whether a row's reason says that we failed on the page: no judge has failed."""
    return reason.startswith(PAGE)
