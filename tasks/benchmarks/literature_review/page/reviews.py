"""One review as the page shows it: what its writer was given, what it wrote, and what the judge said of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.literature_review.release_rows import StudyRows
from tasks.benchmarks.literature_review.settings import Setting
from tasks.benchmarks.literature_review.tables import JudgedRank, Material, PersonRank, ReviewGrade, ReviewTopic
from tasks.engine.storage import Storage

TOLD: Mapping[Setting, str] = {
    "none": "the topic alone",
    "ego": "novel and disruptive works",
    "pair": "citations and mentions",
    "path": "lines of research",
}


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review with its material and its grades."""

    topic: ReviewTopic
    setting: Setting
    told: str  # the setting in words
    material: Material
    file: str
    text: str
    grades: tuple[ReviewGrade, ...]
    judged: tuple[JudgedRank, ...]
    people: tuple[PersonRank, ...]


def review_views(study: StudyRows, runs: Sequence[Any], _storage: Storage | None) -> list[dict[str, ReviewView]]:
    """Of each run every review, by task."""
    return [_of_run(study, run) for run in runs]


def task_titles(study: StudyRows) -> dict[str, str]:
    """What each task is about."""
    return {task.task_id: f"{study.topics[task.topic].name}, given {TOLD[task.setting]}" for task in study.tasks}


def _of_run(study: StudyRows, run: Any) -> dict[str, ReviewView]:
    rows: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for name in ("grades", "judged_ranks", "person_ranks"):
        for row in run.rows.get(name, ()):
            rows[name][row.task_id].append(row)
    views = {}
    for answer in run.rows["answers"]:
        if (task := study.task.get(answer.task_id)) is not None:
            found = (tuple(rows[name][task.task_id]) for name in ("grades", "judged_ranks", "person_ranks"))
            views[task.task_id] = ReviewView(
                study.topics[task.topic],
                task.setting,
                TOLD[task.setting],
                study.material(task),
                answer.file,
                answer.text,
                *found,
            )
    return views
