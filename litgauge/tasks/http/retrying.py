"""Retries: after which answers, how often, and after what pause. Every client of ours decides them here.

A client raises RequestError for a request that failed, and `retrying` tries again. Paid calls, of which many fail at
once, take their pauses from `spread_s`.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tenacity import AsyncRetrying, RetryCallState, Retrying, retry_if_exception

_TIMED_OUT, _TOO_EARLY, _TOO_MANY, _UNAVAILABLE, _OVERLOADED = 408, 425, 429, 503, 529
_SECONDS = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_MOST_DOUBLINGS = 60

AnyRetrying = TypeVar("AnyRetrying", Retrying, AsyncRetrying)


class RequestError(Exception):
    """A request that failed; `after_s` is what the server asked us to wait, None if it did not say."""

    def __init__(self, what: str, after_s: float | None = None, *, transient: bool = True) -> None:
        self.after_s, self.transient = after_s, transient  # transient: another try may help
        super().__init__(what)


def is_busy(status: int) -> bool:
    """Return whether a server may answer if the same request is sent again: 408, 425, 429 and 5xx.

    >>> [status for status in (200, 404, 408, 409, 429, 500, 503, 529) if is_busy(status)]
    [408, 429, 500, 503, 529]
    """
    return status in (_TIMED_OUT, _TOO_EARLY, _TOO_MANY) or 500 <= status < 600


def is_overloaded(status: int) -> bool:
    """Return whether a server asks for fewer requests: 429, 503 and 529."""
    return status in (_TOO_MANY, _UNAVAILABLE, _OVERLOADED)


def retry_after_s(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds that an answer asks to wait (RFC 9110, 10.2.3); None if it does not say so in a form that is known.

    Names of headers are in lower case, or `headers` does not mind. Milliseconds, as some endpoints give them, go first.

    >>> retry_after_s({"retry-after": "7"})
    7.0
    >>> retry_after_s({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, now=60)
    40.0
    """
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if _SECONDS.fullmatch(text := (headers.get(name) or "").strip()):
            return float(text) * unit_s
    try:
        moment = parsedate_to_datetime(headers.get("retry-after") or "")
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - (time.time() if now is None else now))


def doubled_s(attempt: int, *, first_s: float, most_s: float) -> float:
    """Return the pause after failed attempt 1, 2, …: doubling from `first_s`, never over `most_s`."""
    return float(min(most_s, first_s * 2 ** min(attempt - 1, _MOST_DOUBLINGS)))


def spread_s(attempt: int, asked_s: float | None, *, first_s: float, most_s: float, token: str) -> float:
    """Return the doubled pause, half of it jitter, where many requests fail at once.

    What the server asked for is granted, up to `most_s`. The jitter follows from the token: different requests
    spread, and a run can be repeated exactly.
    """
    share = int.from_bytes(hashlib.sha256(f"{token}\0{attempt}".encode()).digest()[:4], "big") / 2**32
    pause_s = doubled_s(attempt, first_s=first_s, most_s=most_s) * (0.5 + share / 2)
    return max(pause_s, min(asked_s or 0.0, most_s))


def retrying(kind: type[AnyRetrying], attempts: int, first_s: float, longest_s: float) -> AnyRetrying:
    """Tries again on a transient RequestError: after what the server asks for, else after a doubled pause.

    A server that asks for more than `longest_s` is not asked again; the last RequestError is raised.
    """

    def pause(state: RetryCallState) -> float:
        asked_s = _asked_s(state)
        return doubled_s(state.attempt_number, first_s=first_s, most_s=longest_s) if asked_s is None else asked_s

    return kind(
        stop=lambda state: state.attempt_number >= attempts or (_asked_s(state) or 0.0) > longest_s,
        wait=pause,
        retry=retry_if_exception(lambda error: isinstance(error, RequestError) and error.transient),
        reraise=True,
    )


def _asked_s(state: RetryCallState) -> float | None:
    error = state.outcome.exception() if state.outcome else None
    return error.after_s if isinstance(error, RequestError) else None
