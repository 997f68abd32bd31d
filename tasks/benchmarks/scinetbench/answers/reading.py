"""What an agent is given, and how its answers are read from a folder."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tasks.benchmark import GivenTask, ReadAnswers
from tasks.benchmark.answer_files import (
    AnswerFile,
    answer_files,
    folded_name,
    json_lines,
    json_value,
    no_answer,
    taken_part,
)
from tasks.benchmarks.scinetbench.answers.lists import (
    MOST_LISTED,
    ReadList,
    paired,
    read_items,
    read_list,
    read_value,
    shortened,
)
from tasks.benchmarks.scinetbench.answers.works import ListedWork, folded, names_works
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import AnsweredWork, NetworkTask, TaskAnswer

NAMING = (
    "one file a task, named by it (.json, .md or .csv), or one file for all: JSON lines with task_id and answer, JSON "
    "with an answer by task, CSV with a column task_id, or a run as TREC has it"
)
_TABLES = (".csv", ".tsv")
_RUNS = (".txt", ".run", ".trec", ".res")
_WHOLE = (".json", ".md", ".markdown", *_TABLES, *_RUNS)
_NAMES = ("taskid", "queryid", "task", "query", "qid", "topic", "topicid", "id")
_ANSWERS = ("answer", "answers", "works", "papers", "list", "rankedlist", "ranking", "path", "pairs", "results",
            "retrieved", "response", "output", "text")  # fmt: skip
_PROSE = ("text", "output", "response")  # answers, unless other fields of the row name one work
_RUN = re.compile(r"(?P<task>\S+)\s+Q0\s+(?:\S*/)?(?P<work>[Ww]?\d{1,12})\s+(?P<rank>\d{1,6})\s")
_NO_WORK = ReadList((), remark="it lists no work")


@dataclass
class _Reading:
    """What has been found, and what a person should know of the rest."""

    tasks: Mapping[str, NetworkTask]
    found: dict[str, tuple[str, ReadList]] = field(default_factory=dict)
    listed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def take(self, task_id: str, place: str, answer: ReadList) -> None:
        """An answer, if it is of a task and the first one."""
        named = self.task_named(task_id)
        if named is None:
            self.listed["unmatched"].append(f"{place}: there is no task {task_id!r}")
        elif named in self.found:
            self.listed["doubles"].append(f"{named}: {self.found[named][0]} taken, not {place}")
        else:
            self.found[named] = (place, shortened(answer))

    def task_named(self, name: str) -> str | None:
        """The task of a name as somebody wrote it: capitals, and what follows a full stop, do not count."""
        plain = folded_name(name)
        return next((found for one in (plain, plain.partition(".")[0]) if (found := self._folded.get(one))), None)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {folded_name(task_id): task_id for task_id in self.tasks}


def given_tasks(release: NetworkRows) -> tuple[GivenTask, ...]:
    """The prompt of every task, in the release's order."""
    return tuple(GivenTask(task.task_id, task.prompt) for task in release.tasks)


def read_answers(folder: Path, _agent: str, release: NetworkRows) -> ReadAnswers:
    """An answer for each task of the kinds that the agent took part in, an empty one where it gave none.

    Raises UnusableInput if the folder answers no task at all, and for a file of more bytes than are read of reports.
    """
    reading = _Reading(release.task)
    for file in answer_files(folder):
        _read_file(file, reading)
    if not reading.found:
        raise no_answer(folder, NAMING)
    return _read(reading, release)


def _read(reading: _Reading, release: NetworkRows) -> ReadAnswers:
    taken, rest = taken_part(release.tasks, reading.found, lambda task: task.task_id, lambda task: task.kind)
    answers, listed = [], []
    for task in taken:
        place, read = reading.found.get(task.task_id, ("", ReadList(())))
        works = answered_works(task, read)
        answers.append(TaskAnswer(task.task_id, place, len(works), read.remark))
        listed += [_row(task.task_id, number, work) for number, work in enumerate(works)]
    told = {kind: lines for kind, lines in (dict(reading.listed) | rest).items() if lines}
    return ReadAnswers({"answers": answers, "listed": listed}, told)


def answered_works(task: NetworkTask, read: ReadList) -> list[ListedWork]:
    """The works that answer the task: of pairs that which it does not ask about; of a path's, one after the other.

    Which of a pair that is, is told by its OpenAlex number, else it is the citing one.
    """
    if not read.pairs:
        return list(read.works)
    if task.kind == "path-wise":
        return _chained(read.pairs)[:MOST_LISTED]
    own = {task.subject}
    return [other if one.openalex in own and one.openalex is not None else one for one, other in read.pairs]


