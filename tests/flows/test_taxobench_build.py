"""TaxoBench built from the sample's LaTeX surveys with a model on loopback: trees, a review, a release, a score."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.tasks.base.shipped_files import CONFIGS
from litgauge.tasks.benchmarks.taxobench.build.review.form import FORM
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from tests.flows.live import KEY_ENV
from tests.flows.test_taxobench import Taxo
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "taxobench"


def summary(asked: Asked) -> dict[str, Any]:
    """A model that copies the title letter by letter."""
    title = next(line for line in asked.user.split("\n") if "Title: " in line).partition("Title: ")[2].strip()
    return {"items": [{"kind": "method", "name": "What it is", "said": f"It is about {title}.", "span": title}]}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.setenv(KEY_ENV, KEY)
    answers = {
        "paper_summary": summary,
        "paper_core_task": lambda _: {"phrase": "doing one thing that nobody did"},
        "paper_contributions": lambda _: {"items": []},
    }
    with OpenAIServer(answers) as server:
        yield server


@pytest.fixture
def taxo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Taxo:
    return Taxo(tmp_path, monkeypatch, capsys)


def config(to: Path, server: OpenAIServer, **review: str) -> str:
    """The sample's config with a model on loopback."""
    values = yaml.safe_load((CONFIGS / "benchmarks" / "taxobench-sample.yaml").read_text(encoding="utf-8"))
    for part in ("harvest", "papers"):
        values[part]["path"] = str(CONFIGS.parent / values[part]["path"])
    model = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
    path = to / "config.yaml"
    path.write_text(yaml.safe_dump({**values, "review": review, "model": model}), encoding="utf-8")
    return str(path)


def outline(tree: Any) -> list[str]:
    return list(tree.lines())


def published(node: dict[str, Any], depth: int = 0) -> Iterator[str]:
    yield f"{'  ' * depth}- {node['name']}"
    yield from (f"{'  ' * (depth + 1)}* {title}" for title in node.get("papers", ()))
    for child in node.get("subtopics", ()):
        yield from published(child, depth + 1)


def test_nothing_is_released_before_three_experts_accept_it(taxo: Taxo, model: OpenAIServer) -> None:
    waiting = config(taxo.folder, model, unreviewed="leave-out")
    first = taxo.json("build", "taxobench", "--config", waiting)
    assert (first["release"], len(first["waiting"])) == ("", 3)
    assert model.log.requests == 0
    assert "3 items wait for a review" in taxo("build", "taxobench", "--config", waiting)
    assert taxo.json("releases") == []

    review = taxo.folder / "review"
    taxo("taxobench", "review", "taxobench-sample", "--out", str(review))
    for form in review.glob(f"expert-*/*/{FORM}"):
        text = form.read_text(encoding="utf-8").replace("done: false", "done: true")
        form.write_text(text.replace("verdict: open", "verdict: accept"), encoding="utf-8")
    read = taxo.json("taxobench", "review", "--read", str(review))
    assert (len(read["accepted"]), read["agreement"]["alike"]) == (3, 1.0)

    reviewed = config(taxo.folder, model, folder=str(review))
    release = taxo.json("build", "taxobench", "--config", reviewed)
    rows = load_release_rows(load(Storage(str(taxo.folder / "store")), release["release"]))
    expected = [json.loads(line) for line in (SAMPLE / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {survey.origin for survey in rows.surveys.values()} == {"reviewed"}
    assert sorted(map(outline, rows.trees.values())) == sorted(list(published(one["gt"])) for one in expected)

    drawn = [row for own in rows.inputs.values() for row in own]
    kinds = {(row.part, row.kind, bool(row.said)) for row in drawn}
    assert kinds == {
        ("summary", "method", True),
        ("core-task", "core-task", True),
        ("contributions", "none", False),
        ("summary", "none", False),  # of papers of which only the title is known
        ("core-task", "none", False),
    }
    asked = model.log.requests
    again = taxo.json("build", "taxobench", "--config", reviewed)
    assert (again["release"], again["new"], model.log.requests) == (release["release"], False, asked)


def test_unreviewed_trees_are_named_so_on_card_board_and_page(taxo: Taxo, model: OpenAIServer) -> None:
    told = taxo("build", "taxobench", "--config", config(taxo.folder, model, unreviewed="include"), "--name", "try")
    assert "UNREVIEWED: 3 of the 3" in told
    assert "UNREVIEWED" in (taxo.folder / "store" / "releases" / "try" / "1" / "README.md").read_text(encoding="utf-8")
    assert "3 of the taxonomies" in taxo("show", "try")
    answers = taxo.folder / "answers"
    answers.mkdir()
    (answers / "local-music-bottom-up.md").write_text(
        "- Music\n  - Beats\n    - Beats in Free Rubato\n", encoding="utf-8"
    )
    taxo("score", "try", "--run", str(answers), "--agent", "one")
    assert "UNREVIEWED" in taxo("leaderboard", "try")
    assert all(row["caution"] for row in taxo.json("leaderboard", "try"))
    page = taxo.folder / "report.html"
    taxo("report", "try", "--out", str(page))
    assert "UNREVIEWED" in page.read_text(encoding="utf-8")
