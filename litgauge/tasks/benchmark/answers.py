"""Tasks in the form for agents, and the parsing of answers into rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgauge.tasks.answers.beside import files_beside
from litgauge.tasks.answers.door import Answer, Collected, Notation, collect_answers
from litgauge.tasks.answers.names import TaskNames, file_of
from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.base.errors import Interrupted, UnusableInput
from litgauge.tasks.benchmark.scoring import EXCUSED, ExcusedTask
from litgauge.tasks.records import WorkIdentity  # at run time, too: tasks are the rows of a stage

if TYPE_CHECKING:
    from litgauge.tasks.answers.attaching import Keep


@dataclass(frozen=True, slots=True)
class PaperNote:
    """Text about a paper beside its abstract: a summary, its contributions."""

    name: str  # as an agent's config requests it
    text: str


@dataclass(frozen=True, slots=True)
class GivenPaper:
    """A paper that an agent is given with its task."""

    title: str
    abstract: str = ""
    more: tuple[PaperNote, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenTask:
    """One task in the form for agents: the text alone, or the papers one by one if the agent accepts them."""

    task_id: str
    text: str  # in Markdown, with the papers if there are any
    cutoff: str = ""  # "YYYY-MM": last month of publication that may be cited; "" for no limit
    withheld: tuple[WorkIdentity, ...] = ()  # works that answer the task, such as the survey: never shown to an agent
    papers: tuple[GivenPaper, ...] = ()
    topic: str = ""  # if the benchmark has one


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """Facts that identify pages with the answer to a task. Never shown to an agent."""

    references: tuple[WorkIdentity, ...] = ()  # works that the survey cites
    abstract: str | None = None


NO_KEY = AnswerKey()


@dataclass(frozen=True)
class ReadAnswers:
    """Rows of a folder of an agent's answers."""

    rows: Mapping[str, Sequence[Any]]  # by table of the scoring
    listed: Mapping[str, Sequence[str]] = field(default_factory=dict)  # missing, unmatched, broken, …: for a person


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A file without an answer: its task is missing, and the reason is listed."""

    reason: str


AnswerRows = Mapping[str, Sequence[Any]]
"""Rows of one answer, by table of the scoring."""


@dataclass(frozen=True)
class Answers:
    """Tasks of a release, and the parser of one answer. `litgauge.tasks.answers` handles files, names and encodings.

    A release is what `Benchmark.load` returns; a task is a row of it.
    """

    given_tasks: Callable[[Any], Sequence[GivenTask]]
    naming: str  # names of answer files, in words for people
    parse: Callable[[Answer, Any], AnswerRows | NoAnswer]  # an answer to this task; if it raises, the task is unscored
    notation: Notation = field(default_factory=Notation)
    tasks: Callable[[Any], Sequence[Any]] = attrgetter("tasks")  # of a release, each with a `task_id`
    part: Callable[[Any], str] = lambda _task: ""  # kind or mode of a task that an agent may leave out as a whole
    unanswered: Callable[[Any], AnswerRows] = lambda _task: {}  # rows of a missing answer, in a part with answers
    collect: Callable[[Path, str, Any, Keep | None], Collected] | None = None
    """Reads (folder, agent, release) instead of `notation`; the last stores bytes of answers' files in archives."""
    suffix: str = ".md"  # of answer files of agents that we run
    form: str = ""  # format of an answer, for agents that we run; "" if the task states it
    cites: bool = False  # an answer without a link is a failure
    variants: Mapping[str, Callable[[Any], Sequence[GivenTask]]] = field(default_factory=dict)
    """Other wordings of `given_tasks`, by name."""
    answer_key: Callable[[Any, str], AnswerKey] = lambda _release, _task_id: NO_KEY  # of a task, by its id
    holds_files: bool = False  # answers have pictures and other files: `Answer.files`
    beside: Callable[[Path], Iterable[str]] = lambda _file: ()  # files that belong to an answer, named from its folder

    def names_beside(self, file: Path) -> tuple[str, ...]:
        """Return the names of the files that belong to a single file of answers, relative to its folder."""
        named = files_beside(file) if self.holds_files else ()
        return tuple(dict.fromkeys((*self.beside(file), *named)))

    def task_folder(self, place: Path, release: Any) -> str:
        """Return the name of the task's folder that a folder or file of answers is, or lies in; "" if there is none.

        Only this name tells the task of a single answer such as `000001/report.md`.
        """
        if not self.holds_files:
            return ""
        names, whole = TaskNames(task.task_id for task in self.tasks(release)), place.resolve()
        if whole.is_dir():
            inside = any(names.find(path.name) for path in whole.iterdir())
            return whole.name if names.find(whole.name) and not inside else ""
        return whole.parent.name if names.find(whole.parent.name) and not names.find(place.name) else ""


def read_answers(
    answers: Answers,
    folder: Path | None,
    agent: str,
    release: Any,
    keep: Keep | None = None,
    run_tasks: Collection[str] = (),
) -> ReadAnswers:
    """Return the rows of an agent's answers in a folder (or one file), and a list of unread files for people.

    `keep` stores the bytes of answers' files in archives, under their hash. `run_tasks` are the ids of the tasks that
    our agent was run on: it took part in their parts, whether it answered or not. Without a folder it answered none.
    If parsing an answer raises, its task is excused, so unscored. Raises UnusableInput if no file of a folder answers
    any task, unless there are `run_tasks`.
    """
    tasks = {task.task_id: task for task in answers.tasks(release)}
    if folder is None:
        collected = Collected()
    elif answers.collect:
        collected = answers.collect(folder, agent, release, keep)
    else:
        collected = collect_answers(folder, tasks, answers.notation, holds_files=answers.holds_files, keep=keep)
    if not (collected.answers or collected.unread or tasks.keys() & run_tasks):
        raise _no_answer(answers, folder, list(tasks), collected)
    listed: dict[str, list[str]] = defaultdict(list, collected.listed)
    excused = dict(collected.unread)
    parts = {answers.part(tasks[name]) for name in (*collected.answers, *excused, *(tasks.keys() & run_tasks))}
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


_NAMES_SHOWN = 4  # of tasks


def _no_answer(answers: Answers, folder: Path | None, tasks: Sequence[str], collected: Collected) -> UnusableInput:
    names = ", ".join(file_of(task, answers.suffix) for task in tasks[:_NAMES_SHOWN])
    more = f" and {len(tasks) - _NAMES_SHOWN:,} more" if len(tasks) > _NAMES_SHOWN else ""
    lines = [line for kind in ("unmatched", "broken", "ignored") for line in collected.listed.get(kind, ())]
    shown = f"Of {len(lines):,} files the first is {lines[0]}" if lines else "There is no file"
    return UnusableInput(
        f"no answer here is to a task of the release. Names looked for: {names}{more}",
        where=str(folder or ""),
        data=f"Nothing was scored. {shown}",
        next_step=f"Name the answers: {answers.naming}",
    )
