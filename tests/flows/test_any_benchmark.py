"""A benchmark that lives in the tests alone goes through everything that litgauge does, with no line changed for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmark import registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import list_agent_runs, load_agent_run
from tests.flows.test_cli import run

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

TOPICS = {
    "owls": {"field": "birds", "papers": ["barn", "snowy", "tawny"]},
    "gulls": {"field": "birds", "papers": ["herring", "kittiwake"]},
    "newts": {"field": "amphibians", "papers": ["palmate"]},
}
LISTS = {
    "finder": {"hunt-owls": ["barn", "snowy", "heron"], "hunt-gulls": ["herring", "kittiwake"], "hunt-newts": ["toad"]},
    "guesser": {"hunt-owls": ["eagle", "heron", "finch"], "hunt-gulls": ["herring"]},
}
MEANS = {"finder": (3 + 4 - 1) / 3, "guesser": (-3 + 2 - 10) / 3}


class Mini:
    """The command line on a storage of its own, asked for JSON."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        self._capsys.readouterr()
        found = run(self._patch, *words, "--storage", str(self.folder / "store"))
        printed = self._capsys.readouterr()
        assert found == code, printed
        return printed.out

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))

    def build(self, topics: dict[str, Any]) -> Any:
        (self.folder / "topics.json").write_text(json.dumps(topics))
        config = self.folder / "mini.yaml"
        config.write_text(f"kind: mini\ntopics: {self.folder / 'topics.json'}\n")
        return self.json("build", "mini", "--config", str(config))

    def score(self, agent: str) -> Any:
        lists = self.folder / agent
        lists.mkdir(exist_ok=True)
        for task, papers in LISTS[agent].items():
            (lists / f"{task}.csv").write_text("\n".join(papers))
        (lists / "hunt-bats.csv").write_text("noctule")
        (lists / "figure.png").write_bytes(bytes(range(256)))
        return self.json("score", "mini", "--run", str(lists), "--agent", agent)


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mini:
    monkeypatch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
    return Mini(tmp_path, monkeypatch, capsys)


def test_it_is_built_listed_shown_compared_checked_and_published(mini: Mini) -> None:
    first = mini.build(TOPICS)
    assert (first["release"], first["new"]) == ("mini@1", True)
    assert first["tables"] == {"topics": 3, "relevant": 6, "hunts": 3}
    again = mini.build(TOPICS)
    assert (again["release"], again["new"], again["tables"]) == ("mini@1", False, first["tables"])
    changed = mini.build({**TOPICS, "owls": {"field": "birds", "papers": ["barn", "snowy", "little"]}})
    assert changed["release"] == "mini@2"

    assert [entry["release"] for entry in mini.json("releases")] == ["mini@1", "mini@2"]
    assert mini.json("show", "mini@1")["kind"] == "mini"
    assert "hunt-owls" in mini("show", "mini")

    found = mini.json("diff", "mini@1", "mini@2")
    assert [(row["table"], row["key"], row["change"]) for row in found["changes"]] == [
        ("relevant", "owls little", "came"),
        ("relevant", "owls tawny", "went"),
    ]
    assert {row["cause"] for row in found["changes"]} == {"stage-changed"}
    assert mini.json("verify", "mini@2") == {"release": "mini@2", "intact": True, "problems": []}

    hub = mini.folder / "hub"
    mini("publish", "mini@2", "--to", str(hub))
    card = (hub / "README.md").read_text(encoding="utf-8")
    assert "# Paper hunts" in card
    assert "what finding it is worth" in card
    assert "ReportBench" not in card
    assert "survey" not in (hub / "croissant.json").read_text(encoding="utf-8")
    assert pq.read_table(hub / "data" / "relevant.parquet").num_rows == 6


