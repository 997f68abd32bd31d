"""Sheets that people fill in: declared once, written as CSV, JSON lines or XLSX, read back from any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.sheets.cells import restored as restored
    from litgauge.tasks.sheets.columns import Choice as Choice
    from litgauge.tasks.sheets.columns import Column as Column
    from litgauge.tasks.sheets.columns import Grade as Grade
    from litgauge.tasks.sheets.columns import Rank as Rank
    from litgauge.tasks.sheets.columns import Text as Text
    from litgauge.tasks.sheets.columns import YesNo as YesNo
    from litgauge.tasks.sheets.columns import filled as filled
    from litgauge.tasks.sheets.columns import pictured as pictured
    from litgauge.tasks.sheets.columns import shown as shown
    from litgauge.tasks.sheets.declaration import REMARK as REMARK
    from litgauge.tasks.sheets.declaration import Entry as Entry
    from litgauge.tasks.sheets.declaration import Sheet as Sheet
    from litgauge.tasks.sheets.pictures import SheetPictures as SheetPictures
    from litgauge.tasks.sheets.pictures import picture_cell as picture_cell
    from litgauge.tasks.sheets.pictures import picture_hash as picture_hash
    from litgauge.tasks.sheets.reading import check_once as check_once
    from litgauge.tasks.sheets.reading import read_entries as read_entries
    from litgauge.tasks.sheets.reading import read_shared as read_shared
    from litgauge.tasks.sheets.reviews import Standing as Standing
    from litgauge.tasks.sheets.reviews import most_say as most_say
    from litgauge.tasks.sheets.reviews import sheets_in as sheets_in
    from litgauge.tasks.sheets.reviews import standing as standing
    from litgauge.tasks.sheets.writing import check_sheet_name as check_sheet_name
    from litgauge.tasks.sheets.writing import sheet_bytes as sheet_bytes

__getattr__ = late_names(__name__, __file__)
