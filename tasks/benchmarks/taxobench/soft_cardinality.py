"""How much of one set of names another covers, by soft cardinality (section 3.2, eq. 6-9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tasks.benchmarks.taxobench.similarity import Vectors


@dataclass(frozen=True, slots=True)
class Coverage:
    """Node soft recall and precision. Eq. 6-9 bound none of them: real trees give 1.03."""

    nsr: float
    nsp: float
    soft_f1: float


def soft_cardinality(vectors: Vectors) -> float:
    """What a set of names weighs when near ones count once: the sum over names of 1 / sum of similarities (eq. 6).

    `vectors` has a row of length 1 for each name; similarities are their products, so the sums of all rows take one
    product with the sum of the vectors. A row whose sum is 0 weighs nothing, as in the released code.

    >>> soft_cardinality(np.eye(3)), soft_cardinality(np.ones((3, 1)))
    (3.0, 1.0)
    """
    sums = vectors @ vectors.sum(axis=0)
    weights = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums != 0)
    return float(weights.sum())


def soft_coverage(expert: Vectors, predicted: Vectors) -> Coverage:
    """NSR, NSP and Soft F1 of two sets of names (eq. 7-9).

    What is common to both is c(T*) + c(T) - c(T* u T), where the union holds a name twice that both have. The values
    can leave [0, 1] and are given as they come out; the harmonic mean of values that add up to 0 is 0.
    """
    ours, theirs = soft_cardinality(expert), soft_cardinality(predicted)
    common = ours + theirs - soft_cardinality(np.vstack([expert, predicted]))
    nsr, nsp = common / ours if ours else 0.0, common / theirs if theirs else 0.0
    return Coverage(nsr, nsp, 2 * nsr * nsp / (nsr + nsp) if nsr + nsp else 0.0)
