"""What templates and views see of a page: its agents, their answers, and what these were and were judged by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tasks.benchmark.scoring import Rows
from tasks.records import EvidencePage, ScoreRun
from tasks.statistics import Summary, TaskScore

AnswerState = Literal["scored", "unscored", "missing", "not-asked"]


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """One way how a piece of an answer came out, told by a sign and a word, not by colour alone."""

    code: str  # lower case and hyphens; the pieces of an answer have the CSS classes "s" and this one
    sign: str
    word: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of what an agent wrote that was read as one piece of its answer."""

    start: int  # in code points
    end: int
    piece: str  # behind the answer's anchor: the piece's element has the id "<anchor>s3"
    mark: AnswerMark


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer as the agent wrote it; stretches may touch, but not overlap."""

    text: str
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class FrozenPage:
    """A page that answers were judged by, with what was quoted of it."""

    page: EvidencePage
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One agent's answer to one task, as templates see it."""

    anchor: str  # unique on the page, and the same on every page that shows this agent, judge and task
    task_id: str
    title: str
    groups: Mapping[str, str]  # column -> value
    state: AnswerState
    scores: Mapping[str, TaskScore]  # by metric
    view: Any  # what `AnswerPart.views` made of it; None without


@dataclass(frozen=True, slots=True)
class ShownAgent:
    """One agent, as templates see it."""

    number: int  # from 0, in the order of the leaderboard
    name: str
    run: ScoreRun
    rows: Rows
    summaries: Mapping[str, Summary]  # by metric
    answers: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The whole page, as the views of its parts see it."""

    release: Any  # as the benchmark loads it
    agents: Sequence[ShownAgent]
