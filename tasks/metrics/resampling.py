"""Uncertainty over surveys: bootstrap intervals and the sign-flip test. Same seed, same numbers, whatever the order."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

RESAMPLES = 10_000
CONFIDENCE = 0.95
_CHUNK = 1_000
_EXACT_UP_TO = 14
_TOLERANCE = 1e-12
_FEW = 200  # surveys whose draws are held as they are reckoned with; of more as small as they go
_HELD_BYTES = 200_000_000  # a leaderboard of 100 surveys holds 8 MB for each number of surveys that have a value
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile bootstrap interval."""

    low: float
    high: float


def ratio_interval(
    numerators: Sequence[float], denominators: Sequence[float], *, seed: int, resamples: int = RESAMPLES
) -> Interval | None:
    """95 % interval of sum(numerators) / sum(denominators) when the surveys are drawn anew; one entry per survey.

    Covers both means: of values (numerator the sum, denominator the number of a survey's values) and pooled. Resamples
    whose denominator is 0 are left out. None with fewer than two surveys, whose spread nobody can know.
    """
    if len(numerators) < 2:
        return None
    sums = np.array([numerators, denominators], dtype=np.float64)

    def ratios(weights: Floats) -> Floats:
        drawn = weights @ sums.T
        kept = drawn[drawn[:, 1] > 0]
        return np.asarray(kept[:, 0] / kept[:, 1], dtype=np.float64)

    return _interval(_resampled(len(numerators), ratios, seed, resamples))


def mean_interval(values: Sequence[float], *, seed: int, resamples: int = RESAMPLES) -> Interval | None:
    """95 % interval of the mean of one value per survey; None with fewer than two."""
    return ratio_interval(values, [1.0] * len(values), seed=seed, resamples=resamples)


def sign_flip_p(differences: Sequence[float], *, seed: int, resamples: int = RESAMPLES) -> float | None:
    """Two-sided p of a mean difference as large as this if each survey's sign were chance, (0, 1].

    Exact up to 14 surveys, else by random flips counted with the observed one, so it is never 0. None without
    surveys.

    >>> sign_flip_p([1.0, 1.0, 1.0, 1.0], seed=0)
    0.125
    """
    if not differences:
        return None
    values = np.array(sorted(differences), dtype=np.float64)
    observed = abs(values.sum()) - _TOLERANCE * max(1.0, float(np.abs(values).sum()))
    if len(values) <= _EXACT_UP_TO:
        flips = np.array(list(product((1.0, -1.0), repeat=len(values))))
        return float(np.mean(np.abs(flips @ values) >= observed))
    generator = np.random.default_rng(seed)
    extreme = 0
    for size in _chunks(resamples):
        flips = generator.choice(np.array([1.0, -1.0]), size=(size, len(values)))
        extreme += int(np.sum(np.abs(flips @ values) >= observed))
    return (extreme + 1) / (resamples + 1)


def _resampled(surveys: int, statistic: Callable[[Floats], Floats], seed: int, resamples: int) -> Floats:
    draws = _drawn(surveys, seed, resamples)
    return np.concatenate([statistic(weights.astype(np.float64, copy=False)) for weights in draws])


_Draws = tuple[npt.NDArray[Any], ...]  # how often each survey was drawn, a row for each resample
_held: OrderedDict[tuple[int, int, int], _Draws] = OrderedDict()  # the last used at the end
_holding = threading.Lock()


def _drawn(surveys: int, seed: int, resamples: int) -> _Draws:
    """The resamples of so many surveys: made once for all metrics of all agents, for they are most of the work."""
    key = (surveys, seed, resamples)
    with _holding:
        if key in _held:
            _held.move_to_end(key)
            return _held[key]
    generator = np.random.default_rng(seed)
    share = np.full(surveys, 1.0 / surveys)
    numbers = (generator.multinomial(surveys, share, size=size) for size in _chunks(resamples))
    draws = tuple(
        weights.astype(np.float64 if surveys <= _FEW else np.min_scalar_type(int(weights.max()))) for weights in numbers
    )
    with _holding:
        _held[key] = draws
        while len(_held) > 1 and sum(part.nbytes for held in _held.values() for part in held) > _HELD_BYTES:
            _held.popitem(last=False)
    return draws


def _chunks(resamples: int) -> list[int]:
    return [min(_CHUNK, resamples - start) for start in range(0, resamples, _CHUNK)]


def _interval(statistics: Floats) -> Interval | None:
    if not len(statistics):
        return None
    low, high = np.quantile(statistics, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(float(low), float(high))
