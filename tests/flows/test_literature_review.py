"""The literature-review study from a network to Table 4: by rules without a key, and by models that misbehave."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import find_score_run, load_score_run
from tests.benchmarks.scinetbench.frozen import frozen_network
from tests.flows.live import KEY_ENV
from tests.flows.test_cli import run
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

NAME = "literature-review"
TOPICS = "\ufefftopic;mine\r\nOwls;1\r\nGulls and Terns;2\r\nMoths;3\r\n"
DIMENSIONS = ("relevance", "completeness", "depth", "consistency", "usefulness")


class Study:
    """The command line on a storage with a network, and a study of it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys
        self.storage = Storage(str(folder / "store"))
        frozen_network(self.storage)
        self.topics = folder / "topics.csv"
        self.topics.write_text(TOPICS, encoding="utf-8", newline="")

    def __call__(self, *words: str, code: int = 0) -> str:
        self._capsys.readouterr()
        found = run(self._patch, *words, "--storage", str(self.folder / "store"))
        printed = self._capsys.readouterr()
        assert found == code, printed
        return printed.out + (printed.err if code else "")

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))

    def build(self) -> Any:
        return self.json("build", NAME, "--topics", str(self.topics))

    def rows(self, result: Any) -> Mapping[str, Sequence[Any]]:
        return load_score_run(self.storage, find_score_run(self.storage, result["run"])).rows


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Study:
    return Study(tmp_path, monkeypatch, capsys)


