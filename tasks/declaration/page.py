"""What a benchmark adds to the pages that all benchmarks have, and what its own parts see of a page.

A benchmark that declares none of it has a whole page all the same: its tables, and the scores of every task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tasks.declaration.scoring import Rows
from tasks.engine.storage import Storage
from tasks.metrics import Summary, TaskScore
from tasks.records import ScoreRun

AnswerState = Literal["scored", "unscored", "missing"]


@dataclass(frozen=True, slots=True)
class Words:
    """What things are called where people read them."""

    answer: str = "answer"
    answers: str = "answers"
    cluster: str = "task"  # what intervals draw anew
    clusters: str = "tasks"
    pieces: str = "pieces"  # of an answer: what marks are on


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """One way how a piece of an answer came out, told by a sign and a word, not by colour alone."""

    code: str  # lower case and hyphens; the pieces of an answer have the CSS classes "s" and this one
    sign: str
    word: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One agent's answer to one task, as templates see it."""

    anchor: str  # unique on the page
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


@dataclass(frozen=True)
class PagePart:
    """A section of its own."""

    anchor: str
    title: str
    template: str  # a file of `Page.templates`; sees `view`, and all that the page's own sections see
    view: Callable[[ShownPage], Any] = lambda page: page
    first: bool = False  # right below the leaderboard; else after the groups, before what was left out


@dataclass(frozen=True)
class AnswerPart:
    """How an agent's answers are shown, and which of their pieces a reader may hide."""

    template: str  # a file of `Page.templates`; sees `answer` (ShownAnswer), `view` and `details`
    views: Callable[[Any, Sequence[Any], Storage | None], Sequence[Mapping[str, Any]]]
    """(release, score runs with their rows, storage) -> of each run, by task, what the template sees."""
    marks: tuple[AnswerMark, ...] = ()
    tally: Callable[[Any], Sequence[tuple[AnswerMark, int]]] = lambda _view: ()  # of a view: how its pieces came out
    titles: Callable[[Any], Mapping[str, str]] = lambda _release: {}  # of a release's tasks; a task without has its id


@dataclass(frozen=True, slots=True)
class ChartLine:
    """An agent in a chart."""

    name: str
    colour: str  # "#0072b2"
    marker: str  # of matplotlib
    summaries: Mapping[str, Summary]


@dataclass(frozen=True)
class Picture:
    """A picture below the leaderboard where no page can be shown."""

    words: str  # for who cannot see it
    draw: Callable[[Sequence[ChartLine]], bytes]  # PNG; the same lines give the same bytes


def plain_counts(counts: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The counts of a run beyond those of its tasks, as one line."""
    of_tasks = {"tasks", "scored", "unscored", "missing"}
    own = [f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items() if name not in of_tasks]
    return (("Counted", ", ".join(own)),) if own else ()


@dataclass(frozen=True)
class Page:
    """What a benchmark adds."""

    templates: Path | None = None  # the folder of its own templates and, in `style.css`, their style
    parts: tuple[PagePart, ...] = ()
    answer: AnswerPart | None = None  # None: the scores alone
    pictures: tuple[Picture, ...] = ()
    words: Words = field(default_factory=Words)
    columns: Mapping[str, str] = field(default_factory=dict)  # a column that groups -> its title; else its name
    counts: Callable[[Mapping[str, int]], Sequence[tuple[str, str]]] = plain_counts  # of a run: terms and what they are

    def column(self, name: str) -> str:
        """The title of a column that scores are grouped by."""
        return self.columns.get(name) or name.replace("_", " ").capitalize()
