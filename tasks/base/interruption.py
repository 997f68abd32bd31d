"""The end of a run that somebody asked for (Ctrl-C, Cancel): no paid call starts any more, and none is waited for long.

A stop is for what was opened before it was asked for, so that another run in the same process may ask again.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

from tasks.base.errors import Interrupted

if TYPE_CHECKING:
    import asyncio

GRACE_S = 0.7  # for replies that are under way: most of them are charged, whether or not they are waited for


class Stop:
    """Whether a run is to end; of any thread and event loop."""

    def __init__(self) -> None:
        self.asked = False
        self.runs = 0  # under way
        self._lock = threading.Lock()
        self._under_way: dict[asyncio.Timeout, asyncio.AbstractEventLoop] = {}

    def check(self) -> None:
        """Raises Interrupted if the run is to end."""
        if self.asked:
            raise Interrupted(
                "interrupted", data="What was finished, and every reply that came, is kept", next_step="Run again"
            )

    def ask(self) -> None:
        """End the run: nothing that is `endable` begins any more, and what is under way ends after the grace."""
        self.asked = True
        with self._lock:
            for scope, loop in self._under_way.items():
                with contextlib.suppress(RuntimeError):  # a loop that has ended meanwhile
                    loop.call_soon_threadsafe(self._limit, scope, loop)

    @contextlib.asynccontextmanager
    async def endable(self) -> AsyncIterator[None]:
        """What is awaited in it ends with Interrupted when the run does."""
        import asyncio  # not before it is wanted: a command has this module before it has anything else

        try:
            async with asyncio.timeout(None) as scope:
                with self._lock:
                    self._under_way[scope] = asyncio.get_running_loop()
                try:
                    self.check()
                    yield
                finally:
                    with self._lock:
                        del self._under_way[scope]
        except TimeoutError:
            if scope.expired():
                self.check()
            raise

    def _limit(self, scope: asyncio.Timeout, loop: asyncio.AbstractEventLoop) -> None:
        if scope in self._under_way:
            scope.reschedule(loop.time() + GRACE_S)


_current = Stop()
_leaving = False
_beginning: Callable[[], None] | None = None


def current() -> Stop:
    """The stop of what is opened now."""
    return _current


@contextlib.contextmanager
def run() -> Iterator[None]:
    """While a run is under way; one that is cancelled asks nothing more, though its threads go on for a while."""
    global _current
    stop = _current
    stop.runs += 1
    if _beginning is not None:
        _beginning()
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


def when_a_run_begins(do: Callable[[], None] | None) -> None:
    """Have this done at the begin of every run in this process."""
    global _beginning
    _beginning = do


def leave() -> None:
    """This process is about to end: no paid call starts in it any more. May be called by a signal's handler."""
    global _leaving
    _leaving = _current.asked = True
