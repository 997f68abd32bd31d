"""One answer is one tree, whether a file gives it, a release is scored with it, or litgauge has run the agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.benchmark import read_answers
from litgauge.tasks.benchmarks.taxobench.answers import ANSWERS
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.judging import judged_inputs
from litgauge.tasks.benchmarks.taxobench.name_vectors import name_vectors
from litgauge.tasks.benchmarks.taxobench.published import PublishedRow, published_rows
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows, load_release_rows
from litgauge.tasks.benchmarks.taxobench.rows import TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_lines import VALUES, tree_line
from litgauge.tasks.benchmarks.taxobench.tree_rows import Names, TreePair, measured_answer, tree_pairs
from litgauge.tasks.benchmarks.taxobench.trees import read_tree
from litgauge.tasks.engine.definition import Context, ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from tests.benchmarks.taxobench.test_bottom_up import given_by
from tests.benchmarks.taxobench.test_tree_answers import EXPERT, TITLES

WITHOUT_TWO = {"name": "Owls", "subtopics": [{"name": "Flight", "papers": [TITLES[0], TITLES[2]]}]}
ODD_KEYS = {
    "bucket": "Owls",
    "inner": [{"bucket": "Flight", "stuff": list(TITLES[:2])}, {"bucket": "Ears", "stuff": list(TITLES[2:])}],
}
LABELLED = f"Topic: Flight\nPapers: {TITLES[0]}; {TITLES[1]}\n\nTopic: Hearing\nPapers: {TITLES[2]}; {TITLES[3]}\n"
ANSWER_TEXTS = {
    "a tree without two papers": json.dumps(WITHOUT_TWO),
    "keys of its own": json.dumps(ODD_KEYS),
    "records": LABELLED,
    "numbers": "# Owls\n## Flight\n- [1]\n- [2]\n## Senses\n- [3]\n- Paper 4\n",
    "titles in prose": f"## Flight\nIt began with {TITLES[0]}, to which {TITLES[1]} looks back.\n## Ears\n{TITLES[2]}.",
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> TaxoRows:
    place = tmp_path_factory.mktemp("published")
    (place / "items.jsonl").write_text(json.dumps(row_of(None)), encoding="utf-8")
    storage = Storage(str(place / "storage"))
    (frozen,) = import_published(storage, place / "items.jsonl")
    return load_release_rows(load(storage, frozen.release))


def row_of(answer: Any) -> dict[str, Any]:
    return {"id": 1, "pdfs": [{"title": title, "abs": "x"} for title in TITLES], "gt": EXPERT, "hierarchy_tree": answer}


def by_file(answer: Any, folder: Path) -> dict[str, Any]:
    (folder / "row.jsonl").write_text(json.dumps(row_of(answer)), encoding="utf-8")
    (row,) = published_rows(folder / "row.jsonl")
    assert isinstance(row, PublishedRow)
    return tree_line(row, name_vectors("lexical"), "ours")


def pair_of(release: TaxoRows, answer: str, folder: Path) -> TreePair:
    (folder / "answers").mkdir()
    (folder / "answers" / "survey-1-bottom-up.md").write_text(answer, encoding="utf-8")
    rows = read_answers(ANSWERS, folder / "answers", "me", release).rows["answers"]
    (pair,) = (pair for pair in tree_pairs(rows, release) if pair.mode == "bottom-up")
    return pair


def by_release(pair: TreePair) -> TreeScore:
    item = ItemInput(pair.task_id, "", {"pairs": (pair,)}, {"pairs": TreePair})
    (score,) = measured_answer(item, Context(Storage("memory://same-tree"), Names("lexical")))["tree_scores"]
    assert isinstance(score, TreeScore)
    return score


@pytest.mark.parametrize("name", ANSWER_TEXTS)
def test_a_file_and_a_release_have_the_same_numbers(name: str, release: TaxoRows, tmp_path: Path) -> None:
    pair = pair_of(release, ANSWER_TEXTS[name], tmp_path)
    line, score = by_file(ANSWER_TEXTS[name], tmp_path), by_release(pair)
    assert {value: line[value] for value in VALUES} == {value: getattr(score, value) for value in VALUES}
    assert line["papers"] == {count: getattr(score, count) for count in line["papers"]}
    assert line["papers"]["found"]
    inputs = judged_inputs(pair)
    assert inputs is not None
    assert "- Flight" in inputs["tree"]  # what the judge is shown


@pytest.mark.parametrize("value", [WITHOUT_TWO, ODD_KEYS])
def test_a_value_is_read_like_its_text(value: Any, tmp_path: Path) -> None:
    by_text, by_value = (by_file(answer, tmp_path) for answer in (json.dumps(value), value))
    assert by_text == by_value


def test_a_run_keeps_the_tree_that_a_file_gives(release: TaxoRows, tmp_path: Path) -> None:
    given, _ = given_by(WITHOUT_TWO)
    assert given.outcome == "imperfect"
    assert given.text != ANSWER_TEXTS["a tree without two papers"]
    score = by_release(pair_of(release, given.text, tmp_path))
    line = by_file(WITHOUT_TWO, tmp_path)
    assert {value: line[value] for value in VALUES} == {value: getattr(score, value) for value in VALUES}


def test_papers_that_nobody_knows_stay_in_the_tree() -> None:
    flight = "# Owls\n## Flight\n- {0}\n   *how they fly*\n- {1}\n   *feathers*\n"
    text = flight + "## Ears\n- {2}\n   *hearing*\n- {3}\n   *maps*\n"
    read = read_tree(text.format(*TITLES), TITLES[:1], ()).tree
    assert read is not None
    assert read.names == ("Owls", "Flight", "Ears")
    assert [placed.title for placed in read.papers] == list(TITLES)
