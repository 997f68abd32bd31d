"""The tables of an answer in Markdown: their rows by the names of the columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from litgauge.tasks.answers.work_lists.works import names_works

_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")


def table_rows(lines: Sequence[str]) -> list[Mapping[str, Any]]:
    """The rows of a Markdown table by its head; of several tables those whose heads name works.

    None where there is no table.
    """
    ruled = any(map(_RULE.match, lines))
    tables: list[list[list[str]]] = [[]]
    for line in lines:
        if _RULE.match(line) and len(tables[-1]) > 1 and (_is_head(tables[-1][-1]) or not _is_head(tables[-1][0])):
            tables.append([tables[-1].pop()])
        elif (row := _cells(line, bare=ruled)) is not None:
            tables[-1].append(row)
    telling = [table for table in tables if table and _is_head(table[0])]
    return [row for table in telling or tables[:1] for row in _by_head(table)]


def _is_head(row: Sequence[str]) -> bool:
    return names_works(list(map(_column, row)))


def _by_head(table: Sequence[list[str]]) -> list[Mapping[str, Any]]:
    return [dict(zip(map(_column, table[0]), row, strict=False)) for row in table[1:]]


def _column(cell: str) -> str:
    """Return the name of a column without what stands in brackets behind it: "Paper (author, year)"."""
    return re.sub(r"(?<=\w)\s*\([^()]*\)$", "", cell.strip("* "))


def _cells(line: str, *, bare: bool) -> list[str] | None:
    """The cells of a row; without `bare` it must begin and end with a bar."""
    text = line.strip()
    edged = text.startswith("|") and text.endswith("|") and len(text) > 2
    if not (edged or (bare and "|" in text)) or _RULE.match(text):
        return None
    cells = [cell.strip() for cell in text.removeprefix("|").removesuffix("|").split("|")]
    return None if all(set(cell) <= set("-: ") for cell in cells) else cells
