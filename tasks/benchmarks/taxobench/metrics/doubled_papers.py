"""Papers that the tree holds again."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value, paper_count
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found


def doubled_papers(scores: TreeScore, mode: Ask) -> Found:
    """Papers that the tree holds again, in a tree whose papers were given: 0 or more; an absent tree has none."""
    return bottom_up_value(scores, mode, "doubled")


METRIC = paper_count(doubled_papers, "Doubled", "papers that the tree holds again", 214)
