"""Limits for pictures, and the processes that decode them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

from litgauge.tasks.fences import Limits
from litgauge.tasks.fences.calling import fenced

MOST_PIXELS = 100_000_000
"""A poster at 300 dpi has 140 million, a screen 8."""
MOST_BYTES = 100_000_000
LEAST_SIDE_PX = 16
"""A shorter side is that of a tracking pixel, a rule or a bullet, not of a figure."""
LIMITS = Limits(time_s=20, memory_mb=2_500)

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def in_fence(
    doing: str,
    function: Callable[_Arguments, _Result],
    *arguments: _Arguments.args,
    **named: _Arguments.kwargs,
) -> _Result:
    """Return the function's result from a process with limits. Raises ItemError."""
    return fenced(LIMITS, doing, function, *arguments, **named)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Suppress messages of C libraries on standard error, which an ItemError has already."""
    standard_error, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)
        os.close(nowhere)
