"""Text and statistics of a release's card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import fmean

import pyarrow as pa

from litgauge.tasks.benchmark import About, summed
from litgauge.tasks.benchmarks.tvir.build.checks import task_length
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.benchmarks.tvir.settings import LANGUAGES, LEVELS

ABOUT = About(
    title="TVIR, rebuilt by litgauge",
    summary=(
        "Research tasks whose reports need figures: images to be found and charts to be drawn, each for a question of "
        "the task. A report is scored by its text and by its figures (TVIR, arXiv 2606.02320)."
    ),
    made="Tasks were drafted on topics that experts proposed, reviewed by experts, and turned into checklists.",
    limits=(
        "A checklist asks for no more than its task: what a report finds beyond it shows in depth and breadth alone.",
        "Most scores are a judge's. Compare agents that one judge has scored.",
    ),
)


def broken_tasks(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    """Yield tasks without a checklist, and those whose checklist has an item twice."""
    items = Counter(zip(*(tables["checklist"][name].to_pylist() for name in ("task_id", "text")), strict=True))
    listed = {task for task, _ in items}
    yield from summed(
        "tasks: {} without checklist", (task for task in tables["tasks"]["task_id"].to_pylist() if task not in listed)
    )
    yield from summed("checklist: {} with an item twice", (task for (task, _), count in items.items() if count > 1))


def task_statistics(release: TvirRows) -> dict[str, str]:
    """Return the sizes of tasks and checklists by language and level, for `litgauge show`."""
    statistics = {"Checklist items": f"{sum(map(len, release.checklist.values())):,} in {len(release.tasks):,} tasks"}
    for language in LANGUAGES:
        lengths = [
            [
                task_length(task.prompt, language)
                for task in release.tasks
                if (task.language, task.level) == (language, level)
            ]
            for level in LEVELS
        ]
        if any(lengths):
            unit = {"zh": "characters", "en": "words"}[language]
            sizes = (
                f"{level} {len(of)} ({fmean(of):.0f} {unit})" for level, of in zip(LEVELS, lengths, strict=True) if of
            )
            statistics[f"Tasks in {language}"] = ", ".join(sizes)
    return statistics
