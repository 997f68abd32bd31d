"""TaxoBench through everything that litgauge does with a benchmark: published taxonomies to report, and back."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow.parquet as pq
import pytest
import yaml

from litgauge.tasks.benchmarks.taxobench.name_vectors import name_vectors
from litgauge.tasks.benchmarks.taxobench.published import published_rows
from litgauge.tasks.benchmarks.taxobench.tree_lines import tree_line
from tests.flows.live import KEY_ENV
from tests.flows.test_cli import run
from tests.llm.openai_server import KEY, Asked, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]

OWLS = {
    "name": "1_A Survey of Owls",
    "subtopics": [
        {"name": "Hearing", "papers": ["How barn owls locate prey", "Facial discs as funnels"]},
        {"name": "Flight [12]", "papers": ["Silent feathers", "Wing loading of owls"]},
    ],
}
GULLS = {"name": "Gulls", "subtopics": [{"name": "Food", "papers": ["Chips"]}, {"name": "Nests", "papers": ["Roofs"]}]}
BEES = {
    "name": "Bees",
    "subtopics": [{"name": "Dance", "papers": ["The waggle"]}, {"name": "Wax", "papers": ["Combs"]}],
}


def given(tree: Any) -> list[dict[str, str]]:
    return [{"title": title, "abs": ""} for topic in tree["subtopics"] for title in topic["papers"]]


PUBLISHED = [
    {"id": "1", "survey_topic": "A Survey of Owls", "pdfs": given(OWLS), "gt": OWLS},
    {"idx": 2, "survey": "A Survey of Gulls", "pdfs": given(GULLS), "gt": GULLS},
    {"id": 3, "survey_topic": "A Survey of Bees", "pdfs": given(BEES), "gt": BEES},
]
ANSWERS = {
    "careful": {
        "survey-1-bottom-up.json": json.dumps({**OWLS, "name": "Owls"}),
        "survey-2-bottom-up.md": "# Gulls\n## Food\n- Chips\n## Nests\n- Roofs\n- A paper that nobody gave\n",
        "rest.jsonl": json.dumps({"id": 3, "hierarchy_tree": json.dumps(BEES)}),
    },
    # one that failed, one that is no tree, one of no task; the third task has none
    "careless": {
        "all.jsonl": "\n".join(
            json.dumps(row)
            for row in (
                {"id": "1", "hierarchy_tree": "FIX FAILED"},
                {"task_id": "survey-2-bottom-up", "answer": "I could not find any paper."},
                {"id": "9", "tree": BEES},
            )
        )
    },
}


class Taxo:
    """The command line on a storage of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        self._capsys.readouterr()
        found = run(self._patch, *words, "--storage", str(self.folder / "store"))
        printed = self._capsys.readouterr()
        self.err = printed.err
        assert found == code, printed
        return printed.out + (printed.err if code else "")

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))

    def score(self, agent: str, *words: str) -> Any:
        folder = self.folder / agent
        folder.mkdir(exist_ok=True)
        for name, text in ANSWERS[agent].items():
            (folder / name).write_text(text, encoding="utf-8")
        return self.json("score", "taxobench", "--run", str(folder), "--agent", agent, *words)


@pytest.fixture
def taxo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Taxo:
    (tmp_path / "items.jsonl").write_text("\n".join(json.dumps(row) for row in PUBLISHED), encoding="utf-8")
    made = Taxo(tmp_path, monkeypatch, capsys)
    made("import", "taxobench", str(tmp_path / "items.jsonl"))
    return made


def test_published_taxonomies_are_scored_ranked_compared_rescored_and_shown(taxo: Taxo) -> None:
    careful, careless = taxo.score("careful"), taxo.score("careless")
    assert careful["counts"]["trees"] == 3
    assert careful["counts"]["papers_invented"] == 1
    assert {careful["scores"][name] for name in ("recall", "ari", "completeness")} == {1.0}
    assert careless["counts"] == careless["counts"] | {"tasks": 3, "missing": 2, "unreadable_trees": 1, "strays": 1}
    assert careless["listed"]["missing"] == ["survey-3-bottom-up"]
    assert (careless["scores"]["ted"], careless["scores"]["ari"]) == (1.0, -0.5)  # the worst

    board = taxo.json("leaderboard", "taxobench")
    assert [row["agent"] for row in board] == ["careful", "careless"]
    (compared,) = [row for row in taxo.json("compare", "taxobench", "careful", "careless") if row["metric"] == "ari"]
    assert compared["clusters"] == 3

    page = taxo.folder / "report.html"
    taxo("report", "taxobench", "--out", str(page))
    shown = page.read_text(encoding="utf-8")
    assert "A paper that nobody gave" in shown
    assert "another survey&#39;s tree" in shown
    assert "I could not find any paper." in shown

    shutil.rmtree(taxo.folder / "careful")
    again = taxo.json("rescore", "taxobench@1", "--run", careful["run"])
    assert again["scores"] == careful["scores"]
    assert {change["by_release"] for change in again["changes"]} <= {0, None}


