"""Tables as rows of cells: what stands between & and \\\\, with how many columns and rows it spans."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import MOST_BOXES
from litgauge.tasks.latex.expansion.arguments import Cursor, group, option, skip_blank

BEGIN = re.compile(
    r"\\begin[ \t]*\{(tabular|tabularx|tabulary|tabular\*|longtable|longtabu|tabu|tblr|longtblr|talltblr"
    r"|xltabular|supertabular"
    r"|xtabular|mpsupertabular|NiceTabular|NiceTabularX|NiceTabular\*|deluxetable|deluxetable\*|ltablex|array|tabularray)\}"
)
_WIDTH_FIRST = frozenset({"tabularx", "tabulary", "tabular*", "xltabular", "NiceTabularX", "NiceTabular*"})
_MARK = re.compile(
    r"\\\\\*?(?:[ \t]*\[[^\[\]]{0,40}\])?|\\tabularnewline(?![a-zA-Z])|\\(begin|end)[ \t]*\{[^{}]{1,60}\}|\\.|[{}&]",
    re.DOTALL,
)
_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|botrule|endhead|endfirsthead|endfoot|endlastfoot|tablehead|startdata|enddata|hhline"
    r"|Xhline|Xcline|noalign|addlinespace|morecmidrules|cmidrule|cline|specialrule|rowcolor|rowcolors|arrayrulecolor|tabucline"
    r"|caption|tablecaption|tablewidth|tabletypesize|tablecolumns|tablenum|tablecomments|label|tablefirsthead|tabletail|nopagebreak|pagebreak|newpage|centering|small|footnotesize|scriptsize|tiny"
    r"|Hline|hdashline|cdashline|dashedline|colrule|topline|midline|bottomline|firsthline|lasthline|SetRow|thickhline|boldline)"
    r"(?![a-zA-Z])\*?"
)
_PART = re.compile(r"\\end(?:firsthead|head|foot|lastfoot)(?![a-zA-Z])")
_WHOLE_RULE = re.compile(
    r"\\(?:hline|midrule|Xhline|hhline|specialrule|hdashline|Hline|dashedline|colrule|midline)(?![a-zA-Z])"
)
_MULTICOLUMN = re.compile(r"\s*(?:\{\s*)?\\multicolumn[ \t]*\{\s*(\d{1,2})\s*\}")
_MULTIROW = re.compile(r"\\(?:multirow|multirowcell|Block)(?![a-zA-Z])[ \t]*(?:\[[^\[\]]*\])?[ \t]*\{\s*(-?\d{1,3})\b")
_SET_CELL = re.compile(r"\\SetCell[ \t]*\[([^\[\]]*)\]")
_SPAN = re.compile(r"([rc])\s*=\s*(\d{1,3})")


class Cell(NamedTuple):
    """A cell: where it stands, its LaTeX, and how many columns and rows it takes."""

    position: int
    raw: str
    columns: int = 1
    rows: int = 1
    ruled: bool = False  # whether a rule over the whole table stands before its row


Row = list[Cell]


def table_rows(text: str, begin: re.Match[str], stop: int) -> list[Row]:
    """Return the rows of a table that begins here, rules left out.

    One that spans rows from its last one is put in its " "first.
    """
    position = _after_arguments(text, begin, stop)
    parts = list(_PART.finditer(text, position, stop))
    if parts:  # heads and feet of pages: the first head counts
        head = _rows(text, position, parts[0].start())
        return [*head, *_rows(text, parts[-1].end(), stop)]
    return _rows(text, position, stop)


def _rows(text: str, position: int, stop: int) -> list[Row]:
    rows: list[Row] = []
    cells: Row = []
    since, depth, nested = position, 0, 0
    for mark in _MARK.finditer(text, position, stop):
        sign = mark[0]
        if mark[1]:
            nested = max(0, nested + (1 if mark[1] == "begin" else -1))
        elif sign in ("{", "}"):
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth or nested:
            continue
        elif sign == "&":
            cells.append(_cell(text, since, mark.start(), first=not cells))
            since = mark.end()
        elif sign.startswith("\\\\") or sign == "\\tabularnewline":
            rows.append([*cells, _cell(text, since, mark.start(), first=not cells)])
            cells, since = [], mark.end()
            if len(rows) >= MOST_BOXES:
                return rows
    last = [*cells, _cell(text, since, stop, first=not cells)]
    rows.append(last)
    return _upwards([row for row in rows if len(row) > 1 or row[0].raw.strip()])


def _after_arguments(text: str, begin: re.Match[str], stop: int) -> int:
    """Return where the cells begin: behind placement, width and columns."""
    cursor = Cursor(text, begin.end())
    cursor.skip_options()
    for _ in range(2 if begin[1] in _WIDTH_FIRST else 1):
        if cursor.group() is None:
            break
        cursor.skip_options()
    return min(cursor.position, stop)


def _cell(text: str, start: int, stop: int, *, first: bool) -> Cell:
    position = _after_rules(text, start, stop) if first else skip_blank(text, start, stop)
    ruled = first and _WHOLE_RULE.search(text, start, position) is not None
    raw = text[position:stop]
    columns, rows = 1, 1
    if wide := _MULTICOLUMN.match(raw):
        columns = max(1, int(wide[1]))
    if high := _MULTIROW.search(raw):
        rows = int(high[1])
    if spans := _SET_CELL.search(raw):
        attributes = dict(_SPAN.findall(spans[1]))
        columns, rows = int(attributes.get("c", 1)), int(attributes.get("r", 1))
    return Cell(position, raw, columns, rows, ruled)


def _after_rules(text: str, position: int, stop: int) -> int:
    """Return where the first cell of a row begins: behind rules, and what is set before them."""
    while True:
        position = skip_blank(text, position, stop)
        rule = _RULE.match(text, position, stop)
        if rule is None:
            return min(position, stop)
        position = rule.end()
        while True:
            after = _bracketed(text, position, stop)
            if after == position:
                break
            position = after


def _bracketed(text: str, position: int, stop: int) -> int:
    for span in (option(text, position, stop), group(text, position, stop), option(text, position, stop, "(")):
        if span is not None:
            return span.end
    if text.startswith("-", position) or (text[position : position + 1].isdigit()):  # \cline2-3
        return position + 1
    return position


def _upwards(rows: list[Row]) -> list[Row]:
    """Cells that span rows upwards (\\multirow{-3}{*}{words}, as colours need it) moved to their first row."""
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            first = number + cell.rows + 1
            if cell.rows < -1 and first >= 0 and place < len(rows[first]):
                rows[first][place] = cell._replace(rows=-cell.rows, ruled=rows[first][place].ruled)
                row[place] = cell._replace(raw="", rows=1)
    starts = [number for number, row in enumerate(rows) if row[0].ruled]
    for start, stop in pairwise([0, *starts, len(rows)]):
        _centred(rows[start:stop])
    return rows


def _centred(group: list[Row]) -> None:
    """Move a label that is set by hand beside the middle row between two rules to the first of these rows."""
    filled = [row for row in group if row[0].raw.strip()]
    if len(filled) == 1 and len(group) > 1 and filled[0] is not group[0] and filled[0][0].columns == 1:
        label = filled[0][0]
        filled[0][0] = label._replace(raw="")
        group[0][0] = label._replace(ruled=group[0][0].ruled)
