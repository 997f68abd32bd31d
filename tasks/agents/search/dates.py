"""When a result appeared, out of what engines say: dates in words, in numbers, and counted back from today."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from tasks.text.dates import day_in

_ISO = re.compile(r"((?:1[89]|20|21)\d\d)(?:[-/](0?[1-9]|1[0-2])(?:[-/](0?[1-9]|[12]\d|3[01]))?)?(?=$|[T\s])")
_AGO = re.compile(
    r"(\d{1,4}|an?|one)\+?\s*(second|sec|minute|min|hour|day|week|month|mo|year|yr)s?\.?\s+ago", re.IGNORECASE
)
_DAYS = {"day": 1, "wee": 7, "mon": 30, "mo": 30, "yea": 365, "yr": 365}
_LONGEST = 100  # characters of a date


def iso_date(said: Any, asked: date) -> str:
    """The date as ISO writes it, as exact as it was said; "" where none was. `asked` is the day of the search.

    >>> day = date(2026, 11, 22)
    >>> [iso_date(said, day) for said in ("Mar 5, 2021", "2021-03-05T10:00:00Z", 2021, "2021-03", "3 days ago")]
    ['2021-03-05', '2021-03-05', '2021', '2021-03', '2026-11-19']
    >>> iso_date("2021-13-45", day), iso_date(None, day), iso_date(True, day), iso_date("soon", day)
    ('', '', '', '')
    """
    if isinstance(said, bool) or not isinstance(said, str | int):
        return ""
    text = str(said)[:_LONGEST].strip()
    if found := _ISO.match(text):
        return "-".join(part.zfill(2) for part in found.groups() if part)
    if found := _AGO.search(text):
        count = int(found[1]) if found[1].isdecimal() else 1
        return _before(asked, count * _DAYS.get(found[2].lower()[:3], 0))
    if text.lower() in ("today", "yesterday"):
        return _before(asked, int(text.lower() == "yesterday"))
    day = day_in(text)
    return day.isoformat() if day else ""


def _before(asked: date, days: int) -> str:
    try:
        return (asked - timedelta(days=days)).isoformat()
    except OverflowError:
        return ""
