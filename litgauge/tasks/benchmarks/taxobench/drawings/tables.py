r"""Tables whose rows stand under categories: by \multirow, by empty cells, by rows of their own, or by a column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import MOST_BOXES, Box, Drawn
from litgauge.tasks.benchmarks.taxobench.drawings.grid import BEGIN, Cell, Row, table_rows
from litgauge.tasks.benchmarks.taxobench.drawings.ticks import by_ticks
from litgauge.tasks.latex.expansion.arguments import environment_ends

_CATEGORY = re.compile(
    r"\b(?:sub-?)?(?:categor\w*|class(?:es|ification)?|types?|famil\w+|approach(?:es)?|paradigms?|groups?|taxonom\w*|topics?"
    r"|techniques?|themes?|dimensions?|areas?|domains?|fields?|branch\w*|strateg\w+|subtopics?|sub-?(?:types?|class(?:es)?|areas?"
    r"|fields?|topics?)|kinds?|levels?|stages?|aspects?|perspectives?|mechanisms?|tasks?|methodolog\w+|direction|类别|分类|类型|分類)(?:\s|$)",
    re.IGNORECASE,
)
_CITES = re.compile(r"\\[a-zA-Z@]*[cC]it[a-zA-Z@]*\*?[ \t]*[\[{(<]|\\bibentry")
_KEYS = re.compile(r"\\[a-zA-Z]*[cC]it[a-zA-Z]*\*?(?:\[[^\[\]]*\])*\{([^{}]*)\}")
_PRINTS_ONE = re.compile(r"[^\W\d_]")
_PRINTS = re.compile(r"[^\W\d_]{2}", re.UNICODE)
_NOT_PRINTED = re.compile(
    r"\\(?:hspace|vspace|cellcolor|rowcolor|label|rule|textcolor|color)\*?(?:\[[^\[\]]*\])?\{[^{}]*\}|\\[a-zA-Z@]+"
)
_FIGURE = re.compile(r"[-+~≈<>]?\s*\d[\d.,\s]*(?:[-±/–]\s*[\d.,\s]+|\([\d.,\s±]*\))?\s*\\?[%kKMGTB×x]?\**")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_BRACES = str.maketrans("", "", "{}$")
_FEWEST_ROWS = 3
_LONGEST_CATEGORY = 150  # characters; what is longer is prose
_MOST_HEADERS = 3


def tables(text: str, start: int, speaking: Sequence[tuple[int, int]]) -> Iterator[Drawn]:
    """Yield the tables of the text from `start` that sort what they cite.

    `speaking` are stretches whose captions say so.
    """
    ends = environment_ends(text)
    after = start
    for begin in BEGIN.finditer(text, start):
        if begin.start() < after or begin.end() not in ends:
            continue
        stop, end = ends[begin.end()]
        rows = table_rows(text, begin, stop)
        if not any(_cites(row) for row in rows):
            continue  # one that only sets a box; a table in it may cite
        after = end
        speaks = any(first <= begin.start() and end <= last for first, last in speaking)
        if tree := _sorted(rows, speaks=speaks):
            roots, why = tree
            yield Drawn("table", roots, begin.start(), end, [why], papers_as_leaves=True)


def _cites(row: Row) -> bool:
    return any(_CITES.search(cell.raw) for cell in row)


def _words(cell: Cell, prints: re.Pattern[str] = _PRINTS) -> bool:
    """Return whether a cell prints words and cites nothing."""
    return not _CITES.search(cell.raw) and prints.search(_NOT_PRINTED.sub(" ", cell.raw)) is not None


def _blank(cell: Cell) -> bool:
    return not _NOT_PRINTED.sub("", cell.raw).strip(" {}~\t\n") and not _CITES.search(cell.raw)


def _sorted(rows: list[Row], *, speaks: bool) -> tuple[list[Box], str] | None:
    """Return the boxes of a table, and by what its rows are sorted; None if they are not."""
    headers, body = _headers(rows)
    if (
        speaks
        and (ticked := by_ticks(headers, body, _cites, _words))
        and not any(cell.rows > 1 for row in body for cell in row)
    ):
        return ticked, "its columns are categories, ticked for each work"
    if speaks and (by_columns := _by_columns(headers, body)):
        return by_columns, "its columns are categories"
    citing = sum(map(_cites, body))
    if (citing < _FEWEST_ROWS and not (speaks and citing)) or (not speaks and _measures(body)):
        return None
    spanning = [_spans(row) for row in body]
    columns = _category_columns(headers, body, speaks=speaks)
    if not columns and not any(spanning):
        lists = [sum(cell.raw.count(",") for cell in row if _CITES.search(cell.raw)) for row in body]
        listed = sum(1 for commas in lists if commas) >= max(2, len(body) // 3)
        first_has_words = sum(bool(row) and _words(row[0]) for row in body) >= max(2, 2 * len(body) // 3)
        if not (listed and first_has_words):
            return None
        columns = [0]
        why = "each row is a category with the works that belong to it"
    elif columns:
        named = " and ".join(filter(None, (_header(headers, column) for column in columns)))
        why = f"its rows are sorted by {'the columns' if len(columns) > 1 else 'a column'}" + (
            f" {named}" if named else ""
        )
    else:
        why = "rows of their own head groups of the others"
    roots = _grown(body, columns, spanning)
    return (roots, why) if len(roots) > 1 or any(len(root.children) > 1 for root in roots) else None


def _measures(body: Sequence[Row]) -> bool:
    """Return whether most cells right of the first one of a row are figures, as in tables of results."""
    beside = [_printed(cell) for row in body if _cites(row) for cell in row[1:] if not _CITES.search(cell.raw)]
    filled = [words for words in beside if words and not _YEAR.fullmatch(words)]
    return 2 * sum(_FIGURE.fullmatch(words) is not None for words in filled) > len(filled)


def _printed(cell: Cell) -> str:
    return " ".join(_NOT_PRINTED.sub(" ", cell.raw).translate(_NO_BRACES).split())[:_LONGEST_CATEGORY]


def _by_columns(headers: Sequence[Row], body: Sequence[Row]) -> list[Box]:
    """Return the headings with the works below them, where nearly every cell cites; nothing of other tables."""
    cells = [cell for row in body for cell in row if not _blank(cell)]
    if not headers or len(headers[-1]) < 2 or sum(bool(_CITES.search(cell.raw)) for cell in cells) < 0.8 * len(cells):
        return []
    heads = [Box(cell.position, cell.raw) for cell in headers[-1]]
    if not all(map(_words, headers[-1])):
        return []
    for row in body:
        for number, cell in _columns(row):
            if number < len(heads) and not _blank(cell):
                heads[number].children.append(Box(cell.position, "", cell.raw))
    return heads


def _headers(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows before the first that cites, without one that spans all, which heads a group; and the others."""
    count = 0
    while count < min(len(rows), _MOST_HEADERS) and not _cites(rows[count]) and not _spans(rows[count]):
        if count and sum(map(_words, rows[count])) < 2:
            break
        count += 1
    return rows[:count], rows[count:]


