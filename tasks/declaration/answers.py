"""What an agent is given, and what it may answer with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class GivenTask:
    """One task as an agent gets it."""

    task_id: str
    text: str  # all that the agent is told, in Markdown


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
    beside: Callable[[Path], Iterable[Path]] = lambda _file: ()  # what belongs to a single answer, in the same folder
