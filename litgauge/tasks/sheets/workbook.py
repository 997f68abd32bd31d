"""Sheets as XLSX: drop-down lists for what is filled in, a header that stays, and texts that no program computes."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import zip_longest
from typing import Any
from zipfile import BadZipFile, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.drawing.image import Image
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from litgauge.tasks.sheets.cells import Cell, printable
from litgauge.tasks.sheets.columns import Column
from litgauge.tasks.sheets.declaration import Sheet
from litgauge.tasks.sheets.places import Place, Row, Source, heading

_LONGEST_CELL = 32_767  # characters: no spreadsheet program holds more
_CUT = " … [cut here: a cell holds no more; the CSV and JSON lines of this sheet hold all of it]"
_LARGEST = 500_000_000  # bytes of all parts, unpacked
_WIDEST, _NARROWEST = 60, 10  # characters
_HEADER, _TO_FILL, _TO_READ = (PatternFill("solid", fgColor=colour) for colour in ("D9E1F2", "FFF9DB", "F2F2F2"))
_BROKEN = (BadZipFile, KeyError, ValueError, TypeError, IndexError, AttributeError, EOFError, SyntaxError, zlib.error)
"""Errors of openpyxl and the modules below it for a broken file; SyntaxError is that of XML."""
_LISTS = "lists"
_POINTS_PER_PIXEL, _PIXELS_PER_CHARACTER = 0.75, 7
_NAME_POINTS = 48  # below a picture, for the name of its file


def workbook_bytes(
    sheet: Sheet, rows: Sequence[Mapping[str, str]], thumbnails: Sequence[Mapping[str, bytes]] = ()
) -> bytes:
    """Return the workbook: the sheet, what its columns mean, and a hidden worksheet with the drop-down lists.

    `thumbnails` are small PNGs or JPEGs of each row, by column; without Pillow they are left out.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    page: Worksheet = book.create_sheet("sheet")
    for number, column in enumerate(sheet.columns, 1):
        letter = get_column_letter(number)
        texts = [row[column.name] for row in rows]
        longest = max((len(line) for text in texts for line in text.split("\n")), default=0)
        page.column_dimensions[letter].width = min(max(longest, len(column.name), _NARROWEST) + 2, _WIDEST)
        _write(page.cell(1, number), column.name, _HEADER, bold=True)
        for place, text in enumerate(texts, 2):
            _write(page.cell(place, number), text, _TO_FILL if column.is_filled else _TO_READ)
        if column.is_picture:
            _add_pictures(page, letter, texts, [row[column.name] for row in thumbnails])
    page.freeze_panes = "A2"
    _write_meanings(book.create_sheet("columns"), sheet)
    lists = book.create_sheet(_LISTS)
    lists.sheet_state = "hidden"
    for number, column in enumerate(sheet.columns, 1):
        if column.is_filled:
            _add_lists(page, lists, get_column_letter(number), column, rows)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def read_workbook(source: Source, raw: bytes, headings: Collection[str]) -> Iterator[Row]:
    """Yield the rows of the first worksheet that has one of the headings, else of the first one, and where they stand.

    Raises UnusableInput for what is no workbook, and for a formula without its result.
    """
    try:
        with ZipFile(BytesIO(raw)) as parts:
            if "xl/workbook.xml" not in parts.namelist():
                raise source.refusal(f"{source.name} is no XLSX", next_step="Save it as XLSX, or as CSV in UTF-8")
            if sum(part.file_size for part in parts.infolist()) > _LARGEST:
                raise source.refusal(f"{source.name} is larger than {_LARGEST // 1_000_000} MB when it is unpacked")
        results, formulas = (load_workbook(BytesIO(raw), read_only=True, data_only=only) for only in (True, False))
        title = _chosen(results.worksheets, headings)
        rows = zip_longest(_rows(results[title]), _rows(formulas[title]), fillvalue=())
        for number, (cells, row) in enumerate(rows, 1):
            where = f"{source.path}:{number}"
            for place, (cell, formula) in enumerate(zip(cells, row, strict=False), 1):
                if cell.value is None and formula.data_type == "f":
                    raise source.refusal(
                        "a formula without its result",
                        f"{where}, column {get_column_letter(place)}",
                        "Write the value, or open and save the file in a spreadsheet program",
                    )
            yield Place(where), [_value(cell.value) for cell in cells]
    except _BROKEN as error:
        what = f"{source.name} is no XLSX: {error}"
        raise source.refusal(what, next_step="Save it again, or as CSV in UTF-8") from None


