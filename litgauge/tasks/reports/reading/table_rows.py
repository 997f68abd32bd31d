"""Table rows of a report, in Markdown or made of HTML tags."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from litgauge.tasks.reports.reading.block_types import Block, ReportLine
from litgauge.tasks.text.inline_markup import CELL, HEAD_CELL, ROW


def is_row(lines: list[ReportLine], at: int) -> bool:
    text = lines[at].text.strip()
    if text.startswith(ROW):
        return True
    if "|" not in text:
        return False
    if _is_delimiter(text) or (text.startswith("|") and text.count("|") > 1):
        return True
    return (at + 1 < len(lines) and _is_delimiter(lines[at + 1].text)) or (
        at > 0 and "|" in lines[at - 1].text and _in_table(lines, at)
    )


def _in_table(lines: list[ReportLine], at: int) -> bool:
    """Return whether rows without outer bars lead up to a delimiter row, at most 50 lines above."""
    for number in range(at - 1, max(at - 50, -1), -1):
        if _is_delimiter(lines[number].text):
            return True
        if "|" not in lines[number].text:
            return False
    return False


def _is_delimiter(text: str) -> bool:
    stripped = text.strip()
    return "-" in stripped and "|" in stripped and not stripped.strip("|:- \t")


def row_of(lines: list[ReportLine], at: int) -> Iterator[Block]:
    line = lines[at]
    if _is_delimiter(line.text):
        return
    cells = tuple(_cells(line))
    filled = [cell for cell in cells if cell[0] < cell[1]]
    if filled:
        head = HEAD_CELL in line.text and CELL not in line.text
        head = head or (at + 1 < len(lines) and _is_delimiter(lines[at + 1].text))
        yield Block("head-row" if head else "row", filled[0][0], filled[-1][1], cells=cells)


def _cells(line: ReportLine) -> Iterator[tuple[int, int]]:
    """The content of each cell, empty ones too (start == end)."""
    separators = CELL + HEAD_CELL + ROW if line.text.lstrip().startswith(ROW) else "|"
    edges = [
        index
        for index, character in enumerate(line.text)
        if character in separators and (index == 0 or line.text[index - 1] != "\\")
    ]
    if not edges or line.text[: edges[0]].strip():
        edges.insert(0, -1)
    if line.text[edges[-1] + 1 :].strip():
        edges.append(len(line.text))
    for before, after in pairwise(edges):
        start, end = before + 1, after
        while start < end and line.text[start].isspace():
            start += 1
        while end > start and line.text[end - 1].isspace():
            end -= 1
        yield line.start + start, line.start + end
