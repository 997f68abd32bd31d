"""How sensible the path is as a story of a field, by a judge."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import Grades, mean_grade
from tasks.statistics import Found


def rationality(outcome: Outcome, grades: Grades) -> Found:
    """A judge's grade of the path by titles and abstracts: [0, 10], worst 0; none where it failed."""
    return mean_grade(grades, outcome)


METRIC = Metric(
    name="rationality",
    short="Rationality",
    long="how sensible the path is, by a judge's grade from 0 to 10",
    unit="points",
    range=(0.0, 10.0),
    best=10.0,
    worst=0.0,
    direction="higher",
    needs=("outcome", "grades"),
    of=rationality,
    source="arXiv 2601.03260, section 5.1 and A.3",
    shown="paper",
    place=220,
    under="Table 3: paths",
    within=("relation", ("lineage",)),
)
