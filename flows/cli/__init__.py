"""The command line: `litgauge --help`."""

from __future__ import annotations

import sys
from typing import NoReturn

# Each registers its commands, in the order in which --help shows them.
from flows.cli import (  # noqa: F401
    build_commands,
    release_commands,
    score_commands,
    source_commands,
    storage_commands,
    tree_commands,
)
from flows.cli.console import app, err
from flows.cli.interrupting import interruptible
from tasks.errors import LitgaugeError

__all__ = ["app", "main"]


def main() -> NoReturn:
    """Run the command line; errors of ours become a message and their exit code."""
    try:
        interruptible(app)
    except LitgaugeError as error:
        err.print("[bold red]error:[/]", end=" ")
        err.print(str(error), markup=False, highlight=False, soft_wrap=True)
        sys.exit(error.exit_code)
    sys.exit(0)
