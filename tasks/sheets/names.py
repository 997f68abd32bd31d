"""Names of items after a spreadsheet program took them for numbers."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal, InvalidOperation

_NUMBER = re.compile(r"[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")


def restored(text: str, names: Collection[str]) -> str | None:
    """Return the name that a cell means: itself, or the only one that a spreadsheet program would write like this.

    A program that takes a name for a number drops its zeros at both ends and, of long ones, all but a few digits.

    >>> restored("2301.0001", ["2301.00010", "2301.00011"]), restored("704,1", ["0704.0001", "0704.1000"])
    ('2301.00010', '0704.1000')
    >>> restored("4.81516E+11", ["481516234200", "owls"]), restored("7", ["07", "7.0"])
    ('481516234200', None)
    """
    text = text.strip()
    if text in names:
        return text
    written = _decimal(text)
    if written is None:
        return None
    digits = len(written.as_tuple().digits)
    matches = [
        name
        for name in names
        if (number := _decimal(name)) is not None
        and (number == written or ("e" in text.lower() and _rounded(number, digits) == written))
    ]
    return matches[0] if len(matches) == 1 else None


def _decimal(text: str) -> Decimal | None:
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        return None


def _rounded(number: Decimal, digits: int) -> Decimal:
    return Decimal(f"{number:.{digits - 1}e}")
