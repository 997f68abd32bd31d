"""How novel the listed works are, by a judge of title and abstract."""

from __future__ import annotations

from tasks.benchmark import Metric
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.metrics.shares import Grades, mean_grade
from tasks.statistics import Found


def novelty_llm(outcome: Outcome, grades: Grades) -> Found:
    """Mean of a judge's grades of the listed works, by title and abstract: [0, 10], worst 0; none where it failed."""
    return mean_grade(grades, outcome)


METRIC = Metric(
    name="novelty_llm",
    short="Novelty-LLM",
    long="how novel the listed works are, by a judge's grades from 0 to 10",
    unit="points",
    range=(0.0, 10.0),
    best=10.0,
    worst=0.0,
    direction="higher",
    needs=("outcome", "grades"),
    of=novelty_llm,
    source="arXiv 2601.03260, section 3.1 and A.3",
    shown="paper",
    place=20,
    under="Table 1: works",
    within=("relation", ("novel",)),
)
