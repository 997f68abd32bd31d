"""Connected components of ink, and pictures made smaller, as OpenCV has them. Runs in the processes of the fence."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.pictures.filters import Pixels

Boxes = NDArray[np.int32]
_Places = NDArray[np.int64]


def components(strokes: Pixels) -> Boxes:
    """Return left, top, width, height and area of each component of pixels that are not 0, corners connect.

    They come as connectedComponentsWithStats has them: by the block of 2 x 2 pixels in which each begins.
    """
    height, width = strokes.shape
    line = width + 2  # a line of pixels and a gap behind it, so that no run goes on in the next line
    padded = np.zeros((height, line), bool)
    padded[:, 1:-1] = strokes
    changes = np.flatnonzero(padded.ravel()[1:] != padded.ravel()[:-1]) + 1
    begins, ends = changes[::2], changes[1::2]
    component = _connected(begins, ends, line)
    _, of = np.unique(component, return_inverse=True)
    top, left = np.divmod(begins - 1, line)
    right = ends - 1 - top * line
    count = int(of.max(initial=-1)) + 1
    first_left, first_row, first_block = np.full((3, count), np.iinfo(np.int64).max)
    last_right, last_row = np.zeros((2, count), np.int64)
    np.minimum.at(first_left, of, left)
    np.minimum.at(first_row, of, top)
    np.minimum.at(first_block, of, (top // 2) * line + left // 2)
    np.maximum.at(last_right, of, right)
    np.maximum.at(last_row, of, top)
    area = np.bincount(of, right - left, count)
    boxes = np.stack([first_left, first_row, last_right - first_left, last_row + 1 - first_row, area], axis=1)
    return boxes[np.argsort(first_block)].astype(np.int32)


def _connected(begins: _Places, ends: _Places, line: int) -> _Places:
    """Return the component of each run of ink, named by a run of it; runs are places in lines of this length."""
    first = np.searchsorted(ends, begins + line)  # the first run of the next line that ends there or later
    behind = np.searchsorted(begins, ends + line, "right")
    counts = np.maximum(behind - first, 0)
    above = np.repeat(np.arange(begins.size), counts)
    below = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(first, counts)
    component = np.arange(begins.size)
    while True:
        lower, upper = component[above], component[below]
        apart = lower != upper
        if not apart.any():
            return component
        np.minimum.at(component, np.maximum(lower, upper)[apart], np.minimum(lower, upper)[apart])
        while not np.array_equal(component, component[component]):
            component = component[component]


def shrunk(pixels: Pixels, width: int, height: int) -> Pixels:
    """Return RGB pixels fitted into a smaller size by the mean of what each new pixel covers (INTER_AREA)."""
    across, down = pixels.shape[1] / width, pixels.shape[0] / height
    if across == int(across) and down == int(down):
        return _mean_of_blocks(pixels, width, height)
    rows = np.zeros((pixels.shape[0], width, 3), np.float32)
    for places, weights in _covered(pixels.shape[1], width):
        rows += pixels[:, places] * weights[:, None]
    shown = np.zeros((height, width, 3), np.float32)
    for places, weights in _covered(pixels.shape[0], height):
        shown += rows[places] * weights[:, None, None]
    return np.rint(shown).astype(np.uint8)


def _mean_of_blocks(pixels: Pixels, width: int, height: int) -> Pixels:
    down, across = pixels.shape[0] // height, pixels.shape[1] // width
    blocks = pixels.reshape(height, down, width, across, 3)
    sums: NDArray[np.int32] = blocks.sum(axis=(1, 3), dtype=np.int32)
    means = (sums + 2) >> 2 if down == across == 2 else np.rint(sums * np.float32(1.0 / (down * across)))
    return np.asarray(means, np.uint8)


def _covered(size: int, new_size: int) -> list[tuple[_Places, NDArray[np.float32]]]:
    """Return the places that each new pixel covers, the first of all, the second of all, with their weights."""
    scale = 1.0 / (new_size / size)
    rows: list[list[tuple[int, float]]] = []
    for place in range(new_size):
        begin, end = place * scale, place * scale + scale
        whole = min(scale, size - begin)
        last = min(math.floor(end), size - 1)
        first = min(math.ceil(begin), last)
        row = [(first - 1, (first - begin) / whole)] if first - begin > 1e-3 else []
        row += [(at, 1.0 / whole) for at in range(first, last)]
        if end - last > 1e-3:
            row.append((last, min(end - last, 1.0, whole) / whole))
        rows.append(row)
    longest = max(map(len, rows))
    filled = np.array([row + [(0, 0.0)] * (longest - len(row)) for row in rows])
    return [(filled[:, at, 0].astype(np.int64), filled[:, at, 1].astype(np.float32)) for at in range(longest)]
