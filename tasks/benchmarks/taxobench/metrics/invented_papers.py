"""Papers that nobody expected."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value, paper_count
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found


def invented_papers(scores: TreeScore, mode: Ask) -> Found:
    """Papers that nobody expected, in a tree whose papers were given: 0 or more; an absent tree has none."""
    return bottom_up_value(scores, mode, "invented")


METRIC = paper_count(invented_papers, "Invented", "papers that nobody expected", 215)
