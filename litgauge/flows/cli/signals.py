"""Ctrl-C and SIGTERM: no further paid call, what came is kept, one line how to go on, and the process is gone.

Storage is whole at every moment, so a run need not be unwound to be ended: its threads get a moment to keep the replies
that come, then the process ends, whatever Prefect or a library waits for. A second signal ends it at once.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any, NoReturn, TypeVar

from litgauge.tasks.base import interruption

T = TypeVar("T")

LEAVE_S = 1.7  # after the signal


class _Signalled(BaseException):
    """Unwinds a command that is no run, so that it removes its drafts."""


def interruptible(command: Callable[[], T]) -> T:
    """Return what the command returns; a signal ends the process with 128 + its number, as a shell expects."""
    ending = _Ending()
    ending.listen()
    interruption.on_run_start(ending.listen)  # Prefect has taken SIGTERM for itself by then
    try:
        return command()
    finally:
        if ending.number:
            ending.leave()
        leave_signals_alone()


def leave_signals_alone() -> None:
    """Let signals do what they do without us, in commands that end in their own way (`serve`)."""
    interruption.on_run_start(None)
    _handle({signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL})


def _handle(handlers: Mapping[signal.Signals, Any]) -> None:
    for number, handler in handlers.items():
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            with contextlib.suppress(ValueError):  # in another thread than the main one: they are somebody else's
                signal.signal(number, handler)


def _say_nothing(_event: object) -> None: ...


class _Ending:
    def __init__(self) -> None:
        self.number = 0  # of the signal that came
        self._pid = os.getpid()
        self._leaving = threading.Lock()

    def listen(self) -> None:
        """Take the signals."""
        _handle({signal.SIGINT: self.begin, signal.SIGTERM: self.begin})

    def begin(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal. In a forked worker it ends just that."""
        if os.getpid() != self._pid:
            os._exit(128 + number)
        if self.number:
            self.leave()
        self.number = number
        interruption.leave()
        sys.unraisablehook = threading.excepthook = _say_nothing  # of what breaks because we leave
        threading.Thread(target=self._wait_and_leave, daemon=True).start()
        if "prefect" not in sys.modules:
            raise _Signalled

    def leave(self) -> NoReturn:
        """Say how to go on, and end."""
        if self._leaving.acquire(blocking=False):
            with contextlib.suppress(OSError, ValueError, RuntimeError):  # closed, or in the middle of being written to
                sys.stdout.flush()
            with contextlib.suppress(OSError):
                os.write(2, self._last_words().encode(errors="replace"))
            os._exit(128 + self.number)
        time.sleep(LEAVE_S)  # the thread that was first is about to end us
        os._exit(128 + self.number)

    def _wait_and_leave(self) -> None:
        stop = interruption.current()
        stop.ask()
        if stop.runs or "prefect" not in sys.modules:
            time.sleep(LEAVE_S)  # the main thread leaves before, where nothing holds it up
        self.leave()

    def _last_words(self) -> str:
        again = "".join(sign for sign in f"litgauge {shlex.join(sys.argv[1:])}" if sign.isprintable())
        cursor = "\x1b[?25h\n" if sys.stderr.isatty() else ""  # progress bars hide it
        if "prefect" in sys.modules:
            return f"{cursor}interrupted: finished work and every reply that came are kept; continue with: {again}\n"
        return f"{cursor}interrupted: nothing is half-written; run again: {again}\n"
