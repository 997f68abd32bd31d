"""TaxoBench from surveys' own sources to the page, with a model that errs, and each step again from its form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.flows.taxobench.inputs_form import draw_release_inputs
from litgauge.flows.ui.agent_forms import run_agent
from litgauge.flows.ui.build_forms import build_release
from litgauge.flows.ui.deployments import Deployment, served_deployments
from litgauge.flows.ui.score_forms import score_agent
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from tests.benchmarks.taxobench.wayward_model import ANSWERS, ERRORS, nature
from tests.flows.live import KEY_ENV
from tests.flows.test_taxobench import Taxo
from tests.llm.openai_server import KEY, Faults, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

REPOSITORY = Path(__file__).resolve().parents[2]
SURVEYS = 3


@pytest.fixture
def taxo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Taxo:
    monkeypatch.chdir(REPOSITORY)  # where the sample lies, as for `serve`
    return Taxo(tmp_path, monkeypatch, capsys)


@pytest.fixture
def wayward(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """A model that errs, on a line that errs, as a config names it."""
    monkeypatch.setenv(KEY_ENV, KEY)
    kinds = ("truncated", "wrong-types", "prose", "refusal", "server-error")
    with OpenAIServer(ANSWERS, schemas="ignored", faults=Faults(0.2, 3, kinds)) as server:
        yield {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}


def started(flow: Any, storage: str, **asked: Any) -> Any:
    """What a deployment gives that is started as its form is filled in, but for what is asked for."""
    (offered,) = (one for one in served_deployments(storage) if one.flow is flow and _is_ours(one))
    assert asked.keys() <= offered.schema["properties"].keys()
    return flow(**{**offered.parameters, "storage": storage, **asked})


def _is_ours(one: Deployment) -> bool:
    return one.parameters.get("config", "taxobench-sample") == "taxobench-sample"


def test_trees_out_of_sources_go_all_the_way(taxo: Taxo, wayward: dict[str, Any]) -> None:
    store = str(taxo.folder / "store")
    built = started(build_release, store)
    assert built["tables"]["surveys"] == SURVEYS
    (taxo.folder / "agent.yaml").write_text(yaml.safe_dump({"kind": "bottom-up", "model": wayward}))
    (taxo.folder / "judge.yaml").write_text(yaml.safe_dump({"model": wayward}))
    run = taxo.json("run", built["release"], "--agent", str(taxo.folder / "agent.yaml"), "--name", "wayward")
    release = load_release_rows(load(Storage(store), built["release"]))
    surveys = release.surveys
    invents = [name for name, survey in surveys.items() if nature(survey.topic, len(ERRORS)) == len(ERRORS) - 1]
    hopeless = len(invents)
    trees = (run["counts"]["answered"], run["counts"].get("imperfect", 0))
    assert trees == (SURVEYS - hopeless, hopeless)
    asked = ("--agent", "wayward", "--judge", str(taxo.folder / "judge.yaml"), "--set", "errors=true")
    scored = taxo.json("score", built["release"], "--run", run["run"], *asked, "--set", "max_failed_share=1")
    assert (scored["counts"]["tasks"], scored["counts"]["missing"]) == (SURVEYS, SURVEYS - sum(trees))
    assert scored["counts"]["papers_invented"] == sum(-(-len(release.papers[name]) // 8) for name in invents)
    board = taxo("leaderboard", built["release"])
    assert "wayward" in board
    assert "UNREVIEWED" in board
    analysis = taxo.json("analysis", built["release"])
    (line,) = analysis["modes"]["bottom-up"]
    assert (line["agent"], line["trees"]) == ("wayward", SURVEYS)
    assert "wayward" in taxo("analysis", built["release"])
    page = taxo.folder / "report.html"
    taxo("report", built["release"], "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "It &lt;i&gt;fits&lt;/i&gt; coverage." in shown
    assert all(survey.topic in shown for survey in surveys.values())


def test_each_step_can_be_started_from_its_form(taxo: Taxo) -> None:
    store = str(taxo.folder / "store")
    built = started(build_release, store, advanced={"inputs": {"draw": []}})
    assert "inputs" not in built["tables"]
    drawn = started(draw_release_inputs, store, papers="data/sample/taxobench/papers.jsonl")
    assert drawn["release"] == "taxobench-sample@2"
    assert drawn["tables"]["inputs"] > 0
    told = {"input": "summary"}
    run = started(run_agent, store, release=drawn["release"], agent="bottom-up", model="offline", advanced=told)
    assert run["counts"]["answered"] == SURVEYS
    scored = started(
        score_agent,
        store,
        release=drawn["release"],
        reports=run["run"],
        agent=run["agent"],
        judge="offline",
        advanced={"errors": True},
    )
    assert (scored["counts"]["tasks"], scored["counts"]["missing"]) == (SURVEYS, 0)
    assert scored["agent"] == "bottom-up + summary"
    assert scored["scores"]["judge_average"] >= 1