def test_a_release_is_shown_checked_published_and_reviewed_in_folders(taxo: Taxo) -> None:
    assert "survey-2-research" in taxo("show", "taxobench")
    assert taxo.json("show", "taxobench")["statistics"] == {
        "Surveys": "3",
        "Papers in taxonomies": "8",
        "Papers a taxonomy": "2.7",
        "Levels of topics": "2.0",
        "Leaf categories": "2.0",
    }
    assert taxo.json("verify", "taxobench@1")["intact"]
    taxo("publish", "taxobench@1", "--to", str(taxo.folder / "hub"))
    assert pq.read_table(taxo.folder / "hub" / "data" / "assignments.parquet").num_rows == 8

    review = taxo.folder / "review"
    assert "3 taxonomies with 8 papers" in taxo("folders", "taxobench", "--out", str(review))
    assert (review / "A Survey of Owls" / "Hearing" / "Facial discs as funnels.txt").exists()
    assert "not empty" in taxo("folders", "taxobench", "--out", str(review), code=2)
    (review / "Gulls" / "Nests").rename(review / "Gulls" / "Breeding")
    taxo("import", "taxobench", str(review))
    changes = taxo.json("diff", "taxobench@1", "taxobench@2")["changes"]
    assert {row["table"] for row in changes if row["key"].startswith("survey-1")} <= {"surveys"}  # its origin
    assert any(row["table"] == "nodes" and row["key"].startswith("survey-2") for row in changes)


def graded(asked: Asked) -> dict[str, Any]:
    """A judge that writes "4/5", and skips a dimension of the tree about gulls."""
    skipped = "logic" if "- Gulls" in asked.user else ""
    names = ("coverage", "organisation", "logic", "topology")
    return {
        name: {"evidence": "Hearing", "reason": "It is <b>there</b>.", "score": "4/5"}
        for name in names
        if name != skipped
    }


def strictly_graded(asked: Asked) -> dict[str, Any]:
    """The same judge by the paper's rubric."""
    assert "valuable additions" in asked.system + asked.user
    return {name: {**grade, "score": 2} for name, grade in graded(asked).items()}


def faulted(_asked: Asked) -> dict[str, Any]:
    """A judge that names a type of errors twice, and in the words of a table."""
    seen = {"type": "Missing Core Branches", "evidence": "Hearing"}
    return {"coverage": [seen, seen], "organisation": [], "logic": [], "topology": [{**seen, "type": "too_deep"}]}


