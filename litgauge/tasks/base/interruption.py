"""Interruption of a run (Ctrl-C, Cancel): no new paid call starts, and calls in flight get a short grace period.

A `Stop` applies to what was opened before the request, so that another run in the same process can make calls again.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

from litgauge.tasks.base.errors import Interrupted

if TYPE_CHECKING:
    import asyncio

GRACE_S = 0.7  # for replies in flight: most are charged in any case


class Stop:
    """The state of an interruption; safe for all threads and event loops."""

    def __init__(self) -> None:
        self.requested = False
        self.runs = 0  # running now
        self._lock = threading.Lock()
        self._scopes: dict[asyncio.Timeout, asyncio.AbstractEventLoop] = {}

    def check(self) -> None:
        """Raise Interrupted if the run was asked to end."""
        if self.requested:
            raise Interrupted(
                "interrupted", data="Finished items and all received replies are kept", next_step="Run again"
            )

    def ask(self) -> None:
        """Ask the run to end: no `endable` block starts any more, and running ones end after the grace period."""
        self.requested = True
        with self._lock:
            for scope, loop in self._scopes.items():
                with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                    loop.call_soon_threadsafe(self._limit, scope, loop)

    @contextlib.asynccontextmanager
    async def endable(self) -> AsyncIterator[None]:
        """Run a block that ends with Interrupted when the run does."""
        import asyncio  # imported late: every command imports this module at start

        try:
            async with asyncio.timeout(None) as scope:
                with self._lock:
                    self._scopes[scope] = asyncio.get_running_loop()
                try:
                    self.check()
                    yield
                finally:
                    with self._lock:
                        del self._scopes[scope]
        except TimeoutError:
            if scope.expired():
                self.check()
            raise

    def _limit(self, scope: asyncio.Timeout, loop: asyncio.AbstractEventLoop) -> None:
        if scope in self._scopes:
            scope.reschedule(loop.time() + GRACE_S)


_current = Stop()
_leaving = False
_on_run_start: Callable[[], None] | None = None


def current() -> Stop:
    """Return the stop that applies to what is opened now."""
    return _current


@contextlib.contextmanager
def run() -> Iterator[None]:
    """Mark a run; if it is cancelled, its threads make no more calls, though they go on for a while."""
    global _current
    stop = _current
    stop.runs += 1
    if _on_run_start is not None:
        _on_run_start()
    try:
        yield
    except Exception:
        raise
    except BaseException:
        if not _leaving:
            _current = Stop()
        stop.ask()
        raise
    finally:
        stop.runs -= 1


def on_run_start(do: Callable[[], None] | None) -> None:
    """Call `do` at the start of every run in this process."""
    global _on_run_start
    _on_run_start = do


def leave() -> None:
    """Start no more paid calls, since this process is about to end. May be called by a signal handler."""
    global _leaving
    _leaving = _current.requested = True
