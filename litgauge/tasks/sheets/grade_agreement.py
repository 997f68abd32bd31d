"""Agreement of a judge with people, and of people with each other, dimension by dimension (TaxoBench, Table 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from litgauge.tasks.sheets.grades import GradedItem, GradeScale, PersonGrade
from litgauge.tasks.statistics.kappas import GradeAgreement, GradePair, Kappa, grade_agreement, mean_kappa

EVERYBODY = "all people"


@dataclass(frozen=True, slots=True)
class DimensionAgreement:
    """Two raters on one dimension."""

    dimension: str
    result: GradeAgreement


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """Two raters on all dimensions."""

    first: str  # a person, or all of them
    second: str  # a judge, or another person
    dimensions: tuple[DimensionAgreement, ...]
    plain: Kappa  # mean of the dimensions' kappas, Table 5's "Avg."
    linear: Kappa
    quadratic: Kappa


def agree_with_people(
    items: Sequence[GradedItem], grades: Sequence[PersonGrade], scale: GradeScale
) -> tuple[RaterAgreement, ...]:
    """Return the agreement of each person, then of all together, with each judge; then of each two people.

    If several runs of the same judge have an answer, each run's grades count. Grades that the judge failed to give, or
    a person left empty, are in no pair.
    """
    people = _by_rater(grades)
    judged = _by_judge(items)
    clusters = {item.item: item.cluster for item in items}
    agreements = []
    for judge, of_judge in judged.items():
        sides = {
            rater: [
                (item, dimension, grade, judged_grade)
                for (item, dimension), grade in of.items()
                for judged_grade in of_judge.get((item, dimension), ())
            ]
            for rater, of in people.items()
        }
        if len(people) > 1:
            sides[EVERYBODY] = [pair for pairs in sides.values() for pair in pairs]
        agreements += [_between(rater, judge, pairs, clusters, scale) for rater, pairs in sides.items()]
    for first, second in combinations(people, 2):
        pairs = [
            (item, dimension, grade, people[second][item, dimension])
            for (item, dimension), grade in people[first].items()
            if (item, dimension) in people[second]
        ]
        agreements.append(_between(first, second, pairs, clusters, scale))
    return tuple(agreements)


def _by_rater(grades: Sequence[PersonGrade]) -> Mapping[str, Mapping[tuple[str, str], int]]:
    by_rater: dict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    for grade in grades:
        by_rater[grade.rater][grade.item, grade.dimension] = grade.grade
    return by_rater


def _by_judge(items: Sequence[GradedItem]) -> Mapping[str, Mapping[tuple[str, str], Sequence[int]]]:
    grades: dict[str, dict[tuple[str, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        for dimension, grade in item.grades.items():
            if grade is not None:
                grades[item.judge][item.item, dimension].append(grade)
    return grades


def _between(
    first_rater: str,
    second_rater: str,
    pairs: Sequence[tuple[str, str, int, int]],
    clusters: Mapping[str, str],
    scale: GradeScale,
) -> RaterAgreement:
    of: dict[str, list[GradePair]] = {dimension: [] for dimension in scale.dimensions}
    for item, dimension, first, second in pairs:
        of[dimension].append(GradePair(clusters[item], first, second))
    return RaterAgreement(
        first_rater,
        second_rater,
        tuple(
            DimensionAgreement(dimension, grade_agreement(dimension_pairs)) for dimension, dimension_pairs in of.items()
        ),
        *(mean_kappa(list(of.values()), weighting) for weighting in ("plain", "linear", "quadratic")),
    )