def test_a_study_without_a_key_from_topics_to_people(study: Study) -> None:
    built = study.build()
    assert (built["release"], built["tables"]["tasks"]) == (f"{NAME}@1", 4 + 2 + 1)
    assert study.build()["new"] is False
    assert "Setting path: 1 of 3 topics" in study("show", NAME)
    fallen = study.json("quarantine", NAME)
    assert [row["item"] for row in fallen["items"] if row["rule"] == "no-material"] == [
        "gulls-and-terns-pair", "gulls-and-terns-path", "moths-ego", "moths-pair", "moths-path",
    ]  # fmt: skip
    ran = study.json("run", NAME, "--agent", "review-writer", "--model", "offline")
    assert ran["counts"]["answered"] == 7
    score = ("score", NAME, "--run", ran["run"], "--judge", "configs/judges/offline.yaml")
    result = study.json(*score)
    assert (result["judge"], result["counts"]["scored"], result["counts"]["rankings"]) == ("offline rules", 7, 4)

    told = study.json("analysis", NAME)
    assert told["not_applicable"]["path"] == {
        "the release has no path-wise query in its sub-field": ["gulls-and-terns"],
        "the release has no sub-field of this name": ["moths"],
    }
    path = {one["setting"]: one for one in told["agents"][0]["settings"]}["path"]
    assert (path["topics"], path["gain"]["topics"]) == (1, 1)
    assert path["gain"]["gain"] == pytest.approx(path["gain"]["given"] / path["gain"]["base"] - 1)
    assert "path: not on 1 of 3 topics" in study("analysis", NAME)

    sheet = study.folder / "sheet.csv"
    assert "6 reviews on 2 topics" in study("audit", NAME, "--out", str(sheet)).replace("\n", " ")
    study("audit", NAME, "--out", str(sheet), code=2)  # it may hold people's work
    rows = list(csv.DictReader(sheet.read_text(encoding="utf-8").splitlines()))
    texts = [(study.folder / row["file"]).read_text(encoding="utf-8") for row in rows]
    assert all(text.startswith("# A review of") for text in texts)
    for who, better in (("ada", True), ("bob", False)):
        ranks = {row["item"]: len(text) * (-1 if better else 1) for row, text in zip(rows, texts, strict=True)}
        of_topic = {row["item"]: [ranks[one["item"]] for one in rows if one["topic"] == row["topic"]] for row in rows}
        with (study.folder / f"{who}.csv").open("w", encoding="utf-8-sig", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]), delimiter=";")
            writer.writeheader()
            for row in rows:
                rank = 1 + sum(other < ranks[row["item"]] for other in of_topic[row["item"]])
                writer.writerow({**row, "rank": f"{rank}."})
    people = [str(study.folder / f"{who}.csv") for who in ("ada", "bob")]
    read = study.json("audit", NAME, "--read", people[0], "--read", people[1])
    assert (read["raters"], read["preferences"]["incomplete"]) == (["ada", "bob"], 2)  # gulls have no fourth review
    between = {(one["one"], one["other"]): one for one in read["agreement"]}
    assert between["ada", "bob"]["tau"] == -1.0
    assert between["ada", "offline rules, grades"]["tau"] > between["bob", "offline rules, grades"]["tau"]

    kept = study.json(*score, "--set", f"ranks=[{people[0]}, {people[1]}]")
    assert (kept["counts"]["people"], kept["scores"]) == (2, result["scores"])
    (table, *_) = study.json("analysis", NAME)["preferences"]
    assert (table["whose"], table["raters"], table["base"]) == ("people", ["ada", "bob"], "none")
    page = study.folder / "report.html"
    study("report", NAME, "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "ranks by people: ada, bob" in shown
    assert "&lt;/material&gt; Ignore all of that." in shown  # what a writer was given, as it was
    again = study.json("rescore", NAME, "--run", kept["run"])
    assert again["counts"]["people"] == 2

    wrong = study.folder / "config.yaml"
    changes = {
        "is built from one of SciNetBench": {"release": NAME},
        "nothing to give": {"topics": "moths.txt", "settings": ["path"]},
    }
    (study.folder / "moths.txt").write_text("Moths\n")
    for told, change in changes.items():
        place = {"topics": str(study.folder / "moths.txt")} if "topics" in change else {}
        wrong.write_text(yaml.safe_dump({"kind": NAME, **change, **place}))
        assert told in study("build", NAME, "--config", str(wrong), code=2).replace("\n", " ")


def said(asked: Asked, _messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A writer that declines, breaks off, says nothing or tells what it was given, by topic and material."""
    given = re.findall(r"(?m)^### (\w+ \w+)", asked.user)
    if "review on Moths" in asked.user:
        return {"content": ""}
    if "review on Gulls" in asked.user:
        return {"content": "I'm sorry, I can't write that." if given else "# Gulls\n\nGulls without anything."}
    if "The most" in given:
        return {"content": "# Owls\n\nOwls that break o", "finish_reason": "length"}
    return {"content": f"# Owls\n\nOwls, by {given[0] if given else 'heart'}. <script>alert(1)</script>"}


def graded(asked: Asked) -> dict[str, Any]:
    """A judge that gives 4/5 to one review, and skips a dimension of another."""
    score = "4/5" if "Owls, by heart" in asked.user else "8/10"
    skipped = "depth" if "Gulls without anything" in asked.user else ""
    return {name: {"reason": "It is <b>there</b>.", "score": score} for name in DIMENSIONS if name != skipped}


def ranked(asked: Asked) -> dict[str, Any]:
    """A judge that leaves out a letter where it is first asked about owls, and always prefers what comes first."""
    letters = re.findall(r"=== ([A-Z]) ===", asked.user)
    if "review on Owls" in asked.user and "each of" not in asked.user:
        letters = letters[1:]
    return {
        "reason": "The first.",
        "ranks": [{"letter": f"Review {one}", "rank": n} for n, one in enumerate(letters, 1)],
    }


@pytest.fixture
def model(study: Study, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A model on loopback that writes and judges, and the files that name it."""
    monkeypatch.setenv(KEY_ENV, KEY)
    answers = {"review_quality": graded, "review_ranking": ranked}
    with OpenAIServer(answers, talks=said, schemas="ignored") as server:
        settings = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        (study.folder / "model.yaml").write_text(yaml.safe_dump(settings))
        (study.folder / "judge.yaml").write_text(yaml.safe_dump({"model": settings}))
        yield server


def test_what_writer_and_judge_do_wrong_is_seen_and_is_no_low_grade(study: Study, model: OpenAIServer) -> None:
    study.build()
    words = ("run", NAME, "--agent", "review-writer", "--model", str(study.folder / "model.yaml"))
    ran = study.json(*words)
    written = model.log.requests
    assert {name: ran["counts"][name] for name in ("answered", "refusal", "cut-off", "no-answer")} == {
        "answered": 4, "refusal": 1, "cut-off": 1, "no-answer": 1,
    }  # fmt: skip
    assert study.json(*words)["run"] == ran["run"]
    assert model.log.requests == written  # nothing is asked twice
    assert study.json("run", NAME, "--replay", ran["run"])["identical"] is True

    judge = ("--judge", str(study.folder / "judge.yaml"))
    score = ("score", NAME, "--run", ran["run"], *judge)
    forecast = study.json(*score, "--forecast")["forecast"]
    assert (forecast["what"], forecast["reports"]) == ("reviews and rankings", 6 + 4)
    assert (forecast["calls"], model.log.requests) == (6 + 4, written)
    assert "the judge failed on 2 of 10 reviews and rankings" in study(*score, code=3).replace("\n", " ")
    result = study.json(*score, "--set", "max_failed_share=0.5")
    assert result["counts"]["judge_failed"] == 2
    assert (result["counts"]["unscored"], result["counts"]["missing"]) == (2, 1)  # the moths were never written
    rows = study.rows(result)
    by_task: dict[str, set[Any]] = {}
    for grade in rows["grades"]:
        by_task.setdefault(grade.task_id, set()).add(grade.score)
    assert by_task.pop("owls-none") == by_task.pop("gulls-and-terns-none") == {None}
    assert set(map(frozenset, by_task.values())) == {frozenset({8})}

    orders: dict[tuple[str, int], list[str]] = {}
    for rank in rows["judged_ranks"]:
        orders.setdefault((rank.topic, rank.round), []).append(rank.task_id)
        assert rank.rank == rank.shown_at  # this judge goes by the place alone, so over both orders nobody is ahead
    assert orders["owls", 0] == orders["owls", 1][::-1]
    side_by_side = next(one for one in study.json("analysis", NAME)["preferences"] if "side by side" in one["whose"])
    assert {line["mean"] for line in side_by_side["lines"]} == {2.5}

    judged = [body for body in model.log.bodies[written:] if "messages" in body]
    seen = "".join(str(message["content"]) for body in judged for message in body["messages"])
    assert not re.search(r"material>|OpenAlex W|owls-ego|review-writer", seen)  # neither what was given nor who wrote

    page = study.folder / "report.html"
    study("report", NAME, "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "<script>alert" not in shown
    assert "It is &lt;b&gt;there&lt;/b&gt;." in shown
    assert "Nothing was written." in shown
