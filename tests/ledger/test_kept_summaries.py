"""Summaries kept beside the rows of a score run: those that its scores give, as long as the code is the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import append_score_run, kept_summaries, leaderboard, load_newest, score_run_folder
from litgauge.tasks.ledger.kept_summaries import SUMMARIES
from litgauge.tasks.statistics import summaries
from tests.benchmarks.reportbench.sample_run import sample_run

CARELESS = sample_run("careless")


def test_a_leaderboard_of_kept_summaries_is_that_of_the_scores(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    for agent in ("careful", "careless"):
        append_score_run(storage, sample_run(agent).run, sample_run(agent).rows)
    kept, _ = load_newest(storage, "sample@1", summarised=True)
    scored, _ = load_newest(storage, "sample@1", ["scores"])
    assert [run.rows for run in kept] == [{}, {}]
    assert leaderboard(kept) == leaderboard([replace(run, summaries=None) for run in scored])


def test_summaries_of_other_code_are_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(str(tmp_path))
    append_score_run(storage, CARELESS.run, CARELESS.rows)
    monkeypatch.setattr(kept_summaries, "_code", lambda: "changed since")
    (run,), _ = load_newest(storage, "sample@1", summarised=True)
    assert run.summaries is None
    assert leaderboard([run]).rows[0].summaries == summaries(CARELESS.rows["scores"])


@pytest.mark.parametrize("file", [SUMMARIES, "scores.parquet"])
def test_a_run_whose_numbers_were_changed_is_left_out(file: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    run = append_score_run(storage, CARELESS.run, CARELESS.rows)
    path = tmp_path / score_run_folder(run) / file
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    runs, (damage,) = load_newest(storage, "sample@1", summarised=True)
    assert (runs, file in str(damage)) == ([], True)
