"""SciNetBench through everything that litgauge does with a benchmark: a snapshot of OpenAlex to report, and back."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.benchmarks.scinetbench.snapshots import row, write_lines, write_manifest
from tests.flows.live import KEY_ENV
from tests.flows.test_cli import run
from tests.llm.openai_server import KEY, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

SUB_FIELDS = {"Birds": [{"name": "Owls", "phrases": ["owl"]}, {"name": "Gulls", "phrases": ["gull"]}]}
DAY, LATER = "updated_date=2026-01-02", "updated_date=2026-02-02"


def owls() -> list[dict[str, Any]]:
    """Works of ten years, each of which cites some of those before it; every third one is about gulls."""
    rows = []
    for number in range(1, 61):
        kind = "Gulls" if number % 3 == 0 else "Owls"
        cited = [other for other in range(1, number) if (number * 7 + other * 5) % 4 == 0]
        rows.append(
            row(number, cited, 2000 + number // 6, title=f"{kind} of the {number}th kind", venue=1 + number % 5)
        )
    return rows


class SciNet:
    """The command line on a storage of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys
        self.snapshot = folder / "snapshot"

    def __call__(self, *words: str, code: int = 0) -> str:
        self._capsys.readouterr()
        found = run(self._patch, *words, "--storage", str(self.folder / "store"))
        printed = self._capsys.readouterr()
        assert found == code, printed
        return printed.out + (printed.err if code else "")

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))

    def config(self, **changes: Any) -> str:
        names = self.folder / "sub_fields.yaml"
        names.write_text(yaml.safe_dump(SUB_FIELDS))
        values = {
            "kind": "scinetbench",
            "snapshot": {"path": str(self.snapshot)},
            "measures": {"min_references": 2, "min_citations": 2},
            "sub_fields": {"path": str(names), "min_works": 5},
            "queries": {"wanted": 10, "min_citers": 3, "emerging_since": 2007, "path_wise": 4, "pair_wise": 6},
            **changes,
        }
        path = self.folder / "config.yaml"
        path.write_text(yaml.safe_dump(values))
        return str(path)

    def build(self, **changes: Any) -> Any:
        return self.json("build", "scinetbench", "--config", self.config(**changes))

    def release(self, name: str = "scinetbench") -> Any:
        from litgauge.tasks.benchmarks.scinetbench.release import load_release_rows
        from litgauge.tasks.engine.storage import Storage
        from litgauge.tasks.releases.release import load

        return load_release_rows(load(Storage(str(self.folder / "store")), name))

    def score(self, agent: str, answers: dict[str, str], *words: str) -> Any:
        folder = self.folder / agent
        folder.mkdir()
        for name, text in answers.items():
            (folder / name).write_text(text, encoding="utf-8")
        return self.json("score", "scinetbench", "--run", str(folder), "--agent", agent, *words)


@pytest.fixture
def scinet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> SciNet:
    made = SciNet(tmp_path, monkeypatch, capsys)
    merged = made.snapshot / "data/merged_ids/works/2026-01-02.csv"
    merged.parent.mkdir(parents=True)
    merged.write_text("merge_date,id,merge_into_id\n2026-01-02,W900,W1\n", encoding="utf-8")
    write_lines(made.snapshot / f"data/works/{DAY}/part_000.gz", owls())
    return made


@pytest.fixture(scope="module")
def built_once() -> list[Path]:
    """The storage of the first build of this module, which others copy."""
    return []


@pytest.fixture
def a_release(scinet: SciNet, built_once: list[Path], tmp_path_factory: pytest.TempPathFactory) -> None:
    """The release of the snapshot, in the storage of `scinet`."""
    if not built_once:
        scinet.build()
        built_once.append(shutil.copytree(scinet.folder / "store", tmp_path_factory.mktemp("scinet") / "store"))
    else:
        shutil.copytree(built_once[0], scinet.folder / "store")


