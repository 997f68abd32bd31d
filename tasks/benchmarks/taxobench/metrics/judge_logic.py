"""A judge's grade: is each topic a kind or part of the one above?"""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import Grades, graded
from tasks.benchmarks.taxobench.tables import TreeScore
from tasks.statistics import Found, Metric


def judge_logic(scores: TreeScore, grades: Grades) -> Found:
    """A judge's grade from 1 to 5: is each topic a kind or part of the one above? Worst 1; none where it failed."""
    return graded(scores, grades, "logic")


METRIC = Metric(
    name="judge_logic",
    short="Log.",
    long="a judge's grade from 1 to 5: is each topic a kind or part of the one above?",
    unit="points",
    range=(1.0, 5.0),
    best=5.0,
    worst=1.0,
    direction="higher",
    needs=("scores", "grades"),
    of=judge_logic,
    source="arXiv 2601.12369, section 3.2 and appendix G",
    shown="paper",
    place=130,
    under="Judge",
    digits=2,
)