def _write(cell: Any, text: str, fill: PatternFill, *, bold: bool = False) -> None:
    if text:
        cell.value = text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - len(_CUT)] + _CUT
        cell.data_type = "s"  # whatever it begins with
    cell.number_format = "@"
    cell.quotePrefix = text.startswith(("=", "+", "-", "@"))
    cell.fill = fill
    cell.font = Font(bold=bold)
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _add_pictures(page: Worksheet, letter: str, paths: Sequence[str], thumbnails: Sequence[bytes]) -> None:
    """Link each cell to its file, and show the picture above the file's name."""
    for number, (path, data) in enumerate(zip_longest(paths, thumbnails, fillvalue=b""), 2):
        cell = page[f"{letter}{number}"]
        if path:
            cell.hyperlink = path
        picture = _picture(data) if data else None
        if picture is None:
            continue
        picture.anchor = cell.coordinate
        page.add_image(picture)
        cell.alignment = Alignment(wrap_text=True, vertical="bottom")
        rows, columns = page.row_dimensions, page.column_dimensions
        rows[number].height = max(rows[number].height or 0, picture.height * _POINTS_PER_PIXEL + _NAME_POINTS)
        columns[letter].width = max(columns[letter].width, picture.width / _PIXELS_PER_CHARACTER + 1)


def _picture(data: bytes) -> Any:
    try:
        return Image(BytesIO(data))
    except (ImportError, OSError):  # without Pillow, or none that it can read: the file is beside
        return None


def _write_meanings(page: Worksheet, sheet: Sheet) -> None:
    rows = [("column", "to fill in", "meaning", "what to write")]
    for column in sheet.columns:
        expected = column.kind.expected({}) if column.is_filled else ""
        rows.append((column.name, "yes" if column.is_filled else "", column.meaning, expected))
    for number, row in enumerate(rows, 1):
        for place, text in enumerate(row, 1):
            _write(page.cell(number, place), text, _HEADER if number == 1 else _TO_READ, bold=number == 1)
    for letter, width in zip("ABCD", (18, 10, 60, 60), strict=True):
        page.column_dimensions[letter].width = width


def _add_lists(
    page: Worksheet, lists: Worksheet, letter: str, column: Column[Any], rows: Sequence[Mapping[str, str]]
) -> None:
    """Give the cells of a column their drop-down lists; cells with the same options share one."""
    of_options: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(rows, 2):
        if options := column.kind.options(row):
            of_options[options].append(number)
    for options, numbers in of_options.items():
        place = get_column_letter(lists.max_column + 1 if lists["A1"].value is not None else 1)
        for number, option in enumerate(options, 1):
            lists[f"{place}{number}"] = int(option) if option.isdecimal() else option
        rule = DataValidation("list", formula1=f"{_LISTS}!${place}$1:${place}${len(options)}", allow_blank=True)
        rule.errorTitle, rule.error = column.name[:32], column.kind.expected(rows[numbers[0] - 2])[:255]
        rule.promptTitle, rule.prompt = column.name[:32], column.meaning[:255]
        rule.showErrorMessage = rule.showInputMessage = True
        for first, last in _runs(numbers):
            rule.add(f"{letter}{first}:{letter}{last}")
        page.add_data_validation(rule)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


def _chosen(pages: Sequence[Any], headings: Collection[str]) -> str:
    def column_count(page: Any) -> int:
        cells = next((cells for cells in _rows(page) if any(cell.value is not None for cell in cells)), ())
        return sum(heading(str(cell.value)) in headings for cell in cells if cell.value is not None)

    return str(max(pages, key=column_count).title)


def _rows(page: Any) -> Iterator[Sequence[Any]]:
    page.reset_dimensions()  # some programs write the wrong ones
    return iter(page.rows)


def _value(value: Cell) -> Cell:
    return printable(value.replace("_x000D_", "")) if isinstance(value, str) else value
