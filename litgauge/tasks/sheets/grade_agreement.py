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
    found: GradeAgreement


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """Two raters on all dimensions."""

    one: str  # a person, or all of them
    other: str  # a judge, or another person
    dimensions: tuple[DimensionAgreement, ...]
    plain: Kappa  # mean of the dimensions' kappas, Table 5's "Avg."
    linear: Kappa
    quadratic: Kappa


def agree_with_people(
    items: Sequence[GradedItem], grades: Sequence[PersonGrade], scale: GradeScale
) -> tuple[RaterAgreement, ...]:
    """Return the agreement of each person, then of all together, with each judge; then of each two people.

    Of an answer that several runs hold with the same judge, each run's grades count. What the judge failed on, and what
    a person left open, is in no pair.
    """
    people = _by_rater(grades)
    judged = _by_judge(items)
    clusters = {one.item: one.cluster for one in items}
    found = []
    for judge, of_judge in judged.items():
        sides = {
            rater: [
                (item, dimension, grade, other)
                for (item, dimension), grade in of.items()
                for other in of_judge.get((item, dimension), ())
            ]
            for rater, of in people.items()
        }
        if len(people) > 1:
            sides[EVERYBODY] = [pair for pairs in sides.values() for pair in pairs]
        found += [_between(rater, judge, pairs, clusters, scale) for rater, pairs in sides.items()]
    for one, other in combinations(people, 2):
        pairs = [
            (item, dimension, grade, people[other][item, dimension])
            for (item, dimension), grade in people[one].items()
            if (item, dimension) in people[other]
        ]
        found.append(_between(one, other, pairs, clusters, scale))
    return tuple(found)


def _by_rater(grades: Sequence[PersonGrade]) -> Mapping[str, Mapping[tuple[str, str], int]]:
    found: dict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    for grade in grades:
        found[grade.rater][grade.item, grade.dimension] = grade.grade
    return found


def _by_judge(items: Sequence[GradedItem]) -> Mapping[str, Mapping[tuple[str, str], Sequence[int]]]:
    grades: dict[str, dict[tuple[str, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        for dimension, grade in item.grades.items():
            if grade is not None:
                grades[item.judge][item.item, dimension].append(grade)
    return grades


def _between(
    one: str,
    other: str,
    pairs: Sequence[tuple[str, str, int, int]],
    clusters: Mapping[str, str],
    scale: GradeScale,
) -> RaterAgreement:
    of: dict[str, list[GradePair]] = {dimension: [] for dimension in scale.dimensions}
    for item, dimension, first, second in pairs:
        of[dimension].append(GradePair(clusters[item], first, second))
    return RaterAgreement(
        one,
        other,
        tuple(DimensionAgreement(dimension, grade_agreement(found)) for dimension, found in of.items()),
        *(mean_kappa(list(of.values()), weighting) for weighting in ("plain", "linear", "quadratic")),
    )
