"""Filters of pixels that OpenCV has, in numpy: the same whole numbers. Runs in the processes of the fence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height x width x 3, red first, or height x width of grey."""
Slopes = NDArray[np.int16]

_STRIP = 1 << 19  # pixels that are filtered at once
_MARGIN = 2  # pixels around them that filters look at


def grey_of(pixels: Pixels) -> Pixels:
    """Return RGB pixels as grey: .299 R + .587 G + .114 B in steps of 1 / 32,768, rounded."""
    grey = np.empty(pixels.shape[:2], np.uint8)
    for rows in _strips(*pixels.shape[:2]):
        red, green, blue = np.moveaxis(pixels[rows].astype(np.uint32), 2, 0)
        grey[rows] = (red * 9_798 + green * 19_235 + blue * 3_735 + (1 << 14)) >> 15
    return grey


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of grey pixels with two more on each side; beyond the edges pixels are mirrored at the outermost."""

    rows: slice  # of the picture
    grey: Slopes

    def moved(self, down: int, right: int, margin: int = 0) -> Slopes:
        """Return the pixels that lie so far from each of the strip's, and so many more on each side."""
        height, width = self.grey.shape
        near = _MARGIN - margin
        return self.grey[near + down : height - near + down, near + right : width - near + right]

    def laplacian(self, size: int, margin: int = 0) -> Slopes:
        """Return the Laplacian by OpenCV's kernel of 1 (its cross), 3 or 5 pixels."""
        if size == 1:
            near = self.moved(-1, 0, margin) + self.moved(1, 0, margin) + self.moved(0, -1, margin)
            return near + self.moved(0, 1, margin) - 4 * self.moved(0, 0, margin)
        if size == 3:
            corners = self.moved(-1, -1) + self.moved(-1, 1) + self.moved(1, -1) + self.moved(1, 1)
            return 2 * corners - 8 * self.moved(0, 0)
        across = self.grey[:, :-4] - 2 * self.grey[:, 2:-2] + self.grey[:, 4:]
        down = self.grey[:-4] - 2 * self.grey[2:-2] + self.grey[4:]
        return _smoothed(across) + _smoothed(down.T).T


def _smoothed(values: Slopes) -> Slopes:
    """Return each value with the two above and below, weighed 1, 4, 6, 4, 1."""
    return values[:-4] + 4 * values[1:-3] + 6 * values[2:-2] + 4 * values[3:-1] + values[4:]


def strips(grey: Pixels) -> Iterator[Strip]:
    """Yield the pixels strip by strip; the picture has at least three on each side."""
    for rows in _strips(*grey.shape):
        above, below = max(0, rows.start - _MARGIN), min(grey.shape[0], rows.stop + _MARGIN)
        missing = _MARGIN - (rows.start - above), _MARGIN - (below - rows.stop)
        padded = np.pad(grey[above:below], (missing, (_MARGIN, _MARGIN)), mode="reflect")
        yield Strip(rows, padded.astype(np.int16))


def _strips(height: int, width: int) -> Iterator[slice]:
    step = max(8, _STRIP // width)
    return (slice(top, min(top + step, height)) for top in range(0, height, step))


class Deviation:
    """The standard deviation of whole numbers that come in parts."""

    def __init__(self) -> None:
        self._count, self._sum, self._squares = 0, 0, 0

    def add(self, values: Pixels | Slopes) -> None:
        """Take more numbers, of at most 15 bits."""
        self._count += values.size
        self._sum += int(values.sum(dtype=np.int64))
        self._squares += int(np.square(values, dtype=np.int32).sum(dtype=np.int64))

    @property
    def value(self) -> float:
        """Return the deviation in the order of operations of OpenCV's meanStdDev."""
        scale = 1.0 / self._count
        mean = self._sum * scale
        return math.sqrt(max(self._squares * scale - mean * mean, 0.0))


def deviation(values: Pixels) -> float:
    """Return the standard deviation of pixels."""
    whole = Deviation()
    whole.add(values)
    return whole.value


def largest_around(values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the largest of 3 x 3 values, one row and column less on each side."""
    rows = np.maximum(np.maximum(values[:-2], values[1:-1]), values[2:])
    return np.maximum(np.maximum(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:])
