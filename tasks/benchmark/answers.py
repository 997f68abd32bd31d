"""What an agent is given, and what it may answer with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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


AnswerFolder = Path
"""A folder (or one file) with an agent's answers, as its user has it or as the ledger has kept it."""


@dataclass(frozen=True)
class Answers:
    """How tasks are given and answers are read. Both take the benchmark's loaded release (`Benchmark.load`)."""

    given: Callable[[Any], Sequence[GivenTask]]
    naming: str  # how an answer's file must be named, for people
    read: Callable[[AnswerFolder, str, Any], ReadAnswers]  # folder, agent, release; UnusableInput if there is none
    suffix: str = ".md"  # of the file in which an agent that we run gives its answer
    form: str = ""  # how an answer is to be written, as agents that we run are told; "" where the task says it
    cites: bool = False  # whether an answer without a link is a failure of its own
    beside: Callable[[Path], Iterable[Path]] = lambda _file: ()  # what belongs to a single answer, in the same folder
