"""Views of the page: a review with its material and grades, the settings of figure 5, reviews side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.benchmark import Metric, ShownAgent, ShownAnswer, ShownPage, metrics_in
from litgauge.tasks.benchmarks.literature_review import metrics
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import JudgedRank, Material, PersonRank, ReviewGrade, ReviewTopic
from litgauge.tasks.benchmarks.literature_review.settings import SETTINGS, Setting
from litgauge.tasks.benchmarks.literature_review.study import (
    PUBLISHED_GAIN,
    QUALITY,
    AgentLines,
    agent_lines,
    not_applicable,
)
from litgauge.tasks.engine.storage import Storage

SETTING_WORDS: Mapping[Setting, str] = {
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
    words: str  # the setting in words
    material: Material
    file: str
    text: str
    grades: tuple[ReviewGrade, ...]
    judged: tuple[JudgedRank, ...]
    people: tuple[PersonRank, ...]


def review_views(study: StudyRows, runs: Sequence[Any], _storage: Storage | None) -> list[dict[str, ReviewView]]:
    """Return the reviews of each run, by task."""
    return [_of_run(study, run) for run in runs]


def task_titles(study: StudyRows) -> dict[str, str]:
    """Return what each task is about."""
    return {
        task.task_id: f"{study.topics[task.topic].name}, given {SETTING_WORDS[task.setting]}" for task in study.tasks
    }


def _of_run(study: StudyRows, run: Any) -> dict[str, ReviewView]:
    rows: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for name in ("grades", "judged_ranks", "person_ranks"):
        for row in run.rows.get(name, ()):
            rows[name][row.task_id].append(row)
    views = {}
    for answer in run.rows["answers"]:
        if (task := study.task.get(answer.task_id)) is not None:
            judgements = (tuple(rows[name][task.task_id]) for name in ("grades", "judged_ranks", "person_ranks"))
            views[task.task_id] = ReviewView(
                study.topics[task.topic],
                task.setting,
                SETTING_WORDS[task.setting],
                study.material(task),
                answer.file,
                answer.text,
                *judgements,
            )
    return views


@dataclass(frozen=True, slots=True)
class SettingsView:
    """Every agent's settings."""

    agents: tuple[AgentLines, ...]
    metrics: tuple[Metric, ...]
    quality: str
    words: Mapping[Setting, str]
    published: float
    left_out: Mapping[str, Mapping[str, tuple[str, ...]]]  # topics by setting and reason
    topics: int
    material: Mapping[str, str]  # release, its digest and network


def settings_view(page: ShownPage) -> SettingsView:
    """Return the settings of all agents of a page."""
    study = page.release
    return SettingsView(
        agent_lines(page),
        metrics_in(metrics),
        QUALITY,
        SETTING_WORDS,
        PUBLISHED_GAIN,
        not_applicable(study),
        len(study.topics),
        {name: study.facts.get(name, "") for name in ("release", "release digest", "network")},
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One column: a review, or why there is none."""

    words: str
    answer: ShownAnswer | None
    reason: str  # where there is none
    agent: ShownAgent | None


@dataclass(frozen=True, slots=True)
class Sides:
    """All columns of one topic."""

    topic: ReviewTopic
    sides: tuple[Side, ...]


def beside_each_other(page: ShownPage) -> tuple[Sides, ...]:
    """Return every topic with a review; agents in the order of the page, each with its settings."""
    topics = []
    for topic in page.release.topics.values():
        sides = tuple(side for agent in page.agents for side in _sides(agent, topic, page))
        if any(side.answer for side in sides):
            topics.append(Sides(topic, sides))
    return tuple(topics)


def _sides(agent: ShownAgent, topic: ReviewTopic, page: ShownPage) -> Iterator[Side]:
    own = {(shown.view.topic.topic, shown.view.setting): shown for shown in agent.answers if shown.view is not None}
    took_part = {setting for _, setting in own}
    for setting in SETTINGS:
        material = page.release.materials.get((topic.topic, setting))
        if (answer := own.get((topic.topic, setting))) is not None:
            yield Side(SETTING_WORDS[setting], answer, "", agent)
        elif material is not None and not material.applies and took_part:
            yield Side(SETTING_WORDS[setting], None, f"not applicable: {material.reason}", agent)
