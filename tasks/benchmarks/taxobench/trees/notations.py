"""Values of trees in notations other than JSON and lists: Mermaid, XML, HTML, YAML, tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tasks.benchmarks.taxobench.trees.branches import Branch
from tasks.benchmarks.taxobench.trees.markup import marked_up
from tasks.benchmarks.taxobench.trees.mermaid import drawn_by_mermaid

LONGEST = 2_000_000
"""Characters of a text that are read as one of these; of YAML fewer, as its reader is slow."""
_LONGEST_YAML = 100_000
_MOST_INDENTED = 120  # characters
_BARE_KEY = re.compile(r"^[ \t]*(?:- )?(?:[^\s#*|`<>\[\]{}\"'-][^:\n]{0,120}|\"[^\"\n]{1,120}\"):[ \t]*$", re.MULTILINE)
_ENTRY = re.compile(r"^(?P<lead>[ \t]*(?:- )+)(?P<words>[^\s\"'\[{|>&*#-][^\n]*)$", re.MULTILINE)
_FIELD = re.compile(r"[a-z][a-z_]{1,20}:(?:\s|$)")
_REPEATING = re.compile(r"(?::|-)[ \t]+[&*]\w+[ \t]*$|<<:", re.MULTILINE)
_NESTED_IN_A_LINE = re.compile(r"(?:[\[{][ \t]*|[?-][ \t]+){20}")
_ROW = re.compile(r"^[^\n|]*\|[^\n]*$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]*-[\s|:-]*")
_PAPERS = re.compile(r"\b(?:paper|title|reference|work|citation|article|publication|stud(?:y|ies))s?\b", re.IGNORECASE)
_BESIDE = re.compile(r"#|no\.?|id|year|venue|authors?|count|links?|url|description|rationale|notes?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:<br\s*/?>|;)\s*", re.IGNORECASE)


def noted(text: str, language: str = "") -> Iterator[Any]:
    """The values in a text that is in one of these notations; `language` is what its fence says."""
    if len(text) > LONGEST:
        return
    if (branches := drawn_by_mermaid(text) or marked_up(text)) is not None:
        yield from (branch.published() for branch in branches)
    elif language in ("yaml", "yml") or len(_BARE_KEY.findall(text)) > 1:
        yield from _yaml(text)
    else:
        yield from (branch.published() for branch in _table(text))


def _yaml(text: str) -> Iterator[Any]:
    """What YAML says, all of it words; nothing of what repeats itself or is nested deeper than people write.

    The reader in C is not used: it crashes where the one in Python gives up.
    """
    import yaml  # only where it is needed

    if len(text) > _LONGEST_YAML or _REPEATING.search(text) or _NESTED_IN_A_LINE.search(text):
        return
    if any(len(line) - len(line.lstrip()) > _MOST_INDENTED for line in text.splitlines()):
        return
    try:
        value = yaml.load(_ENTRY.sub(_quoted, text), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    if isinstance(value, (dict, list)):
        yield value


def _quoted(entry: re.Match[str]) -> str:
    """An entry that is a title in quotes: - BERT: Pre-training of …; - name: Encoders and - Encoders: begin topics."""
    words = entry["words"].strip()
    if _FIELD.match(words) or words.endswith(":"):
        return entry[0]
    return entry["lead"] + "'" + words.replace("'", "''") + "'"


def _table(text: str) -> Iterator[Branch]:
    """A table: topics from left to right, papers in the column that is headed so, or the last."""
    rows = [_cells(row[0]) for row in _ROW.finditer(text)]
    rule = next((number for number, row in enumerate(rows) if number and _RULE.fullmatch("|".join(row))), 0)
    if not rule or len(rows) < rule + 3:  # a heading, a rule, and something to sort
        return
    head, body = rows[rule - 1], [row for row in rows[rule + 1 :] if len(row) == len(rows[rule - 1])]
    headed = [number for number, cell in enumerate(head) if number and _PAPERS.search(cell)]
    at = headed[0] if headed else len(head) - 1
    if columns := [number for number in range(at) if not _BESIDE.fullmatch(head[number])]:
        yield from _sorted_rows(body, columns, at)


def _cells(row: str) -> list[str]:
    return [cell.strip(" \t*_") for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


def _sorted_rows(rows: Sequence[Sequence[str]], columns: Sequence[int], at: int) -> Iterator[Branch]:
    """The topics of rows; an empty cell means what stands above it."""
    topics: dict[tuple[str, ...], Branch] = {}
    top = Branch("")
    above: Mapping[int, str] = {}
    for row in rows:
        first = next((column for column in columns if row[column]), len(row))
        above = {column: row[column] or (above.get(column, "") if column < first else "") for column in columns}
        topic, path = top, tuple[str, ...]()
        for name in filter(None, above.values()):
            path = (*path, name)
            if path not in topics:
                topics[path] = Branch(name, topic=True)
                topic.below.append(topics[path])
            topic = topics[path]
        topic.below += [Branch(paper) for paper in _BETWEEN.split(row[at]) if paper]
    yield from top.below
