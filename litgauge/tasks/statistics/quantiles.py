"""Quantiles of Student's t and of the normal distribution. scipy has them, too: loading it takes longer than `compare`.

Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

NORMAL = NormalDist()
_MOST_STEPS = 100
_NEAR = 1e-15  # of a quantile: no step goes closer


@lru_cache(maxsize=4096)
def student_t(degrees: int, share: float) -> float:
    """Return t > 0 such that a variable with these degrees of freedom lies within [-t, t] with probability `share`.

    Newton's method from the normal quantile, which is less: above 0 the distribution is concave, so no step goes too
    far.

    >>> round(student_t(10, 0.95), 6)
    2.228139
    """
    t = NORMAL.inv_cdf((1 + share) / 2)
    for _ in range(_MOST_STEPS):
        step = (share - _share_within(t, degrees)) / (2 * _density(t, degrees))
        t += step
        if step <= _NEAR * t:
            break
    return t


def _share_within(t: float, degrees: int) -> float:
    angle = math.atan2(t, math.sqrt(degrees))
    odd = degrees % 2
    term, total = math.sin(angle) * (math.cos(angle) if odd else 1.0), 0.0
    for factor in range(2 + odd, degrees + 1, 2):
        total += term
        term *= math.cos(angle) ** 2 * (factor - 1) / factor
    return 2 / math.pi * (angle + total) if odd else total


def _density(t: float, degrees: int) -> float:
    gammas = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return math.exp(gammas - (degrees + 1) / 2 * math.log1p(t * t / degrees)) / math.sqrt(degrees * math.pi)
