"""What an input may cost, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

_Output = TypeVar("_Output")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one input may cost: wall time in seconds, and address space in MB beyond what the code itself takes."""

    time_s: float
    memory_mb: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no result: "time-limit", "memory-limit", "worker-died", or "bug" where the function raised."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Done(Generic[_Output]):
    """A result on its way from a worker."""

    result: _Output
