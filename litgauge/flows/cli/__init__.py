"""Command line: `litgauge --help`."""

from __future__ import annotations

import gc
import sys
from typing import NoReturn

from litgauge.flows.cli.signals import interruptible

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; errors of ours become a message and their exit code, a signal one line how to go on."""
    sys.exit(interruptible(_run))


def _run() -> int:
    gc.set_threshold(1_000_000, 20, 100)  # it finds nothing in modules that are loaded, and takes an eighth of the time
    # Only now: a signal that comes while all this is imported is to find us prepared.
    from typer.main import get_command

    from litgauge.flows.cli.commands import app
    from litgauge.flows.cli.console import use_any_encoding
    from litgauge.flows.cli.exit_codes import ended, record_crashes

    use_any_encoding()
    record_crashes()
    code = ended(lambda: get_command(app)(standalone_mode=False))
    if "duckdb" not in sys.modules:  # its binding would call that a leak
        gc.freeze()  # the interpreter's last collection takes a sixth of the time, and there is nothing left to free
    return code
