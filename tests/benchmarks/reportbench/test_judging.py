"""A judge that fails too often fails the run; the budget and pages that we could not get do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.base.errors import TooManyFailures
from litgauge.tasks.benchmarks.reportbench.judging import check_judging
from tests.benchmarks.reportbench.sample_run import sample_run

ROWS = sample_run("careful").rows
ASKED = [pair for pair in ROWS["pairs"] if pair.question]


def with_failed(count: int, **changes: Any) -> dict[str, Any]:
    """The rows with the first so many judged pairs failed."""
    failed = {id(pair) for pair in ASKED[:count]}
    pairs = tuple(
        replace(pair, **{"outcome": "judge-failed", "reason": "time-out", **changes}) if id(pair) in failed else pair
        for pair in ROWS["pairs"]
    )
    return {**ROWS, "pairs": pairs, "joint": (), "facts": ()}


def test_more_than_the_allowed_share_fails_the_run() -> None:
    assert len(ASKED) >= 10
    half = len(ASKED) // 2
    check_judging(with_failed(0), 0.0, "run")
    check_judging(with_failed(half), 0.6, "run")
    with pytest.raises(TooManyFailures, match=r"score run 2026-x.*the judge failed on .* time-out") as error:
        check_judging(with_failed(half), 0.4, "2026-x")
    assert error.value.exit_code == 3
    assert "in the ledger" in str(error.value)


def test_facts_without_a_vote_count_too() -> None:
    facts = tuple(
        replace(fact, truth="unscored", reasons=("refused",)) for fact in ROWS["facts"] if fact.truth != "not-sampled"
    )
    assert facts
    with pytest.raises(TooManyFailures, match="refused"):
        check_judging({**ROWS, "pairs": (), "joint": (), "facts": facts}, 0.5, "run")


@pytest.mark.parametrize("changes", [{"reason": "budget"}, {"reason": "budget: $1"}, {"question": ""}])
def test_what_the_budget_left_and_pages_that_we_could_not_get_are_no_failures_of_the_judge(
    changes: dict[str, Any],
) -> None:
    check_judging(with_failed(len(ASKED), **changes), 0.0, "run")
