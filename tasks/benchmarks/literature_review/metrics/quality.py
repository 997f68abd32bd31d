"""The mean of a judge's five grades of a review."""

from __future__ import annotations

from dataclasses import replace

from tasks.benchmarks.literature_review.judging.questions import DIMENSIONS
from tasks.benchmarks.literature_review.metrics.grades import Grades, grade_metric, graded
from tasks.statistics import Found, Ratio


def quality(grades: Grades) -> Found:
    """The mean of the judge's five grades, from 1 to 10. Worst 1; none where the judge failed on one of them."""
    found = [graded(grades, dimension) for dimension in DIMENSIONS]
    values = [one.value for one in found if isinstance(one, Ratio)]
    if len(values) < len(found):
        return next(one for one in found if not isinstance(one, Ratio))
    return Ratio(sum(values) / len(values), 1)


METRIC = replace(grade_metric(quality, "Quality", "the mean of the judge's five grades", place=60), charted=True)
