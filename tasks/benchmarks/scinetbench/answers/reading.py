"""What an agent is given, and how its answers are read from a folder."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tasks.benchmarks.scinetbench.answers.lists import MOST_LISTED, ListedWork, ReadList, read_list, read_value
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import AnsweredWork, NetworkTask, TaskAnswer
from tasks.declaration import GivenTask, ReadAnswers
from tasks.errors import UnusableInput

NAMING = (
    "one file a task, named by it (.json, .md or .csv), or one file for all: JSON lines with task_id and answer, JSON "
    "with an answer by task, or CSV with a column task_id"
)
_WHOLE = (".json", ".md", ".markdown", ".txt", ".csv", ".tsv")
_NAMES = ("task_id", "query_id", "id", "task")
_ANSWERS = ("answer", "works", "papers", "list", "path", "pairs", "results", "response", "output", "text")
_LARGEST = 50_000_000  # bytes of a file that is read


@dataclass
class _Reading:
    """What has been found, and what a person should know of the rest."""

    tasks: Mapping[str, NetworkTask]
    found: dict[str, tuple[str, ReadList]] = field(default_factory=dict)
    listed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def take(self, task_id: str, place: str, answer: ReadList) -> None:
        """An answer, if it is of a task and the first one."""
        if task_id not in self.tasks:
            self.listed["unmatched"].append(f"{place}: there is no task {task_id!r}")
        elif task_id in self.found:
            self.listed["doubles"].append(f"{task_id}: {self.found[task_id][0]} taken, not {place}")
        else:
            self.found[task_id] = (place, answer)


def given_tasks(release: NetworkRows) -> tuple[GivenTask, ...]:
    """The prompt of every task, in the release's order."""
    return tuple(GivenTask(task.task_id, task.prompt) for task in release.tasks)


def read_answers(folder: Path, _agent: str, release: NetworkRows) -> ReadAnswers:
    """An answer for each task of the kinds that the agent took part in, an empty one where it gave none.

    Raises UnusableInput if the folder answers no task at all.
    """
    reading = _Reading(release.task)
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else [folder]
    for path in files:
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        if not path.name.startswith("."):
            _read_file(path, name, reading)
    if not reading.found:
        raise UnusableInput(
            "no file here answers a task of the release",
            where=str(folder),
            next_step=f"Name the answers: {NAMING}",
        )
    return _told(reading, release)


def _told(reading: _Reading, release: NetworkRows) -> ReadAnswers:
    kinds = {reading.tasks[task].kind for task in reading.found}
    taken = [task for task in release.tasks if task.kind in kinds]
    answers, listed = [], []
    for task in taken:
        place, read = reading.found.get(task.task_id, ("", ReadList(())))
        works = answered_works(task, read)
        answers.append(TaskAnswer(task.task_id, place, len(works), read.remark))
        listed += [_row(task.task_id, number, work) for number, work in enumerate(works)]
    told = dict(reading.listed)
    told["missing"] = [task.task_id for task in taken if task.task_id not in reading.found]
    told["not taken part in"] = sorted({task.kind for task in release.tasks} - kinds)
    return ReadAnswers({"answers": answers, "listed": listed}, {kind: lines for kind, lines in told.items() if lines})


def answered_works(task: NetworkTask, read: ReadList) -> list[ListedWork]:
    """The works that answer the task: of pairs that which it does not ask about; of a path's, one after the other.

    Which of a pair that is, is told by its OpenAlex number, else it is the citing one.
    """
    if not read.pairs:
        return list(read.works)
    if task.kind == "path-wise":
        return [read.pairs[0][0], *(after for _, after in read.pairs)][:MOST_LISTED]
    own = {task.subject}
    return [other if one.openalex in own and one.openalex is not None else one for one, other in read.pairs]


def _row(task_id: str, position: int, work: ListedWork) -> AnsweredWork:
    return AnsweredWork(
        task_id, position, work.title, work.author, work.year, work.doi, work.arxiv_id, work.openalex, work.sentiment
    )


def _read_file(path: Path, name: str, reading: _Reading) -> None:
    suffix = path.suffix.lower()
    if path.stat().st_size > _LARGEST:
        reading.listed["broken"].append(f"{name}: larger than {_LARGEST // 1_000_000} MB")
        return
    if suffix not in (*_WHOLE, ".jsonl"):
        reading.listed["ignored"].append(f"{name}: neither JSON, Markdown nor CSV")
        return
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    if suffix == ".jsonl":
        _take_lines(text, name, reading)
    elif path.stem in reading.tasks:
        reading.take(path.stem, name, read_list(text, form="csv" if suffix in (".csv", ".tsv") else ""))
    elif suffix in (".csv", ".tsv"):
        _take_columns(text, name, reading)
    elif suffix == ".json" and _take_mapping(text, name, reading):
        return
    else:
        reading.take(path.stem, name, ReadList(()))


def _take_lines(text: str, name: str, reading: _Reading) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            reading.listed["broken"].append(f"{name}:{number}: no JSON ({error})")
            continue
        if not _take_row(row, f"{name}:{number}", reading):
            reading.listed["broken"].append(f"{name}:{number}: it names no task (task_id) or no answer")


def _take_mapping(text: str, name: str, reading: _Reading) -> bool:
    """Answers by task, or a list of rows as JSON lines have them; False if the file is neither."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if isinstance(value, Mapping):
        inner = next(
            (value[key] for key in ("answers", "tasks", "results") if isinstance(value.get(key), Mapping | list)), value
        )
        rows: Iterator[Any] = iter(inner if isinstance(inner, list) else [])
        if isinstance(inner, Mapping):
            if not any(key in reading.tasks for key in inner):
                return _take_row(value, name, reading)
            for key, answer in inner.items():
                reading.take(str(key), f"{name}, {key}", read_value(answer) or ReadList((), remark="it lists no work"))
            return True
    else:
        rows = iter(value if isinstance(value, list) else [])
    taken = [_take_row(row, f"{name}, row {number}", reading) for number, row in enumerate(rows, start=1)]
    return any(taken)


def _take_row(row: Any, place: str, reading: _Reading) -> bool:
    if not isinstance(row, Mapping):
        return False
    named = next((str(row[key]) for key in _NAMES if row.get(key) is not None), "")
    key = next((key for key in _ANSWERS if row.get(key) is not None), None)
    if not named or key is None:
        return False
    reading.take(named, place, read_value(row[key]) or ReadList((), remark="it lists no work"))
    return True


def _take_columns(text: str, name: str, reading: _Reading) -> None:
    """A table of all answers: a column task_id, then what tells of the works."""
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4_000], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    by_task: dict[str, list[dict[str, str]]] = defaultdict(list)
    try:
        for row in csv.DictReader(text.splitlines(), dialect=dialect):
            task = next((row[key] for key in ("task_id", "query_id", "task") if row.get(key)), "")
            columns = {
                key: value for key, value in row.items() if key and value and key not in ("task_id", "query_id", "task")
            }
            by_task[task].append(columns)
    except csv.Error as error:
        reading.listed["broken"].append(f"{name}: no CSV ({error})")
        return
    if set(by_task) <= {""}:
        reading.take(Path(name).stem, name, ReadList(()))
        return
    for task, rows in by_task.items():
        reading.take(task, name, read_value(rows) or ReadList((), remark="it lists no work"))
