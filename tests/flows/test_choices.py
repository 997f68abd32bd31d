"""What forms are filled in with can be started as it stands: an agent, answers and pages that fit the release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
from prefect.client.schemas.objects import StateType

from litgauge.flows.configs import shipped_judges, shipped_models
from litgauge.flows.ui.build_forms import config_from_form
from litgauge.flows.ui.choices import StorageMarks, answer_some, choices_in
from litgauge.flows.ui.deployments import served_deployments
from litgauge.flows.ui.forms import state_of
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import known_benchmarks, registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from tests.benchmarks.scinetbench.frozen import frozen_network
from tests.mini.benchmark import MINI
from tests.mini.rows import Hunt, Topic


def filled_in(storage: Path) -> dict[str, dict[str, Any]]:
    return {one.name: dict(one.parameters) for one in served_deployments(str(storage))}


@pytest.mark.slow
def test_an_empty_storage_is_offered_what_would_be_built_first(tmp_path: Path) -> None:
    forms = filled_in(tmp_path)
    assert (forms["score"]["release"], forms["score"]["reports"]) == ("reportbench", "data/sample/agents/careful")
    assert (forms["run-agent"]["release"], forms["run-agent"]["agent"]) == ("reportbench", "offline-good")
    assert forms["inputs"]["release"] == "taxobench"


@pytest.mark.slow
def test_what_is_filled_in_fits_the_newest_release(tmp_path: Path) -> None:
    frozen_network(Storage(str(tmp_path)))
    deployments = {one.name: one for one in served_deployments(str(tmp_path))}
    forms = filled_in(tmp_path)
    assert forms["score"]["release"] == "scinetbench"
    assert "reports" not in forms["score"]  # the sample's agents answer none of its tasks
    assert deployments["score"].schema["required"] == ["reports"]
    judges = deployments["score"].schema["properties"]["judge"]["enum"]
    assert judges == ["no judge", *shipped_judges()]
    agents = deployments["run-agent"].schema["properties"]["agent"]["enum"]
    assert "bm25" in agents
    assert "tvir-agent" not in agents  # no release here is one of TVIR's
    assert (forms["run-and-score"]["agent"], forms["run-and-score"]["model"]) == ("bm25", "as the config says")
    assert forms["inputs"]["release"] == "taxobench"  # the network is none
    assert {Path(path).parent.parent.name for path in choices_in(str(tmp_path)).answers} == {"scinetbench"}


@pytest.mark.parametrize(
    ("file", "text", "fits"),
    [
        ("owls.md", "", True),
        ("owls/report.md", "", True),
        ("Owls 1.json", "{}", True),
        ("all.jsonl", '{"task_id": "owls:1"}', True),
        ("all.json", '{"crows": 1}', False),
    ],
)
def test_answers_that_ship_are_offered_for_tasks_that_they_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str, *, fits: bool
) -> None:
    monkeypatch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
    storage = Storage(str(tmp_path / "store"))
    freeze_release(storage, MINI, {"topics": [Topic("owls", "owls", "birds")], "hunts": [Hunt("owls:1", "owls", 1)]})
    place = tmp_path / "answers" / file
    place.parent.mkdir(parents=True)
    place.write_text(text)
    assert answer_some(tmp_path / "answers", storage, "mini") is fits


@pytest.mark.slow
def test_a_release_that_cannot_be_read_stops_no_form(tmp_path: Path) -> None:
    frozen_network(Storage(str(tmp_path)))
    next(tmp_path.rglob("manifest.json")).write_text("{")
    assert filled_in(tmp_path)["verify"]["release"] == "scinetbench"


def test_what_is_being_written_counts_once_it_is_visible(tmp_path: Path) -> None:
    """A look between a run's tables and its run.json must not take the run for offered already."""
    marks = StorageMarks(str(tmp_path))
    empty = marks.look()
    storage = Storage(str(tmp_path))
    places = {
        "ledger/score_runs/r@1/one": "run.json",
        "ledger/agent_runs/two": "run.json",
        "releases/r/1": "manifest.json",
    }
    for folder in places:
        storage.create(f"{folder}/rows.parquet", b"")
    assert marks.look() == empty
    looks = [empty]
    for folder, last in places.items():
        storage.create(f"{folder}/{last}", b"{}")
        looks.append(marks.look())
    assert len(set(looks)) == 4
    (tmp_path / "ledger/score_runs/r@1/one/run.json").unlink()
    (tmp_path / "ledger/score_runs/r@1/one/rows.parquet").unlink()
    (tmp_path / "ledger/score_runs/r@1/one").rmdir()
    assert marks.look() != looks[-1]


@pytest.mark.parametrize("name", known_benchmarks())
def test_the_examples_of_a_benchmark_are_there(name: str, repository: Path) -> None:
    from litgauge.flows.agents.config import load_agent_config

    example = known_benchmarks()[name].example
    assert all((repository / place).is_dir() for place in (example.answers, example.pages) if place)
    settings = load_agent_config(example.agent)
    assert agent_kind(settings.kind).offline or example.model in shipped_models()


def test_a_form_takes_files_for_the_model_and_the_config(tmp_path: Path, repository: Path) -> None:
    shipped = repository / "configs"
    model, config = tmp_path / "my model.yaml", tmp_path / "mine.yaml"
    model.write_bytes((shipped / "models" / "openai.yaml").read_bytes())
    config.write_bytes((shipped / "benchmarks" / "sample.yaml").read_bytes())
    by_name = config_from_form("sample", "", "openai", None)[1]
    assert config_from_form(str(config), "", str(model), None)[1] == by_name
    with pytest.raises(UnusableInput, match=r"model mine\.yaml: no such file"):
        config_from_form("sample", "", "mine.yaml", None)


@pytest.mark.slow
def test_what_is_no_name_passes_the_form_of_a_model(tmp_path: Path) -> None:
    """Prefect checks what is sent against the form."""
    (form,) = (one.schema for one in served_deployments(str(tmp_path)) if one.name == "build-sample")
    for model in ("openai", "configs/models/openai.yaml"):
        jsonschema.validate({"model": model}, form)


def test_a_run_with_warnings_is_completed_and_says_so() -> None:
    state = state_of({"run": "x", "warnings": ["no page could be opened."]})
    assert (state.type, state.name, state.message) == (
        StateType.COMPLETED,
        "Completed with a warning",
        "no page could be opened.",
    )
    assert state_of({"run": "x", "warnings": []}) == {"run": "x", "warnings": []}
