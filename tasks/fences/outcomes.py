"""What an input may cost, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tasks.base.errors import Failed, ItemError, Rejected

_Output = TypeVar("_Output")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one input may cost: wall time in seconds, and address space in MB beyond what the code itself takes.

    A result may have `result_mb` MB on its way back, so that one input does not fill the process that asked.
    """

    time_s: float
    memory_mb: int
    result_mb: int = 200


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no result: "time-limit", "memory-limit", "result-limit", "worker-died", or "bug" where it raised.

    `lasting` says that it lies in the input: another try under these limits, on a machine with less to do, would end
    alike. What was killed from outside, or waited for its turn on a busy machine until its time was up, may pass.
    """

    code: str
    message: str
    lasting: bool = False
    trace: str = field(default="", compare=False)  # where a bug broke

    def as_error(self, doing: str) -> ItemError:
        """What becomes of the item ("reading its LaTeX"): what lasts is a result, the rest is tried again."""
        kind = Rejected if self.lasting else Failed
        error = kind(self.code, f"{doing}: {self.message}")
        if self.trace:
            error.add_note(self.trace)
        return error


@dataclass(frozen=True, slots=True)
class Done(Generic[_Output]):
    """A result on its way from a worker."""

    result: _Output
    cpu_s: float  # what its process has computed so far, earlier inputs included
