"""A sandbox for foreign code and commands: namespaces, Landlock and a filter of system calls, or bubblewrap."""

from litgauge.tasks.fences.sandbox.command import (
    NO_MORE,
    CommandFence,
    FencedResult,
    View,
    check_fence,
    run_fenced_command,
    shown_files,
    strongest_fence,
)
from litgauge.tasks.fences.sandbox.folder import Written
from litgauge.tasks.fences.sandbox.launcher import PORT
from litgauge.tasks.fences.sandbox.run import (
    Fastening,
    SandboxLimits,
    SandboxRun,
    check_fastening,
    run_sandboxed,
    strongest_fastening,
)

__all__ = [
    "NO_MORE",
    "PORT",
    "CommandFence",
    "Fastening",
    "FencedResult",
    "SandboxLimits",
    "SandboxRun",
    "View",
    "Written",
    "check_fastening",
    "check_fence",
    "run_fenced_command",
    "run_sandboxed",
    "shown_files",
    "strongest_fastening",
    "strongest_fence",
]
