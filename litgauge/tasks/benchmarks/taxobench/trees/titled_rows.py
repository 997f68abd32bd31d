"""Topics of papers in rows: the fields, cells or words beside a title that return in other rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from litgauge.tasks.answers.outlines import Entry
from litgauge.tasks.benchmarks.taxobench.trees.assignments import BETWEEN_STEPS, Assigned, Path
from litgauge.tasks.benchmarks.taxobench.trees.known_titles import KnownTitles
from litgauge.tasks.benchmarks.taxobench.trees.names import NOTHING, bare_name, split_papers
from litgauge.tasks.benchmarks.taxobench.trees.table_trees import table_entries
from litgauge.tasks.text.wordings import pattern

_PLACE = ("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json")
_TOPICS, _BESIDE = (pattern(*_PLACE, kind) for kind in ("topics column", "other column"))
_NOT_TOPICS = re.compile(
    r"\bet al\b|\b(?:19|20)\d\d\b|https?:|^[\W\d]*$|^(?:true|false|yes|no|papers?|leaf)$", re.IGNORECASE
)
_RETURNING = 0.6  # of the filled cells may be different ones
_MOSTLY = 0.6  # of the rows have a cell
_LONGEST = 12  # words of a topic


def row_paths(rows: Sequence[Mapping[str, str]], *, returning: bool = True) -> list[Path]:
    """Return the topics that each row names in its fields, the highest first.

    Fields are of topics if they are called so; where none is, with `returning`, if their values return. Of two fields
    the one that the other decides is the higher.

    >>> places = ("Wings", "Flight"), ("Tails", "Flight"), ("Ears", "Senses")
    >>> row_paths([{"second": low, "first": high} for low, high in (*places, *places)])[0]
    ('Flight', 'Wings')
    """
    keys = list(dict.fromkeys(key for row in rows for key in row))
    cells = {key: [_cell(row.get(key, "")) for row in rows] for key in keys}
    keys = [key for key in keys if not _BESIDE.fullmatch(key) and _may_be_topics(cells[key])]
    named = [key for key in keys if _TOPICS.search(key.replace("_", " "))]
    topics = named or [key for key in keys if returning and _return(cells[key])]
    for at in range(1, len(topics)):
        while (
            at
            and _decides(cells[topics[at - 1]], cells[topics[at]])
            and not _decides(cells[topics[at]], cells[topics[at - 1]])
        ):
            topics[at - 1 : at + 1] = topics[at], topics[at - 1]
            at -= 1
    return [tuple(step for key in topics for step in _steps(cells[key][at])) for at in range(len(rows))]


def _cell(words: str) -> str:
    words = words.strip(" \t*_`")
    return "" if words.strip(" ()-–—/…\"'〃").lower() in NOTHING else words


def _may_be_topics(cells: Sequence[str]) -> bool:
    return not any(_NOT_TOPICS.search(cell) or len(cell.split()) > _LONGEST for cell in cells if cell)


def _return(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(filled) >= max(3, _MOSTLY * len(cells)) and 1 < len(set(filled)) <= _RETURNING * len(filled)


def _decides(cells: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether cells have the same other cell wherever they have the same words."""
    first: dict[str, str] = {}
    pairs = [(cell, other) for cell, other in zip(cells, others, strict=True) if cell and other]
    return bool(pairs) and all(first.setdefault(cell, other) == other for cell, other in pairs)


def _steps(cell: str) -> Iterator[str]:
    for between in BETWEEN_STEPS[:2]:
        if between.search(cell):
            yield from filter(None, map(bare_name, between.split(cell)))
            return
    if cell:
        yield bare_name(cell)


def table_assignments(rows: Sequence[Sequence[str]], known: KnownTitles) -> list[Assigned]:
    """Return the papers of a table with their topics in it; [] of one that names no known paper."""
    parts = [[split_papers(cell) for cell in row] for row in rows]
    meant = known.found([part for row in parts for cell in row for part in cell])
    cells = [[[meant[part] for part in cell if part in meant] for cell in row] for row in parts]
    named = {title for row in cells for cell in row for title in cell}
    if not named:
        return []
    leaves = list(_leaves(rows))
    found = known.found([words for _, words in leaves])
    assigned = [(path, found.get(words, words)) for path, words in leaves]
    if named <= {title for _, title in assigned} and any(path for path, _ in assigned):
        return assigned
    head = rows[0] if not any(cells[0]) else [""] * len(rows[0])
    body = [at for at, row in enumerate(cells) if any(row)]
    columns = [max(range(len(cells[at])), key=lambda column: len(cells[at][column])) for at in body]
    fields = [
        {
            (head[number] if head[0] or any(head) else str(number - column)) or str(number): cell
            for number, cell in enumerate(rows[at])
            if number != column and not cells[at][number]
        }
        for at, column in zip(body, columns, strict=True)
    ]
    paths = row_paths(fields)
    return [(path, title) for at, path in zip(body, paths, strict=True) for cell in cells[at] for title in cell]


def _leaves(rows: Sequence[Sequence[str]]) -> Iterator[tuple[Path, str]]:
    """Yield what stands at the leaves of a table whose head says where its topics and papers are."""
    waiting: list[tuple[Path, Entry]] = [((), entry) for entry in reversed(table_entries(rows))]
    while waiting:
        path, entry = waiting.pop()
        if entry.below or entry.line.kind == "heading":
            waiting += [((*path, entry.line.text), below) for below in reversed(entry.below)]
        else:
            yield path, entry.line.text