def test_its_agents_are_scored_ranked_compared_and_shown(mini: Mini) -> None:
    mini.build(TOPICS)
    for agent, mean in MEANS.items():
        result = mini.score(agent)
        assert result["scores"] == {"points": pytest.approx(mean)}
    assert result["counts"] == {"tasks": 3, "scored": 2, "unscored": 0, "missing": 1, "strays": 1}
    assert result["listed"]["missing"] == ["hunt-newts"]
    assert result["listed"]["unmatched"] == ["hunt-bats.csv: there is no task 'hunt-bats'"]

    board = mini.json("leaderboard", "mini")
    assert [row["agent"] for row in board] == ["finder", "guesser"]
    assert [row["metrics"]["points"]["mean"] for row in board] == [pytest.approx(mean) for mean in MEANS.values()]
    shown = mini("leaderboard", "mini")
    assert "Points" in shown
    assert "OFFLINE" not in shown

    (compared,) = mini.json("compare", "mini", "finder", "guesser")
    assert (compared["clusters"], compared["difference"]) == (3, pytest.approx(MEANS["finder"] - MEANS["guesser"]))

    page = mini.folder / "report.html"
    mini("report", "mini", "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "hunt-owls" in shown
    assert "amphibians" in shown
    assert "Precision" not in shown


def test_a_rescoring_reads_what_was_kept_and_never_the_folder(mini: Mini) -> None:
    mini.build(TOPICS)
    scored = mini.score("finder")
    shutil.rmtree(mini.folder / "finder")
    mini.build({**TOPICS, "newts": {"field": "amphibians", "papers": ["palmate", "toad"]}})
    again = mini.json("rescore", "mini@2", "--run", scored["run"])
    assert again["scores"]["points"] == pytest.approx((3 + 4 + 2) / 3)
    (change,) = again["changes"]
    assert change["by_release"] == pytest.approx(change["new"] - change["old"])
    assert (change["by_code"], change["by_judge"]) == (0, 0)

    storage = Storage(str(mini.folder / "store"))
    kept = [load_agent_run(storage, one.run_id)[1] for one in list_agent_runs(storage)]
    assert {file.path for file in kept[0]} == {f"hunt-{name}.csv" for name in (*TOPICS, "bats")} | {"figure.png"}
    picture = next(file for file in kept[0] if file.path == "figure.png")
    assert storage.read(picture.blob) == bytes(range(256))


def test_what_it_has_no_use_for_is_said(mini: Mini) -> None:
    mini.build(TOPICS)
    mini("score", "mini", "--run", str(mini.folder), "--agent", "a", "--no-facts", code=2)
    mini("refresh", "mini", "--config", str(mini.folder / "mini.yaml"), code=2)
    mini("build", "reportbench", "--config", str(mini.folder / "mini.yaml"), code=2)
    mini("build", "mini", code=2)
    mini("score", "mini", "--run", str(mini.folder), "--agent", "  ", code=2)


def test_it_is_deployed_beside_the_others(mini: Mini, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from litgauge.flows.ui.deployments import served_deployments

    configs = tmp_path / "configs"
    (configs / "benchmarks").mkdir(parents=True)
    (configs / "benchmarks" / "hunts.yaml").write_text("kind: mini\n")
    (configs / "benchmarks" / "broken.yaml").write_text("kind: mini\ntopcs: x\n")
    monkeypatch.chdir(tmp_path)
    served = {one.full_name: one for one in served_deployments(str(tmp_path / "store"))}
    assert {"build/build-hunts", "build/build-paper", "refresh/refresh-paper", "score/score"} <= set(served)
    assert not any("broken" in name or name == "refresh/refresh-hunts" for name in served)
    hunts = served["build/build-hunts"].schema["properties"]
    assert "corpus" not in hunts  # it harvests none
    _, change = hunts["advanced"]["anyOf"]
    assert change["properties"]["topics"]["default"] == "topics.json"
    boxes = served["score/score"].schema["properties"]["advanced"]["anyOf"]
    assert [box["title"] for box in boxes[1:]] == [one.title for one in registry.known_benchmarks().values()]


def test_it_is_built_and_scored_from_the_forms(mini: Mini, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from litgauge.flows.ui.build_forms import build_release
    from litgauge.flows.ui.score_forms import score_agent

    mini.build(TOPICS)
    (tmp_path / "configs" / "benchmarks").mkdir(parents=True)
    (tmp_path / "configs" / "benchmarks" / "hunts.yaml").write_text("kind: mini\n")
    monkeypatch.chdir(tmp_path)
    store = str(tmp_path / "store")
    built = build_release(config="hunts", storage=store, advanced={"topics": str(mini.folder / "topics.json")})
    assert (built["release"], built["new"]) == ("mini@1", False)
    with pytest.raises(ConfigError, match="topcs"):
        build_release(config="hunts", storage=store, advanced={"topcs": "x"})
    mini.score("finder")
    scored = score_agent(release="mini", agent="finder", reports=str(mini.folder / "finder"), storage=store)
    assert scored["scores"]["points"] == pytest.approx(MEANS["finder"])
