"""Means of a judge's verdicts as people's labels of some of them correct it (prediction-powered inference).

Source: Angelopoulos et al. 2023, doi:10.1126/science.adi6000; the labels are drawn by outcome (strata).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import hypot

from litgauge.tasks.statistics.interval import Interval
from litgauge.tasks.statistics.means import Summary

_TWO_SIDED_95 = 1.96  # standard errors


@dataclass(frozen=True, slots=True)
class JudgedVerdict:
    """One verdict of a judge that counts in a metric."""

    cluster: str  # the report whose share it is a part of
    outcome: str  # the judge's, by which labels were drawn
    counts: bool  # whether it is among what the share counts


@dataclass(frozen=True, slots=True)
class Correction:
    """Correction of a metric's mean by labels."""

    labels: int  # of people, that it rests on
    shift: float  # to the mean, [-1, 1]
    error: float  # its standard error
    origin: str  # where the labels are from


@dataclass(frozen=True, slots=True)
class CorrectedMean:
    """The mean of a metric as labels correct it; its interval covers both the draw of answers and that of labels."""

    mean: float
    interval: Interval | None  # None where the judge's own mean has none
    labels: int
    origin: str


def correction(
    verdicts: Mapping[Hashable, JudgedVerdict], labels: Mapping[Hashable, bool], clusters: int, origin: str
) -> Correction | None:
    """Return what people's labels add to the mean, over `clusters`, of each cluster's share of verdicts that count.

    `labels` say of some verdicts whether they count by a person. None where a judge's outcome has no label: then
    nothing is known of its errors.

    >>> said = {n: JudgedVerdict("a", "supported" if n < 8 else "not-supported", n < 8) for n in range(10)}
    >>> correction(said, {0: True, 1: True, 2: True, 3: False, 8: False}, 1, "audit.csv").shift
    -0.2
    """
    sizes = Counter(verdict.cluster for verdict in verdicts.values())
    strata: dict[str, list[Hashable]] = defaultdict(list)
    for key, verdict in verdicts.items():
        strata[verdict.outcome].append(key)
    shift = variance = 0.0
    labelled_total = 0
    for keys in strata.values():
        labelled = [key for key in keys if key in labels]
        if not labelled:
            return None
        number, labelled_total = len(labelled), labelled_total + len(labelled)
        weights = {key: len(keys) / (clusters * sizes[verdicts[key].cluster]) for key in keys}
        shift += sum(weights[key] * (labels[key] - verdicts[key].counts) for key in labelled) / number
        wrong = sum(labels[key] != verdicts[key].counts for key in labelled)
        likely = (wrong + 0.5) / (number + 1)  # as if half a label more said either: none is quite sure
        mean = sum(weights.values()) / len(keys)
        square = sum(weight**2 for weight in weights.values()) / len(keys)
        variance += (square * likely - (mean * likely) ** 2) / number * (1 - number / len(keys))
    return Correction(labelled_total, round(shift, 12), max(0.0, variance) ** 0.5, origin)


def corrected_mean(summary: Summary, correction: Correction) -> CorrectedMean | None:
    """Return the mean of shares with what labels add to it; None where there is no mean."""
    if summary.mean is None:
        return None
    mean, spread = summary.mean + correction.shift, _TWO_SIDED_95 * correction.error
    own = summary.interval
    interval = own and Interval(
        max(0.0, mean - hypot(summary.mean - own.low, spread)), min(1.0, mean + hypot(own.high - summary.mean, spread))
    )
    return CorrectedMean(min(1.0, max(0.0, mean)), interval, correction.labels, correction.origin)
