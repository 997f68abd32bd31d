"""Processes that `litgauge serve` starts end themselves when it is gone, however it ended."""

from __future__ import annotations

import os
import signal
import threading
import time

PARENT = "LITGAUGE_SERVED_BY"
"""The variable with the process id of the command that started us."""

_LOOK_S = 1.0
_GRACE_S = 10.0


def end_with_parent(stop: signal.Signals = signal.SIGINT) -> None:
    """Watch whether the command that started this process lives, and end it when that one does not.

    Nothing is watched where no such command started it. `stop` asks for an orderly end; ten seconds later there is no
    asking.
    """
    parent = os.environ.get(PARENT, "")
    if parent.isdecimal() and not any(thread.name == PARENT for thread in threading.enumerate()):
        threading.Thread(target=_watch, args=(int(parent), stop), name=PARENT, daemon=True).start()


def _watch(parent: int, stop: signal.Signals) -> None:
    while _is_served_by(parent):
        time.sleep(_LOOK_S)
    os.kill(os.getpid(), stop)
    time.sleep(_GRACE_S)
    os.kill(os.getpid(), signal.SIGKILL)


def _is_served_by(parent: int) -> bool:
    """Return whether the command is still our parent; who adopts an orphan has another id."""
    return os.getppid() == parent
