"""A value that we could not make."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unscored:
    """No value, because we failed (judge, page, parser): never a wrong answer, in no mean, counted beside it."""

    reason: str  # kebab-case or a few words: "refused", "time-out", "invalid-answer", "judge failed", …
    detail: str = ""
