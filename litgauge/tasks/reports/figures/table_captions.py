"""Captions of pictures in tables: behind the picture in its cell, or in the cell under it."""

from __future__ import annotations

import re
from bisect import bisect_right

from litgauge.tasks.reports.figures.captions import LONGEST_PLAIN, Caption, Page, caption_of, line_of
from litgauge.tasks.reports.figures.labels import label_at
from litgauge.tasks.reports.figures.targets import Picture
from litgauge.tasks.reports.reading.block_types import ReportLine
from litgauge.tasks.reports.reading.source_words import asserts
from litgauge.tasks.reports.reading.table_rows import is_row
from litgauge.tasks.text.inline_markup import CELL, HEAD_CELL, ROW, SIGNS

_BLANKS = " \t\r\n\u00a0\u3000*_" + SIGNS
_EMPHASISED = re.compile(
    r"(\*{1,3}|_{1,3})(?=\S).{2,600}(?<=\S)\1$|<(em|i|small|strong|b)\b[^<>]{0,200}>.{2,600}</\2>$"
)
_DELIMITER = re.compile(r"[|:\- \t]+$")
MOST_LINES = 6
"""Between a row of pictures and the row under it."""


def caption_in_table(page: Page, picture: Picture) -> Caption | None:
    """Return the caption of a picture in a table; None where its cell and the one under it say something else."""
    number = line_of(page, picture.start)
    line = page.lines[number]
    cells = cells_of(line)
    column = max(0, bisect_right(cells, picture.start, key=lambda cell: cell[0]) - 1)
    start, end = picture.end, max(picture.end, cells[column][1])
    if page.text[start:end].strip(_BLANKS):
        return _judged(page, start, end, alone=not page.text[cells[column][0] : picture.start].strip(_BLANKS))
    following = _next_row(page, number)
    if following is None:
        return None
    under = cells_of(page.lines[following])
    if column >= len(under):
        return None
    bare = not any(page.text[slice(*cell)].strip(_BLANKS) for cell in cells)
    return _judged(page, *under[column], alone=bare and following not in page.pictured)


def cells_of(line: ReportLine) -> list[tuple[int, int]]:
    """Return the cells of a row by their offsets, empty ones too; the first lies before the first sign of a cell."""
    signs = CELL + HEAD_CELL if line.text.lstrip().startswith(ROW) else "|"
    edges = [at for at, sign in enumerate(line.text) if sign in signs and line.text[at - 1 : at] != "\\"]
    starts = [0, *(at + 1 for at in edges)]
    ends = [*edges, len(line.text)]
    return [(line.start + start, line.start + end) for start, end in zip(starts, ends, strict=True)]


def _next_row(page: Page, number: int) -> int | None:
    for following in range(number + 1, min(number + 1 + MOST_LINES, len(page.lines))):
        text = page.lines[following].text
        if text.strip(" \t") and not _DELIMITER.match(text):
            return following if is_row(page.lines, following) else None
    return None


def _judged(page: Page, start: int, end: int, *, alone: bool) -> Caption | None:
    while start < end and page.text[start] in _BLANKS.replace("*", "").replace("_", ""):
        start += 1
    while end > start and page.text[end - 1] in _BLANKS.replace("*", "").replace("_", ""):
        end -= 1
    words = page.text[start:end]
    if not words:
        return None
    if label_at(page.text, start, end) is not None:
        return caption_of(page.text, start, end)
    if _EMPHASISED.match(words) or (alone and len(words) <= LONGEST_PLAIN and not asserts(words)):
        return caption_of(page.text, start, end)
    return None
