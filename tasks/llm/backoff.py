"""How long to wait before asking again."""

from __future__ import annotations

import email.utils
import hashlib
import math
import time
from collections.abc import Mapping


def retry_after_s(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds that the endpoint asks to wait; None if it does not say so in a form that HTTP knows.

    >>> retry_after_s({"retry-after": "7"})
    7.0
    >>> retry_after_s({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, now=60)
    40.0
    """
    for name, unit_s in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(headers.get(name))
        if seconds is not None:
            return max(0.0, seconds * unit_s)
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after") or "")
    except ValueError:
        return None
    return max(0.0, date.timestamp() - (time.time() if now is None else now))


def pause_s(attempt: int, asked_s: float | None, *, first_s: float, most_s: float, token: str) -> float:
    """The pause after failed attempt 1, 2, …: doubling from `first_s`, never over `most_s`, half of it jitter.

    What the endpoint asked for is granted, up to `most_s`. The jitter follows from the token: different requests
    spread, and a run can be repeated exactly.
    """
    backoff_s: float = min(most_s, first_s * 2 ** min(attempt - 1, 60))
    share = int.from_bytes(hashlib.sha256(f"{token}\0{attempt}".encode()).digest()[:4], "big") / 2**32
    return max(backoff_s * (0.5 + share / 2), min(asked_s or 0.0, most_s))


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None