@pytest.fixture
def judging(taxo: Taxo, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """A judge on loopback, and the file that names it."""
    monkeypatch.setenv(KEY_ENV, KEY)
    kinds = {"taxonomy_quality": graded, "taxonomy_quality_paper": strictly_graded, "taxonomy_errors": faulted}
    with OpenAIServer(kinds, schemas="ignored") as server:
        model = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        (taxo.folder / "judge.yaml").write_text(yaml.safe_dump({"model": model}))
        yield server


def test_a_judge_grades_and_its_failures_are_nobody_elses(taxo: Taxo, judging: OpenAIServer) -> None:
    judge = str(taxo.folder / "judge.yaml")
    plain = ("score", "taxobench", "--run", str(taxo.folder / "careful"), "--agent", "careful", "--judge", judge)
    lenient = ("--judge", judge, "--set", "max_failed_share=0.5", "--set", "errors=true")
    forecast = taxo.score("careful", "--judge", judge, "--set", "errors=true", "--forecast")["forecast"]
    assert (forecast["reports"], forecast["calls"], judging.log.requests) == (3, 6, 0)
    assert "3 trees of careful" in taxo(
        "score",
        "taxobench",
        "--run",
        str(taxo.folder / "careful"),
        "--agent",
        "careful",
        "--judge",
        judge,
        "--forecast",
    )
    result = taxo.score("careful", *lenient)
    asked = judging.log.requests
    again = taxo.score("careful", *lenient)
    assert (result["judge"], result["scores"]["judge_coverage"]) == (judging.model, 4.0)
    assert result["scores"]["judge_average"] == 4.0
    assert result["counts"]["unscored"] == 1  # the gulls, whom the judge left without a grade; everything else stands
    assert result["scores"]["ari"] == 1.0
    assert again["scores"] == result["scores"]
    assert judging.log.requests < 2 * asked  # what was answered is not asked again
    paper = taxo.score("careful", *lenient, "--set", "rubric=paper", "--set", "released=true")
    assert paper["scores"]["judge_coverage"] == 2.0  # another question, whatever was answered to the first
    told = taxo(*plain, code=3)
    assert "the judge failed on 1 of 3 trees" in told

    taxo("report", "taxobench", "--out", str(taxo.folder / "report.html"))
    shown = (taxo.folder / "report.html").read_text(encoding="utf-8")
    assert "It is &lt;b&gt;there&lt;/b&gt;." in shown
    assert "the judge failed" in shown


def test_people_grade_what_the_judge_graded(taxo: Taxo, judging: OpenAIServer) -> None:
    taxo.score("careful", "--judge", str(taxo.folder / "judge.yaml"), "--set", "max_failed_share=0.5")
    sheet, lines = taxo.folder / "sheet.csv", taxo.folder / "sheet.jsonl"
    assert "3 trees in" in taxo("audit", "taxobench", "--out", str(sheet))
    taxo("audit", "taxobench", "--out", str(lines))
    assert "careful" not in sheet.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8"), newline="")))
    with (taxo.folder / "ada.csv").open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows({**row, "coverage": grade} for row, grade in zip(rows, ("4/5", "4.0", ""), strict=True))
    given = [json.loads(line) | {"coverage": 5, "logic": {"score": "4"}} for line in lines.read_text().splitlines()]
    (taxo.folder / "bob.jsonl").write_text("\n".join(map(json.dumps, given)), encoding="utf-8")
    read = ("--read", str(taxo.folder / "ada.csv"), "--read", str(taxo.folder / "bob.jsonl"))
    found = taxo.json("audit", "taxobench", *read)
    assert (found["graded"], found["unlabelled"]) == (3, 10 + 6)
    book = taxo.folder / "ada.xlsx"
    taxo("audit", "taxobench", "--out", str(book))
    typed = openpyxl.load_workbook(book)
    headings = [cell.value for cell in typed["sheet"][1]]
    for number, grade in enumerate(("4/5", 4), 2):
        typed["sheet"].cell(number, headings.index("coverage") + 1).value = grade
    typed.save(book)
    assert taxo.json("audit", "taxobench", "--read", str(book), *read[2:]) == found
    raters = [(one["one"], one["other"]) for one in found["agreement"]]
    assert raters == [("ada", judging.model), ("bob", judging.model), ("all people", judging.model), ("ada", "bob")]
    bob = found["agreement"][1]["dimensions"]
    assert (bob["coverage"]["items"], bob["coverage"]["difference"]) == (2, -1.0)  # the judge failed on the gulls
    assert "bob and judge-1" in taxo("audit", "taxobench", *read)
    (run,) = [row["run"] for row in taxo.json("leaderboard", "taxobench")][:1]
    labels = [word for path in read[1::2] for word in ("--labels", path)]
    kinds = taxo.json("agreement", "taxobench", "--run", run, *labels)["agreement"]
    assert {kind["kind"] for kind in kinds} >= {"judge_coverage", "judge_logic"}
    (coverage,) = [kind for kind in kinds if kind["kind"] == "judge_coverage"]
    assert set(coverage["raters"]) >= {"ada", "bob"}

    (taxo.folder / "ada.csv").write_text("task_id,coverage\nsurvey-1-bottom-up,4\nsurvey-2-bottom-up,4.5\n")
    told = taxo("audit", "taxobench", "--read", str(taxo.folder / "ada.csv"), code=2)
    assert "ada.csv:3" in told.replace("\n", "")


def organised(asked: Asked) -> dict[str, Any]:
    """A model that organises owls at once, gulls when it is told what is wrong, and bees never."""
    again = "What is wrong with it" in asked.user
    lost = "Bees" in asked.user or ("Gulls" in asked.user and not again)
    papers = ["1", "2", "3", "4"] if "Owls" in asked.user else ["1", "2"]
    return {"title": "All", "children": [{"topic": "Some", "references": papers[lost:]}]}


def test_a_model_organises_papers_bottom_up_and_its_run_is_scored(taxo: Taxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    kinds = {"organise_papers": organised, "organise_papers_again": organised}
    with OpenAIServer(kinds, schemas="ignored") as server:
        model = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        agent = taxo.folder / "organiser.yaml"
        agent.write_text(yaml.safe_dump({"kind": "bottom-up", "model": model, "attempts": 2}))
        start = ("run", "taxobench", "--agent", str(agent))
        assert "litgauge taxobench inputs" in taxo(*start, "--set", "input=summary", code=2)
        told = taxo(*start, "--set", "context_tokens=1000", code=2)
        assert "3 of 3 lists do not fit" in told
        assert "4 papers are about" in told
        assert server.log.requests == 0  # refused before money is spent
        result = taxo.json(*start)
        asked = server.log.requests
        again = taxo.json(*start)
        taxo(*start, "--set", "sample=1")
        assert "3 calls, 0 answers are stored" in taxo.err  # another number is asked anew, and the forecast knows it
        assert server.log.requests == 2 * asked
    assert result["tasks"] == 3  # deep-research tasks are not given to it
    assert (result["counts"]["answered"], result["counts"]["imperfect"]) == (2, 1)
    assert asked == 5
    assert again["counts"]["answered"] == 2
    scored = taxo.json("score", "taxobench", "--run", result["run"])
    assert (scored["counts"]["tasks"], scored["counts"]["trees"], scored["counts"]["missing"]) == (3, 3, 0)
    assert (scored["agent"], scored["scores"]["recall"]) == ("organiser", pytest.approx(2.5 / 3))


LACKING = {"name": "Owls", "subtopics": [{"name": "Ears", "papers": ["4", "1"]}, {"name": "Wings", "papers": ["2"]}]}
"""Numbers in the list given, which is not in the order of the experts; a paper is missing."""


def test_a_tree_has_the_same_values_by_whichever_door_it_comes(taxo: Taxo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    row = {**PUBLISHED[0], "pdfs": list(reversed(given(OWLS)))}
    items, published = taxo.folder / "owls.jsonl", taxo.folder / "published.jsonl"
    items.write_text(json.dumps(row), encoding="utf-8")
    published.write_text(json.dumps({**row, "hierarchy_tree": LACKING}), encoding="utf-8")
    taxo("import", "taxobench", str(items))
    files = taxo.folder / "files"
    files.mkdir()
    outline = "# Owls\n" + "".join(
        f"## {topic['name']}\n" + "".join(f"- {row['pdfs'][int(number) - 1]['title']}\n" for number in topic["papers"])
        for topic in LACKING["subtopics"]
    )
    (files / "survey-1-bottom-up.md").write_text(outline, encoding="utf-8")
    with OpenAIServer(dict.fromkeys(["organise_papers", "organise_papers_again"], lambda _: LACKING)) as server:
        model = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV}
        (taxo.folder / "agent.yaml").write_text(yaml.safe_dump({"kind": "bottom-up", "model": model}))
        ran = taxo.json("run", "taxobench", "--agent", str(taxo.folder / "agent.yaml"))
    assert ran["counts"]["imperfect"] == 1
    doors = (ran["run"], str(files), str(published))
    by_run, *others = (
        taxo.json("score", "taxobench", "--run", door, "--agent", f"by {at}" if at else "organiser")["scores"]
        for at, door in enumerate(doors)
    )
    assert (by_run["recall"], by_run["ari"]) == (0.75, pytest.approx(by_run["ari"]))
    assert others == [by_run, by_run]
    (published_row,) = published_rows(published)
    line = tree_line(published_row, name_vectors(), "ours")
    shared = by_run.keys() & line.keys()
    assert len(shared) == 14
    assert {name: line[name] for name in shared} == {name: pytest.approx(by_run[name]) for name in shared}


def test_a_file_that_is_too_large_is_named_and_its_tasks_are_unscored(
    taxo: Taxo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litgauge.tasks.answers.files.LARGEST", 1_000)
    folder = taxo.folder / "large"
    folder.mkdir()
    (folder / "survey-1-bottom-up.md").write_text("- Owls\n  - Silent feathers\n", encoding="utf-8")
    (folder / "rest.jsonl").write_text(" " * 1_001, encoding="utf-8")
    scored = taxo.json("score", "taxobench", "--run", str(folder), "--agent", "large")
    assert (scored["counts"]["missing"], scored["counts"]["unscored"]) == (0, 5)
    (broken,) = scored["listed"]["broken"]
    assert broken.startswith("rest.jsonl: the file has 1,001 bytes")
