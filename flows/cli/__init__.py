"""The command line: `litgauge --help`."""

from __future__ import annotations

import sys
from typing import NoReturn

from flows.cli.interrupting import interruptible

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; errors of ours become a message and their exit code, a signal one line how to go on."""
    sys.exit(interruptible(_run))


def _run() -> int:
    # Only now: a signal that comes while all this is imported is to find us prepared.
    from flows.cli.commands import app
    from flows.cli.console import err
    from tasks.errors import Interrupted, LitgaugeError

    try:
        app()
    except Interrupted:
        raise
    except LitgaugeError as error:
        err.print("[bold red]error:[/]", end=" ")
        err.print(str(error), markup=False, highlight=False, soft_wrap=True)
        return error.exit_code
    return 0
