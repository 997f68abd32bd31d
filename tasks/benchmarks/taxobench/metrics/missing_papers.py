"""Experts' papers that the tree lacks."""

from __future__ import annotations

from tasks.benchmarks.taxobench.metrics.tree_part import bottom_up_value, paper_count
from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.statistics import Found


def missing_papers(scores: TreeScore, mode: Ask) -> Found:
    """Experts' papers that the tree lacks, in a tree whose papers were given: 0 or more; an absent tree has none."""
    return bottom_up_value(scores, mode, "missing")


METRIC = paper_count(missing_papers, "Missing", "experts' papers that the tree lacks", 214)
