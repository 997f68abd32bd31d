"""Who comes first: by the headline metrics of the benchmark, whichever way they are better."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Benchmark, registry
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.ledger import LoadedRun, compare_runs, leaderboard
from litgauge.tasks.statistics import TaskScore
from tests.benchmarks.reportbench.sample_run import sample_run

RUN = sample_run("careful").run
FEWEST_LATE = replace(
    REPORTBENCH, name="fewest-late", scoring=replace(REPORTBENCH.scoring, headline=("late_share", "f1"))
)


@pytest.fixture(autouse=True)
def fewest_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A benchmark whose first headline metric is better the lower it is."""
    monkeypatch.setenv(registry.VARIABLE, f"{__name__}:FEWEST_LATE")


def run_of(agent: str, benchmark: Benchmark = REPORTBENCH, **values: float | None) -> LoadedRun:
    """A run with one task and these values."""
    scores = tuple(
        TaskScore("1", "1", (), metric, "scored" if value is not None else "unscored", value, value or 0.0, 1.0, "")
        for metric, value in values.items()
    )
    return LoadedRun(replace(RUN, agent=agent, run_id=f"run-{agent}", benchmark=benchmark.name), {"scores": scores})


def order(*runs: LoadedRun) -> str:
    mixed = random.Random(1).sample(runs, len(runs))
    assert [row.agent for row in leaderboard(mixed).rows] == [row.agent for row in leaderboard(runs).rows]
    return " ".join(row.agent for row in leaderboard(runs).rows)


def test_higher_is_first_then_the_second_metric_then_the_name() -> None:
    assert order(
        run_of("d", f1=0.2, match_rate=0.9),
        run_of("c", f1=0.5, match_rate=0.1),
        run_of("b", f1=0.5, match_rate=0.7),
        run_of("a", f1=0.2, match_rate=0.9),
    ) == "b c a d"  # fmt: skip


def test_who_has_no_mean_comes_after_who_has_the_worst() -> None:
    assert order(
        run_of("none", f1=None, match_rate=1.0), run_of("absent", match_rate=0.5), run_of("zero", f1=0.0)
    ) == "zero none absent"  # fmt: skip


def test_negative_means_are_ordered_like_others() -> None:
    assert order(run_of("b", f1=-0.5), run_of("a", f1=-3.0), run_of("c", f1=0.0), run_of("none", f1=None)) == (
        "c b a none"
    )


def test_where_lower_is_better_the_lowest_comes_first_and_no_mean_last() -> None:
    runs = [
        run_of(agent, FEWEST_LATE, late_share=late, f1=f1)
        for agent, late, f1 in (("a", 0.5, 1.0), ("b", 0.0, 0.2), ("c", 0.0, 0.3), ("d", None, 1.0))
    ]
    assert order(*runs) == "c b a d"
    assert leaderboard(runs).scoring.headline == ("late_share", "f1")


def test_runs_of_two_releases_are_not_mixed() -> None:
    strange = LoadedRun(replace(RUN, release_digest="00" * 32, release="sample@2"), {"scores": ()})
    for call in (lambda: leaderboard([run_of("a"), strange]), lambda: compare_runs(run_of("a"), strange)):
        with pytest.raises(UnusableInput, match="rescore"):
            call()
