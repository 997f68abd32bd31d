"""Parts of the report page that only the literature-review study has."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.benchmark import AnswerPart, Page, PagePart, Words
from litgauge.tasks.benchmarks.literature_review.page import grids
from litgauge.tasks.benchmarks.literature_review.page.views import (
    beside_each_other,
    review_views,
    settings_view,
    task_titles,
)
from litgauge.tasks.benchmarks.literature_review.study import preference_tables

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart(
            "settings",
            "Figure 5: what each material is worth",
            "settings.html",
            settings_view,
            first=True,
            grids=grids.settings_grids,
            value=grids.settings_value,
        ),
        PagePart(
            "preferences",
            "Table 4: which is preferred",
            "preferences.html",
            preference_tables,
            first=True,
            grids=grids.preference_grids,
            value=grids.preferences_value,
        ),
        PagePart("sides", "Reviews side by side", "sides.html", beside_each_other),
    ),
    answer=AnswerPart("answer.html", review_views, titles=task_titles),
    words=Words(answer="review", answers="reviews", cluster="topic", clusters="topics"),
    columns={"setting": "Setting"},
)