def _chained(pairs: Sequence[tuple[ListedWork, ListedWork]]) -> list[ListedWork]:
    """The works of a path's steps from its newer end, in whatever order the steps stand.

    Of steps that are no one chain all works, as they stand.
    """
    steps = {_told(citing): (citing, cited) for citing, cited in pairs}
    cited_ones = {_told(cited) for _, cited in pairs}
    beginnings = [citing for citing, _ in pairs if _told(citing) not in cited_ones]
    chain = beginnings[:1]
    while chain and (step := steps.pop(_told(chain[-1]), None)):
        chain.append(step[1])
    return chain if len(chain) == len(pairs) + 1 else [work for pair in pairs for work in pair]


def _told(work: ListedWork) -> str:
    """By what a work is known again within one answer."""
    return str(work.openalex or work.doi or work.arxiv_id or folded(work.title))


def _row(task_id: str, position: int, work: ListedWork) -> AnsweredWork:
    return AnsweredWork(
        task_id, position, work.title, work.author, work.year, work.doi, work.arxiv_id, work.openalex, work.sentiment
    )


def _read_file(file: AnswerFile, reading: _Reading) -> None:
    name, stem, suffix = file.name, file.path.stem, file.suffix
    if suffix not in (*_WHOLE, ".jsonl", ".ndjson"):
        reading.listed["ignored"].append(f"{name}: neither JSON, Markdown, CSV nor a run file")
        return
    text = file.text()
    if reading.task_named(stem) is not None:
        reading.take(stem, name, read_list(text, form="csv" if suffix in _TABLES else ""))
    elif suffix in (".jsonl", ".ndjson"):
        _take_rows(list(json_lines(text, name, reading.listed["broken"])), name, reading)
    elif suffix in _TABLES and not _RUN.match(text):
        _take_columns(text, name, reading)
    elif not (suffix == ".json" and _take_json(text, name, reading)) and not _take_run(text, name, reading):
        reading.take(stem, name, ReadList(()))


def _take_json(text: str, name: str, reading: _Reading) -> bool:
    """Answers by task, or a list of rows as JSON lines have them; False if the file is neither."""
    try:
        value = json_value(text)
    except (ValueError, RecursionError):
        return False
    if isinstance(value, Mapping):
        inner = next(
            (value[key] for key in ("answers", "tasks", "results") if isinstance(value.get(key), Mapping | list)), value
        )
        if isinstance(inner, Mapping):
            if not any(reading.task_named(str(key)) for key in inner):
                return _take_rows([(name, value)], name, reading)
            for key, answer in inner.items():
                reading.take(str(key), f"{name}, {key}", read_value(answer) or _NO_WORK)
            return True
        value = inner
    rows = [(f"{name}, row {number}", row) for number, row in enumerate(value, 1)] if isinstance(value, list) else []
    return _take_rows(rows, name, reading)


def _take_rows(rows: Sequence[tuple[str, Any]], name: str, reading: _Reading) -> bool:
    """Rows that each answer a task, or name one work of its answer; whether any does."""
    works: dict[str, list[Any]] = defaultdict(list)
    taken = False
    for place, row in rows:
        fields = {folded(key): value for key, value in row.items()} if isinstance(row, Mapping) else {}
        key = next((key for key in _NAMES if fields.get(key) is not None), "")
        answer = next((one for one in _ANSWERS if fields.get(one) is not None), None)
        told = {one: value for one, value in row.items() if folded(one) != key} if key else {}
        names = [one for one in told if folded(one) not in _ANSWERS]
        if answer is not None and not (answer in _PROSE and names_works(names)):
            reading.take(str(fields[key]) if key else "", place, read_value(fields[answer]) or _NO_WORK)
            taken = True
        elif names_works(list(told)) or paired(told):
            works[str(fields[key])].append(told)
        else:
            reading.listed["broken"].append(f"{place}: it names no task (task_id) or no answer")
    for task, of in works.items():
        reading.take(task, name, read_items(of))
    return taken or bool(works)


def _take_columns(text: str, name: str, reading: _Reading) -> None:
    """A table of all answers: a column task_id, then what tells of the works."""
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4_000], delimiters=",;\t")
    except csv.Error:
        dialect = csv.excel
    try:
        table = list(csv.DictReader(text.splitlines(), dialect=dialect))
    except csv.Error as error:
        reading.listed["broken"].append(f"{name}: no CSV ({error})")
        return
    rows = [{key: value for key, value in row.items() if key and value} for row in table]
    if not any(folded(key) in _NAMES[:-1] for row in rows for key in row):
        reading.take(Path(name).stem, name, ReadList(()))
        return
    _take_rows([(f"{name}, row {number}", row) for number, row in enumerate(rows, start=1)], name, reading)


def _take_run(text: str, name: str, reading: _Reading) -> bool:
    """A run as TREC has it, a line a work: task, Q0, work, rank, score, name of the run."""
    by_task: dict[str, list[dict[str, str]]] = defaultdict(list)
    for line in text.splitlines():
        if row := _RUN.match(line.strip()):
            by_task[row["task"]].append({"openalex": row["work"].lstrip("wW"), "rank": row["rank"]})
    for task, works in by_task.items():
        reading.take(task, name, read_items(works))
    return bool(by_task)
