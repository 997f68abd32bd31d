"""An axis of a picture: where values stand on it, and its round numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`."""

    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Axis:
        """From a little below the least to a little above the greatest."""
        low, high = min(values), max(values)
        room = 0.1 * (high - low) or 0.05
        return Axis(low - room, high + room)

    def place(self, value: float, length: int) -> float:
        """Return the position of a value on an axis of this length."""
        return round(length * (value - self.low) / (self.high - self.low), 1)

    def ticks(self, length: int) -> tuple[tuple[str, float], ...]:
        """Two to five round numbers and where they stand.

        >>> Axis(0.0, 1.0).ticks(100)
        (('0.0', 0.0), ('0.2', 20.0), ('0.4', 40.0), ('0.6', 60.0), ('0.8', 80.0), ('1.0', 100.0))
        """
        size = 10.0 ** math.floor(math.log10((self.high - self.low) / 2))
        step = next(size * times for times in (1, 2, 5, 10) if (self.high - self.low) / (size * times) <= 5.01)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        numbers = (step * number for number in range(first, last + 1))
        return tuple((f"{number:.{digits}f}", self.place(number, length)) for number in numbers)
