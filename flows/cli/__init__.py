"""The command line: `litgauge --help`."""

from __future__ import annotations

import sys
from typing import NoReturn

from typer.main import get_command

# Each registers its commands, in the order in which --help shows them.
from flows.cli import (  # noqa: F401
    build_commands,
    release_commands,
    score_commands,
    source_commands,
    storage_commands,
    tree_commands,
)
from flows.cli.console import app, use_any_encoding
from flows.cli.ending import ended, record_crashes
from flows.cli.interrupting import interruptible

__all__ = ["app", "main"]


def main() -> NoReturn:
    """Run the command line; errors of ours, and what a person typed wrong, become a message and their exit code."""
    use_any_encoding()
    record_crashes()
    sys.exit(ended(lambda: interruptible(lambda: get_command(app)(standalone_mode=False))))
