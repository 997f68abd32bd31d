"""The interval of a mean, apart from what draws it (`resampling`), which loads numpy."""

from __future__ import annotations

from dataclasses import dataclass

RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A bootstrap interval; within the range of what the surveys give."""

    low: float
    high: float
