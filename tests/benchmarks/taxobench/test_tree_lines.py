"""`litgauge trees` on files as strangers write them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sklearn import metrics
from typer.testing import CliRunner

from litgauge.flows.cli.commands import app
from litgauge.tasks.benchmarks.taxobench.match_trees import align_trees
from litgauge.tasks.benchmarks.taxobench.name_vectors import name_vectors
from litgauge.tasks.benchmarks.taxobench.tree_distances import measure
from litgauge.tasks.benchmarks.taxobench.tree_lines import VALUES
from litgauge.tasks.benchmarks.taxobench.trees import Tree, read_tree

EARS, FACES, WINGS, FRINGES = TITLES = (
    "Asymmetric ears of barn owls",
    "Facial discs as funnels",
    "Silent wings: a study",
    "Feather fringes",
)


def topics(**groups: Any) -> dict[str, Any]:
    return {"name": "Owls", "subtopics": [{"name": name, "papers": list(own)} for name, own in groups.items()]}


GT = topics(Hearing=(EARS, FACES), Flight=(WINGS, FRINGES))
PAPERS = [{"title": title, "abs": "x"} for title in TITLES]


def lines_of(file: Path) -> list[dict[str, Any]]:
    run = CliRunner().invoke(app, ["trees", str(file), "--embedding", "lexical"])
    assert run.exit_code == 0, run.output
    return [json.loads(line) for line in run.stdout.splitlines()]


def scored(to: Path, **row: Any) -> dict[str, Any]:
    file = to / "rows.jsonl"
    file.write_text(json.dumps({"id": 1, "pdfs": PAPERS, "gt": GT, **row}), encoding="utf-8")
    (line,) = lines_of(file)
    return line


def codes(line: dict[str, Any]) -> set[tuple[str, str]]:
    return {(one["tree"], one["code"]) for one in line["diagnostics"]}


def test_every_line_of_a_file_gets_a_line_with_the_same_keys(tmp_path: Path) -> None:
    deep = "[" * 10_000 + "]" * 10_000
    rows = [
        json.dumps({"id": "a", "idx": 7, "gt": GT, "tree": GT}),
        json.dumps({"idx": 8, "gt": json.dumps(GT), "hierarchy_tree": json.dumps(GT)}),
        json.dumps({"id": 9, "gt": GT, "hierarchy_tree": "FIX FAILED", "tree": GT}),
        f'{{"id": 10, "hierarchy_tree": {deep}, "gt": {json.dumps(GT)}}}',
        json.dumps({"id": None, "idx": None, "gt": GT, "tree": None}),
        '{"id": 30, "gt": {"name": "x", ',
        "null",
        json.dumps({"id": "a", "gt": GT, "tree": GT}),
    ]
    file = tmp_path / "odd.jsonl"
    file.write_text("\ufeff" + "\r\n\r\n".join(rows), encoding="utf-8")
    lines = lines_of(file)
    assert [line["id"] for line in lines] == ["a", 8, 9, 10, 9, None, None, "a"]  # without an id, the line's number
    assert {tuple(line) for line in lines} == {("id", *VALUES, "papers", "diagnostics")}
    assert [line["ari"] for line in lines] == [1.0, 1.0, 1.0, -0.5, -0.5, None, None, 1.0]
    assert [line["ted"] for line in lines] == [0.0, 0.0, 0.0, 1.0, 1.0, None, None, 0.0]
    assert codes(lines[3]) == {("answer", "tree-too-deep")}
    assert codes(lines[5]) == codes(lines[6]) == {("row", "row-unreadable")}
    assert codes(lines[7]) == {("row", "id-twice")}
    assert "line 11" in lines[5]["diagnostics"][0]["message"]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["gzip", "array", "one object", "utf-16"])
def test_a_file_may_be_packed_or_one_value(tmp_path: Path, form: str) -> None:
    row = {"id": 5, "gt": GT, "tree": GT}
    data = json.dumps(row).encode()
    file = tmp_path / "rows.json"
    match form:
        case "gzip":
            data = gzip.compress(data)
        case "array":
            data = json.dumps([row], indent=1).encode()
        case "one object":
            data = json.dumps(row, indent=1).encode()
        case _:
            data = data.decode().encode("utf-16")
    file.write_bytes(data)
    assert [(line["id"], line["recall"]) for line in lines_of(file)] == [(5, 1.0)]


def test_words_that_no_file_can_hold_end_nothing(tmp_path: Path) -> None:
    tree = topics(**{"Hearing \ud83d": (f"{EARS}\0", FACES), "Flight\0": (f"{WINGS} \ud800", FRINGES)})
    line = scored(tmp_path, hierarchy_tree=tree, survey_topic="Owls \udfff")
    assert line["papers"] == {"expected": 4, "found": 4, "missing": 0, "doubled": 0, "invented": 0}
    assert line["ari"] == 1


def test_groups_without_names_are_lists_of_titles(tmp_path: Path) -> None:
    line = scored(tmp_path, lists=[[EARS, FRINGES], [WINGS]])
    assert line["papers"] == {"expected": 4, "found": 3, "missing": 1, "doubled": 0, "invented": 0}
    truth, found = [0, 0, 1, 1], [0, 2, 1, 0]  # the paper that is missing is a group of its own
    assert line["ari"] == pytest.approx(metrics.adjusted_rand_score(truth, found))
    assert line["ami"] == pytest.approx(metrics.adjusted_mutual_info_score(truth, found))
    assert line["homogeneity"] == pytest.approx(metrics.homogeneity_score(truth, found))


def test_what_is_odd_is_told(tmp_path: Path) -> None:
    assert ("row", "paper-without-title") in codes(scored(tmp_path, pdfs=[{"abs": "x"}, FACES], tree=GT))
    assert ("expert", "one-category") in codes(scored(tmp_path, gt=topics(All=TITLES), tree=GT))
    line = scored(tmp_path, tree=topics(All=["Nothing of it", "Nor of this"]))
    assert ("answer", "no-paper-found") in codes(line)
    assert (line["ari"], line["papers"]["invented"]) == (0.0, 2)


def test_a_paper_at_several_topics_is_expected_once(tmp_path: Path) -> None:
    several = topics(Hearing=(EARS, FACES), Flight=(WINGS, FRINGES, FACES))
    line = scored(tmp_path, gt=several, tree=GT)
    assert line["papers"] == {"expected": 4, "found": 4, "missing": 0, "doubled": 0, "invented": 0}
    assert (line["recall"], line["ari"], line["sem_path"]) == (1.0, 1.0, 1.0)
    assert ("expert", "paper-twice") in codes(line)
    for tree, doubled in ((several, 0), (topics(Hearing=(EARS, FACES, FACES), Flight=(WINGS, FRINGES, FACES)), 1)):
        line = scored(tmp_path, gt=several, tree=tree)
        assert (line["papers"]["found"], line["papers"]["doubled"], line["ari"]) == (4, doubled, 1.0)
    assert scored(tmp_path, gt=several, tree=topics(One=(EARS,)))["papers"]["missing"] == 3


def test_further_places_of_a_paper_are_aligned_with_the_experts() -> None:
    several = read_tree(topics(Hearing=(EARS, FACES), Flight=(FACES.upper(), WINGS))).tree
    assert isinstance(several, Tree)
    found = align_trees(several, several)
    assert (found.expected, found.papers.doubled) == ((0, 1, 3), ())
    assert [(pair.expected, pair.found) for pair in found.again] == [(2, 2)]
    assert align_trees(several, several, "released").expected == (0, 1, 2, 3)
    assert (
        measure(several, several, name_vectors("lexical"), titles=[EARS, FACES, f"{FACES}.", WINGS]).values.coverage
        == 1.0
    )
