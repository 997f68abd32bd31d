"""A sandbox for foreign Python code: Landlock, namespaces and a filter of system calls, or bubblewrap."""

from tasks.fences.sandbox.folder import Written
from tasks.fences.sandbox.run import (
    Fastening,
    SandboxLimits,
    SandboxRun,
    check_fastening,
    run_sandboxed,
    strongest_fastening,
)

__all__ = [
    "Fastening",
    "SandboxLimits",
    "SandboxRun",
    "Written",
    "check_fastening",
    "run_sandboxed",
    "strongest_fastening",
]
