"""Questions asked at once: when one fails for a reason that concerns all, the others are finished all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

Result = TypeVar("Result")


async def together(*work: Awaitable[Result]) -> list[Result]:
    """The results in the order of the work. An error is raised when all are done: replies under way cost money."""
    done = await asyncio.gather(*work, return_exceptions=True)
    results: list[Result] = []
    for outcome in done:
        if isinstance(outcome, BaseException):
            raise outcome
        results.append(outcome)
    return results
