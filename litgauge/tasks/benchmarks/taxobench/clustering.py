"""Agreement of two groupings of the same papers (section 3.1, eq. 2-4), and AMI beside them.

All are computed as scikit-learn 1.9 computes them, in the same order, so that they are equal to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
_EPSILON = float(np.finfo(np.float64).eps)
# Coefficients of Stirling's series, the last term first: of Cephes below 1,000 and from there on, and of fdlibm.
_SMALL = (8.11614167470508450300e-4, -5.95061904284301438324e-4, 7.93650340457716943945e-4, -2.77777777730099687205e-3,
          8.33333333333331927722e-2)  # fmt: skip
_LARGE = (7.9365079365079365079365e-4, -2.7777777777777777777778e-3, 0.0833333333333333333333)
_FDLIBM = (-1.63092934096575273989e-3, 8.36339918996282139126e-4, -5.95187557450339963135e-4, 7.93650558643019558500e-4,
           -2.77777777728775536470e-3, 8.33333333333329678849e-2)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a grouping with the experts'."""

    ari: float  # [-0.5, 1]; 0 is chance
    ami: float  # at most 1; 0 is chance
    homogeneity: float  # [0, 1]; 1 where every cluster holds papers of one category
    completeness: float  # [0, 1]; 1 where the papers of a category are in one cluster
    v_measure: float  # [0, 1]; their harmonic mean


def agreement(expert: Sequence[Hashable], predicted: Sequence[Hashable]) -> Agreement:
    """Return the agreement of two groupings of the same papers; the sequences name the cluster of each paper.

    Only ARI and AMI are adjusted for chance: homogeneity is 1 where every paper is a cluster of its own, completeness
    where all are one. Raises ValueError without papers. Source: arXiv 2601.12369, eq. 2-4; AMI of Vinh et al. (2010),
    arithmetic mean.

    >>> agreement("aabb", "xxyy").ari, agreement("aabb", "xyxy").ari
    (1.0, -0.5)
    """
    if not expert or len(expert) != len(predicted):
        raise ValueError("two groupings of the same papers are needed, and at least one paper")
    truth, clusters = _numbered(expert), _numbered(predicted)
    shared = np.zeros((truth.max() + 1, clusters.max() + 1), np.int64)
    np.add.at(shared, (truth, clusters), 1)
    information, entropies = _mutual_information(shared), (_entropy(shared.sum(axis=1)), _entropy(shared.sum(axis=0)))
    homogeneity, completeness = (information / entropy if entropy else 1.0 for entropy in entropies)
    total = homogeneity + completeness
    return Agreement(
        ari=_adjusted_rand(shared),
        ami=_adjusted_information(shared, information, entropies),
        homogeneity=homogeneity,
        completeness=completeness,
        v_measure=2 * homogeneity * completeness / total if total else 0.0,
    )


def _numbered(clusters: Sequence[Hashable]) -> Counts:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters], np.int64)


def _adjusted_rand(shared: Counts) -> float:
    """Return ARI by pairs of papers: together in both, in one, in none (Hubert and Arabie 1985)."""
    papers = int(shared.sum())
    together, ours, theirs = (int((counts**2).sum()) for counts in (shared, shared.sum(axis=1), shared.sum(axis=0)))
    agreeing, missed, wrong = together - papers, ours - together, theirs - together
    neither = papers**2 - wrong - missed - together
    if not missed and not wrong:
        return 1.0
    above = 2.0 * (agreeing * neither - missed * wrong)
    return above / ((agreeing + missed) * (missed + neither) + (agreeing + wrong) * (wrong + neither))


def _entropy(sizes: Counts) -> float:
    """Return the entropy of a grouping in nats."""
    if sizes.size == 1:
        return 0.0
    counts = sizes.astype(np.float64)
    total = counts.sum()
    return float(-np.sum((counts / total) * (np.log(counts) - math.log(total))))


def _mutual_information(shared: Counts) -> float:
    """Return the mutual information of two groupings in nats."""
    if 1 in shared.shape:
        return 0.0
    papers, ours, theirs = shared.sum(), shared.sum(axis=1), shared.sum(axis=0)
    row, column = np.nonzero(shared)
    counts = shared[row, column]
    independent = -np.log(ours[row] * theirs[column]) + math.log(papers) + math.log(papers)
    share = counts / papers
    terms = share * (np.log(counts) - math.log(papers)) + share * independent
    return max(0.0, float(np.where(np.abs(terms) < _EPSILON, 0.0, terms).sum()))


def _adjusted_information(shared: Counts, information: float, entropies: tuple[float, float]) -> float:
    """Return AMI: the mutual information beyond that of chance, as a share of what it can be at most."""
    if shared.shape == (1, 1):
        return 1.0
    if 1 in shared.shape:
        return 0.0
    chance = _expected_information(shared.sum(axis=1).tolist(), shared.sum(axis=0).tolist())
    above, most = information - chance, float(np.mean(entropies)) - chance
    return _not_zero(above) / _not_zero(most)


def _not_zero(value: float) -> float:
    return min(value, -_EPSILON) if value < 0 else max(value, _EPSILON)


def _expected_information(ours: Sequence[int], theirs: Sequence[int]) -> float:
    """Return the mean mutual information of random groupings with these sizes (Vinh et al. 2010, eq. 24)."""
    papers = sum(ours)
    logs = [0.0, *np.log(np.arange(1.0, max(*ours, *theirs) + 1)).tolist()]
    log_papers = float(np.log(papers))

    @cache
    def terms(first: int, second: int) -> tuple[float, ...]:
        """Return the terms of two clusters of these sizes, one for each number of papers that they can share."""
        return tuple(
            count / papers * (log_papers + logs[count] - logs[first] - logs[second]) * math.exp(exponent)
            for count, exponent in _hypergeometric(papers, first, second)
        )

    # Cluster by cluster, since the order of additions decides the last bit.
    return reduce(float.__add__, (term for first in ours for second in theirs for term in terms(first, second)), 0.0)


def _hypergeometric(papers: int, first: int, second: int) -> Iterator[tuple[int, float]]:
    """Yield each number of papers, from 1, that two clusters of these sizes can share, and its log probability."""
    fixed = _of_scipy(first) + _of_scipy(second) + _of_scipy(papers - first) + _of_scipy(papers - second)
    for count in range(max(1, first + second - papers), min(first, second) + 1):
        exponent = fixed - (_of_scipy(count) + _of_scipy(papers))
        for rest in (first - count, second - count, papers - first - second + count):
            exponent -= _of_c(rest)
        yield count, exponent


@lru_cache(maxsize=65_536)
def _of_scipy(number: int) -> float:
    """Return the logarithm of a factorial as scipy's gammaln has it (Cephes, Stirling's series from 12 on)."""
    if number < 12:
        return math.log(math.factorial(number))
    x = number + 1.0
    square = 1 / (x * x)
    series = _LARGE if x >= 1000 else _SMALL
    return (
        (x - 0.5) * math.log(x)
        - x
        + 0.91893853320467274178
        + reduce(lambda sum_, term: sum_ * square + term, series) / x
    )


@lru_cache(maxsize=65_536)
def _of_c(number: int) -> float:
    """Return the same as lgamma of the C library has it (fdlibm): scikit-learn takes one here, the other there."""
    if number < 7:
        return math.log(math.factorial(number))
    x = number + 1.0
    inverse = 1 / x
    tail = reduce(lambda sum_, term: sum_ * (inverse * inverse) + term, _FDLIBM)
    return (x - 0.5) * (math.log(x) - 1) + (0.418938533204672725052 + inverse * tail)
