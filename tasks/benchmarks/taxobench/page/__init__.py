"""What only TaxoBench shows on its pages."""

from __future__ import annotations

from pathlib import Path

from tasks.benchmarks.taxobench.page.beside_trivial import beside_trivial
from tasks.benchmarks.taxobench.page.homogeneity import HOMOGENEITY
from tasks.benchmarks.taxobench.page.recall_structure import recall_structure
from tasks.benchmarks.taxobench.page.tree_views import MARKS, tally, task_titles, tree_views, written
from tasks.declaration import AnswerPart, Page, PagePart, Words

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart("trivial", "Beside trivial trees", "trivial.html", beside_trivial, first=True),
        HOMOGENEITY,
        PagePart("recall", "Recall and structure", "recall_structure.html", recall_structure),
    ),
    answer=AnswerPart("answer.html", tree_views, MARKS, tally, task_titles, written),
    words=Words(answer="tree", answers="trees", cluster="survey", clusters="surveys", pieces="papers"),
    columns={"mode": "Mode"},
)
