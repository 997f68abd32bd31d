"""Manners on the network: a pause between requests, and what a server that is busy asks for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState, Retrying, retry_if_exception_type

USER_AGENT = "litgauge (benchmarks out of the scientific literature)"
BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})

Wait = Callable[[], None]
"""Called before every request; returns when the request may be made."""


class TryAgainError(Exception):
    """A request that may succeed later; `after_s` is what the server asked us to wait, None if it did not say."""

    def __init__(self, what: str, after_s: float | None = None) -> None:
        self.after_s = after_s
        super().__init__(what)


def every(interval_s: float) -> Wait:
    """A wait that lets requests of this process through one per interval, whatever thread they come from."""
    lock = threading.Lock()
    free_at = 0.0

    def wait() -> None:
        nonlocal free_at
        with lock:
            now = time.monotonic()
            pause = max(0.0, free_at - now)
            free_at = now + pause + interval_s
        if pause:
            time.sleep(pause)

    return wait


def retry_after_s(header: str | None) -> float | None:
    """Seconds that a Retry-After header asks for, given as seconds or as a date; None if it is neither."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def retrying(attempts: int, interval_s: float, longest_s: float) -> Retrying:
    """Tries again on TryAgainError: after what the server asks for, else after a pause that doubles from `interval_s`.

    A server that asks for more than `longest_s` is not asked again; the last TryAgainError is raised.
    """

    def pause(state: RetryCallState) -> float:
        asked = _asked(state)
        return min(interval_s * 2 ** (state.attempt_number - 1), longest_s) if asked is None else asked

    return Retrying(
        stop=lambda state: state.attempt_number >= attempts or (_asked(state) or 0.0) > longest_s,
        wait=pause,
        retry=retry_if_exception_type(TryAgainError),
        reraise=True,
    )


def _asked(state: RetryCallState) -> float | None:
    error = state.outcome.exception() if state.outcome else None
    return error.after_s if isinstance(error, TryAgainError) else None
