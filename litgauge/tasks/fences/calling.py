"""One call behind the fence: its result, or an ItemError where it broke a limit."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

# What is called in the processes is imported with this module, so that they find it there when they are forked.
from litgauge.tasks.base.errors import ItemError
from litgauge.tasks.fences.outcomes import Limits, Stopped
from litgauge.tasks.fences.shared import shared_fence

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def fenced(
    limits: Limits,
    doing: str,
    function: Callable[_Arguments, _Result],
    *arguments: _Arguments.args,
    **named: _Arguments.kwargs,
) -> _Result:
    """Return what the function returns, or raises of ItemError, in a process of its own.

    Raises Rejected where it passes a limit or crashes and would do so again, Failed where it may not ("time-limit",
    "memory-limit", "result-limit", "worker-died", "bug"); `doing` says in the message what it was ("reading the PDF").
    """
    fence = shared_fence(_outcome, limits, os.cpu_count() or 1)
    result = fence(partial(function, *arguments, **named))
    if isinstance(result, Stopped):
        raise result.as_error(doing)
    if isinstance(result, ItemError):
        raise result
    return result  # type: ignore[no-any-return]  # what `function` returns


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except ItemError as reason:
        return reason
