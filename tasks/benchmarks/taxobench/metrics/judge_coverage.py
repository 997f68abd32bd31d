"""A judge's grade: are the experts' core concepts there?"""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import Grades, graded
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def judge_coverage(scores: TreeScore, grades: Grades) -> Found:
    """A judge's grade from 1 to 5: are the experts' core concepts there? Worst 1; a judge that failed leaves none."""
    return graded(scores, grades, "coverage")


METRIC = Metric(
    name="judge_coverage",
    short="Cov.",
    long="a judge's grade from 1 to 5: are the experts' core concepts there?",
    unit="points",
    range=(1.0, 5.0),
    best=5.0,
    worst=1.0,
    direction="higher",
    needs=("scores", "grades"),
    of=judge_coverage,
    source="arXiv 2601.12369, section 3.2 and appendix G",
    shown="paper",
    place=110,
    under="Judge",
    digits=2,
)
