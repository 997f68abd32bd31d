"""Rows that answer a task each: of JSON lines, JSON arrays and objects, tables with a column of tasks, TREC runs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from litgauge.tasks.answers.json_values import json_value

TASK_FIELDS = (
    "taskid", "task", "queryid", "query", "qid", "questionid", "topicid", "topic", "surveyid", "id", "idx",
)  # fmt: skip
"""Fields that name the task of a row, folded: the first that names a task of the release, else the first there is."""
ANSWER_FIELDS = ("answer", "answers", "response", "output", "report", "review", "result", "text", "content")
"""Fields that hold the answer of a row, folded, beside those that a benchmark adds."""

_NO_TASK_COLUMNS = ("id", "idx")  # in a table of one answer these number its entries
_PROSE = frozenset({"text", "output", "response", "content", "result"})  # also said of one entry of an answer
_BY_TASK = ("answers", "tasks", "results")
_RUN = re.compile(r"(?P<task>\S+)\s+Q0\s+(?P<document>\S+)\s+(?P<rank>\d{1,6})(?:\s|$)")


def folded_field(name: Any) -> str:
    """The name of a field or column without signs and capitals.

    >>> folded_field("Task ID"), folded_field("hierarchy_tree"), folded_field("#")
    ('taskid', 'hierarchytree', '#')
    """
    text = str(name).strip().lower()
    return "".join(sign for sign in text if sign.isalnum()) or text


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """The answer of a row, or of several that hold an entry of it each."""

    place: str  # file, with line or row
    name: str  # of the task, as the row spells it
    task: str | None  # the task of that name
    content: Any  # text, or a value of JSON
    others: tuple[Any, ...] = ()  # what further fields of the row hold that may be the answer


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of an answer, as a row has it."""

    fields: Mapping[str, Any]


@dataclass
class Rows:
    """Answers in the rows of a file, and the places of rows without one."""

    answers: list[RowAnswer] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class RowReader:
    """Reads rows as one benchmark has them."""

    fields: tuple[str, ...]  # that hold answers, folded
    is_entry: Callable[[Collection[str]], bool]  # whether fields of these names tell one entry of an answer
    find: Callable[[str, Mapping[str, Any]], str | None]  # the task that a row gives this name

    def lines(self, text: str, name: str) -> Rows:
        """The rows of JSON lines."""
        broken: list[str] = []
        rows = self.rows(list(_lines(text, name, broken)))
        return Rows(rows.answers, broken + rows.broken)

    def rows(self, rows: Sequence[tuple[str, Any]]) -> Rows:
        """The answers of rows with their places; entries of one answer are put together."""
        read, entries = Rows(), dict[str, list[tuple[RowAnswer, Mapping[str, Any]]]]()
        for place, row in rows:
            answer = self._read(place, row)
            if answer is None:
                read.broken.append(f"{place}: it names no task (task_id) or no answer (answer)")
            elif isinstance(answer.content, _Entry):
                entries.setdefault(answer.task or answer.name, []).append((answer, answer.content.fields))
            else:
                read.answers.append(answer)
        read.answers += [replace(of[0][0], content=[entry for _, entry in of]) for of in entries.values()]
        return read

    def _read(self, place: str, row: Any) -> RowAnswer | None:
        """The answer of a row, or the entry of one that it is; None if it names no task or holds neither."""
        fields = {folded_field(name): value for name, value in row.items()} if isinstance(row, Mapping) else {}
        named = {key: name for key in TASK_FIELDS if (name := name_in(fields.get(key)))}
        if not named:
            return None
        tasks = {key: self.find(name, row) for key, name in named.items() if key == "taskid" or "taskid" not in named}
        key = next((key for key, task in tasks.items() if task), next(iter(named)))
        rest = {name: value for name, value in row.items() if folded_field(name) != key}
        filled = [one for one in self.fields if fields.get(one) is not None and one != key]
        if filled and not (filled[0] in _PROSE and self.is_entry([n for n in rest if folded_field(n) not in filled])):
            content, *others = (fields[one] for one in filled)
            return RowAnswer(place, named[key], tasks[key], content, tuple(others))
        return RowAnswer(place, named[key], tasks[key], _Entry(rest)) if self.is_entry(list(rest)) else None

    def within(self, content: Any) -> tuple[Any, tuple[Any, ...]]:
        """Return what stands in an object under names of answers, the first apart; else the content itself."""
        fields = {folded_field(name): value for name, value in content.items()} if isinstance(content, Mapping) else {}
        filled = [fields[one] for one in self.fields if one in fields and one not in _PROSE - {"response"}]
        return (filled[0], tuple(filled[1:])) if filled else (content, ())

    def is_row(self, value: Any) -> bool:
        """Return whether a value of JSON names a task and holds an answer."""
        keys = set(map(folded_field, value)) if isinstance(value, Mapping) else set()
        return bool(keys & set(TASK_FIELDS) and keys & (set(self.fields) - _PROSE | {"response"}))

    def table(self, text: str, name: str) -> Rows | None:
        """The rows of a table with a column that names tasks; None if it has none."""
        try:
            dialect: Any = csv.Sniffer().sniff(text[:4_000], delimiters=",;\t")
        except csv.Error:
            dialect = csv.excel_tab if "\t" in text.partition("\n")[0] else csv.excel
        try:
            table = list(csv.DictReader(io.StringIO(text, newline=""), dialect=dialect))
        except csv.Error as error:
            return Rows(broken=[f"{name}: no CSV ({error})"])
        rows = [{key: value for key, value in row.items() if key and value} for row in table]
        heads = {folded_field(key) for row in rows for key in row}
        if not heads.intersection(TASK_FIELDS).difference(_NO_TASK_COLUMNS):
            return None
        return self.rows([(f"{name}, row {number}", row) for number, row in enumerate(rows, start=1)])


