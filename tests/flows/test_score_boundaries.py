"""Scoring with boundaries drawn by a model that fails, invents and rewords: nothing is added, nothing lost."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import list_score_runs, load_score_run
from litgauge.tasks.records import StatementLink
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.reports import read_report
from tests.flows.test_score import config_of
from tests.llm.openai_server import KEY, MODEL, Faults, OpenAIServer
from tests.llm.questions import KEY_ENV, settings_for
from tests.reports.splitting import misbehaving

pytestmark = [pytest.mark.slow, pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
ANSWERS: dict[str, Any] = {
    "report_statements": misbehaving,
    "scholarly_page": lambda _: {"reason": "It looks like one.", "is_scholarly": True, "title": ""},
    "supporting_passage": lambda _: {"quotes": []},
    "uncited_facts": lambda _: {"facts": []},
}


def test_a_model_draws_boundaries_in_a_whole_score_run(
    built: StoredRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    store = tmp_path / "store"
    shutil.copytree(built.storage.url, store)
    with OpenAIServer(ANSWERS, faults=Faults(0.3, kinds=("rate-limit", "server-error", "dropped", "prose"))) as server:
        model = settings_for(server).model_dump(mode="json")
        config = config_of("careful", facts=False, boundaries=True, judge={"model": model})
        score_reports(config=config, storage=str(store))
    run = load_score_run(Storage(str(store)), list_score_runs(Storage(str(store)), agent="careful")[0])
    texts = {report.report_id: report for report in run.rows["reports"]}
    assert server.log.faults.total() > 0
    assert any(row.origin == MODEL for row in run.rows["statements"]), "the model's boundaries are taken over"
    for row in run.rows["statements"]:
        said = texts[row.report_id].text[row.start : row.end]
        assert said == said.strip() != ""
        assert "All sources agree" not in said
    by_rules = Counter(place(link) for report in texts.values() for link in read_report(report).links)
    assert Counter(place(link) for link in run.rows["links"]) == by_rules, "no citation is added or lost"


def place(link: StatementLink) -> tuple[str, int, str]:
    return link.report_id, link.start, link.label