def _spans(row: Row) -> bool:
    """Return whether a row is a heading of its own: one cell that prints words, over most columns."""
    width = sum(cell.columns for cell in row)
    filled = [cell for cell in row if not _blank(cell)]
    return (
        width > 1 and len(filled) == 1 and _words(filled[0]) and (filled[0].columns > width / 2 or filled[0] is row[0])
    )


def _header(headers: Sequence[Row], column: int) -> str:
    for row in reversed(headers):
        at = 0
        for cell in row:
            if at <= column < at + cell.columns and not _blank(cell):
                return " ".join(_NOT_PRINTED.sub(" ", cell.raw).replace("{", "").replace("}", "").split())
            at += cell.columns
    return ""


def _category_columns(headers: Sequence[Row], body: Sequence[Row], *, speaks: bool) -> list[int]:
    """Return the columns that sort the rows: those that go on over several rows, or are headed as a category."""
    plain = [row for row in body if not _spans(row)]
    width = max((sum(cell.columns for cell in row) for row in plain), default=0)
    columns: list[int] = []
    for column in range(min(width, 12)):
        cells = [cell for row in plain if (cell := _at(row, column)) is not None]
        named = _CATEGORY.search(_header(headers, column)) is not None
        prints = _PRINTS_ONE if named or speaks else _PRINTS  # types I and II
        words = [cell for cell in cells if _words(cell, prints) and len(cell.raw) < _LONGEST_CATEGORY]
        cited = sum(1 for cell in cells if _CITES.search(cell.raw))
        if not words or cited > len(cells) / 3:
            continue
        going_on = any(cell.rows > 1 for cell in cells) or (
            column == len(columns) and sum(map(_blank, cells)) >= max(1, len(cells) / 4) and len(words) > 1
        )
        values = Counter(" ".join(cell.raw.split()) for cell in words)
        repeated = 1 < len(values) <= max(2, 0.6 * len(words))
        if going_on or (named and (repeated or column == len(columns))) or (speaks and repeated and not columns):
            columns.append(column)
    leading = [column for number, column in enumerate(columns) if column == number]
    if leading and _lists_works(plain, len(leading)):
        leading.append(len(leading))
    return leading or columns[:1]  # those at the left, one in the other; else the first that sorts


