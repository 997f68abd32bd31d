"""Metrics of TaxoBench (arXiv 2601.12369), in the order of its Tables 2 and 4, and ours beside them.

The stage that reads a tree measures it (`tree_distances`); here its values are declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from litgauge.tasks.benchmark import grade_value, mean_grade, metric
from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS
from litgauge.tasks.benchmarks.taxobench.rows import Ask, TreeGrade, TreeScore
from litgauge.tasks.records import Unscored
from litgauge.tasks.statistics import MetricValue, NotGiven, Ratio, Undefined

Grades = Mapping[str, TreeGrade]
"""A judge's grades of one tree, by dimension."""

PAPER = "arXiv 2601.12369"

leaf = partial(metric, shown="paper", under="Leaf level", digits=2)
hierarchy = partial(metric, shown="paper", under="Hierarchy level", digits=2)
soft = partial(hierarchy, range=(None, None), best=1.0, worst=0.0)  # equations 6 to 9 bound none of them
judged = partial(metric, unit="points", range=(1.0, 5.0), shown="paper", under="Judge", digits=2)
beside = partial(metric, digits=2)
count = partial(
    metric, source="ours", unit="papers", range=(0.0, None), direction="lower", worst=None, shown="detail", digits=1
)


@leaf("Recall", source=f"{PAPER}, section 3.1, eq. 1", charted=True)
def recall(scores: TreeScore) -> MetricValue:
    """Share of the experts' papers that the tree holds."""
    return _measured(scores, "recall")


@leaf("ARI", source=f"{PAPER}, section 3.1, eq. 2", range=(-0.5, 1.0), charted=True)
def ari(scores: TreeScore, mode: Ask) -> MetricValue:
    """Agreement with the experts' categories, adjusted for chance."""
    return _bottom_up(scores, mode, "ari")


@leaf("Hom.", source=f"{PAPER}, section 3.1, eq. 3")
def homogeneity(scores: TreeScore, mode: Ask) -> MetricValue:
    """Whether a category holds papers of one category of the experts."""
    return _bottom_up(scores, mode, "homogeneity")


@leaf("Comp.", source=f"{PAPER}, section 3.1, eq. 3")
def completeness(scores: TreeScore, mode: Ask) -> MetricValue:
    """Whether the papers of the experts' categories stay together."""
    return _bottom_up(scores, mode, "completeness")


@leaf("V", source=f"{PAPER}, section 3.1, eq. 4")
def v_measure(scores: TreeScore, mode: Ask) -> MetricValue:
    """Harmonic mean of homogeneity and completeness."""
    return _bottom_up(scores, mode, "v_measure")


@hierarchy("TED", source=f"{PAPER}, section 3.2, eq. 5", direction="lower", charted=True)
def ted(scores: TreeScore) -> MetricValue:
    """Edit distance to the experts' topics, over the topics of both trees."""
    return _measured(scores, "ted")


@soft("NSR", source=f"{PAPER}, section 3.2, eq. 7")
def nsr(scores: TreeScore) -> MetricValue:
    """How far the experts' topics are covered."""
    return _measured(scores, "nsr")


@soft("NSP", source=f"{PAPER}, section 3.2, eq. 8")
def nsp(scores: TreeScore) -> MetricValue:
    """How far the topics are among the experts'."""
    return _measured(scores, "nsp")


@soft("Soft F1", source=f"{PAPER}, section 3.2, eq. 9", charted=True)
def soft_f1(scores: TreeScore) -> MetricValue:
    """Harmonic mean of NSR and NSP; can leave [0, 1]."""
    return _measured(scores, "soft_f1")


