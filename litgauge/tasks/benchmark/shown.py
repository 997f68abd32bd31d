"""Data of a report page for templates and views: agents, answers, and the pages that they were judged by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from litgauge.tasks.benchmark.scoring import Rows
    from litgauge.tasks.records import EvidencePage, ScoreRun
    from litgauge.tasks.statistics import Summary, TaskScore

AnswerState = Literal["scored", "unscored", "missing", "not-asked"]


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """An outcome of a piece of an answer, shown by a sign and a word, not by colour alone."""

    code: str  # lower case and hyphens; the pieces of an answer have the CSS classes "s" and this one
    sign: str
    word: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of an answer's text that was read as one piece."""

    start: int  # in code points
    end: int
    piece: str  # the id of the piece's element is the answer's anchor, "s" and this
    mark: AnswerMark


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer as the agent wrote it, with its stretches, which do not overlap."""

    text: str
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class FrozenPage:
    """A page that answers were judged by, with the passages quoted from it."""

    page: EvidencePage
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One agent's answer to one task."""

    anchor: str  # unique on the page; the same wherever this agent, judge and task are shown
    task_id: str
    title: str
    groups: Mapping[str, str]  # column -> value
    state: AnswerState
    scores: Mapping[str, TaskScore]  # by metric
    view: Any  # from `AnswerPart.views`; None without
    figures: tuple[Any, ...] | None = None  # cards of its figures; None where they were not read


@dataclass(frozen=True, slots=True)
class ShownAgent:
    """One agent."""

    number: int  # from 0, in the order of the leaderboard
    name: str
    run: ScoreRun
    rows: Rows
    summaries: Mapping[str, Summary]  # by metric
    answers: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True)
class ShownPage:
    """Whole page, for the views of its parts."""

    release: Any  # as the benchmark loads it
    agents: Sequence[ShownAgent]
