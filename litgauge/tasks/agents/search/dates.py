"""When a result appeared, out of what engines say: dates in words, in numbers, and counted back from today."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from litgauge.tasks.text.dates import day_in

_YEAR = r"((?:1[89]|20|21)\d\d)"
_ISO = re.compile(_YEAR + r"(?:[-/](0?[1-9]|1[0-2])(?:[-/](0?[1-9]|[12]\d|3[01]))?)?(?=$|[T\s])")
_JOINED = re.compile(_YEAR + r"(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=$|T)")
_MARKED = re.compile(_YEAR + r"\s*[.年년]\s*(0?[1-9]|1[0-2])(?:\s*[.月월]\s*(0?[1-9]|[12]\d|3[01]))?(?!\d)")
_DAY_FIRST = re.compile(r"(0?[1-9]|[12]\d|3[01])([./-])(0?[1-9]|1[0-2])\2" + _YEAR + r"(?!\d)")
_ANY_YEAR = re.compile(rf"(?<!\d){_YEAR}(?!\d|[-.]\d)")
_DAY_OF_MONTH = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_AGO = re.compile(
    r"(\d{1,4}|an?|one)\+?\s*(second|sec|minute|min|hour|day|week|month|mo|year|yr)s?\.?\s+ago", re.IGNORECASE
)
_DAYS = {"day": 1, "wee": 7, "mon": 30, "mo": 30, "yea": 365, "yr": 365}
_LONGEST = 100  # characters of a date


def iso_date(value: Any, search_day: date) -> str:
    """The date in ISO 8601, as exact as the value has it; "" where it has none. `search_day` resolves "3 days ago".

    >>> day = date(2026, 11, 22)
    >>> [iso_date(said, day) for said in ("Mar 5, 2021", "2021-03-05T10:00:00Z", 2021, "2021-03", "3 days ago")]
    ['2021-03-05', '2021-03-05', '2021', '2021-03', '2026-11-19']
    >>> [iso_date(said, day) for said in ("March 2021", "2.3.2021", "3/2/2021", "2021年3月2日", "il y a 2 ans, 2024")]
    ['2021-03', '2021-03-02', '2021', '2021-03-02', '2024']
    >>> iso_date("2021-13-45", day), iso_date(None, day), iso_date(True, day), iso_date("soon", day)
    ('', '', '', '')
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    text = str(value)[:_LONGEST].strip()
    if match := _ISO.match(text) or _JOINED.match(text) or _MARKED.match(text):
        return _joined(*match.groups())
    if match := _DAY_FIRST.match(text):
        return _day_first(match[1], match[3], match[4], certain=match[2] == ".")
    if match := _AGO.search(text):
        count = int(match[1]) if match[1].isdecimal() else 1
        return _before(search_day, count * _DAYS.get(match[2].lower()[:3], 0))
    if text.lower() in ("today", "yesterday"):
        return _before(search_day, int(text.lower() == "yesterday"))
    if day := day_in(text):
        return day.isoformat() if _DAY_OF_MONTH.search(text) else day.isoformat()[:7]
    years = _ANY_YEAR.findall(text)  # in words of another language, or a season
    return min(years, default="")


def _joined(*parts: str | None) -> str:
    return "-".join(part.zfill(2) for part in parts if part)


def _day_first(day: str, month: str, year: str, *, certain: bool) -> str:
    """The date of numbers with the year last: which of the first two is the month, some write one way, some another."""
    return _joined(year, month, day) if certain or int(day) > 12 or day == month else year


def _before(search_day: date, days: int) -> str:
    try:
        return (search_day - timedelta(days=days)).isoformat()
    except OverflowError:
        return ""
