"""Cells of files that people fill in: what a spreadsheet must not take for a formula, and what it makes of a file."""

from __future__ import annotations

from pathlib import Path

from tasks.errors import UnusableInput

_FORMULA_STARTS = ("=", "+", "-", "@", "\t")
_DELIMITERS = ",;\t"  # spreadsheets of some countries write semicolons


def shielded(cell: str) -> str:
    """The cell, with an apostrophe before what a spreadsheet would take for a formula.

    >>> shielded("=1+1"), bare(shielded("=1+1"))
    ("'=1+1", '=1+1')
    """
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def bare(cell: str) -> str:
    """The cell without that apostrophe."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _FORMULA_STARTS else cell


def delimiter_of(text: str) -> str:
    """What parts the cells of a CSV file, by its first line."""
    header = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=header.count)


def text_of(path: Path, what: str) -> str:
    """The text of a file that a person hands back; UnusableInput if it cannot be read, or is no UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableInput(f"{what} cannot be read: {error.strerror}", where=str(path)) from None
    except UnicodeDecodeError as error:
        raise UnusableInput(f"{what} is no text in UTF-8: {error.reason}", where=str(path)) from None
