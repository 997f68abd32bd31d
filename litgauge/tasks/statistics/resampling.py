"""Uncertainty over surveys: bootstrap intervals and the sign-flip test. Same seed, same numbers, whatever the order.

Intervals are bias-corrected and accelerated (Efron 1987), with the quantiles of Student's t in place of the normal
ones, widened by sqrt(n / (n - 1)) (Hesterberg 2015, doi:10.1080/00031305.2015.1089789, section 5.3): percentile
intervals of ten surveys are too short by a sixth. docs/notes/metrics.md has the coverage.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from litgauge.tasks.statistics.interval import RESAMPLES, Interval
from litgauge.tasks.statistics.quantiles import NORMAL, student_t

CONFIDENCE = 0.95
_CHUNK = 1_000
_EXACT_UP_TO = 14
_TOLERANCE = 1e-12
_FEW = 200  # surveys whose draws are held as they are reckoned with; of more as small as they go
_HELD_BYTES = 200_000_000  # a leaderboard of 100 surveys holds 8 MB for each number of surveys that have a value
Floats = npt.NDArray[np.float64]
Draw = npt.NDArray[Any]


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
    return _intervals(sums.T, _ratios, seed, resamples)[0]


def mean_interval(values: Sequence[float], *, seed: int, resamples: int = RESAMPLES) -> Interval | None:
    """95 % interval of the mean of one value per survey; None with fewer than two."""
    return ratio_interval(values, [1.0] * len(values), seed=seed, resamples=resamples)


def sums_interval(
    sums: Floats, statistic: Callable[[Floats], Floats], *, seed: int, resamples: int = RESAMPLES
) -> Interval | None:
    """95 % interval of a statistic of sums over surveys when these are drawn anew; `sums` has a row a survey.

    `statistic` takes rows of sums and gives a value for each; resamples where that is NaN are left out. None with fewer
    than two surveys.
    """
    if len(sums) < 2:
        return None

    return _intervals(sums, lambda drawn: statistic(drawn)[:, None], seed, resamples)[0]


def share_intervals(
    counts: Floats, totals: Floats, *, seed: int, resamples: int = RESAMPLES
) -> tuple[Interval | None, ...]:
    """95 % intervals of many ratios of sums at once; None for all with fewer than two surveys.

    `counts` has a row a survey and a column a ratio, `totals` has what they are counted of.
    """
    if len(totals) < 2:
        return (None,) * int(counts.shape[1])

    return _intervals(np.column_stack([counts, totals]), _ratios, seed, resamples)


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


def _ratios(sums: Floats) -> Floats:
    """Return all columns over the last one, NaN where that is not positive."""
    totals = sums[:, -1:]
    return np.divide(sums[:, :-1], totals, out=np.full_like(sums[:, :-1], np.nan), where=totals > 0)


def _intervals(
    sums: Floats, statistics: Callable[[Floats], Floats], seed: int, resamples: int
) -> tuple[Interval | None, ...]:
    """Return an interval for each statistic; `statistics` takes rows of sums and gives a row of values for each."""
    surveys = len(sums)
    draws = _held_draws if surveys * resamples <= _HELD_BYTES else _draws
    parts = draws(surveys, seed, resamples)
    samples = np.concatenate([statistics(weights.astype(np.float64, copy=False) @ sums) for weights in parts])
    whole = sums.sum(axis=0)
    observed, without = statistics(whole[None, :])[0], statistics(whole - sums)
    return tuple(
        _interval(samples[:, column], observed[column], without[:, column]) for column in range(samples.shape[1])
    )


def _draws(surveys: int, seed: int, resamples: int) -> Iterator[Draw]:
    """Return how often each survey is drawn in each resample."""
    generator = np.random.default_rng(seed)
    share = np.full(surveys, 1.0 / surveys)
    for size in _chunks(resamples):
        yield generator.multinomial(surveys, share, size=size)


_draw_cache: OrderedDict[tuple[int, int, int], tuple[Draw, ...]] = OrderedDict()  # the last used at the end
_holding = threading.Lock()


def _held_draws(surveys: int, seed: int, resamples: int) -> tuple[Draw, ...]:
    """Return the same draws, made once for all metrics of all agents: they are most of the work."""
    key = (surveys, seed, resamples)
    with _holding:
        if key in _draw_cache:
            _draw_cache.move_to_end(key)
            return _draw_cache[key]
    draws = tuple(
        weights.astype(np.float64 if surveys <= _FEW else np.min_scalar_type(int(weights.max())))
        for weights in _draws(surveys, seed, resamples)
    )
    with _holding:
        _draw_cache[key] = draws
        while len(_draw_cache) > 1 and sum(part.nbytes for held in _draw_cache.values() for part in held) > _HELD_BYTES:
            _draw_cache.popitem(last=False)
    return draws


def _chunks(resamples: int) -> list[int]:
    return [min(_CHUNK, resamples - start) for start in range(0, resamples, _CHUNK)]


def _interval(samples: Floats, observed: float, without: Floats) -> Interval | None:
    """Return the interval of a statistic: resampled, as observed, and without each of the surveys. NaN is left out."""
    values = samples[~np.isnan(samples)]
    if not len(values):
        return None
    slack = _TOLERANCE * max(1.0, abs(observed))
    below = np.mean(values < observed - slack) + np.mean(np.abs(values - observed) <= slack) / 2
    least = 1 / (len(values) + 1)
    bias = 0.0 if np.isnan(observed) else NORMAL.inv_cdf(min(max(float(below), least), 1 - least))
    surveys = len(without)
    width = student_t(surveys - 1, CONFIDENCE) * math.sqrt(surveys / (surveys - 1))
    levels = [_level(bias, _acceleration(without), quantile) for quantile in (-width, width)]
    low, high = np.quantile(values, levels)
    return Interval(float(low), float(high))


def _level(bias: float, acceleration: float, quantile: float) -> float:
    shifted = bias + quantile
    scale = 1 - acceleration * shifted
    return NORMAL.cdf(bias + shifted / scale) if scale > 0 else float(shifted > 0)


def _acceleration(without: Floats) -> float:
    """Return how fast the standard error changes with the statistic, by its values without each survey; 0 if none."""
    defined = without[~np.isnan(without)]
    influence = defined.sum() / max(1, len(defined)) - defined
    squares = float(np.sum(influence**2))
    return float(np.sum(influence**3)) / (6 * squares**1.5) if squares > _TOLERANCE**2 else 0.0
