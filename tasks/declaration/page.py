"""The parts of the report page that only one benchmark has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class PagePart:
    """A section of its own, between the leaderboard and what was left out."""

    anchor: str
    title: str
    template: str  # file in `Page.templates`; sees `view`, and all that the page's own parts see
    view: Callable[[Any], Any] = lambda page: page  # of tasks.pages.report.PageView


@dataclass(frozen=True)
class AnswerPart:
    """How one agent's answer to one task is shown, and what a reader may filter by."""

    template: str  # sees `answer` (tasks.pages.report.AnswerView) and `view`
    view: Callable[[Any], Any] = lambda answer: answer
    filters: Callable[[], Any] = lambda: ()  # the legend: (code, sign, word) of what may be shown and hidden
    title: Callable[[Any, str], str] = lambda _release, task_id: task_id


@dataclass(frozen=True)
class Page:
    """What a benchmark adds to the page that all benchmarks have."""

    templates: Path | None = None  # its own templates and, in `style.css`, their style
    parts: tuple[PagePart, ...] = ()
    answer: AnswerPart | None = None  # None: the scores alone
    words: Mapping[str, str] = field(default_factory=dict)  # what things are called: {"answer": "report"}
