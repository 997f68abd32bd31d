"""The rows of a release that tasks and scoring read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, ReportTask
from litgauge.tasks.records.grouping import rows_by


@dataclass(frozen=True)
class TvirRows:
    """The tasks of a release, with their checklists."""

    name: str
    digest: str
    tasks: tuple[ReportTask, ...]
    checklist: Mapping[str, tuple[ChecklistItem, ...]] = field(default_factory=dict)  # by task, in its order


def load_release_rows(release: Release) -> TvirRows:
    """Load the rows of a release."""
    items = rows_by(release.rows("checklist", ChecklistItem), lambda item: item.task_id)
    checklist = {task: tuple(sorted(of, key=lambda item: item.number)) for task, of in items.items()}
    return TvirRows(release.name, release.digest, tuple(release.rows("tasks", ReportTask)), checklist)
