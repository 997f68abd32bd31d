"""An agent's answers as they lie in a folder, one for each task: the only reader of files of answers.

What is read, by suffix (`KINDS`), in folders, in zip and tar archives, or as a single file:

- a file named by its task is the answer to it, or, if it holds one row, that row's answer;
- JSON lines, a JSON array, and a table with a column of tasks have a row an answer, or a row an entry of one;
- a JSON object has an answer by task;
- a run as TREC has it has a line an entry.

Where answers hold files, a folder that is named by its task holds one answer and its files, and files that an answer's
text names belong to it. Everything else is listed as ignored, with what was looked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from litgauge.tasks.answers.attached import AttachedFile, NoFile, find_attached
from litgauge.tasks.answers.attaching import Attaching, Keep
from litgauge.tasks.answers.files import KINDS, AnswerFile, Kind, answer_files
from litgauge.tasks.answers.folders import FolderPlan, is_named_as_report, plan_folders
from litgauge.tasks.answers.json_values import json_value
from litgauge.tasks.answers.named_files import texts_in
from litgauge.tasks.answers.names import LONGEST_NAME, TaskNames
from litgauge.tasks.answers.rows import (
    ANSWER_FIELDS,
    RowReader,
    Rows,
    by_task,
    folded_field,
    is_run,
    like_lines,
    listed_rows,
    run_answers,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of an agent."""

    place: str  # its file in the folder, with line or row
    content: Any  # text, or the value of JSON that a row has in its place
    kind: Kind = "text"  # of the file that holds it alone; a text in a row is "text"
    others: tuple[Any, ...] = ()  # what further fields of its row hold that may be the answer
    files: tuple[AttachedFile, ...] = ()  # that belong to it, where the benchmark says that answers hold files
    folders: tuple[str, ...] = ()  # of the run that names in its text may start from, its own file's first

    @property
    def blank(self) -> bool:
        """Return whether it says nothing."""
        return not (self.content.strip() if isinstance(self.content, str) else self.content)

    @property
    def text(self) -> str:
        """The content as text: JSON, where it is a value."""
        return self.content if isinstance(self.content, str) else json.dumps(self.content, ensure_ascii=False)


def resolve(answer: Answer, target: str) -> AttachedFile | NoFile:
    """Return the file of the answer that a target in its text means, or why it is none.

    The target is as the text has it: percent-encoded or not, with "/" or "\\", in any case and Unicode form, relative
    (also upwards, within the run's folder), or a path of the agent's own machine, which is the file that ends as it
    does for longest.
    """
    return find_attached(answer.files, answer.folders, target)


@dataclass(frozen=True)
class Notation:
    """Notation of the answers to a benchmark, beyond what holds for all."""

    whole: tuple[Kind, ...] = ("text", "JSON")  # kinds of files that may be one answer
    fields: tuple[str, ...] = ()  # of a row that hold its answer, before the usual ones
    is_entry: Callable[[Collection[str]], bool] | None = None
    """Return whether fields of these names tell one entry of an answer; None if an answer is no list."""
    spellings: Callable[[str, Mapping[str, Any]], Iterable[str]] = lambda name, _row: (name,)
    """Names that the task of a row may have, by the name that the row gives it and its other fields."""


LISTED: Final = ("unmatched", "broken", "doubles", "absent files", "files elsewhere", "ignored")


@dataclass
class Collected:
    """The answers of a folder by task, and lines for a person on what is none."""

    answers: dict[str, Answer] = field(default_factory=dict)
    listed: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in LISTED})
    unread: dict[str, str] = field(default_factory=dict)  # tasks whose answer we did not read, with the reason


def collect_answers(
    folder: Path,
    tasks: Iterable[str],
    notation: Notation,
    *,
    holds_files: bool = False,
    keep: Keep | None = None,
) -> Collected:
    """Return the first answer to each task in a folder, in the order of its files.

    With `holds_files` each answer has its files; `keep` stores the bytes of those that lie in archives. A file of more
    than `LARGEST` bytes is not read: the task that it is named by, or each task that a file of many answers may hold,
    is unread unless another file answers it.

    Raises UnusableInput if a link leads outside.
    """
    ids = tuple(tasks)
    reading = _Reading(ids, TaskNames(ids), notation, holds_files)
    with answer_files(folder) as opened:
        if holds_files:
            _read_with_files(reading, opened.files, keep)
        else:
            for file in opened.files:
                reading.read(file)
    answers, refused = reading.collected.answers, reading.refused
    reading.collected.unread = {task: why for task, why in refused.items() if task not in answers}
    listed = reading.collected.listed
    listed["ignored"] += [f"{one.name}: {one.why}" for one in opened.ignored]
    listed["broken"] += [f"{one.name}: {one.why}" for one in opened.broken]
    return reading.collected


