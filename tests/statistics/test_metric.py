"""A metric apart from what computes it."""

from __future__ import annotations

import math

import pytest

from tasks.statistics import Metric, Ratio, TaskResult


@pytest.mark.parametrize("found", [Ratio(0, 0), Ratio(1, 0), Ratio(math.nan, 1), Ratio(math.inf, 1)])
def test_what_is_no_number_is_unscored_with_its_reason(found: Ratio) -> None:
    metric = Metric("share", "Share", "a share", "share", (0, 1), 1, 0, "higher", (), lambda: found, "nowhere")
    score = metric.score(TaskResult("a", "a", {}, given=True, parts={}))
    assert (score.state, score.value, score.numerator, score.denominator) == ("unscored", None, 0.0, 0.0)
    assert score.reason.startswith("share is no number: ")
