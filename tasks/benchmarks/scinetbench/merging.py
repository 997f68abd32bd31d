"""Works that OpenAlex has merged into others: where each of them ended."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
_MOST_STEPS = 64  # each doubles how far is seen: no chain is as long


def resolve_merged(old: Numbers, new: Numbers) -> tuple[Numbers, Numbers]:
    """Each merged work once, ascending, and the work at the end of its chain; of several targets the last one counts.

    Works on a circle, or on a way into one, ended nowhere and are left out.

    >>> old, new = resolve_merged(np.array([1, 2, 5, 6, 7]), np.array([2, 3, 6, 5, 5]))
    >>> old.tolist(), new.tolist()
    ([1, 2], [3, 3])
    """
    if not len(old):
        return old.astype(np.int64), new.astype(np.int64)
    names, last = np.unique(old[::-1], return_index=True)
    ends = new[::-1][last].astype(np.int64)
    for _ in range(_MOST_STEPS):
        place = np.minimum(np.searchsorted(names, ends), len(names) - 1)
        moved = names[place] == ends
        if not moved.any():
            break
        ends = np.where(moved, ends[place], ends)
    place = np.minimum(np.searchsorted(names, ends), len(names) - 1)
    ended = names[place] != ends
    return names[ended].astype(np.int64), ends[ended]