def run_answers(text: str) -> Mapping[str, list[Mapping[str, str]]]:
    """The documents of a run as TREC has it, by task: a line is task, Q0, document, rank, score, name of the run."""
    documents: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for line in text.splitlines():
        if row := _RUN.match(line.strip()):
            documents[row["task"]].append({"document_id": row["document"], "rank": row["rank"]})
    return documents


def is_run(text: str) -> bool:
    """Return whether a text begins as a run of TREC."""
    return _RUN.match(text.lstrip("\ufeff \t\r\n")[:4_000]) is not None


def by_task(value: Any, is_task: Callable[[str], bool]) -> Mapping[str, Any] | None:
    """The answers of a JSON object whose names are those of tasks, also one level down; None if it is none."""
    if not isinstance(value, Mapping):
        return None
    inner = [value[key] for key in _BY_TASK if isinstance(value.get(key), Mapping)]
    return next((one for one in [*inner, value] if any(is_task(str(key)) for key in one)), None)


def listed_rows(value: Any, name: str) -> list[tuple[str, Any]] | None:
    """The rows of a JSON array, or of one in an object, with their places; None if there is none of objects."""
    if isinstance(value, Mapping):
        value = next((value[key] for key in _BY_TASK if isinstance(value.get(key), list)), None)
    if not isinstance(value, list) or not any(isinstance(row, Mapping) for row in value):
        return None
    return [(f"{name}, row {number}", row) for number, row in enumerate(value, start=1)]


def like_lines(text: str) -> bool:
    """Return whether a text that is no JSON is lines of it: its first two lines are objects each."""
    lines = [line for line in text.split("\n", 50) if line.strip()][:2]
    try:
        return len(lines) == 2 and all(isinstance(json.loads(line), Mapping) for line in lines)
    except (ValueError, RecursionError):
        return False


def name_in(value: Any) -> str:
    """The name that a field holds: a text or a whole number; "" if it is neither."""
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _lines(text: str, name: str, broken: list[str]) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield f"{name}:{number}", json_value(line)
            except (ValueError, RecursionError) as error:
                broken.append(f"{name}:{number}: no JSON ({error})")
