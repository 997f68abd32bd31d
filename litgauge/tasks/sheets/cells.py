"""The content of one cell: as text, as a number or a name, and safe from being run as a formula."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from litgauge.tasks.text.terminal import plain_lines

Cell = Any
"""Value of a cell in JSON or a workbook: text, number, truth value, date, None, or an object."""

_PASSED_OVER = " '\x0b\x0c\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"
"""Blanks, invisible signs and apostrophes, which a program may leave out before it looks for a formula."""
_BEGINS = rf"[{_PASSED_OVER}]*[=+\-@＝＋－＠]"
AT_RISK = rf"(?:^|[;\t\r\n]){_BEGINS}|^'*[\t\r\n]"
"""Texts that `shielded` changes; the same in the regular expressions of Python and of Arrow (RE2)."""
_FORMULA = re.compile(rf"(?:\A|(?<=[;\t\r\n]))(?={_BEGINS})|\A(?='*[\t\r\n])")
"""Places where a spreadsheet program begins a formula: at the start of a cell, and behind a possible end of one."""
_SHIELDED = re.compile(rf"(?:\A|(?<=[;\t\r\n]))'(?={_BEGINS})|\A'(?='*[\t\r\n])")
_DECIMAL = re.compile(r"[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"'?([0-9]{1,9})(?:[.,]0+)?")


def shielded(text: str) -> str:
    """Return the text with an apostrophe wherever a spreadsheet program would begin to run it as a formula.

    Behind a semicolon, too: where that separates cells, a program splits the text there, quotes or not.

    >>> shielded("=1+1"), bare(shielded("=1+1")), bare(shielded("'=1"))
    ("'=1+1", '=1+1', "'=1")
    >>> shielded("x;=cmd|' /C calc'!A0"), bare(shielded("x;'=1"))
    ("x;'=cmd|' /C calc'!A0", "x;'=1")
    >>> shielded(" =1+1"), shielded("x; @cmd"), shielded("x; a = 1")
    ("' =1+1", "x;' @cmd", 'x; a = 1')
    """
    return _FORMULA.sub("'", text)


def bare(text: str) -> str:
    """Return the text without these apostrophes."""
    return _SHIELDED.sub("", text)


def printable(text: str) -> str:
    """Return the text as all three formats can hold it: line feeds, and U+FFFD for control characters."""
    return plain_lines(text.replace("\r\n", "\n").replace("\r", "\n"))


def as_text(cell: Cell) -> str:
    """Return the text of a cell; whole numbers without their decimals, dates in ISO format.

    >>> as_text(4.0), as_text(None), as_text(True), as_text(datetime(2026, 5, 4))
    ('4', '', 'true', '2026-05-04')
    """
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, int | float):
        return str(cell)
    if isinstance(cell, datetime) and not (cell.hour or cell.minute or cell.second):
        return cell.date().isoformat()
    if isinstance(cell, dict | list):
        return json.dumps(cell, ensure_ascii=False, default=str)
    return str(cell)


def is_blank(cell: Cell) -> bool:
    """Return whether nothing stands in the cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def whole_number(cell: Cell) -> int | None:
    """Return the whole number that a cell holds, however a spreadsheet program writes it, else None.

    >>> [whole_number(cell) for cell in ("4", " 4,0 ", "4.00", 4.0, "4.5", "four", True)]
    [4, 4, 4, 4, None, None, None]
    """
    if isinstance(cell, str):
        match = _WHOLE.fullmatch(cell.strip()) if len(cell) < 40 else None
        return int(match[1]) if match else None
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return None
    return int(cell) if isinstance(cell, int) or cell.is_integer() else None


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
    decimal = _decimal(text)
    if decimal is None:
        return None
    digits = len(decimal.as_tuple().digits)
    matches = [
        name
        for name in names
        if (number := _decimal(name)) is not None
        and (number == decimal or ("e" in text.lower() and _rounded(number, digits) == decimal))
    ]
    return matches[0] if len(matches) == 1 else None


def _decimal(text: str) -> Decimal | None:
    if not _DECIMAL.fullmatch(text):
        return None
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        return None


def _rounded(number: Decimal, digits: int) -> Decimal:
    return Decimal(f"{number:.{digits - 1}e}")
