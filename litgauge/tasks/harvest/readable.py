"""Fields of a refreshed record that cannot be read: it changes nothing, and the last record that could be read stays.

A date in a new form would otherwise count as no date, and the paper be dropped as if it had lost its own.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from litgauge.tasks.harvest.rows import ArxivRow, RowHead, parse_day

EARLIEST = date(1980, 1, 1)  # arXiv's oldest papers carry dates of 1986
_VERSION = re.compile(r"v\d{1,5}")
_SLACK = timedelta(days=2)  # time zones, and a datestamp that is a day behind


def unreadable_title(head: RowHead) -> str | None:
    """Return what stands in the place of the title, if that is none."""
    return None if (head.title or "").strip() else f"title: {head.title!r}"


def unreadable_dates(head: RowHead) -> str | None:
    """Return the first number or date of a version that cannot be read, with its raw value; None if all can.

    >>> from litgauge.tasks.harvest.rows import RowVersion
    >>> unreadable_dates(RowHead(versions=[RowVersion("v1", "2021/03/01")]))
    "date of v1: '2021/03/01'"
    """
    latest = parse_day(head.update_date or "")
    for version in head.versions or []:
        if not _VERSION.fullmatch(version.version or ""):
            return f"number of a version: {version.version!r}"
        day = parse_day(version.created or "")
        if day is None or day < EARLIEST or (latest is not None and day > latest + _SLACK):
            return f"date of {version.version}: {version.created!r}"
    return None if head.versions else "versions: none"


def unreadable_words(row: ArxivRow) -> str | None:
    """Return the first of the fields that no record lacks which this one does."""
    if not (row.authors or "").strip() and not row.authors_parsed:
        return f"authors: {row.authors!r}"
    return None if (row.categories or "").strip() else f"categories: {row.categories!r}"
