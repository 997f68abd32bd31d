"""A judge's grade: do siblings exclude each other?"""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import Grades, graded
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def judge_organisation(scores: TreeScore, grades: Grades) -> Found:
    """A judge's grade from 1 to 5: do siblings exclude each other? Worst 1; a judge that failed leaves none."""
    return graded(scores, grades, "organisation")


METRIC = Metric(
    name="judge_organisation",
    short="Org.",
    long="a judge's grade from 1 to 5: do siblings exclude each other?",
    unit="points",
    range=(1.0, 5.0),
    best=5.0,
    worst=1.0,
    direction="higher",
    needs=("scores", "grades"),
    of=judge_organisation,
    source="arXiv 2601.12369, section 3.2 and appendix G",
    shown="paper",
    place=120,
    under="Judge",
    digits=2,
)
