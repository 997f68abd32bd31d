"""TVIR's own parts of its pages: reports with cards of their figures, and what a judge says of both."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.benchmark import AnswerPart, Page, PagePart, Words
from litgauge.tasks.benchmarks.tvir.page import grids
from litgauge.tasks.benchmarks.tvir.page.views import MARKS, frozen, report_views, tally, task_titles, written

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart("tables", "Tables 1 to 4", grids=grids.table_grids, value=grids.tables_value),
        PagePart("judgings", "Tables 7, 8 and 12", grids=grids.judging_grids, value=grids.judgings_value),
        PagePart("figures", "Figures 5 to 8", grids=grids.figure_grids),
    ),
    answer=AnswerPart("answer.html", report_views, MARKS, tally, task_titles, written),
    words=Words(answer="report", answers="reports", cluster="task", clusters="tasks", pieces="statements"),
    columns={"language": "Language", "level": "Level", "domain": "Domain"},
    frozen=frozen,
)
