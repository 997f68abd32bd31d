"""Reports as people grade them (section 5.4): text, figures, and both together, from 1 to 10."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from litgauge.tasks.benchmark import PeopleGrading, Rows
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.sheets.grades import GradedItem, GradeScale
from litgauge.tasks.sheets.pictures import picture_cell

_MOST_FIGURES: Final = 30  # columns of pictures; those behind them are in the text alone
_FIGURES: Final = tuple(f"figure_{number}" for number in range(1, _MOST_FIGURES + 1))


def graded_reports(rows: Rows, release: TvirRows) -> Iterator[GradedItem]:
    """Yield every report with its task and the pictures that judges see; the judge gives no such grades."""
    prompts = {task.task_id: task.prompt for task in release.tasks}
    cells: dict[str, list[str]] = defaultdict(list)
    for picture in sorted(rows.get("figure_pictures", ()), key=lambda row: (row.figure, row.part)):
        if picture.status == "ok" and picture.shown_sha256:
            cells[picture.report_id].append(picture_cell(picture.shown_sha256, picture.shown_media_type))
    for report in rows["reports"]:
        if report.task_id in prompts and report.text.strip():
            shown = {"task": prompts[report.task_id], "report": report.text}
            figures = dict(zip(_FIGURES, cells[report.report_id], strict=False))
            yield GradedItem(report.task_id, "", "", report.task_id, {**shown, **figures}, {})


GRADING = PeopleGrading(GradeScale(("ta", "va", "overall"), highest=10, pictures=_FIGURES), graded_reports)
"""The dimensions are named as metrics: `litgauge agreement` compares people's means with those."""
