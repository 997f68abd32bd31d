"""Sheets that people fill in: declared once, written as CSV, JSON lines or XLSX, read back from any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.sheets.cells import restored
    from litgauge.tasks.sheets.columns import Choice, Column, Grade, Rank, Text, YesNo, filled, pictured, shown
    from litgauge.tasks.sheets.declaration import REMARK, Entry, Sheet
    from litgauge.tasks.sheets.pictures import SheetPictures, picture_cell, picture_hash
    from litgauge.tasks.sheets.reading import check_once, read_entries, read_shared
    from litgauge.tasks.sheets.reviews import Standing, most_say, sheets_in, standing
    from litgauge.tasks.sheets.writing import check_sheet_name, sheet_bytes

__all__ = [
    "REMARK",
    "Choice",
    "Column",
    "Entry",
    "Grade",
    "Rank",
    "Sheet",
    "SheetPictures",
    "Standing",
    "Text",
    "YesNo",
    "check_once",
    "check_sheet_name",
    "filled",
    "most_say",
    "picture_cell",
    "picture_hash",
    "pictured",
    "read_entries",
    "read_shared",
    "restored",
    "sheet_bytes",
    "sheets_in",
    "shown",
    "standing",
]

__getattr__ = late_names(
    __name__,
    {
        "cells": "restored",
        "columns": "Choice Column Grade Rank Text YesNo filled pictured shown",
        "declaration": "REMARK Entry Sheet",
        "pictures": "SheetPictures picture_cell picture_hash",
        "reading": "check_once read_entries read_shared",
        "reviews": "Standing most_say sheets_in standing",
        "writing": "check_sheet_name sheet_bytes",
    },
)
