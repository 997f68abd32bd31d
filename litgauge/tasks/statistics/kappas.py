"""Cohen's kappa of grades: plain, and weighted by how far two grades lie apart, with intervals over surveys.

Plain kappa counts a 4 for a 5 as wrong as a 1; the weighted ones count how far apart the two are: linear by the
distance, quadratic by its square. All are 1 for full agreement and 0 for what chance alone would give. None has a value
where both raters always gave one and the same grade. Source: Cohen (1960), Educational and Psychological Measurement
20, 37-46; Cohen (1968), Psychological Bulletin 70, 213-220.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from litgauge.tasks.statistics.interval import RESAMPLES, Interval
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import sums_interval

Weighting = Literal["plain", "linear", "quadratic"]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GradePair:
    """Grades of the same thing by two raters."""

    cluster: str  # what intervals draw anew, with all its things: the survey
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Kappa:
    """One coefficient; None where it is not defined, its interval also with fewer than two surveys."""

    value: float | None
    interval: Interval | None  # 95 %, by bootstrap over clusters


@dataclass(frozen=True, slots=True)
class GradeAgreement:
    """Agreement of two raters on the things that both graded."""

    items: int
    clusters: int
    raw: float | None  # share of equal grades, [0, 1]
    within_one: float | None  # share of grades that are equal or neighbours, [0, 1]
    difference: float | None  # mean of other - one, in grades
    plain: Kappa
    linear: Kappa
    quadratic: Kappa


def weighted_kappa(first: Sequence[int], second: Sequence[int], weighting: Weighting = "plain") -> float | None:
    """Kappa of two raters' whole-numbered grades of the same things, at most 1; None where it is not defined.

    Raises ValueError if the sequences are not of one length.

    >>> one, other = [1, 2, 3, 4, 5, 5], [1, 2, 3, 4, 4, 3]
    >>> [round(weighted_kappa(one, other, weighting), 3) for weighting in ("plain", "linear", "quadratic")]
    [0.6, 0.679, 0.769]
    """
    pairs = [GradePair("", a, b) for a, b in zip(first, second, strict=True)]
    return _value(_kappas(_counts(pairs, _grades(pairs)).sum(axis=0)[None, :], _grades(pairs), weighting))


def grade_agreement(pairs: Sequence[GradePair], *, seed: int = SEED, resamples: int = RESAMPLES) -> GradeAgreement:
    """All coefficients of two raters, with their intervals."""
    grades = _grades(pairs)
    counts = _counts(pairs, grades)
    number = len(pairs)

    def kappa(weighting: Weighting) -> Kappa:
        value = _value(_kappas(counts.sum(axis=0)[None, :], grades, weighting))
        if value is None:
            return Kappa(None, None)
        return Kappa(
            value,
            sums_interval(counts, lambda sums: _kappas(sums, grades, weighting), seed=seed, resamples=resamples),
        )

    return GradeAgreement(
        items=number,
        clusters=len(counts) if number else 0,
        raw=sum(pair.first == pair.second for pair in pairs) / number if number else None,
        within_one=sum(abs(pair.first - pair.second) < 2 for pair in pairs) / number if number else None,
        difference=sum(pair.second - pair.first for pair in pairs) / number if number else None,
        plain=kappa("plain"),
        linear=kappa("linear"),
        quadratic=kappa("quadratic"),
    )


def mean_kappa(
    dimensions: Sequence[Sequence[GradePair]],
    weighting: Weighting = "plain",
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Kappa:
    """Return the mean of the kappas of several dimensions (Table 5's "Avg.").

    The same surveys are drawn for all of them.

    None where one of them is not defined.
    """
    grades = _grades([pair for pairs in dimensions for pair in pairs])
    clusters = sorted({pair.cluster for pairs in dimensions for pair in pairs})
    counts = [_counts(pairs, grades, clusters) for pairs in dimensions]
    if not counts or not clusters:
        return Kappa(None, None)
    sums = np.concatenate(counts, axis=1)

    def mean(rows: Floats) -> Floats:
        parts = np.split(rows, len(counts), axis=1)
        return np.asarray(np.mean([_kappas(part, grades, weighting) for part in parts], axis=0), dtype=np.float64)

    value = _value(mean(sums.sum(axis=0)[None, :]))
    if value is None:
        return Kappa(None, None)
    return Kappa(value, sums_interval(sums, mean, seed=seed, resamples=resamples))


def _grades(pairs: Sequence[GradePair]) -> list[int]:
    return sorted({grade for pair in pairs for grade in (pair.first, pair.second)})


def _counts(pairs: Sequence[GradePair], grades: Sequence[int], clusters: Sequence[str] | None = None) -> Floats:
    """A row a cluster: how often the one gave this and the other that, flat."""
    names = sorted({pair.cluster for pair in pairs}) if clusters is None else clusters
    row = {name: number for number, name in enumerate(names)}
    place = {grade: number for number, grade in enumerate(grades)}
    counts = np.zeros((len(names), len(grades), len(grades)))
    for pair in pairs:
        counts[row[pair.cluster], place[pair.first], place[pair.second]] += 1
    return counts.reshape(len(names), len(grades) ** 2)


def _kappas(sums: Floats, grades: Sequence[int], weighting: Weighting) -> Floats:
    """Return the kappa of each row of counts; NaN where it is not defined."""
    size = len(grades)
    counts = sums.reshape(len(sums), size, size)
    apart = np.abs(np.subtract.outer(np.array(grades, dtype=np.float64), np.array(grades, dtype=np.float64)))
    costs = {"plain": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weighting]
    number = counts.sum(axis=(1, 2))
    observed = (counts * costs).sum(axis=(1, 2)) * number
    expected = np.einsum("ri,ij,rj->r", counts.sum(axis=2), costs, counts.sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - observed / expected, np.nan)


def _value(kappas: Floats) -> float | None:
    return None if not len(kappas) or np.isnan(kappas[0]) else float(kappas[0])
