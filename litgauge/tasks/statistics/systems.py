"""Agreement of two raters on systems: pair by pair on each task, and in the systems' means (TVIR, D.4).

A rater gives every system a score on each task: a judge, a person, the mean of several people. Intervals are 95 %
bootstrap intervals over tasks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from litgauge.tasks.statistics.interval import RESAMPLES, Interval
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import ratio_interval, sums_interval

LEAST_SYSTEMS = 3
_DIGITS = 9  # scores that differ by less are equal: means of the same numbers in another order

Floats = npt.NDArray[np.float64]
SystemScores = Mapping[tuple[str, str], float]
"""A rater's scores by (system, task)."""


@dataclass(frozen=True, slots=True)
class Share:
    """A number with its interval; None where it is not defined."""

    value: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class SystemAgreement:
    """Two raters on the tasks on which both scored every system."""

    systems: tuple[str, ...]
    tasks: int
    left_out: int  # tasks on which one of them lacks a system
    par: Share  # share of equal pairwise preferences, a tie agrees with a tie alone, [0, 1]
    par_half: Share  # the same, a tie agrees by half with a preference
    opc: Share  # Pearson's correlation of the systems' means, [-1, 1]
    osc: Share  # Spearman's


def system_agreement(
    first: SystemScores, second: SystemScores, *, seed: int = SEED, resamples: int = RESAMPLES
) -> SystemAgreement | None:
    """Return the agreement of two raters; None with fewer than three systems, or without a task that both scored.

    The systems are those that both raters scored. Source: TVIR (arXiv 2606.02320), D.4.

    >>> judge = {("a", "t"): 3.0, ("b", "t"): 2.0, ("c", "t"): 1.0}
    >>> person = {("a", "t"): 9.0, ("b", "t"): 4.0, ("c", "t"): 4.0}
    >>> found = system_agreement(judge, person)
    >>> round(found.par.value, 3), round(found.par_half.value, 3), round(found.osc.value, 3)
    (0.667, 0.833, 0.866)
    """
    systems = sorted({system for system, _ in first} & {system for system, _ in second})
    tasks = sorted({task for _, task in first} & {task for _, task in second})
    whole = [task for task in tasks if all((system, task) in of for system in systems for of in (first, second))]
    if len(systems) < LEAST_SYSTEMS or not whole:
        return None
    scores = np.array([[[of[system, task] for system in systems] for task in whole] for of in (first, second)])
    equal, half = _agreeing(*scores)
    pairs = [float(len(systems) * (len(systems) - 1) / 2)] * len(whole)
    joint = np.concatenate([scores[0], scores[1]], axis=1)

    def share(numerators: Floats) -> Share:
        value = float(numerators.sum() / sum(pairs))
        return Share(value, ratio_interval(numerators.tolist(), pairs, seed=seed, resamples=resamples))

    def correlation(ranked: bool) -> Share:
        value = float(_correlations(joint.sum(axis=0, keepdims=True), ranked)[0])
        interval = sums_interval(joint, lambda sums: _correlations(sums, ranked), seed=seed, resamples=resamples)
        return Share(None if np.isnan(value) else value, interval)

    return SystemAgreement(
        tuple(systems),
        len(whole),
        len(tasks) - len(whole),
        share(equal),
        share(half),
        correlation(ranked=False),
        correlation(ranked=True),
    )


def pairwise_among(
    raters: Sequence[SystemScores], *, seed: int = SEED, resamples: int = RESAMPLES
) -> tuple[Share, Share]:
    """Return the share of equal pairwise preferences among several raters, each pair of them counted alike.

    The second share has ties by half. Of every two raters all pairs of systems count that both scored on a task, so
    raters may have seen different systems; None where no two raters scored the same pair.
    """
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    by_task = [_by_task(scores) for scores in raters]
    for left, right in combinations(by_task, 2):
        for task in left.keys() & right.keys():
            shared = sorted(left[task].keys() & right[task].keys())
            first, second = (np.array([[of[task][system] for system in shared]]) for of in (left, right))
            equal, half = _agreeing(first, second)
            entry = counts[task]
            entry[0] += float(equal[0])
            entry[1] += float(half[0])
            entry[2] += len(shared) * (len(shared) - 1) / 2
    counted = [entry for _, entry in sorted(counts.items()) if entry[2]]
    if not counted:
        return Share(None, None), Share(None, None)
    equal_counts, half_counts, pairs = (list(column) for column in zip(*counted, strict=True))

    def share(numerators: Sequence[float]) -> Share:
        interval = ratio_interval(numerators, pairs, seed=seed, resamples=resamples)
        return Share(sum(numerators) / sum(pairs), interval)

    return share(equal_counts), share(half_counts)


def mean_scores(raters: Sequence[SystemScores]) -> dict[tuple[str, str], float]:
    """Return the mean score of several raters, of each system and task that one of them scored."""
    by_system: dict[tuple[str, str], list[float]] = defaultdict(list)
    for scores in raters:
        for place, score in scores.items():
            by_system[place].append(score)
    return {place: sum(scores) / len(scores) for place, scores in by_system.items()}


def _by_task(scores: SystemScores) -> dict[str, dict[str, float]]:
    means: dict[str, dict[str, float]] = defaultdict(dict)
    for (system, task), score in scores.items():
        means[task][system] = score
    return means


def _agreeing(first_scores: Floats, second_scores: Floats) -> tuple[Floats, Floats]:
    """Pairs of systems of which two raters prefer the same one, by task; ties alone, and ties by half."""
    left, right = np.triu_indices(first_scores.shape[1], 1)
    first, second = (np.sign(np.round(of[:, left] - of[:, right], _DIGITS)) for of in (first_scores, second_scores))
    equal = (first == second).sum(axis=1)
    return equal.astype(np.float64), equal + 0.5 * ((first == 0) != (second == 0)).sum(axis=1)


def _correlations(sums: Floats, ranked: bool) -> Floats:
    """Return the correlation of the first half of each row with its second half; NaN where one of them is constant."""
    halves = np.split(np.round(sums, _DIGITS), 2, axis=1)
    first, second = (_ranks(half) if ranked else half for half in halves)
    first, second = (half - half.mean(axis=1, keepdims=True) for half in (first, second))
    spread = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations = (first * second).sum(axis=1) / np.where(spread > 0, spread, np.nan)
    return np.asarray(np.clip(correlations, -1.0, 1.0), dtype=np.float64)


def _ranks(values: Floats) -> Floats:
    """Return the ranks of each row's values, equal ones at the middle of theirs."""
    below = (values[:, None, :] < values[:, :, None]).sum(axis=2)
    equal = (values[:, None, :] == values[:, :, None]).sum(axis=2)
    return np.asarray(below + (equal + 1) / 2, dtype=np.float64)
