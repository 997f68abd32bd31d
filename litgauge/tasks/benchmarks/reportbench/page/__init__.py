"""Parts of the report page that only ReportBench has."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.benchmark import AnswerPart, Axis, Page, PagePart, Square, Words
from litgauge.tasks.benchmarks.reportbench.page.agreement import agreement_grids, agreement_value, agreement_views
from litgauge.tasks.benchmarks.reportbench.page.answer_views import (
    MARKS,
    frozen,
    report_views,
    run_counts,
    tally,
    task_titles,
    written,
)
from litgauge.tasks.benchmarks.reportbench.page.violations import violation_views

PRECISION_RECALL = Square(
    "picture",
    "Precision and recall",
    Axis("recall", "Recall"),
    Axis("precision", "Precision"),
    equal="F1",
    answers=True,
)
PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PRECISION_RECALL,
        PagePart("violations", "Violations", "violations.html", violation_views),
        PagePart(
            "agreement",
            "Agreement of judges",
            "agreement.html",
            agreement_views,
            grids=agreement_grids,
            value=agreement_value,
        ),
    ),
    answer=AnswerPart("answer.html", report_views, MARKS, tally, task_titles, written),
    words=Words(answer="report", answers="reports", cluster="survey", clusters="surveys", pieces="statements"),
    columns={"level": "Prompt level"},
    counts=run_counts,
    frozen=frozen,
)
