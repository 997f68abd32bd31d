"""A value that we could not make."""

from __future__ import annotations

from dataclasses import dataclass

BUDGET = "budget"
"""The reason of what was not asked because the run's money had ended: the next run asks it."""


PAGE = "page-"
"""How the reason of a verdict begins that was not given because we failed on the page, so that nobody was asked."""


@dataclass(frozen=True, slots=True)
class Unscored:
    """No value, because we failed (judge, page, parser): never a wrong answer, in no mean, counted beside it."""

    reason: str  # kebab-case or a few words: "refused", "time-out", "invalid-answer", "judge failed", …
    detail: str = ""


def left_by_budget(reason: str) -> bool:
    """Return whether a row's reason says that the money had ended; the detail may follow it."""
    return reason == BUDGET or reason.startswith(f"{BUDGET}: ")


def left_by_page(reason: str) -> bool:
    """Return whether a row's reason says that we failed on the page: no judge has failed."""
    return reason.startswith(PAGE)
