"""Funnel of a build: kept with its release, shown beside the paper's counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.releases.verify import verify
from tests.flows.live import config_with
from tests.flows.test_cli import run

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
LEFT = {
    "rows harvested": (32, None),
    "papers that pass the rules": (19, None),
    "surveys of the literature": (15, None),
    "with a source": (15, None),
    "with references": (12, 678),
    "with a text": (12, None),
    "with prompts": (12, 678),
    "with a domain": (12, 678),
    "tasks": (12, 100),
}


def test_a_release_holds_what_each_stage_left_beside_the_paper(built: StoredRelease) -> None:
    funnel = built.manifest.funnel
    assert funnel is not None
    assert {count.holds: (count.left, count.paper) for count in funnel.stages} == LEFT
    assert funnel.steps[-1].left == built.manifest.tables["tasks"].rows
    assert sum(step.dropped for step in funnel.steps) == funnel.harvested - 12


def test_the_card_shows_it(built: StoredRelease) -> None:
    card = built.storage.read(f"{built.folder}/README.md").decode()
    assert "| pdf-references | with references | 12 | 678 |" in card


def test_the_command_shows_it_for_people_and_programs(
    built: StoredRelease, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = ("--storage", built.storage.url)
    assert run(monkeypatch, "funnel", "reportbench", *storage) == 0
    printed = capsys.readouterr().out
    assert "in the paper" in printed
    assert "not-a-survey" in printed
    assert run(monkeypatch, "funnel", *storage, "--json") == 0
    value = json.loads(capsys.readouterr().out)
    assert {count["holds"]: (count["left"], count["paper"]) for count in value["counts"]} == LEFT
    assert value["of"].startswith("the run of reportbench")


def test_without_a_build_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "funnel", "--storage", str(tmp_path)) == 2
    assert "Run litgauge build" in capsys.readouterr().err


def test_surveys_that_the_sample_leaves_out_are_its_last_step(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    config = load_build_config(config_with(tmp_path, "build", sample={"size": 5}))
    result = build_reportbench(config=config, storage=str(tmp_path / "store"))
    assert result["counts"][-1] == {"stage": "sample", "holds": "tasks", "left": 5, "paper": 100}
    assert result["funnel"][-1]["rule"] == "not-drawn"
    release = load(Storage(str(tmp_path / "store")), result["release"])
    assert release.manifest.tables["tasks"].rows == 5
    assert verify(release.storage, release.name) == []
