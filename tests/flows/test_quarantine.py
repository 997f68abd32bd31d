"""What fell out of a build is shown: of a release, and of a run that came to nothing."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.rows import SampleChoice
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run_records import keep_run, last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.rules import RULES
from litgauge.tasks.records.quarantine import NEXT_STEPS, next_step
from litgauge.tasks.releases.fallen import fallen_of_last_run, fallen_of_release
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import config_with
from tests.flows.test_cli import run

ROOMS = ("harvest", "latex", "papers", "benchmarks")
OF_PREFIX = ("prompt-", "domain-", "tei-")  # the reasons of questions and of GROBID's answers: tried again


def rules_in(path: Path) -> set[str]:
    """The rules by which a module rejects items or fails on them."""
    errors = ("Rejected", "NotThere", "Failed")
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return {
        call.args[0].value
        for call in calls
        if ast.unparse(call.func) in errors and call.args and isinstance(call.args[0], ast.Constant)
    }


@pytest.mark.slow
def test_every_rule_says_what_to_do(repository: Path) -> None:
    found = {
        rule
        for room in ROOMS
        for path in (repository / "litgauge" / "tasks" / room).rglob("*.py")
        for rule in rules_in(path)
    } | set(RULES)
    assert len(found) > 40
    assert {rule for rule in found if rule not in NEXT_STEPS and not rule.startswith(OF_PREFIX)} == set()
    assert all(next_step(rule, "rejected") for rule in found)


def test_without_a_run_there_is_nothing_to_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(UnusableInput, match="no build or refresh"):
        fallen_of_last_run(storage)
    assert run(monkeypatch, "quarantine", "--last", "--storage", str(tmp_path)) == 2
    keep_run(storage, "reportbench", "mine", ())
    storage.create("runs/99999999T000000000000-damaged.json", b"{cut off")
    record = last_run(storage)
    assert record is not None
    assert record.name == "mine"
    assert fallen_of_last_run(storage).rows == ()


def test_a_survey_whose_domain_nobody_could_tell_is_among_them(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    choices = {
        "a": SampleChoice("a", "Unknown", False, "its domain is unknown"),
        "b": SampleChoice("b", "Health", False, "others were drawn"),
        "c": SampleChoice("c", "Health", True, "drawn"),
    }
    sample = write_rows(storage, "sample", "choices", SampleChoice, choices)
    keep_run(storage, "reportbench", "mine", (sample,))
    rows = fallen_of_last_run(storage).rows
    assert {(row.survey_id, row.rule) for row in rows} == {("a", "unknown-domain"), ("b", "not-drawn")}


@pytest.mark.prefect
def test_what_fell_out_of_a_release_is_shown_from_the_row_to_the_sample(
    built: StoredRelease, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = built.storage.url
    assert run(monkeypatch, "quarantine", built.name, "--storage", store, "--json") == 0
    of_release = json.loads(capsys.readouterr().out)
    assert run(monkeypatch, "quarantine", "--last", "--storage", store, "--json") == 0
    assert json.loads(capsys.readouterr().out)["items"] == of_release["items"]
    assert of_release["not_in_storage"] == []
    stages = {item["stage"] for item in of_release["items"]}
    assert {"harvest", "surveys", "references", "pdf-references"} <= stages
    rules = {item["rule"] for item in of_release["items"]}
    assert {"title", "duplicate", "no-latex"} <= rules
    assert all(item["next_step"] for item in of_release["items"])
    assert run(monkeypatch, "quarantine", built.name, "--storage", store, "--limit", "1") == 0
    shown = capsys.readouterr().out
    assert "harvest: title" in shown
    assert "more: --limit" in shown


@pytest.mark.prefect
def test_a_run_that_comes_to_nothing_tells_what_fell_out(
    built: StoredRelease,
    tmp_path: Path,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(repository)
    store = tmp_path / "store"
    shutil.copytree(built.storage.url, store)
    config = config_with(tmp_path, "build", min_references=10_000)
    assert run(monkeypatch, "build", "reportbench", "--config", str(config), "--storage", str(store)) == 2
    told = capsys.readouterr().err
    assert "no survey came through" in told
    assert "references: no-references" in told
    assert "--set min_references" in told
    assert fallen_of_release(Storage(str(store)), built.name).rows
