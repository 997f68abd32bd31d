"""What part of a change came from the code, the release, the judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Rows, score_rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.ledger import LoadedRun, MetricChange, explain_change
from tests.benchmarks.reportbench.sample_run import release, sample_run

OLD = sample_run("careless")
PARTS = ("by_code", "by_release", "by_judge")


def shorter_release() -> ReleaseRows:
    """The next release: one survey lost half of its references."""
    references = {**release().references, "9912.00001": release().references["9912.00001"][:7]}
    return replace(release(), name="sample@2", digest="6b" * 32, references=references)


def milder(rows: Rows) -> Rows:
    """Another judge's verdicts: everything that could be read is supported."""
    pairs = [replace(pair, outcome="supported") if pair.outcome == "not-supported" else pair for pair in rows["pairs"]]
    return {**rows, "pairs": tuple(pairs)}


def rescored(rows: Rows, on: ReleaseRows, **changes: Any) -> LoadedRun:
    """A run of these verdicts on a release."""
    run = replace(OLD.run, run_id="2026-02-02-careless-1", release=on.name, release_digest=on.digest, **changes)
    return LoadedRun(run, score_rows(REPORTBENCH.scoring, rows, on, OLD.run.judges)[0])


def explained(new: LoadedRun, on: ReleaseRows, old: LoadedRun = OLD) -> dict[str, MetricChange]:
    return {change.metric: change for change in explain_change(old, new, release(), on)}


def test_nothing_changed_when_nothing_was_swapped() -> None:
    for change in explained(OLD, release()).values():
        assert change.old == change.new
        assert {getattr(change, part) for part in PARTS} <= {0.0, None}
        assert change.swapped == ()


@pytest.mark.slow
def test_another_release_moves_recall_and_no_verdict() -> None:
    on = shorter_release()
    changes = explained(rescored(OLD.rows, on), on)
    recall = changes["recall"]
    assert recall.old is not None
    assert recall.new is not None
    assert recall.by_release == pytest.approx(recall.new - recall.old)
    assert recall.by_release
    assert (recall.by_code, recall.by_judge) == (0.0, 0.0)
    assert changes["match_rate"].by_release == 0.0
    assert recall.swapped == ("release",)


@pytest.mark.slow
def test_another_judge_moves_the_match_rate_alone() -> None:
    new = rescored(milder(OLD.rows), release(), judges=(replace(OLD.run.judges[0], model="judge-2"),))
    changes = explained(new, release())
    assert changes["match_rate"].by_judge
    assert changes["match_rate"].by_judge > 0.4
    assert changes["recall"].by_judge == 0.0
    assert changes["match_rate"].swapped == ("judge",)


def test_other_code_for_numbers_is_what_differs_when_the_old_verdicts_are_scored_anew() -> None:
    """The old run was scored when precision was counted otherwise: its scores are not what today's code makes."""
    scores = [
        replace(score, value=score.value / 2) if score.metric == "precision" and score.value else score
        for score in OLD.rows["scores"]
    ]
    old = LoadedRun(replace(OLD.run, code={"scores": "00" * 32}), {**OLD.rows, "scores": tuple(scores)})
    change = explained(OLD, release(), old)["precision"]
    assert change.by_code
    assert change.old is not None
    assert change.by_code == pytest.approx(change.old)
    assert (change.by_release, change.by_judge) == (0.0, 0.0)
    assert set(change.swapped) == {"code of pairs", "code of scores"}


@pytest.mark.slow
def test_the_parts_sum_to_the_change() -> None:
    on = shorter_release()
    changes = explained(rescored(milder(OLD.rows), on), on)
    assert list(changes) == [metric.name for metric in REPORTBENCH.scoring.metrics]
    for change in changes.values():
        if change.old is not None and change.new is not None:
            parts = [getattr(change, part) for part in PARTS]
            assert sum(parts) == pytest.approx(change.new - change.old)


def test_tasks_that_went_are_what_the_release_did() -> None:
    on = replace(shorter_release(), tasks=release().tasks[:4], references=release().references)
    changes = explained(rescored(OLD.rows, on), on)
    assert changes["recall"].by_release
    assert changes["recall"].by_judge == pytest.approx(0.0)


@pytest.mark.parametrize(
    "new",
    [
        sample_run("careful"),
        replace(OLD, run=replace(OLD.run, release_digest="00" * 32)),
        replace(OLD, run=replace(OLD.run, answers="00" * 32)),
    ],
)
def test_two_agents_a_strange_release_or_other_answers_explain_nothing(new: LoadedRun) -> None:
    with pytest.raises(UnusableInput):
        explain_change(OLD, new, release(), release())
