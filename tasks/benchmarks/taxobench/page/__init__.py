"""What only TaxoBench shows on its pages."""

from __future__ import annotations

from pathlib import Path

from tasks.benchmarks.taxobench.page.beside_trivial import beside_trivial
from tasks.benchmarks.taxobench.page.homogeneity import homogeneity_completeness, homogeneity_png
from tasks.benchmarks.taxobench.page.recall_structure import recall_structure
from tasks.benchmarks.taxobench.page.tree_views import MARKS, tally, task_titles, tree_views
from tasks.declaration import AnswerPart, Page, PagePart, Picture, Words

PAGE = Page(
    templates=Path(__file__).parent / "templates",
    parts=(
        PagePart("trivial", "Beside trivial trees", "trivial.html", beside_trivial, first=True),
        PagePart("picture", "Homogeneity and completeness", "homogeneity.html", homogeneity_completeness, first=True),
        PagePart("recall", "Recall and structure", "recall_structure.html", recall_structure),
    ),
    answer=AnswerPart("answer.html", tree_views, MARKS, tally, task_titles),
    pictures=(Picture("Homogeneity and completeness", homogeneity_png),),
    words=Words(answer="tree", answers="trees", cluster="survey", clusters="surveys", pieces="papers"),
    columns={"mode": "Mode"},
)