def _read_with_files(reading: _Reading, files: Sequence[AnswerFile], keep: Keep | None) -> None:
    """Read the answers of files, and attach to each the files that belong to it."""
    plan = plan_folders(files, reading.names, reading.notation.whole)
    lines = _read_planned(reading, plan)
    answers = reading.collected.answers
    texts = {task: "\n\n".join(texts_in([answer.content, *answer.others])) for task, answer in answers.items()}
    sources = {task: file.name for task, file in reading.sources.items()}
    attach_files(reading.collected, Attaching.of(plan, sources, keep), texts, lines)


def attach_files(
    collected: Collected, attaching: Attaching, texts: Mapping[str, str], lines: Mapping[str, Sequence[tuple[str, str]]]
) -> None:
    """Give each answer its files; list names in texts that are no files, and files that belong to no answer.

    `texts` are those of the answers, by task. `lines` are what is listed about files, by name, each with its kind: it
    is taken back where a file belongs to an answer.
    """
    listed = collected.listed
    for task, answer in sorted(collected.answers.items()):
        attached = attaching.attach(task, texts[task])
        collected.answers[task] = replace(answer, files=attached.files, folders=attached.folders)
        if attached.absent:
            listed.setdefault("absent files", []).append(f"{answer.place}: {attached.absent}")
        if attached.elsewhere:
            listed.setdefault("files elsewhere", []).append(f"{answer.place}: {attached.elsewhere}")
    for name, added in lines.items():
        if attaching.is_attached(name):
            for kind, line in added:
                listed[kind].remove(line)
    listed["doubles"] += attaching.plan.doubles
    listed["ignored"] += [f"{line}: no answer names it" for line in attaching.unattached(except_for=lines)]


def _read_planned(reading: _Reading, plan: FolderPlan) -> dict[str, list[tuple[str, str]]]:
    """Read the answers of tasks' folders and all other files of answers; return what was listed about the latter."""
    listed = reading.collected.listed
    for folder in plan.folders.values():
        if folder.answer:
            reading.read(folder.answer, folder.task)
    lines: dict[str, list[tuple[str, str]]] = {}
    for file in plan.loose:
        whole = reading.notation.whole if reading.names.find(file.path.stem) or is_named_as_report(file.name) else ()
        if file.kind_among((*whole, *_ROWS)):
            before = {kind: len(of) for kind, of in listed.items()}
            reading.read(file)
            lines[file.name] = [(kind, line) for kind, of in listed.items() for line in of[before[kind] :]]
    return lines


