"""Markdown tables whose cells cannot break them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A markdown table; numbers are set right-aligned with thousands separated, text is escaped."""
    values = [list(row) for row in rows]
    lines = [[_cell(value) for value in row] for row in values]
    numeric = _numeric_columns(len(headers), values)
    rule = ["---:" if number in numeric else "---" for number in range(len(headers))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [list(headers), rule, *lines])


def shorten(text: str, length: int = 90) -> str:
    """The text on one line, cut at a word with an ellipsis."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[:length].rsplit(" ", 1)[0] + " …"


def _cell(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    text = " ".join(str(value).split())
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _numeric_columns(width: int, rows: Sequence[Sequence[object]]) -> set[int]:
    return {column for column in range(width) if rows and all(isinstance(row[column], int | float) for row in rows)}
