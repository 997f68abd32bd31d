"""Day that words name, as title pages write it."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_DAY = r"(?<!\d)(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b{_MONTH}\s{{0,3}}{_DAY}\s{{0,3}},?\s{{0,3}}{_YEAR}",
        rf"{_DAY}(?:\s{{1,3}}of)?\s{{0,3}}{_MONTH},?\s{{0,3}}{_YEAR}",
        rf"(?<!\d){_YEAR}[-/](?P<number>0?[1-9]|1[0-2])[-/](?P<day>\d{{1,2}})(?!\d)",
        rf"\b{_MONTH},?\s{{0,3}}{_YEAR}",
    )
)


def day_in(text: str) -> date | None:
    """Return the first full date in a text, in English or as ISO writes it; of a bare month its first day; else None.

    >>> day_in("Draft of August 28th, 2017"), day_in("28 Aug. 2017"), day_in("2017-08-28"), day_in("September 2025")
    (datetime.date(2017, 8, 28), datetime.date(2017, 8, 28), datetime.date(2017, 8, 28), datetime.date(2025, 9, 1))
    >>> day_in("01/02/2020"), day_in("in 2020"), day_in("31 February 2020")
    (None, None, None)
    """
    for form in _FORMS:
        if match := form.search(text):
            parts = match.groupdict()
            month = int(parts["number"]) if parts.get("number") else _MONTHS.index(parts["month"][:3].lower()) + 1
            try:
                return date(int(parts["year"]), month, int(parts.get("day") or 1))
            except ValueError:
                return None
    return None
