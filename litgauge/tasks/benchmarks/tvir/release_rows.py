"""The rows of a release that tasks and scoring read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, ReportTask


@dataclass(frozen=True)
class TvirRows:
    """The tasks of a release, with their checklists."""

    name: str
    digest: str
    tasks: tuple[ReportTask, ...]
    checklist: Mapping[str, tuple[ChecklistItem, ...]] = field(default_factory=dict)  # by task, in its order


def load_release_rows(release: Release) -> TvirRows:
    """Load the rows of a release."""
    items: dict[str, list[ChecklistItem]] = defaultdict(list)
    for item in release.rows("checklist", ChecklistItem):
        items[item.task_id].append(item)
    checklist = {task: tuple(sorted(of, key=lambda item: item.number)) for task, of in items.items()}
    return TvirRows(release.name, release.digest, tuple(release.rows("tasks", ReportTask)), checklist)
