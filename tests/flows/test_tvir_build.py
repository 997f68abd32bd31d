"""TVIR's tasks from topics to a release: drafts, experts' sheets, checklists; and what is computed again."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.benchmarks.tvir.rows import ChecklistItem, Draft, ReviewVote
from litgauge.tasks.benchmarks.tvir.settings import ASPECTS
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.offline.report_tasks import drafted_task
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify
from tests.flows.live import KEY_ENV
from tests.flows.test_cli import run
from tests.judge.judges import data_in
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

CONFIG = "kind: tvir\ntopics: {topics}\nreview: {{unreviewed: wait, folder: {folder}}}\n"
TOPICS = (
    "id,topic,domain,language,level,date\n"
    "owls,owl boxes,Environment & Energy,en,low,2026-01-15\n"
    "gulls,gulls in harbours,Law & Policy,en,medium,2026-01-15\n"
)


@pytest.fixture
def tvir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The command line on a storage of its own: a command's output."""
    (tmp_path / "topics.csv").write_text(TOPICS)

    def command(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        found = run(monkeypatch, *words, "--storage", str(tmp_path / "store"))
        printed = capsys.readouterr()
        assert found == code, printed
        return printed.out + (printed.err if code else "")

    return command


def config(folder: Path, review: str = "null") -> str:
    file = folder / "tvir.yaml"
    file.write_text(CONFIG.format(topics=folder / "topics.csv", folder=review))
    return str(file)


def fill(file: Path, cells: Mapping[str, Mapping[str, str]]) -> None:
    """Fill in an expert's sheet: yes everywhere, but for these cells of single drafts."""
    rows = list(csv.DictReader(file.read_text("utf-8-sig").splitlines(keepends=True)))
    for row in rows:
        row.update({**dict.fromkeys(ASPECTS, "yes"), **cells.get(row["draft_id"], {})})
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_from_topics_to_reviewed_tasks(tvir: Callable[..., str], tmp_path: Path) -> None:
    first = json.loads(tvir("build", "tvir", "--config", config(tmp_path), "--json"))
    assert (first["release"], set(first["waiting"])) == ("", {"owls", "gulls"})
    assert "2 items wait for a review" in tvir("build", "tvir", "--config", config(tmp_path))

    sheets = tmp_path / "review"
    experts = [word for name in ("ann", "bob", "eve") for word in ("--expert", name)]
    assert "2 drafts" in tvir("tvir", "review", "--out", str(sheets), *experts)
    tvir("tvir", "review", "--out", str(sheets), *experts, code=2)  # nobody's work is overwritten
    revised = "As a harbour master, I need a report on gulls in 2026. Plot a bar chart of nests, and show a photograph."
    fill(sheets / "ann.csv", {"gulls-1": {"facts": "no", "reason": "Nests are not counted.", "revised": revised}})
    fill(sheets / "bob.csv", {"gulls-1": {"facts": "no"}})
    fill(sheets / "eve.csv", {})
    read = json.loads(tvir("tvir", "review", "--read", str(sheets), "--json"))
    assert (read["drafts"]["owls-1"], read["drafts"]["gulls-1"], read["revisions"]) == ("accepted", "refused", 1)

    one = json.loads(tvir("build", "tvir", "--config", config(tmp_path, str(sheets)), "--json"))
    assert (one["release"], list(one["waiting"])) == ("tvir@1", ["gulls"])
    assert "1 drafts" in tvir("tvir", "review", "--read", str(sheets), "--out", str(sheets / "second"), *experts)
    for name in ("ann", "bob"):
        fill(sheets / "second" / f"{name}.csv", {})
    two = json.loads(tvir("build", "tvir", "--config", config(tmp_path, str(sheets)), "--json"))
    assert (two["release"], two["waiting"]) == ("tvir@2", {})
    assert "nothing changed: still tvir@2" in tvir("build", "tvir", "--config", config(tmp_path, str(sheets)))

    storage = Storage(str(tmp_path / "store"))
    assert verify(storage, "tvir@2") == []
    release = load(storage, "tvir")
    rows: Any = release.benchmark.load(release)
    tasks = {task.task_id: task for task in rows.tasks}
    assert tasks["gulls"].prompt == revised
    for item in release.rows("checklist", ChecklistItem):
        assert item.quote in tasks[item.task_id].prompt
    drafts = {draft.draft_id: draft for draft in release.rows("drafts", Draft)}
    assert {draft.parent for draft in drafts.values()} == {"", "gulls-1"}
    assert {vote.reason for vote in release.rows("reviews", ReviewVote) if not vote.accepted} >= {
        "Nests are not counted."
    }


def drafted(asked: Asked) -> dict[str, Any]:
    """A model that forgets the role, the figures and the years until it is told."""
    inputs = data_in(asked.user)
    told = "role" in inputs["fault"]
    text = (
        drafted_task(inputs["topic"], "en", inputs["level"], 2026)[0] if told else f"Say all about {inputs['topic']}."
    )
    return {"task": text, "functions": ["status"]}


def listed(asked: Asked) -> dict[str, Any]:
    """A model that quotes what the task does not say until it is told; of gulls always."""
    inputs = data_in(asked.user)
    told = "does not have the words" in inputs["fault"] and "gulls" not in inputs["task"]
    quote = inputs["task"][:60] if told else "words that nobody wrote"
    return {"items": [{"section": "All", "question": "Is it there?", "quote": quote, "visual": False}]}


def test_a_model_is_told_what_was_wrong_and_a_task_without_checklist_is_left_out(
    tvir: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    file = tmp_path / "tvir.yaml"
    file.write_text(
        f"kind: tvir\ntopics: {tmp_path / 'topics.csv'}\nreview: {{unreviewed: include}}\nmax_failed_share: 0.5\n"
    )
    with OpenAIServer({"tvir_task_draft": drafted, "tvir_checklist": listed}, schemas="ignored") as server:
        settings = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        (tmp_path / "model.yaml").write_text(json.dumps(settings))
        words = ("build", "tvir", "--config", str(file), "--model", str(tmp_path / "model.yaml"), "--json")
        built = json.loads(tvir(*words))
        asked = server.log.requests
        assert (built["release"], built["tables"]["tasks"], built["caution"]) == ("tvir@1", 1, "")
        assert built["tables"]["drafts"] == 2
        assert json.loads(tvir(*words))["new"] is False
        assert server.log.requests == asked  # replies are stored, also those that were refused
    (draft, *_) = load(Storage(str(tmp_path / "store")), "tvir").rows("drafts", Draft)
    assert (draft.faults, draft.question, draft.model) == ((), "tvir_task_draft@1", server.model)


def test_a_build_without_usable_topics_says_where(tvir: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "topics.csv").write_text(TOPICS.replace("en,low", "fr,low"))
    assert "topics.csv:2, language" in tvir("build", "tvir", "--config", config(tmp_path), code=2)
    assert "no build of this name" in tvir("tvir", "review", "--out", str(tmp_path / "x"), code=2)