@judged("Cov.", source=f"{PAPER}, section 3.2 and appendix G")
def judge_coverage(scores: TreeScore, grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 5: are the experts' core concepts there?"""
    return _graded(scores, grades, "coverage")


@judged("Org.", source=f"{PAPER}, section 3.2 and appendix G")
def judge_organisation(scores: TreeScore, grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 5: do siblings exclude each other?"""
    return _graded(scores, grades, "organisation")


@judged("Log.", source=f"{PAPER}, section 3.2 and appendix G")
def judge_logic(scores: TreeScore, grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 5: is each topic a kind or part of the one above?"""
    return _graded(scores, grades, "logic")


@judged("Topo.", source=f"{PAPER}, section 3.2 and appendix G")
def judge_topology(scores: TreeScore, grades: Grades) -> MetricValue:
    """A judge's grade from 1 to 5: has the tree the experts' shape?"""
    return _graded(scores, grades, "topology")


@judged("Avg.", source=f"{PAPER}, Table 4")
def judge_average(scores: TreeScore, grades: Grades) -> MetricValue:
    """The mean of the judge's four grades.

    It has no value where the judge failed on one of them.
    """
    return mean_grade(grades, DIMENSIONS) if scores.state == "measured" else _no_tree(scores)


@beside("AMI", source="ours, after Vinh et al. (2010)", range=(-0.5, 1.0))
def ami(scores: TreeScore, mode: Ask) -> MetricValue:
    """Mutual information with the experts' categories, adjusted for chance."""
    return _bottom_up(scores, mode, "ami")


@beside("Coverage", source="ours")
def coverage(scores: TreeScore, mode: Ask) -> MetricValue:
    """Share of the papers given that the tree holds."""
    return _bottom_up(scores, mode, "coverage")


@beside("TED, any order", source="ours", direction="lower")
def ted_unordered(scores: TreeScore) -> MetricValue:
    """Edit distance without regard to the order of siblings, so never above TED.

    It is exact (integer programs) for trees of up to some hundred topics; of larger ones it is that of the best mapping
    known, and `ted_unordered_least` says how much less it might be.
    """
    return _measured(scores, "ted_unordered")


@beside("TED, any order, at least", source="ours", direction="lower", shown="detail")
def ted_unordered_least(scores: TreeScore) -> MetricValue:
    """Proven lower bound of TED, any order: the same number where that is exact."""
    return _measured(scores, "ted_unordered_least")


@beside("Sem-Path", source=f"{PAPER}, a later release of its code")
def sem_path(scores: TreeScore) -> MetricValue:
    """Likeness of the ways from the root to each paper that was found."""
    return _measured(scores, "sem_path")


@count("Doubled")
def doubled_papers(scores: TreeScore, mode: Ask) -> MetricValue:
    """Papers that the tree holds again."""
    return _bottom_up(scores, mode, "doubled")


@count("Missing")
def missing_papers(scores: TreeScore, mode: Ask) -> MetricValue:
    """Experts' papers that the tree lacks."""
    return _bottom_up(scores, mode, "missing")


@count("Invented")
def invented_papers(scores: TreeScore, mode: Ask) -> MetricValue:
    """Papers that nobody expected."""
    return _bottom_up(scores, mode, "invented")


def _measured(scores: TreeScore, name: str) -> MetricValue:
    """The value as it was measured; none of a tree that was not given, or is no tree."""
    if scores.state != "measured":
        return _no_tree(scores)
    value: float | None = getattr(scores, name)
    return Unscored(scores.remarks or f"{name} was not measured") if value is None else Ratio(value, 1)


def _no_tree(scores: TreeScore) -> NotGiven:
    return NotGiven("the answer is no tree" if scores.state == "unreadable" else "no tree was given")


def _bottom_up(scores: TreeScore, mode: Ask, name: str) -> MetricValue:
    """The same, for agents that were given the papers: the others' clusters hold other papers (section 3.1)."""
    if mode != "bottom-up":
        return Undefined("the task does not give the papers")
    return _measured(scores, name)


def _graded(scores: TreeScore, grades: Grades, dimension: str) -> MetricValue:
    """The judge's grade; none of a tree that was not given, or is no tree."""
    return grade_value(grades, dimension) if scores.state == "measured" else _no_tree(scores)
