"""Parts of pages that only SciNetBench has."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.benchmark import AnswerPart, Page, PagePart, Words
from litgauge.tasks.benchmarks.scinetbench.page.answers import MARKS, answer_views, tally, task_titles
from litgauge.tasks.benchmarks.scinetbench.page.beside import beside_grids, beside_lists, beside_value
from litgauge.tasks.benchmarks.scinetbench.page.distribution import distributions

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart(
            "tables",
            "Tables 1 to 3, beside lists that take no thought",
            "beside.html",
            beside_lists,
            first=True,
            grids=beside_grids,
            value=beside_value,
        ),
        PagePart("distribution", "Where the listed works lie in the corpus", "distribution.html", distributions),
    ),
    answer=AnswerPart("answer.html", answer_views, MARKS, tally, task_titles),
    words=Words(cluster="sub-field", clusters="sub-fields", pieces="works"),
    columns={"kind": "Kind", "relation": "Relation"},
)
