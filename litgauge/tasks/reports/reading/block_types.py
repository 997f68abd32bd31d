"""The lines and the blocks that a report is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "text", "item", "row", "head-row", "code"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block; offsets are of its content, without list mark, heading sign or quote sign."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0  # of a heading, 1 the highest
    label: str = ""  # of a list item as it stands: "-", "3.", "[3]"
    lines: tuple[tuple[int, int], ...] = ()  # its lines, without the line ends
    cells: tuple[tuple[int, int], ...] = ()  # of a table row
    marked: bool = True  # False: a heading that only its form shows


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line; offsets are into the text of the report."""

    start: int
    end: int  # without the line end and white space before it
    text: str


def lines_of(surface: str) -> list[ReportLine]:
    """Return the lines of a text without the white space at their ends."""
    lines, at = [], 0
    for raw in surface.split("\n"):
        text = raw.rstrip(" \t\r\f\v\u00a0\u3000")
        lines.append(ReportLine(at, at + len(text), text))
        at += len(raw) + 1
    return lines
