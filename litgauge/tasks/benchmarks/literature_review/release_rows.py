"""Rows of a release that tasks and scoring read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.literature_review.rows import Fact, Material, ReviewTask, ReviewTopic
from litgauge.tasks.benchmarks.literature_review.settings import Setting


@dataclass(frozen=True)
class StudyRows:
    """Topics of a study, with the material on each."""

    name: str
    digest: str
    topics: Mapping[str, ReviewTopic]
    materials: Mapping[tuple[str, Setting], Material]
    tasks: tuple[ReviewTask, ...]
    facts: Mapping[str, str]

    @cached_property
    def task(self) -> Mapping[str, ReviewTask]:
        """Tasks by id."""
        return {task.task_id: task for task in self.tasks}

    def material(self, task: ReviewTask) -> Material:
        """Return the material of a task."""
        return self.materials[task.topic, task.setting]


def load_study(release: Release) -> StudyRows:
    """Load the rows of a study."""
    return StudyRows(
        release.name,
        release.digest,
        {review_topic.topic: review_topic for review_topic in release.rows("topics", ReviewTopic)},
        {(material.topic, material.setting): material for material in release.rows("materials", Material)},
        tuple(release.rows("tasks", ReviewTask)),
        {fact.name: fact.value for fact in release.rows("study", Fact)},
    )
