"""A metric apart from what computes it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tasks.records import Unscored
from tasks.statistics import Found, Metric, NotAsked, Ratio, TaskResult, Undefined, summarise


@pytest.mark.parametrize("found", [Ratio(0, 0), Ratio(1, 0), Ratio(math.nan, 1), Ratio(math.inf, 1)])
def test_what_is_no_number_is_unscored_with_its_reason(found: Ratio) -> None:
    metric = Metric("share", "Share", "a share", "share", (0, 1), 1, 0, "higher", (), lambda: found, "nowhere")
    score = metric.score(TaskResult("a", "a", {}, given=True, parts={}))
    assert (score.state, score.value, score.numerator, score.denominator) == ("unscored", None, 0.0, 0.0)
    assert score.reason.startswith("share is no number: ")


@pytest.mark.parametrize("found", [Undefined("nobody knows the truth"), Ratio(1, 1), Unscored("time-out")])
def test_where_no_answer_can_have_a_value_a_missing_or_excused_one_has_none_either(found: Found) -> None:
    metric = Metric(
        "share", "Share", "a share", "share", (0, 1), 1, 0, "higher", ("part",), lambda part: part, "nowhere"
    )
    scored = TaskResult("a", "a", {}, given=True, parts={"part": found})
    missing = replace(scored, task_id="b", given=False)
    excused = [replace(missing, task_id="c", excused=why) for why in (Unscored("time-out"), NotAsked("limited"))]
    rows = [metric.score(result) for result in (scored, missing, *excused)]
    if isinstance(found, Undefined):
        assert {(row.state, row.value, row.reason) for row in rows} == {("inapplicable", None, found.reason)}
        summary = summarise(rows)
        assert (summary.mean, summary.mean_given, summary.pooled, summary.interval) == (None, None, None, None)
        assert (summary.inapplicable, summary.clusters) == (4, 0)
    else:
        assert [row.state for row in rows[1:]] == ["missing", "unscored", "not-asked"]
        assert rows[1].value == 0
