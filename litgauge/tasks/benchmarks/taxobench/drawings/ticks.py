r"""Tables with a tick in the column of every category that the work of a row belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import Box
from litgauge.tasks.benchmarks.taxobench.drawings.grid import Cell, Row

_TICK = re.compile(
    r"\\(?:checkmark|cmark|tick|surd|CheckmarkBold|Checkmark|checked|faCheck[a-zA-Z]*|bullet|CIRCLE|newmoon|blacksquare|"
    r"yes|ding\s*\{(?:5[12]|108|110)\}|textbullet)(?![a-zA-Z])|[✓✔☑•●■]|^[\s{}$~]*[xX×][\s{}$~]*$"
)
_CROSS = re.compile(
    r"\\(?:xmark|times|ding\s*\{5[3-6]\}|XSolidBrush|XSolid|faTimes[a-zA-Z]*|Circle|textendash|textemdash|no)(?![a-zA-Z])|"
    r"[✗✘☒○]|^[\s{}$~]*(?:-{1,3}|–|—|n/?a)?[\s{}$~]*$",
    re.IGNORECASE,
)
_FEWEST = 2  # columns, and ticks of the table's rows on the average
_SHARE = 0.9  # of the cells of a column


def by_ticks(
    headers: Sequence[Row], body: Sequence[Row], cites: Callable[[Row], bool], words: Callable[[Cell], bool]
) -> list[Box]:
    """Return the headings of columns that hold ticks, with the works of the rows that are ticked.

    Nothing of other tables.

    What heads several of these columns stands above them.
    """
    rows = [dict(_cells_by_column(row)) for row in body if cites(row)]
    if not headers or len(rows) <= _FEWEST:
        return []
    heads = {at: cell for at, cell in _cells_by_column(headers[-1]) if words(cell) and _is_ticked(rows, at)}
    if len(heads) < _FEWEST or sum(_ticked(row.get(at)) for row in rows for at in heads) < len(rows):
        return []
    boxes = {at: Box(cell.position, cell.raw) for at, cell in heads.items()}
    for row in rows:
        raw = " ".join(cell.raw for at, cell in row.items() if at not in heads)
        for at, box in boxes.items():
            if _ticked(row.get(at)):
                box.children.append(Box(row[at].position, "", raw))
    return list(_grouped(headers, boxes, words))


def _grouped(headers: Sequence[Row], boxes: dict[int, Box], words: Callable[[Cell], bool]) -> Iterator[Box]:
    above = dict(_cells_by_column(headers[-2])) if len(headers) > 1 else {}
    wide = {at: cell for at, cell in above.items() if cell.columns > 1 and words(cell)}
    groups: dict[int, Box] = {}
    for at, box in boxes.items():
        start = next((column for column, cell in wide.items() if column <= at < column + cell.columns), None)
        if start is None:
            yield box
        elif start in groups:
            groups[start].children.append(box)
        else:
            groups[start] = Box(wide[start].position, wide[start].raw, children=[box])
            yield groups[start]


def _is_ticked(rows: Sequence[dict[int, Cell]], at: int) -> bool:
    """Return whether a column holds ticks, and besides them crosses and nothing else."""
    marks = [row[at].raw for row in rows if at in row]
    plain = [raw for raw in marks if _TICK.search(raw) or _CROSS.search(raw)]
    return any(_TICK.search(raw) for raw in marks) and len(plain) >= _SHARE * len(marks)


def _ticked(cell: Cell | None) -> bool:
    return cell is not None and _TICK.search(cell.raw) is not None


def _cells_by_column(row: Row) -> Iterator[tuple[int, Cell]]:
    at = 0
    for cell in row:
        yield at, cell
        at += cell.columns
