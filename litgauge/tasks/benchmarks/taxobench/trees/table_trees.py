"""Topics and papers in the rows of a table."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence

from litgauge.tasks.answers.outlines import Entry, OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.names import NOTHING, STEPS, split_papers
from litgauge.tasks.text.wordings import pattern

_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
_PAPERS, _TOPICS, _BESIDE = (pattern(*_PLACE, kind) for kind in ("papers column", "topics column", "other column"))
_AROUND = " \t*_`"
_TICK = re.compile(r"[✓✔☑✅●•○◯xX×✗✘❌–—-]?\ufe0f?|yes|no", re.IGNORECASE)
_YES = re.compile(r"[✓✔☑✅●•xX]|yes", re.IGNORECASE)
_WORDS_OF_TITLE = 4  # on average, of a column of titles
_FEWEST_TICKED = 2  # columns
_LONGEST_HEAD = 40  # characters of a cell
_SLASHES = re.compile(rf"{STEPS.pattern}|\s+/\s+")
_NO_WORDS = " ()-–—/…\"'〃"


def table_entries(rows: Sequence[Sequence[str]]) -> list[Entry]:
    """Return a table's topics, from left to right, with its papers below; papers alone where it names no topics.

    Papers stand in the column whose head says so, or in the last. An empty cell repeats the one above where the cells
    to its left do.
    """
    head, body = [_head(cell) for cell in rows[0]], rows[1:]
    if topics_above := _ticked(head, body) or _by_column(head, body):
        return topics_above
    column, topics = _columns(head)
    if column is None or _counts(body, column, topics):
        return []
    if not topics and (rows_as_topics := _below_rows(body, column)):
        return rows_as_topics
    columns = _alike(head, column)
    steps = _steps([_cell(row, number) for row in body for number in topics])
    root = Entry(OutlineLine("heading", 0, "", ""))
    known: dict[tuple[int, str], Entry] = {}  # a topic by the entry above it, and its name
    above: list[str] = [""] * len(topics)
    for row in body:
        cells = [_cell(row, number) for number in topics]
        filled = next((number for number, cell in enumerate(cells) if cell), len(cells))
        above = [*above[:filled], *cells[filled:]]
        topic = root
        for name in (step for cell in above if cell for step in steps.split(cell)):
            topic = _topic(name, topic, known)
        papers = [paper for number in columns if _cell(row, number) for paper in split_papers(row[number])]
        topic.below += [Entry(OutlineLine("item", 0, paper, paper)) for paper in papers]
    return root.below


def _by_column(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[Entry]:
    """Return the topics in the head of a table with a column of titles for each; [] of other tables."""
    known = (_PAPERS, _TOPICS)
    if len(head) < _FEWEST_TICKED or any(
        _BESIDE.fullmatch(cell) or any(k.search(cell) for k in known) for cell in head
    ):
        return []
    columns = [[cell for row in body if (cell := _cell(row, number))] for number in range(len(head))]
    words = [[len(cell.split()) for cell in column] for column in columns]
    if not all(words) or min(sum(counts) / len(counts) for counts in words) < _WORDS_OF_TITLE:
        return []
    if any(len(set(column)) < len(column) for column in columns):
        return []
    return [
        Entry(
            OutlineLine("heading", 0, name.strip(), ""), [Entry(OutlineLine("item", 0, cell, cell)) for cell in column]
        )
        for name, column in zip(head, columns, strict=True)
    ]


def _below_rows(body: Sequence[Sequence[str]], column: int) -> list[Entry]:
    """Return the topics that stand alone in a row each, with the papers of the rows below; [] of other tables."""
    alone = [at for at, row in enumerate(body) if sum(1 for number in range(len(row)) if _cell(row, number)) == 1]
    if not alone or alone[0] or len(alone) in (1, len(body)) or not all(_cell(body[at], column) for at in alone):
        return []
    topics: list[Entry] = []
    for at, row in enumerate(body):
        words = _cell(row, column)
        if at in alone:
            topics.append(Entry(OutlineLine("heading", 0, words, words)))
        elif words:
            topics[-1].below.append(Entry(OutlineLine("item", 0, words, row[column])))
    return topics


def _ticked(head: Sequence[str], body: Sequence[Sequence[str]]) -> list[Entry]:
    """Return the topics in the head of a table that ticks them for each paper; [] of other tables."""
    ticks = [number for number in range(1, len(head)) if all(_TICK.fullmatch(_raw(row, number)) for row in body)]
    marked = [[number for number in ticks if _YES.search(_raw(row, number))] for row in body]
    if len(ticks) < _FEWEST_TICKED or not all(marked):
        return []
    column = next(number for number in range(len(head)) if number not in ticks)
    topics = {number: Entry(OutlineLine("heading", 0, head[number].strip(), "")) for number in ticks}
    for row, numbers in zip(body, marked, strict=True):
        for number in numbers:
            paper = _cell(row, column)
            topics[number].below.append(Entry(OutlineLine("item", 0, paper, paper)))
    return [topic for topic in topics.values() if topic.below]


def _raw(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _steps(cells: Sequence[str]) -> re.Pattern[str]:
    """Return what stands between the topics of a path: slashes, too, where several paths begin with one topic."""
    firsts = [cell.partition(" / ")[0] for cell in set(cells) if " / " in cell]
    return _SLASHES if len(set(firsts)) < len(firsts) else STEPS


def _counts(body: Sequence[Sequence[str]], column: int, topics: Sequence[int]) -> bool:
    """Return whether a column has a number for each topic: how many papers there are, not which."""
    numbers = [cell for row in body if (cell := _cell(row, column))]
    names = {tuple(_cell(row, number) for number in topics) for row in body}
    return len(numbers) > 1 and len(names) == len(body) and all(map(str.isdecimal, numbers))


def csv_rows(text: str) -> list[list[str]]:
    """Return the rows of CSV (commas, semicolons or tabs) with a head of topics and papers; [] of other texts."""
    head = text.lstrip().partition("\n")[0]
    separator = max(",;\t", key=head.count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text.strip("\r\n ")), delimiter=separator) if row]
    except csv.Error:
        return []
    width = len(rows[0]) if rows else 0
    if width < 2 or len(rows) < 3 or any(len(row) != width for row in rows):
        return []
    head_row = [_head(cell) for cell in rows[0]]
    cells = [cell for cell in head_row if _TOPICS.search(cell) or _PAPERS.search(cell)]
    if len(cells) > 1 and max(map(len, head_row)) < _LONGEST_HEAD:
        return rows
    body = rows[1:] if _is_unknown_head(rows) else rows
    papers = [number for number in (width - 1, 0) if len({row[number] for row in body}) == len(body)]
    if not papers or len(body) < 2 * len({row[0 if papers[0] else 1] for row in body}):
        return []
    levels = [f"Level {number}" for number in range(1, width)]  # topics, then a paper each, or the paper first
    return [[*levels, "Paper"] if papers[0] else ["Paper", *levels], *body]


def _is_unknown_head(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row names columns in words that are not known: no other row shares a cell with it.

    The topics of all others return.
    """
    head, *body = rows
    shared = [column for column in range(len(head)) if any(row[column] == head[column] for row in body)]
    returning = [column for column in range(len(head)) if len(body) >= 2 * len({row[column] for row in body})]
    times = Counter(row[column] for column in returning for row in body)
    return not shared and bool(returning) and min(times.values()) > 1 and all(head)


