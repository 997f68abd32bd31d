"""Means of a judge's verdicts as people's labels correct them."""

from __future__ import annotations

import random

from litgauge.tasks.statistics import TaskScore, corrected_mean, correction, summarise
from litgauge.tasks.statistics.corrected import JudgedVerdict


def test_the_corrected_mean_is_right_where_the_judge_is_not() -> None:
    """A judge that takes a third of the unsupported for supported; reports of unequal length, a share each."""
    dice, covered, off, raw = random.Random(3), 0, 0.0, 0.0
    rounds = 100
    for _ in range(rounds):
        verdicts, truth, scores = {}, {}, []
        for report in range(30):
            rate, size = dice.betavariate(4, 3), dice.choice([5, 20, 40])
            said = []
            for number in range(size):
                key = report, number
                truth[key] = dice.random() < rate
                supported = truth[key] or dice.random() < 1 / 3
                said.append(supported)
                verdicts[key] = JudgedVerdict(str(report), "supported" if supported else "not-supported", supported)
            scores.append(TaskScore(str(report), str(report), (), "m", "scored", sum(said) / size, sum(said), size, ""))
        labels = {
            key: truth[key]
            for outcome in ("supported", "not-supported")
            for key in dice.sample([key for key, of in verdicts.items() if of.outcome == outcome], 40)
        }
        found = correction(verdicts, labels, 30, "audit.csv")
        summary = summarise(scores, resamples=200)
        assert found is not None
        mean = corrected_mean(summary, found)
        assert mean is not None
        assert mean.interval is not None
        assert mean.labels == 80
        right = 4 / 7  # of the reports that might have been
        covered += mean.interval.low <= right <= mean.interval.high
        off += mean.mean - right
        raw += (summary.mean or 0) - right
    assert raw / rounds > 0.1
    assert abs(off / rounds) < 0.015
    assert covered / rounds >= 0.9


def test_an_outcome_without_labels_corrects_nothing() -> None:
    verdicts = {"a": JudgedVerdict("r", "supported", True), "b": JudgedVerdict("r", "unreachable", False)}
    assert correction(verdicts, {"a": True}, 1, "audit.csv") is None
    full = correction(verdicts, {"a": False, "b": False}, 1, "audit.csv")
    assert full is not None
    assert (full.shift, full.error) == (-0.5, 0.0), "all verdicts are labelled: nothing is left to chance"
