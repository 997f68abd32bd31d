"""`litgauge prune` takes what nobody needs; releases, scores and the next build are as before."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from litgauge.flows.cli.scoring import run_rescore, run_score
from litgauge.flows.configs import load_build_config
from litgauge.flows.options import RescoreOptions
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import list_score_runs
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import SAMPLE
from tests.flows.test_build import computed
from tests.flows.test_cli import run

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
DATA = SAMPLE.parents[2] / "data" / "sample"


def test_what_releases_scores_and_the_next_build_need_stays(
    built: StoredRelease,
    tmp_path: Path,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = tmp_path / "store"
    shutil.copytree(built.storage.url, store)
    values = {"run": str(DATA / "agents" / "careful"), "agent": "careful", "pages": str(DATA / "pages")}
    scored = run_score("reportbench", values, str(store))
    stray = Storage(str(store)).keep_blob(b"nobody names this")
    for file in store.rglob("*"):
        then = file.stat().st_mtime - 3 * 24 * 3600
        os.utime(file, (then, then))

    def prune(*words: str) -> dict[str, dict[str, int]]:
        capsys.readouterr()
        assert run(monkeypatch, "prune", *words, "--storage", str(store), "--json") == 0
        told: dict[str, dict[str, int]] = json.loads(capsys.readouterr().out)
        return told

    look = prune()
    assert (store / stray).exists()
    gone = prune("--yes")
    assert gone["files"] == look["files"]
    assert gone["files"]["blobs"] >= 1
    assert not (store / stray).exists()

    assert run(monkeypatch, "verify", "reportbench", "--storage", str(store)) == 0
    assert [one.run_id for one in list_score_runs(Storage(str(store)))] == [scored["run"]]
    monkeypatch.chdir(repository)
    with computed() as items:
        assert build_reportbench(config=load_build_config(SAMPLE), storage=str(store))["release"] == built.name
        again, changes = run_rescore(RescoreOptions(release="reportbench", run=scored["run"], storage=str(store)))
    assert {stage for stage in items if stage != "evidence"} == set()
    assert again["scores"] == scored["scores"]
    assert all(change["old"] == change["new"] for change in changes)