@dataclass
class _Reading:
    tasks: tuple[str, ...]
    names: TaskNames
    notation: Notation
    holds_files: bool
    collected: Collected = field(default_factory=Collected)
    refused: dict[str, str] = field(default_factory=dict)  # tasks that files too large may answer, with the reason
    sources: dict[str, AnswerFile] = field(default_factory=dict)  # of the answers taken, by task

    def __post_init__(self) -> None:
        self.file: AnswerFile  # that is read

    def read(self, file: AnswerFile, task: str | None = None) -> None:
        """Take all answers of a file, or list why it has none; `task` is that of the folder whose answer it is."""
        kind = file.kind_among((*self.notation.whole, *_KNOWN))
        task = task or self.names.find(file.path.stem)
        if kind and file.too_large:
            self._refuse(file, kind, task)
            return
        self.file, text = file, file.text() if kind else None
        if text is None:
            self._ignore(file, "no text" if kind else "")
        elif self.notation.is_entry and kind in ("text", "run", "table") and is_run(text):
            for name, documents in run_answers(text).items():
                self._take(name, self.names.find(name), Answer(file.name, documents, "JSON"))
        elif kind == "JSON lines":
            self._take_rows(self.rows.lines(text, file.name), file, task, text)
        elif kind == "JSON":
            self._read_json(file, task, text)
        elif kind == "table" and task is None and (rows := self.rows.table(text, file.name)) is not None:
            self._take_rows(rows, file, task, text)
        else:
            self._take_whole(file, task, text)

    def _refuse(self, file: AnswerFile, kind: Kind, task: str | None) -> None:
        """Note the tasks that a file too large to be read may answer."""
        why = f"{file.name}: {file.size_refusal}"
        self.collected.listed["broken"].append(why)
        many = kind in _ROWS or (kind == "run" and self.notation.is_entry is not None)
        self.refused |= {task: why} if task else dict.fromkeys(self.tasks, why) if many else {}

    @cached_property
    def rows(self) -> RowReader:
        """The reader of rows."""
        fields = dict.fromkeys([*map(folded_field, self.notation.fields), *ANSWER_FIELDS])
        return RowReader(tuple(fields), self.notation.is_entry or (lambda _names: False), self._find)

    def _find(self, name: str, row: Mapping[str, Any]) -> str | None:
        return next((task for one in self.notation.spellings(name, row) if (task := self.names.find(one))), None)

    def _read_json(self, file: AnswerFile, task: str | None, text: str) -> None:
        try:
            value = json_value(text)
        except (ValueError, RecursionError) as error:
            if like_lines(text):
                self._take_rows(self.rows.lines(text, file.name), file, task, text)
            elif task is None:
                self.collected.listed["broken"].append(f"{file.name}: no JSON ({error})")
            else:
                self._take_whole(file, task, text)
            return
        if task is None and (answers := by_task(value, lambda name: self.names.find(name) is not None)) is not None:
            for name, held in answers.items():
                content, others = self.rows.within(held)
                self._take(name, self.names.find(name), Answer(f"{file.name}, {name}", content, "JSON", others))
        elif self.rows.is_row(value):
            self._take_rows(self.rows.rows([(file.name, value)]), file, task, text)
        elif self.holds_files and task and isinstance(within := self.rows.within(value)[0], str):
            self._take(file.path.stem, task, Answer(file.name, within))
        elif (rows := listed_rows(value, file.name)) and (
            task is None or all(self.rows.is_row(row) for _, row in rows)
        ):
            self._take_rows(self.rows.rows(rows), file, task, text)
        else:
            self._take_whole(file, task, text)

    def _take_rows(self, rows: Rows, file: AnswerFile, task: str | None, text: str) -> None:
        """The answers of rows; rows in a file named by its task that name none are the answer to that."""
        if task is not None and len(rows.answers) == 1 and not rows.broken:
            (row,) = rows.answers
            self._take(row.name, task, Answer(row.place, row.content, "JSON", row.others))
        elif task is not None and not any(row.task for row in rows.answers):
            self._take_whole(file, task, text)
        else:
            self.collected.listed["broken"] += rows.broken
            for row in rows.answers:
                self._take(row.name, row.task, Answer(row.place, row.content, "JSON", row.others))

    def _take_whole(self, file: AnswerFile, task: str | None, text: str) -> None:
        kind = file.kind_among((*self.notation.whole, *_KNOWN))
        if kind in self.notation.whole or (kind == "JSON lines" and "JSON" in self.notation.whole):
            name = file.name.rpartition(".")[0] if self.holds_files else file.path.stem
            self._take(name, task, Answer(file.name, text, kind or "text"))
        else:
            self._ignore(file)

    def _take(self, name: str, task: str | None, answer: Answer) -> None:
        """An answer, if it is of a task and the first one that says anything."""
        collected = self.collected
        before = collected.answers.get(task or "")
        if task is None:
            collected.listed["unmatched"].append(f"{answer.place}: there is no task {name[:LONGEST_NAME]!r}")
        elif before is None:
            collected.answers[task], self.sources[task] = answer, self.file
        else:
            taken, other = (answer, before) if before.blank and not answer.blank else (before, answer)
            if taken is answer:
                collected.answers[task], self.sources[task] = answer, self.file
            collected.listed["doubles"].append(f"{task}: {taken.place} taken, not {other.place}")

    def _ignore(self, file: AnswerFile, why: str = "") -> None:
        if not why:
            suffixes = dict.fromkeys(suffix for kind in (*self.notation.whole, *_ROWS) for suffix in KINDS[kind])
            why = f"it has none of the suffixes {', '.join(suffixes)}"
        self.collected.listed["ignored"].append(f"{file.name}: {why}")


_KNOWN: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "page")  # looked into for every benchmark
_ROWS: tuple[Kind, ...] = ("JSON", "JSON lines", "table")  # files of several answers, for every benchmark
