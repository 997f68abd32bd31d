"""What an agent is given, and how its answers become rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

from tasks.answers.door import Answer, Collected, Notation, collect_answers
from tasks.base.crash import unexpected_error
from tasks.base.errors import Interrupted
from tasks.benchmark.scoring import EXCUSED, ExcusedTask
from tasks.records import WorkIdentity


@dataclass(frozen=True, slots=True)
class Told:
    """What else may be told of a paper: its summary, its contributions."""

    name: str  # by which an agent's config asks for it
    text: str


@dataclass(frozen=True, slots=True)
class GivenPaper:
    """A paper that an agent is given with its task."""

    title: str
    abstract: str = ""
    more: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenTask:
    """One task as an agent gets it: the text is all that it is told, unless it can take the papers one by one."""

    task_id: str
    text: str  # in Markdown, with the papers if there are any
    cutoff: str = ""  # "YYYY-MM": what was published after that month may not be cited; "" for no limit
    withheld: tuple[WorkIdentity, ...] = ()  # works that answer the task, such as the survey: never shown to an agent
    papers: tuple[GivenPaper, ...] = ()
    topic: str = ""  # what it is about, where the benchmark says that apart


@dataclass(frozen=True)
class ReadAnswers:
    """What a folder of an agent's answers holds."""

    rows: Mapping[str, Sequence[Any]]  # of the scoring's tables, those that the answers give at once
    listed: Mapping[str, Sequence[str]] = field(default_factory=dict)  # missing, unmatched, broken, …: for a person


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why what an agent gave is no answer: its task is missing, and the reason is listed."""

    reason: str


AnswerRows = Mapping[str, Sequence[Any]]
"""Rows of one answer, by table of the scoring."""


@dataclass(frozen=True)
class Answers:
    """How tasks are given, and how one answer is read. Files, names and encodings are read by `tasks.answers`.

    A release is as the benchmark loads it (`Benchmark.load`), a task is a row of it.
    """

    given: Callable[[Any], Sequence[GivenTask]]
    naming: str  # how an answer's file must be named, for people
    parse: Callable[[Answer, Any], AnswerRows | NoAnswer]  # of one answer to this task; what raises is unscored
    notation: Notation = field(default_factory=Notation)
    tasks: Callable[[Any], Sequence[Any]] = attrgetter("tasks")  # of a release, each with a `task_id`
    part: Callable[[Any], str] = lambda _task: ""  # that an agent may leave out as a whole: the task's kind, its mode
    unanswered: Callable[[Any], AnswerRows] = lambda _task: {}  # of a task without an answer, of a part taken part in
    collect: Callable[[Path, str, Any], Collected] | None = None  # folder, agent, release: where it is not `notation`
    suffix: str = ".md"  # of the file in which an agent that we run gives its answer
    form: str = ""  # how an answer is to be written, as agents that we run are told; "" where the task says it
    cites: bool = False  # whether an answer without a link is a failure of its own
    beside: Callable[[Path], Iterable[Path]] = lambda _file: ()  # what belongs to a single answer, in the same folder


def read_answers(answers: Answers, folder: Path, agent: str, release: Any) -> ReadAnswers:
    """The rows of an agent's answers in a folder (or one file), and lines for a person on what is not among them.

    An answer that cannot be parsed excuses its task, which is then unscored. Raises UnusableInput if there is none.
    """
    tasks = {task.task_id: task for task in answers.tasks(release)}
    collected = (
        answers.collect(folder, agent, release)
        if answers.collect
        else collect_answers(folder, tasks, answers.notation, answers.naming)
    )
    listed: dict[str, list[str]] = defaultdict(list, collected.listed)
    excused = dict(collected.unread)
    parts = {answers.part(tasks[name]) for name in (*collected.answers, *excused)}
    parts = parts or set(map(answers.part, tasks.values()))
    rows: dict[str, list[Any]] = defaultdict(list)
    for name, task in tasks.items():
        if answers.part(task) not in parts:
            continue
        parsed: AnswerRows | NoAnswer | None = None
        if answer := collected.answers.get(name):
            try:
                parsed = answers.parse(answer, task)
            except Interrupted:
                raise
            except Exception as error:  # noqa: BLE001 - whatever an answer makes us raise leaves it unscored
                excused[name] = f"{answer.place}: {unexpected_error(error)}"
        elif name not in excused:
            listed["missing"].append(name)
        if answer and isinstance(parsed, NoAnswer):
            listed["unreadable"].append(f"{answer.place}: {parsed.reason}")
            listed["missing"].append(name)
        for table, of in (parsed if isinstance(parsed, Mapping) else answers.unanswered(task)).items():
            rows[table].extend(of)
    listed["not taken part in"] = sorted(set(map(answers.part, tasks.values())) - parts)
    listed["our fault"] = [f"{name}: {reason}" for name, reason in excused.items()]
    rows[EXCUSED.name] = [ExcusedTask(name, reason) for name, reason in excused.items()]
    return ReadAnswers(dict(rows), {kind: lines for kind, lines in listed.items() if lines})