def test_a_snapshot_becomes_queries_and_their_answers_are_scored(scinet: SciNet) -> None:
    built = scinet.build()
    assert (built["release"], built["new"]) == ("scinetbench@1", True)
    assert built["tables"]["works"] == 60
    release = scinet.release()
    assert {task.kind for task in release.tasks} == {"ego-centric", "pair-wise", "path-wise"}
    assert scinet.build()["new"] is False
    assert scinet.json("verify", "scinetbench@1")["intact"] is True
    assert "Path-wise queries" in scinet("show", "scinetbench")

    tasks = scinet.folder / "tasks"
    scinet("tasks", "scinetbench", "--out", str(tasks))
    assert len(list(tasks.glob("*.md"))) == len(release.tasks)

    titles = dict(zip(release.works["work"].to_pylist(), release.works["title"].to_pylist(), strict=True))
    perfect = {
        task: [{"title": titles[one.work], "rank": one.rank} for one in rows] for task, rows in release.truth.items()
    }
    paths = {task.task_id for task in release.tasks if task.kind == "path-wise"}
    pairs = [task for task in release.tasks if task.kind == "pair-wise"]
    asked = [f"{task.task_id},1,No such work at all,\n{task.task_id},2,,W{task.subject}" for task in pairs]
    answers = {
        "lists.json": json.dumps({task: rows for task, rows in perfect.items() if task not in paths}),
        "pairs.csv": "\n".join(["task_id,rank,title,openalex", *asked]),
    }
    for task in paths:
        rows = reversed(release.truth[task])
        answers[f"{task}.md"] = "\n".join(f"{one.rank}. {titles[one.work]}" for one in rows)
    scored = scinet.score("perfect", answers, "--judge", "configs/judges/offline.yaml")
    assert scored["scores"]["disruption_recall"] == 1
    assert (scored["scores"]["consistency"], scored["scores"]["connectivity"]) == (1, 1)
    assert scored["scores"]["cite_acc"] == 0
    assert scored["scores"]["rationality"] is not None
    assert scored["counts"]["works_invented"] == len(pairs)
    assert scored["counts"]["missing"] == 0

    other = scinet.score("lazy", {f"{next(iter(paths))}.json": "[]"})
    assert other["counts"]["missing"] == len(paths)
    assert other["scores"]["consistency"] == 0
    assert other["scores"]["disruption_sos"] is None  # it took no part in those
    board = scinet.json("leaderboard", "scinetbench")
    assert {line["agent"] for line in board} == {"perfect", "lazy"}
    page = scinet.folder / "report.html"
    scinet("report", "scinetbench", "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "Consistency" in shown
    assert not re.search(r'scope="colgroup">Table 3: paths</th><td', shown)  # a pair has no empty cells of paths
    assert "True paths that take all the steps they may" in shown


@pytest.mark.usefixtures("a_release")
def test_what_a_judge_will_cost_is_said_and_what_it_fails_on_is_no_low_grade(
    scinet: SciNet, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = scinet.release()
    wanted = [task for task in release.tasks if task.relation in ("lineage", "novel")]
    works = {one.task_id: [{"id": f"W{row.work}"} for row in release.truth[one.task_id]] for one in wanted}
    novel = {work["id"] for one in wanted if one.relation == "novel" for work in works[one.task_id]}
    paths = sum(one.relation == "lineage" for one in wanted)
    asked = len(novel) + paths
    monkeypatch.setenv(KEY_ENV, KEY)
    answers = {
        "work_novelty": lambda _asked: {"reason": "New.", "score": 7},
        "path_rationality": lambda _asked: {"reason": "So so.", "score": "?"},
    }
    with OpenAIServer(answers, schemas="ignored") as server:
        settings = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        judge = scinet.folder / "judge.yaml"
        judge.write_text(yaml.safe_dump({"model": settings}))

        told = scinet.score("a", {"a.json": json.dumps(works)}, "--judge", str(judge), "--forecast")["forecast"]
        assert (told["reports"], told["what"], told["calls"], server.log.requests) == (
            asked,
            "works and paths",
            asked,
            0,
        )
        allowed = ("--set", "max_failed_share=0.9", "--agent", "a", "--run", str(scinet.folder / "a"))
        run = scinet.json("score", "scinetbench", *allowed, "--judge", str(judge))
        assert (run["scores"]["novelty_llm"], run["scores"]["rationality"]) == (7, None)
        strict = ("score", "scinetbench", "--agent", "a", "--run", str(scinet.folder / "a"), "--judge", str(judge))
        failed = scinet(*strict, "--set", "max_failed_share=0", code=3)
        assert f"the judge failed on {paths} of {asked} works and paths" in failed.replace("\n", " ")


def latex(number: int, *said: str) -> str:
    """A source that says something of owls, each of which it cites by its DOI."""
    named = "\\bibitem{{k{0}}} A. Owl{0}. Owls of the {0}th kind. doi:10.1000/{0}."
    items = "\n".join(named.format(one) for one in range(1, 9))
    body = "\n\n".join(said)
    return (
        f"\\documentclass{{article}}\\title{{Owls of the {number}th kind}}\\begin{{document}}{body}"
        f"\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}\\end{{document}}"
    )


def test_texts_tell_the_spirit_and_reviewers_have_the_last_word(scinet: SciNet) -> None:
    texts = scinet.folder / "texts"
    texts.mkdir()
    said = r"We build on the elegant method of \cite{k1}. Yet \cite{k2} fails and is inaccurate.", r"See \cite{k4}."
    (texts / "W50.tex").write_text(latex(50, *said), encoding="utf-8")
    (texts / "notes.xml").write_text("<TEI", encoding="utf-8")
    changed = {"texts": {"path": str(texts)}, "max_failed_share": 0.5}
    built = scinet.build(**changed)
    release = scinet.release()
    told = [(one.citing, one.cited, one.paragraph, one.sentiment) for one in release.mentions]
    assert told == [(50, 1, 0, "positive"), (50, 2, 0, "negative"), (50, 4, 1, "neutral")]
    assert built["tables"]["mentions"] == 3

    review = scinet.folder / "review"
    scinet("queries", "scinetbench", "--out", str(review))
    scinet("queries", "scinetbench", "--out", str(review), code=2)  # it may hold people's work
    rows = list(csv.DictReader((review / "pair-wise.csv").read_text(encoding="utf-8-sig").splitlines()))
    dropped, reworded = rows[0]["task_id"], rows[1]["task_id"]
    (review / "pair-wise.csv").write_text(
        f"task_id,label_1,label_2,reworded\n{dropped},no,no,\n{reworded},yes,no,Who cites it?\n", encoding="utf-8"
    )
    (review / "sub-fields.csv").write_text(
        "sub_field,work,by_rule,label_1,label_2\nowls,W59,owl,no,\nowls,57,no,yes,yes\ngulls,W60,gull,yes,no\n",
        encoding="utf-8",
    )
    scinet.build(**changed, review=str(review))
    after = scinet.release()
    assert dropped not in after.task
    assert (after.task[reworded].prompt, after.task[reworded].reviewed) == ("Who cites it?", False)  # two disagree
    members = {(row["sub_field"], row["work"]): row["by"] for row in after.members.to_pylist()}
    assert ("owls", 59) not in members
    assert (members["owls", 57], members["gulls", 60]) == ("review", "gull")
    assert after.facts["agreement of rule and reviewers on sub-fields"].startswith("0 of 2")
    assert "Reviewed sub-fields" in scinet("show", "scinetbench")
    from litgauge.tasks.benchmarks.scinetbench.people import NOTHING, read_review

    books = scinet.folder / "books"
    scinet("queries", "scinetbench", "--out", str(books), "--xlsx")
    assert {path.suffix for path in books.iterdir()} == {".xlsx"}
    assert read_review(books) == NOTHING
    (review / "sub-fields.csv").write_text("sub_field,work,label_1\nowls,W1,maybe\n", encoding="utf-8")
    assert "maybe" in scinet("build", "scinetbench", "--config", scinet.config(review=str(review)), code=2)


@pytest.mark.usefixtures("a_release")
def test_a_newer_snapshot_adds_its_files(scinet: SciNet) -> None:
    first = scinet.release().facts["digest"]
    write_lines(scinet.snapshot / f"data/works/{LATER}/part_000.gz", [row(61, range(1, 30), 2011, title="Owls anew")])
    told = scinet("build", "scinetbench", "--config", scinet.config())
    assert "scinetbench@2" in told
    release = scinet.release()
    assert (release.works.num_rows, release.facts["digest"] != first) == (61, True)
    diff = scinet.json("diff", "scinetbench@1", "scinetbench@2")
    assert any(change["table"] == "works" and change["change"] == "came" for change in diff["changes"])


def test_a_snapshot_that_is_not_whole_is_no_network(scinet: SciNet) -> None:
    folder = scinet.snapshot / "data/works"
    write_manifest(folder, [f"{DAY}/part_000.gz", f"{DAY}/part_001.gz"])
    told = scinet("build", "scinetbench", "--config", scinet.config(), code=3)
    assert "part_001.gz" in told
    assert "missing-file" in told
    write_lines(folder / DAY / "part_001.gz", [row(number) for number in range(70, 3000)])
    whole = (folder / DAY / "part_001.gz").read_bytes()
    (folder / DAY / "part_001.gz").write_bytes(whole[: len(whole) // 2])
    assert "damaged-file" in scinet("build", "scinetbench", "--config", scinet.config(), code=3)
    (folder / DAY / "part_001.gz").write_bytes(whole)
    assert scinet.build()["tables"]["works"] == 60 + 2930 - 1  # one was merged


def test_what_cannot_be_built_is_said(scinet: SciNet) -> None:
    write_lines(scinet.snapshot / f"data/works/{LATER}/part_000.gz", [{**row(70), "id": None}, row(71)])
    scinet.build()
    assert "part_000.gz:1" in scinet("quarantine", "scinetbench")
    assert scinet.release().facts["rows that could not be read"] == "1"
    other = {name: value for name, value in row(72).items() if name != "referenced_works"}
    odd = write_lines(scinet.snapshot / f"data/works/{LATER}/part_001.gz", [other])
    refused = scinet("build", "scinetbench", "--config", scinet.config(), code=2)
    assert all(told in refused for told in (str(odd), "missing-column", "referenced_works", "take it out"))
    nowhere = scinet("build", "scinetbench", "--config", scinet.config(snapshot={"path": "/no/where"}), code=2)
    assert "cannot be opened" in nowhere
    odd.unlink()
    narrow = scinet.config(corpus={"topics": [1]})
    assert "corpus" in scinet("build", "scinetbench", "--config", narrow, code=2)
    assert "min_works" in scinet("build", "scinetbench", "--config", scinet.config(sub_fields={"min_wroks": 1}), code=2)


@pytest.mark.usefixtures("a_release")
def test_retrieval_baselines_are_run_replayed_and_scored(scinet: SciNet) -> None:
    runs = {name: scinet.json("run", "scinetbench", "--agent", name) for name in ("bm25", "most-cited")}
    for name, result in runs.items():
        assert result["counts"]["answered"] == result["tasks"] == len(scinet.release().tasks)
        assert result["spent"]["usd"] == 0
        assert scinet.json("run", "scinetbench", "--agent", name)["run"] == result["run"]  # nothing is done twice
        assert scinet.json("run", "scinetbench", "--replay", result["run"])["identical"] is True
        scored = scinet.json("score", "scinetbench", "--run", result["run"], "--agent", name)
        assert scored["scores"]["invented_works"] == 0
        assert scored["scores"]["coverage"] == 1
    task = next(task.task_id for task in scinet.release().tasks if task.kind == "path-wise")
    call = scinet.json("trajectory", runs["bm25"]["run"], "--task", task)["calls"][0]
    assert len(call["scores"]) == len(call["addresses"])
    assert call["addresses"][0] in scinet("trajectory", runs["bm25"]["run"], "--task", task)
    page = scinet.folder / "report.html"
    scinet("report", "scinetbench", "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert all(name in shown for name in ("bm25", "most-cited", "newest"))
