"""What the page makes of an answer: where the other tree has each paper, and nothing of it as markup."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.benchmark import ShownPage, score_rows
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.page.beside_paper import OURS, PAPER, RELEASED_CODE, beside_paper
from litgauge.tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, LEAF
from litgauge.tasks.benchmarks.taxobench.page.grids import beside_paper_grids
from litgauge.tasks.benchmarks.taxobench.page.recall_structure import spearman
from litgauge.tasks.benchmarks.taxobench.page.tree_views import tree_views
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows, load_release_rows
from litgauge.tasks.benchmarks.taxobench.rows import TreeAnswer
from litgauge.tasks.benchmarks.taxobench.tree_rows import (
    RELEASED,
    BaselineInput,
    Names,
    TreePair,
    baseline_inputs,
    measured_answer,
    measured_baselines,
    reviewed_trees,
    tree_pairs,
)
from litgauge.tasks.engine.definition import Context, ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.report import render_report
from litgauge.tasks.html.report_views import agent_views
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import ScoreRun, Spending
from litgauge.tasks.releases.release import load

EXPERT = {
    "name": "Birds",
    "subtopics": [
        {"name": "Owls", "papers": ["Barn owls", "Snowy owls"]},
        {"name": "Gulls", "papers": ["Herring gulls"]},
    ],
}
SAMPLE = Path(__file__).parents[3] / "data" / "sample" / "taxobench"
HOSTILE = "<img src=x onerror=alert(1)>"
ANSWER = {
    "name": HOSTILE,
    "subtopics": [{"name": "All", "papers": ["Barn owls", "herring gulls", "Barn Owls", HOSTILE]}],
}


@pytest.fixture
def release(tmp_path: Path) -> TaxoRows:
    file = tmp_path / "items.jsonl"
    file.write_text(json.dumps({"id": 1, "survey_topic": "Of birds", "gt": EXPERT}), encoding="utf-8")
    return imported(tmp_path, file)


def imported(folder: Path, file: Path) -> TaxoRows:
    storage = Storage(str(folder / "store"))
    (frozen,) = import_published(storage, file)
    return load_release_rows(load(storage, frozen.release))


def scored(release: TaxoRows, answer: Any, folder: Path, *, released: bool = False) -> LoadedRun:
    """A score run of one answer, as the flow makes it."""
    answers = [TreeAnswer("survey-1-bottom-up", "a.json", answer if isinstance(answer, str) else json.dumps(answer))]
    context = Context(Storage(str(folder)), Names("lexical", released))
    rows: dict[str, list[Any]] = {"answers": answers, "answer_nodes": [], "answer_papers": [], "tree_scores": []}
    for pair in tree_pairs(answers, release):
        item = ItemInput(pair.task_id, "", {"pairs": (pair,)}, {"pairs": TreePair})
        for name, found in measured_answer(item, context).items():
            rows[name] += found
        (given,) = baseline_inputs([pair], reviewed_trees(release))
        item = ItemInput(pair.task_id, "", {"inputs": (given,)}, {"inputs": BaselineInput})
        rows["tree_scores"] += measured_baselines(item, context)["tree_scores"]
    made, counts = score_rows(TAXOBENCH.scoring, rows, release, ())
    run = ScoreRun(
        "run", "finder", "", "", release.name, release.digest, (), {}, "{}", Spending(), "", "", "", "",
        benchmark="taxobench", counts=counts,
    )  # fmt: skip
    return LoadedRun(run, {name: tuple(of) for name, of in made.items()})


def test_each_paper_bears_the_sign_of_its_topic_in_the_other_tree(release: TaxoRows, tmp_path: Path) -> None:
    (views,) = tree_views(release, [scored(release, ANSWER, tmp_path)], None)
    view = views["survey-1-bottom-up"]
    papers = [line for topic in view.predicted for line in topic.papers]
    assert [(line.mark.code, line.elsewhere.sign if line.elsewhere else "") for line in papers] == [
        ("doubled", ""), ("found", "2"), ("found", "1"), ("invented", ""),
    ]  # fmt: skip
    papers = [line for topic in view.expert for line in topic.papers]
    assert [(line.mark.code, line.elsewhere.sign if line.elsewhere else "") for line in papers] == [
        ("found", "A"), ("missed", ""), ("found", "A"),
    ]  # fmt: skip
    assert {mark.code: count for mark, count in view.tally} == {"found": 2, "doubled": 1, "invented": 1, "missed": 1}
    recall = next(line for line in view.measures if line.metric.name == "recall")
    assert recall.value == pytest.approx(2 / 3)
    assert recall.trivial == (1.0, 1.0, 1.0, None)  # there is no other survey


@pytest.mark.slow
def test_the_page_shows_foreign_text_as_text(release: TaxoRows, tmp_path: Path) -> None:
    page = render_report(release, [scored(release, ANSWER, tmp_path)])
    assert HOSTILE not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") == 4  # twice in the tree, twice in what was written
    none = render_report(release, [scored(release, f"No tree, but {HOSTILE}", tmp_path)])
    assert HOSTILE not in none
    assert "This is no tree" in none


@pytest.mark.slow
def test_what_leaves_its_bounds_is_shown_as_it_is_and_marked(tmp_path: Path) -> None:
    release = imported(tmp_path, SAMPLE / "surveys.jsonl")
    run = scored(release, (SAMPLE / "agents" / "careful" / "survey-1-bottom-up.md").read_text(), tmp_path)
    (views,) = tree_views(release, [run], None)
    soft = next(line for line in views["survey-1-bottom-up"].measures if line.metric.name == "nsp")
    assert any(value is not None and value > 1 for value in soft.trivial)
    assert "beyond</small>" in render_report(release, [run])


def test_few_agents_have_no_correlation_or_a_wide_one() -> None:
    assert spearman([1, 2], [1, 2]) is None
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    found = spearman([1, 2, 3], [1, 2, 3])
    assert found is not None
    assert found.rho == pytest.approx(1)
    assert found.low is None


def test_the_papers_tables_stand_beside_ours(release: TaxoRows, tmp_path: Path) -> None:
    loaded = scored(release, {**EXPERT, "subtopics": EXPERT["subtopics"][::-1]}, tmp_path, released=True)
    named = replace(loaded, run=replace(loaded.run, agent="Kimi-K2"))
    bare = ShownPage(release, agent_views(TAXOBENCH, release, [scored(release, EXPERT, tmp_path)], None))
    assert beside_paper(bare) == ()  # nobody asked what the published evaluators give
    (table,) = beside_paper(ShownPage(release, agent_views(TAXOBENCH, release, [named], None)))
    at = next(place for place, line in enumerate(table.lines) if line.agent is not None)
    paper, theirs, ours = table.lines[at - 1 : at + 2]
    assert (paper.by, theirs.by, ours.by) == (PAPER, RELEASED_CODE, OURS)
    assert (paper.system, paper.values["ari"], theirs.values["ari"], ours.values["ari"]) == ("Kimi-K2", 0.24, 1, 1)
    assert len(table.lines) == 12 * 3 + 2
    lacking = scored(release, ANSWER, tmp_path, released=True)
    assert not [row for row in lacking.rows["tree_scores"] if row.source == RELEASED]  # they leave it out
    *_, why = beside_paper_grids([table])
    assert {name for row in why.rows for name in row.cells[0].text.split(", ")} >= {*LEAF, *HIERARCHY}
