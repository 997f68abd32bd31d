"""Four experts review the tasks of a release: what most of them say counts, and how far they agree is told."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, ReleaseTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load
from tests.flows.live import config_with
from tests.flows.test_cli import run

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

Row = dict[str, str]
FIRST, SECOND, THIRD = "9912.00001", "9912.00002", "9912.00003"


@pytest.fixture
def review(built: StoredRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sheets that four experts get."""
    folder = tmp_path / "review"
    words = ("review", "reportbench@1", "--out", str(folder), "--storage", built.storage.url)
    assert run(monkeypatch, "reportbench", *words) == 0
    return folder


def fill(folder: Path, answer: Callable[[int, Row], Row]) -> None:
    """What each expert, from 1, writes into the rows of their sheet."""
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == [f"expert-{number}.csv" for number in (1, 2, 3, 4)]
    for number, path in enumerate(paths, 1):
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(row | answer(number, row) for row in rows)


def domains(expert: int, row: Row) -> Row:
    """All call the first a survey of energy, two of them the second; of the third nobody says anything."""
    said = {FIRST: "I", SECOND: "I" if expert < 3 else row["domain"], THIRD: ""}
    return {"expert_domain": said.get(row["survey_id"], row["domain"])}


def votes(expert: int, row: Row) -> Row:
    """Three of four find that the first prompt gives its survey away; one expert has not voted on the second."""
    if row["prompt_id"].startswith(SECOND) and expert == 4:
        return {}
    given_away = row["prompt_id"].startswith(FIRST) and expert > 1
    return {"fits": "yes", "hidden": "no" if given_away else "yes", "clear": "yes", "reason": "its title"}


def test_what_most_experts_say_and_how_far_they_agree(
    review: Path, built: StoredRelease, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(review / "domains", domains)
    fill(review / "prompts", votes)
    capsys.readouterr()
    words = ("reportbench", "review", "reportbench@1", "--read", str(review), "--storage", built.storage.url)
    assert run(monkeypatch, *words, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert {name: row["experts"] for name, row in said["domains"]["corrected"].items()} == {
        FIRST: "Energy and Environmental Sustainability"
    }
    assert said["domains"]["undecided"] == [SECOND]
    assert (said["domains"]["reviewed"], said["domains"]["confirmed"]) == (11, 9)
    [agreement] = said["domains"]["agreement"]
    assert agreement["raw"] == pytest.approx((10 + 2 / 6) / 11)  # two pairs of six agree on the second
    standings = {name.split("/")[0]: standing for name, standing in said["prompts"]["standing"].items()}
    assert [name for name, standing in standings.items() if standing == "refused"] == [FIRST]
    assert standings[SECOND] == "accepted"  # three of four are enough
    assert {of["kind"] for of in said["prompts"]["agreement"]} == {"fits", "hidden", "clear"}
    assert run(monkeypatch, *words) == 0
    assert "11 of 12 reviewed by 4 experts, 9 confirmed, 1 corrected" in capsys.readouterr().out


def test_a_build_takes_what_most_experts_say(
    review: Path, built: StoredRelease, tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(review / "domains", domains)
    fill(review / "prompts", votes)
    store = tmp_path / "store"
    shutil.copytree(built.storage.url, store)
    monkeypatch.chdir(repository)
    reviewed = {
        "domains": {"review": str(review / "domains")},
        "sample": {"size": 12, "prompt_review": str(review / "prompts")},
    }
    result = build_reportbench(config=load_build_config(config_with(tmp_path, "build", **reviewed)), storage=str(store))
    release = load(Storage(str(store)), result["release"])
    labels = {label.survey_id: label for label in release.rows("domains", DomainLabel)}
    assert (labels[FIRST].domain, labels[FIRST].reason) == (
        "Energy and Environmental Sustainability",
        "4 of 4 experts",
    )
    assert labels[SECOND].model == "offline"  # two against two change nothing
    before = {task.survey_id: task for task in built.rows("tasks", ReleaseTask)}
    after = {task.survey_id: task for task in release.rows("tasks", ReleaseTask)}
    assert after[FIRST].prompt != before[FIRST].prompt  # another level of it is drawn
    assert after[THIRD].prompt == before[THIRD].prompt


def test_rows_about_other_tasks_are_refused(
    review: Path, built: StoredRelease, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(review / "domains", domains)
    fill(review / "prompts", lambda number, row: votes(number, row) | {"prompt_id": "one"})
    words = ("reportbench", "review", "reportbench@1", "--read", str(review), "--storage", built.storage.url)
    assert run(monkeypatch, *words) == 2
    assert "Keep one of the two" in capsys.readouterr().err
    fill(review / "prompts", lambda number, row: votes(number, row) | {"prompt_id": row["title"]})
    assert run(monkeypatch, *words) == 2
    assert "there is no prompt" in capsys.readouterr().err


def test_a_sheet_is_never_replaced(
    review: Path, built: StoredRelease, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("review", "reportbench@1", "--out", str(review), "--storage", built.storage.url)
    assert run(monkeypatch, "reportbench", *words) == 2
    assert "expert-1.csv" in capsys.readouterr().err
