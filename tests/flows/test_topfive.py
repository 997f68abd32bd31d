"""The template that CONTRIBUTING.md starts a benchmark from is built out of the sample's surveys, and scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.tasks.benchmark import registry
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from tests.flows.test_cli import run
from tests.topfive.rows import TopTask, TopWork

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

CONFIG = """\
kind: topfive
harvest:
  source: local
  path: data/sample/surveys.jsonl
selection:
  submitted_after: 2020-01-01
  ask_model: false
"""


def test_it_is_built_and_scored(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(registry.VARIABLE, "tests.topfive.benchmark:TOPFIVE")
    monkeypatch.chdir(repository)
    config, store, answers = tmp_path / "topfive.yaml", str(tmp_path / "store"), tmp_path / "answers"
    config.write_text(CONFIG, encoding="utf-8")
    assert run(monkeypatch, "build", "topfive", "--config", str(config), "--storage", store) == 0
    release = load(Storage(store), "topfive")
    tasks, works = list(release.rows("tasks", TopTask)), list(release.rows("works", TopWork))
    assert len(works) == 5 * len(tasks)
    ordered = [[work.citations for work in works if work.survey_id == task.survey_id] for task in tasks]
    assert all(counts == sorted(counts, reverse=True) and counts[-1] >= 1 for counts in ordered)

    answers.mkdir()
    for task in tasks[1:]:
        top = [work.title for work in works if work.survey_id == task.survey_id]
        listed = [*top[:2], "A Work That Nobody Ever Wrote about Teapots"]
        (answers / f"{task.task_id}.md").write_text("\n".join(f"{n}. *{title}*" for n, title in enumerate(listed, 1)))
    capsys.readouterr()
    assert (
        run(monkeypatch, "score", "topfive", "--run", str(answers), "--agent", "two", "--storage", store, "--json") == 0
    )
    scored = json.loads(capsys.readouterr().out)
    assert scored["scores"]["recall"] == pytest.approx(0.4 * (len(tasks) - 1) / len(tasks))
    assert scored["counts"]["missing"] == 1
    assert run(monkeypatch, "leaderboard", "topfive", "--storage", store) == 0
    assert "Recall@5" in capsys.readouterr().out
