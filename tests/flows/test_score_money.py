"""A score run and its money: foreseen before the first paid call, written when it ends, gone on with by the next."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.configs import score_config
from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.base.errors import TooManyFailures
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import load_score_run
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.web import SCHOLARLY_PAGE
from tests.flows.live import KEY_ENV
from tests.judge.judges import data_in, ruling
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
FOLDER = Path(__file__).resolve().parents[2] / "data" / "sample"
QUESTIONS = ("supporting_passage", "statement_verdict", "joint_verdict", "uncited_facts", "fact_vote")


def scholarly(asked: Asked) -> Mapping[str, Any]:
    """What the rule says of a page."""
    return SCHOLARLY_PAGE.offline(data_in(asked.user)).model_dump()


ANSWERS = {**dict.fromkeys(QUESTIONS, ruling), "scholarly_page": scholarly}


def scored(server: OpenAIServer, store: Path, budget_usd: float | None, **more: Any) -> dict[str, Any]:
    """The careless agent by two models with a price each; one of them gives verdicts alone."""
    model = {
        "provider": "openai", "model": "gpt-6-luna", "base_url": server.url, "endpoint": "api.openai.com",
        "api_key_env": KEY_ENV, "parameters": {"max_output_tokens": 500}, "backoff_s": 0.01, "backoff_max_s": 0.1,
        **more.pop("model", {}),
    }  # fmt: skip
    other = model | {"model": "gpt-5.6-luna"}
    judge = {
        "model": model,
        "models": {"statement_verdict": other},
        "voters": [{"model": model, "votes": 2}],
        "facts": {"sample": 1},
        "budget_usd": budget_usd,
    }
    values = {"run": str(FOLDER / "agents" / "careless"), "agent": "careless", "pages": str(FOLDER / "pages")}
    config = score_config(REPORTBENCH, {**values, "judge": judge, **more})
    return score_reports(config=config, storage=str(store))


def test_a_run_that_the_budget_ends_is_written_and_gone_on_with(
    built: StoredRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    shutil.copytree(built.storage.url, tmp_path, dirs_exist_ok=True)
    with OpenAIServer(ANSWERS, model="*") as server:
        foreseen = scored(server, tmp_path, 0.02, forecast_only=True)["forecast"]
        assert server.log.requests == 0
        first = scored(server, tmp_path, 0.004)
        paid = server.log.replies
        second = scored(server, tmp_path, None)
        together = server.log.replies
        nothing = scored(server, tmp_path, None, forecast_only=True)["forecast"]
        assert server.log.requests == together

    whole = load_score_run(Storage(str(tmp_path)), second["run"])
    part = load_score_run(Storage(str(tmp_path)), first["run"])
    assert {(one["question"], one["model"]) for one in foreseen["questions"]} >= {
        ("supporting_passage", "gpt-6-luna"), ("statement_verdict", "gpt-5.6-luna"), ("fact_vote", "gpt-6-luna"),
    }  # fmt: skip
    spent = first["spent"]["usd"] + second["spent"]["usd"]  # this server's words are short, and half of them cached
    assert foreseen["usd_expected"] / 5 < spent < foreseen["usd_most"]
    assert (nothing["calls"], nothing["reports"]) == (0, 0)

    assert 0 < first["spent"]["usd"] <= 0.004
    assert first["counts"]["left_by_budget"] > 0
    assert any(pair.outcome != "judge-failed" for pair in part.rows["pairs"])
    assert all(not fact.votes or "failed" in fact.votes or fact.truth != "unscored" for fact in part.rows["facts"])
    left = [pair for pair in part.rows["pairs"] if pair.outcome == "judge-failed" and pair.question]
    assert all(pair.reason.startswith("budget: ") for pair in left)

    assert second["counts"]["left_by_budget"] == 0
    assert first["spent"]["calls"] == paid
    assert second["spent"]["calls"] == together - paid
    assert len(list(tmp_path.glob("replies/*/*.json"))) == together  # nothing was paid for twice
    assert {judge.model for judge in whole.run.judges} == {"gpt-6-luna", "gpt-5.6-luna"}
    assert {pair.model for pair in whole.rows["pairs"] if pair.passage} == {"gpt-5.6-luna"}
    assert {fact.truth for fact in whole.rows["facts"]} >= {"not-sampled"}
    assert json.loads(whole.run.settings)["judge"]["facts"]["sample"] == 1


@pytest.mark.slow
def test_a_judge_that_stops_answering_loses_no_run_and_what_was_invalid_is_asked_again(
    built: StoredRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    shutil.copytree(built.storage.url, tmp_path, dirs_exist_ok=True)
    state = {"down": True, "invalid": True}
    few = tmp_path / "few"  # of its eight reports
    few.mkdir()
    for report in sorted((FOLDER / "agents" / "careless").glob("*.json"))[::2]:
        shutil.copy(report, few)

    def passages(asked: Asked) -> Mapping[str, Any]:
        if state["down"] and server.log.replies > 20:
            raise ConnectionError("the server has gone")
        if state["invalid"] and len(data_in(asked.user)["statement"]) % 2:
            return {"quotes": [{"neither": "words"}]}
        return ruling(asked)

    with OpenAIServer({**ANSWERS, "supporting_passage": passages}, model="*") as server:
        with pytest.raises(TooManyFailures, match=r"of the last \d+ questions failed") as failure:
            scored(server, tmp_path, None, run=str(few), model={"retries": 1})
        first = load_score_run(Storage(str(tmp_path)), failure.value.where.removeprefix("score run "))
        state["down"] = False
        with pytest.raises(TooManyFailures, match="invalid-answer"):
            scored(server, tmp_path, None, run=str(few))
        paid = server.log.replies
        with pytest.raises(TooManyFailures, match="--ask-again"):
            scored(server, tmp_path, None, run=str(few))
        assert server.log.replies == paid  # invalid replies are stored
        state["invalid"] = False
        healed = scored(server, tmp_path, None, run=str(few), ask_again=True)
        paid = server.log.replies
        again = scored(server, tmp_path, None, run=str(few))
        assert server.log.replies == paid  # what was asked anew is found without being asked for

    recall = {row.task_id: row.value for row in first.rows["scores"] if row.metric == "recall"}
    assert first.run.counts["pairs_unscored"] > 0
    assert any(recall.values())
    assert healed["counts"]["pairs_unscored"] == again["counts"]["pairs_unscored"] == 0
    assert healed["scores"] == again["scores"]
