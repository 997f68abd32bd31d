"""Limits of a fenced call, and its outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from litgauge.tasks.base.errors import Failed, ItemError, Rejected

_Output = TypeVar("_Output")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for one input: wall time in seconds, and address space in MB beyond that of the imported code.

    A pickled result may have `result_mb` MB, so that one input cannot fill the memory of the calling process.
    """

    time_s: float
    memory_mb: int
    result_mb: int = 200


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no result: "time-limit", "memory-limit", "result-limit", "worker-died", or "bug" if it raised.

    `lasting` means that the input is the cause: another attempt under these limits would end alike. A process that was
    killed from outside, or that got too little CPU time on a busy machine, may succeed next time.
    """

    code: str
    message: str
    lasting: bool = False
    trace: str = field(default="", compare=False)  # of a bug

    def as_error(self, doing: str) -> ItemError:
        """Return the error of the item: Rejected if `lasting`, else Failed. `doing` is like "reading its LaTeX"."""
        kind = Rejected if self.lasting else Failed
        error = kind(self.code, f"{doing}: {self.message}")
        if self.trace:
            error.add_note(self.trace)
        return error


@dataclass(frozen=True, slots=True)
class Finished(Generic[_Output]):
    """The result that a worker sends."""

    result: _Output
    cpu_s: float  # CPU time of its process so far, earlier inputs included
