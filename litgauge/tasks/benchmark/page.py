"""Additions of a benchmark to its report page.

A benchmark without any has a complete page: its tables, and the scores of every task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgauge.tasks.records import FIGURE_PICTURES, FigurePicture

if TYPE_CHECKING:
    from litgauge.tasks.benchmark.analysis import Grid
    from litgauge.tasks.benchmark.pictures import Square
    from litgauge.tasks.benchmark.scoring import Rows
    from litgauge.tasks.benchmark.shown import AnswerMark, FrozenPage, ShownPage, WrittenAnswer
    from litgauge.tasks.engine.storage import Storage


@dataclass(frozen=True, slots=True)
class Words:
    """Terms of a benchmark on its page."""

    answer: str = "answer"
    answers: str = "answers"
    cluster: str = "task"  # the unit that intervals resample
    clusters: str = "tasks"
    pieces: str = "pieces"  # parts of an answer that carry marks


@dataclass(frozen=True)
class PagePart:
    """A section of the page. One with tables is an analysis, which `litgauge analysis` prints and gives as JSON."""

    anchor: str
    title: str
    template: str = ""  # a file of `Page.templates`, gets `view` and `grids`; "" shows the tables alone
    view: Callable[[ShownPage], Any] = lambda page: page
    first: bool = False  # right below the leaderboard; else after the groups, before what was left out
    grids: Callable[[Any], Iterable[Grid]] | None = None  # tables of a view
    value: Callable[[Any], Mapping[str, Any]] | None = None  # of a view: the same for programs


@dataclass(frozen=True)
class AnswerPart:
    """Template and views of agents' answers, with the marks that readers can filter by."""

    template: str  # a file of `Page.templates`; gets `answer` (ShownAnswer), `view` and `details`
    views: Callable[[Any, Sequence[Any], Storage | None], Sequence[Mapping[str, Any]]]
    """(release, score runs with their rows, storage) -> for each run, the `view` of the template by task."""
    marks: tuple[AnswerMark, ...] = ()
    tally: Callable[[Any], Sequence[tuple[AnswerMark, int]]] = lambda _view: ()  # of a view: number of pieces by mark
    titles: Callable[[Any], Mapping[str, str]] = lambda _release: {}  # of tasks; the task's id where there is none
    written: Callable[[Any], WrittenAnswer | None] = lambda _view: None  # of a view: the text, for `details`


def plain_counts(counts: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Return the counts of a run beyond those of its tasks, as one line."""
    of_tasks = {"tasks", "scored", "unscored", "in_part", "missing", "not_asked"}
    own = [f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items() if name not in of_tasks]
    return (("Counted", ", ".join(own)),) if own else ()


@dataclass(frozen=True)
class Page:
    """A benchmark's additions to its page."""

    templates: Path | None = None  # folder of its templates and their `style.css`
    parts: tuple[PagePart | Square, ...] = ()
    answer: AnswerPart | None = None  # None: the scores alone
    words: Words = field(default_factory=Words)
    columns: Mapping[str, str] = field(default_factory=dict)  # titles of grouping columns; else their names
    counts: Callable[[Mapping[str, int]], Sequence[tuple[str, str]]] = plain_counts  # of a run: (term, text)
    frozen: Callable[[Rows], Sequence[FrozenPage]] = lambda _rows: ()  # of a run: pages that it was judged by

    leaderboard: str = ""  # anchor of the part that stands for the first table of the leaderboard; "" for none
    answers_first: bool = False  # whether answers stand right below the first table, and the other numbers below them

    originals: Callable[[Rows], Sequence[FigurePicture]] = lambda rows: rows.get(FIGURE_PICTURES.name, ())
    """Of a run: pictures of its answers; shown small in report.html, and whole in the folder beside it."""

    def column(self, name: str) -> str:
        """Return the title of a column that scores are grouped by."""
        return self.columns.get(name) or name.replace("_", " ").capitalize()
