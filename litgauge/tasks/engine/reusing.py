"""Runs that only reuse: where an item has to be computed, or anything else done, they break off."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

_reusing = False


class WorkIsLeft(Exception):
    """Breaks off a run that may only reuse. What it has stored so far, the run that does the work stores again."""


@contextlib.contextmanager
def only_reusing() -> Iterator[None]:
    """Let runs of this process only reuse while the block runs: they raise WorkIsLeft where there is work to do."""
    global _reusing
    _reusing = True
    try:
        yield
    finally:
        _reusing = False


def is_only_reusing() -> bool:
    """Return whether this process may only reuse now."""
    return _reusing


def check_may_work() -> None:
    """Raise WorkIsLeft in a run that may only reuse."""
    if _reusing:
        raise WorkIsLeft
