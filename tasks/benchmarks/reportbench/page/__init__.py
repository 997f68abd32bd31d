"""What only ReportBench shows on its pages."""

from __future__ import annotations

from pathlib import Path

from tasks.benchmarks.reportbench.page.agreement import agreement_views
from tasks.benchmarks.reportbench.page.answer_views import MARKS, report_views, run_counts, tally, task_titles
from tasks.benchmarks.reportbench.page.precision_recall import precision_recall, precision_recall_png
from tasks.benchmarks.reportbench.page.violations import violation_views
from tasks.declaration import AnswerPart, Page, PagePart, Picture, Words

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart("picture", "Precision and recall", "precision_recall.html", precision_recall, first=True),
        PagePart("violations", "Violations", "violations.html", violation_views),
        PagePart("agreement", "Agreement of judges", "agreement.html", agreement_views),
    ),
    answer=AnswerPart("answer.html", report_views, MARKS, tally, task_titles),
    pictures=(Picture("Precision and recall", precision_recall_png),),
    words=Words(answer="report", answers="reports", cluster="survey", clusters="surveys", pieces="statements"),
    columns={"level": "Prompt level"},
    counts=run_counts,
)
