"""What a benchmark adds to the pages that all benchmarks have, and what its own parts see of a page.

A benchmark that declares none of it has a whole page all the same: its tables, and the scores of every task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tasks.benchmark.pictures import Picture, Square
from tasks.benchmark.scoring import Rows
from tasks.benchmark.shown import AnswerMark, FrozenPage, ShownPage, WrittenAnswer
from tasks.engine.storage import Storage


@dataclass(frozen=True, slots=True)
class Words:
    """What things are called where people read them."""

    answer: str = "answer"
    answers: str = "answers"
    cluster: str = "task"  # what intervals draw anew
    clusters: str = "tasks"
    pieces: str = "pieces"  # of an answer: what marks are on


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
    written: Callable[[Any], WrittenAnswer | None] = lambda _view: (
        None
    )  # of a view: what the agent wrote, for `details`


def plain_counts(counts: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The counts of a run beyond those of its tasks, as one line."""
    of_tasks = {"tasks", "scored", "unscored", "missing", "not_asked"}
    own = [f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items() if name not in of_tasks]
    return (("Counted", ", ".join(own)),) if own else ()


@dataclass(frozen=True)
class Page:
    """What a benchmark adds."""

    templates: Path | None = None  # the folder of its own templates and, in `style.css`, their style
    parts: tuple[PagePart | Square, ...] = ()
    answer: AnswerPart | None = None  # None: the scores alone
    pictures: tuple[Picture, ...] = ()  # beside the means and the squares of `parts`
    words: Words = field(default_factory=Words)
    columns: Mapping[str, str] = field(default_factory=dict)  # a column that groups -> its title; else its name
    counts: Callable[[Mapping[str, int]], Sequence[tuple[str, str]]] = plain_counts  # of a run: terms and what they are
    frozen: Callable[[Rows], Sequence[FrozenPage]] = lambda _rows: ()  # of a run: the pages that it was judged by

    def column(self, name: str) -> str:
        """The title of a column that scores are grouped by."""
        return self.columns.get(name) or name.replace("_", " ").capitalize()
