"""Configs: what ships loads, and what cannot be used is refused with the path to the key and what is allowed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from litgauge.flows.cli.own_files import OURS, copy_shipped
from litgauge.flows.configs import judge_file, load_build_config, model_file, shipped_judges
from litgauge.flows.taxobench.config import TaxoScoreConfig
from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.base.shipped_files import CONFIGS, SAMPLE, own_or_shipped
from tests.tables import each_row


@each_row("path", sorted((CONFIGS / "benchmarks").glob("*.yaml")))
def test_every_shipped_benchmark_loads_with_every_shipped_model(path: Path) -> None:
    asks_models = "model" in type(load_build_config(path)).model_fields
    for model in sorted((CONFIGS / "models").glob("*.yaml")) if asks_models else ():
        assert load_build_config(path, model_path=model).benchmark


def test_the_papers_own_models_differ_from_its_rules_in_two_places() -> None:
    rules = load_build_config(CONFIGS / "benchmarks" / "paper.yaml")
    preset = load_build_config(CONFIGS / "benchmarks" / "paper-models.yaml")
    assert preset.question_models["application_domain"].model == "gemini-2.5-pro"
    assert preset.model.model.startswith("gpt-4o")
    assert preset.selection.evidence_fields == ("comments",)
    same = {"model": rules.model, "models": rules.models, "selection": rules.selection}
    same |= {"benchmark": rules.benchmark, "scheduled": True}
    assert preset.model_copy(update=same) == rules
    assert rules.grows
    assert not preset.grows


@each_row(
    "text, message",
    [
        ("smaple: {size: 3}", r"smaple: unknown key; did you mean sample\? allowed here: .*selection"),
        ("sample: {sise: 3}", r"sample\.sise: unknown key; did you mean size\? allowed here: .*seed, size"),
        ("sample: {size: 0}", r"sample\.size: .*greater than or equal to 1"),
        ("harvest: {source: kaggle}", r"harvest\.source: .*'snapshot'.*'local'"),
        ("selection: {submitted_after: soon}", r"selection\.submitted_after"),
        ("model: {provider: openai}", r"model: .*needs the name of a model"),
        ("sample: [1", r"is not YAML, line 1"),
        ("- 1", r"must be a mapping"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "build.yaml").write_text(text)
    with pytest.raises(ConfigError, match=message) as caught:
        load_build_config(tmp_path / "build.yaml")
    assert caught.value.exit_code == 2
    assert "build.yaml" in str(caught.value)


def test_a_missing_config_names_what_ships(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"No such file.*paper\.yaml"):
        load_build_config(tmp_path / "none.yaml")


def test_a_key_pasted_into_a_config_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "build.yaml").write_text("model: {provider: openai, model: x, api_key: sk-secret-123456789}")
    with pytest.raises(ConfigError) as caught:
        load_build_config(tmp_path / "build.yaml")
    assert "sk-secret" not in str(caught.value)


def test_a_model_is_named_as_it_ships_or_by_its_path(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("provider: offline\n", encoding="utf-8")
    assert model_file("openai") == CONFIGS / "models" / "openai.yaml"
    assert model_file(str(mine)) == mine
    with pytest.raises(UnusableInput, match=r"In configs/models are: .*openai"):
        model_file("opneai")


def test_an_option_that_a_benchmark_has_no_setting_for_is_refused_by_its_name() -> None:
    file = CONFIGS / "benchmarks" / "taxobench-local.yaml"
    with pytest.raises(UnusableInput, match="builds of taxobench have no --undated") as caught:
        load_build_config(file, changes={"prompts": {"undated": "references"}})
    assert "configuration reference" in caught.value.next_step
    assert load_build_config(CONFIGS / "benchmarks" / "paper.yaml", changes={"prompts": {"undated": "references"}})


def test_voters_that_taxobench_never_asks_need_no_key_and_no_price(tmp_path: Path) -> None:
    model = {"provider": "openai", "model": "m", "base_url": "https://a.example/v1", "api_key_env": "KEY_OF_MODEL"}
    voter = {**model, "base_url": "https://b.example/v1", "api_key_env": "KEY_OF_NOBODY"}
    for judge in ({"model": model}, {"model": model, "voters": [{"model": voter, "votes": 3}]}):
        config = TaxoScoreConfig.model_validate({"judge": judge})
        assert "KEY_OF_NOBODY" not in config.model_dump_json()
        assert config.judge is not None
        assert config.judge.model.api_key_env == "KEY_OF_MODEL"


def test_own_configs_come_before_those_that_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert judge_file("configs/judges/paper.yaml") == judge_file("paper") == CONFIGS / "judges" / "paper.yaml"
    assert own_or_shipped("data/sample/agents/careful") == str(SAMPLE / "agents" / "careful")
    assert own_or_shipped("data/sample/../../pyproject.toml") == "data/sample/../../pyproject.toml"
    (tmp_path / "configs" / "judges").mkdir(parents=True)
    own = Path("configs", "judges", "paper.yaml")
    shutil.copyfile(CONFIGS / "judges" / "single.yaml", own)
    assert judge_file("configs/judges/paper.yaml") == judge_file("paper") == own
    shutil.copyfile(own, own.with_name("mine.yaml"))
    assert {"mine", "paper", "offline"} <= set(shipped_judges())
    copy_shipped(tmp_path, sample=False)
    assert own.read_bytes() == (CONFIGS / "judges" / "single.yaml").read_bytes()
    assert {path.name for path in Path("configs").iterdir()} == {path.name for path in CONFIGS.iterdir()} - OURS
