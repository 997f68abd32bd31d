"""Agreement of two groupings of the same papers (section 3.1, eq. 2-4), and AMI beside them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


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
    from sklearn import metrics  # a second, for those who score trees

    if not expert or len(expert) != len(predicted):
        raise ValueError("two groupings of the same papers are needed, and at least one paper")
    truth, clusters = _numbered(expert), _numbered(predicted)
    homogeneity, completeness, v_measure = metrics.homogeneity_completeness_v_measure(truth, clusters)
    return Agreement(
        ari=float(metrics.adjusted_rand_score(truth, clusters)),
        ami=float(metrics.adjusted_mutual_info_score(truth, clusters)),
        homogeneity=float(homogeneity),
        completeness=float(completeness),
        v_measure=float(v_measure),
    )


def _numbered(clusters: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