def _lists_works(body: Sequence[Row], column: int) -> bool:
    """Return whether a column names a topic of several works in each row, not the one work of the row."""
    cells = [cell for row in body if (cell := _at(row, column)) is not None]
    keys = [sum(match[1].count(",") + 1 for cell in row for match in _KEYS.finditer(cell.raw)) for row in body]
    several = 2 * sum(number > 1 for number in keys) >= len(body) or sum(keys) >= 2 * len(body)
    return bool(cells) and all(map(_words, cells)) and several


def _at(row: Row, column: int) -> Cell | None:
    at = 0
    for cell in row:
        if at <= column < at + cell.columns:
            return cell if column == at else None
        at += cell.columns
    return None


def _grown(body: Sequence[Row], columns: Sequence[int], spanning: Sequence[bool]) -> list[Box]:
    """Boxes of categories, the rows that cite hanging on them; an empty cell means what stands above it."""
    roots: list[Box] = []
    head: Box | None = None
    above: dict[int, Cell] = {}
    boxes: dict[tuple[int, tuple[str, ...]], Box] = {}
    count = 0
    for row, spans in zip(body, spanning, strict=True):
        count += 1
        if count > MOST_BOXES:
            break
        if spans:
            cell = next(cell for cell in row if not _blank(cell))
            if not columns or cell.columns > 1:
                head, above = Box(cell.position, cell.raw), {}
                roots.append(head)
                continue
        path = _path(row, columns, above)
        parent = head
        for depth in range(1, len(path) + 1):
            key = (id(head), tuple(" ".join(cell.raw.split()) for cell in path[:depth]))
            if key not in boxes:
                boxes[key] = Box(path[depth - 1].position, path[depth - 1].raw)
                (parent.children if parent else roots).append(boxes[key])
            parent = boxes[key]
        rest = " ".join(cell.raw for number, cell in _columns(row) if number not in columns)
        if _CITES.search(rest):
            paper = Box(row[0].position, "", rest)
            (parent.children if parent else roots).append(paper)
    return roots


def _path(row: Row, columns: Sequence[int], above: dict[int, Cell]) -> list[Cell]:
    """Return the cells of the row's categories, those that go on from above among them."""
    path: list[Cell] = []
    for column in columns:
        cell = _at(row, column)
        if cell is not None and not _blank(cell):
            if column in above and above[column].raw != cell.raw:
                for other in [other for other in above if other > column]:
                    del above[other]  # a new category has topics of its own
            above[column] = cell
        if column in above:
            path.append(above[column])
    return path


def _columns(row: Row) -> Iterator[tuple[int, Cell]]:
    at = 0
    for cell in row:
        yield at, cell
        at += cell.columns
