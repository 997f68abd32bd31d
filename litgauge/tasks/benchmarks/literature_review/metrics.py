"""Metrics of the study: a judge's grades of the reviews, and their mean (arXiv 2601.03260, figure 5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from litgauge.tasks.benchmark import grade_value, mean_grade, metric
from litgauge.tasks.benchmarks.literature_review.judging import DIMENSIONS
from litgauge.tasks.benchmarks.literature_review.rows import ReviewGrade
from litgauge.tasks.statistics import MetricValue

Grades = Mapping[str, ReviewGrade]
"""A judge's grades of one review, by dimension."""

grade = partial(
    metric,
    source="arXiv 2601.03260, section 6 and figure 5",
    unit="points",
    range=(1.0, 10.0),
    shown="paper",
    under="Judge",
    digits=2,
)


@grade("Rel.")
def relevance(grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 10: is it about the subject of the task?"""
    return grade_value(grades, "relevance")


@grade("Compl.")
def completeness(grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 10: are the main works, lines and turning points there?"""
    return grade_value(grades, "completeness")


@grade("Depth")
def depth(grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 10: does it go beyond naming works?"""
    return grade_value(grades, "depth")


@grade("Cons.")
def consistency(grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 10: does one thing follow from another?"""
    return grade_value(grades, "consistency")


@grade("Usef.")
def usefulness(grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 10: how much would it help a researcher who begins?"""
    return grade_value(grades, "usefulness")


@grade("Quality", source="ours, after arXiv 2601.03260, figure 5", charted=True)
def quality(grades: Grades) -> MetricValue:
    """The mean of the judge's five grades.

    It has no value where the judge failed on one of them.
    """
    return mean_grade(grades, DIMENSIONS)