def csv_nodes(text: str) -> list[dict[str, str]]:
    """Return the rows of CSV whose head has id, parent_id and name, or level and name; [] of other texts."""
    head, _, _ = text.strip().partition("\n")
    names = {cell.strip(_AROUND + '"').lower() for cell in re.split(r"[,;\t]", head)}
    by_parent = "id" in names and names & {"parent", "parent_id", "parentid"}
    if not (by_parent or names & {"level", "depth"}) or not names & {"name", "title", "label"}:
        return []
    separator = max(",;\t", key=head.count)
    rows = [
        {str(key).strip().lower(): cell for key, cell in row.items() if isinstance(cell, str)}
        for row in csv.DictReader(io.StringIO(text.strip()), delimiter=separator)
    ]
    return [{key: cell for key, cell in row.items() if cell or not key.startswith("parent")} for row in rows]


def csv_edges(text: str) -> list[tuple[str, str]]:
    """Return the pairs of CSV with the head parent, child (or child, parent); [] of other texts."""
    head, _, body = text.strip().partition("\n")
    separator = max(",;\t", key=head.count)
    names = [cell.strip(_AROUND + '"').lower() for cell in head.split(separator)]
    if {"parent", "child"} <= set(names):
        parent, child = names.index("parent"), names.index("child")
    elif {"source", "target"} <= set(names):
        parent, child = names.index("source"), names.index("target")
    else:
        return []
    try:
        rows = list(csv.reader(io.StringIO(body), delimiter=separator))
    except csv.Error:
        return []
    pairs = [(row[parent].strip(), row[child].strip()) for row in rows if len(row) > max(parent, child)]
    return [(above, below) for above, below in pairs if above and below]


def _head(cell: str) -> str:
    """Return a head as words: category_path, level1."""
    return re.sub(r"(?<=[a-z])(?=\d)", " ", cell.strip(_AROUND).replace("_", " "))


def _columns(head: Sequence[str]) -> tuple[int | None, list[int]]:
    """Return the column of the papers, and those of the topics in their order."""
    named = [number for number, cell in enumerate(head) if _TOPICS.search(cell) and not _BESIDE.fullmatch(cell)]
    rest = [number for number, cell in enumerate(head) if not _BESIDE.fullmatch(cell)]
    unnamed = [number for number in rest if number not in named]
    papers = [number for number in unnamed if _PAPERS.search(head[number])]
    if not rest:
        return None, []
    column = papers[0] if papers else (unnamed or rest)[-1]
    topics = named or [number for number in rest if number < column]
    return column, [number for number in topics if number != column]


def _alike(head: Sequence[str], column: int) -> list[int]:
    """Return the columns of papers: all whose heads differ by a number alone, "Paper 1" and "Paper 2"."""
    name = re.sub(r"\s*\d+\W*$", "", head[column])
    if name == head[column]:
        return [column]
    return [number for number, cell in enumerate(head) if re.sub(r"\s*\d+\W*$", "", cell) == name]


def _topic(name: str, above: Entry, known: dict[tuple[int, str], Entry]) -> Entry:
    """Return the topic of this name below another, added if it is new."""
    place = id(above), name
    if place not in known:
        known[place] = Entry(OutlineLine("heading", 0, name, name))
        above.below.append(known[place])
    return known[place]


def _cell(row: Sequence[str], column: int) -> str:
    cell = row[column].strip(_AROUND) if column < len(row) else ""
    return "" if cell.strip(_NO_WORDS).lower() in NOTHING else cell
