"""What is measured of trees: invariants, bounds, and values by hand."""

from __future__ import annotations

import json
import math
import random
from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest
from sklearn.metrics import adjusted_rand_score
from typer.testing import CliRunner

from litgauge.flows.cli.commands import app
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.clustering import agreement
from litgauge.tasks.benchmarks.taxobench.name_vectors import name_vectors
from litgauge.tasks.benchmarks.taxobench.published import BrokenRow, published_rows
from litgauge.tasks.benchmarks.taxobench.tree_distances import WORST, TreeDistances, measure, worst
from litgauge.tasks.benchmarks.taxobench.tree_lines import VALUES, tree_line
from litgauge.tasks.benchmarks.taxobench.trees import Tree, read_tree
from tests.benchmarks.taxobench.random_trees import random_tree, relabelled

LEXICAL = name_vectors("lexical")


def _pair(seed: int) -> tuple[Tree, Tree]:
    source = random.Random(seed)
    return random_tree(source, 10, papers=14), random_tree(source, 12, papers=12)


def test_the_experts_tree_is_perfect() -> None:
    tree, _ = _pair(1)
    found = measure(tree, tree, LEXICAL).values
    assert (found.recall, found.ari, found.ted, found.ted_unordered) == pytest.approx((1, 1, 0, 0), abs=1e-9)
    assert (found.nsr, found.soft_f1, found.sem_path) == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_papers_changes_nothing(seed: int) -> None:
    expert, predicted = _pair(seed)
    source = random.Random(seed)
    again = measure(
        relabelled(expert, source.sample(range(14), 14)), relabelled(predicted, source.sample(range(12), 12)), LEXICAL
    )
    _same(again, measure(expert, predicted, LEXICAL))


def _same(one: TreeDistances, other: TreeDistances) -> None:
    assert one.papers == other.papers
    assert one.columns == pytest.approx(other.columns)


@pytest.mark.parametrize("seed", range(8))
def test_no_tree_is_below_the_declared_worst(seed: int) -> None:
    found = measure(*_pair(seed), LEXICAL).values
    assert found.ari >= WORST.ari
    assert found.ami >= WORST.ami
    assert isinstance(found.ted, float)
    assert found.ted <= 1


def test_missing_papers_are_clusters_of_their_own() -> None:
    halves = ["first paper", "second paper"], ["third paper", "fourth paper"]
    expert = read_tree(
        {"name": "r", "subtopics": [{"name": str(at), "papers": half} for at, half in enumerate(halves)]}
    )
    part = read_tree({"name": "r", "subtopics": [{"name": "x", "papers": ["first paper", "second paper"]}]}).tree
    assert part is not None
    assert expert.tree is not None
    found = measure(expert.tree, part, LEXICAL).values
    assert found.recall == 0.5
    assert found.ari == pytest.approx(adjusted_rand_score([0, 0, 1, 1], [0, 0, 1, 2]))
    released = measure(expert.tree, part, LEXICAL, mode="released").values
    assert released.ari == pytest.approx(1.0)  # their one cluster for all that is missing


def test_leaves_without_papers_are_papers_where_they_are_expected() -> None:
    expert, _ = _pair(2)
    titles = [placed.title for placed in expert.papers]
    answer = read_tree({"name": "r", "children": [{"name": title} for title in titles]}).tree
    assert answer is not None
    assert measure(expert, answer, LEXICAL).values.recall == 1


def test_a_row_has_every_value_and_an_absent_tree_the_worst(tmp_path: Path) -> None:
    gt = {"name": "R", "subtopics": [{"name": "A", "papers": ["one paper", "another paper"]}]}
    rows = [
        {"id": 1, "gt": gt, "hierarchy_tree": gt},
        {"idx": 2, "gt": gt, "hierarchy_tree": "FIX FAILED"},
        {"id": 3, "gt": gt, "tree": "no tree at all."},
        {"id": 4, "gt": {"name": "R"}, "tree": gt},
        {"id": 5, "tree": gt},
    ]
    file = tmp_path / "trees.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)) + "\nnot json\n\n", encoding="utf-8")
    run = CliRunner().invoke(app, ["trees", str(file), "--embedding", "lexical"])
    assert run.exit_code == 0, run.output
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["id"] for line in lines] == [1, 2, 3, 4, 5, None]
    assert all(set(line) >= {*VALUES, "id", "papers", "diagnostics"} for line in lines)
    assert (lines[0]["recall"], lines[0]["ted"], lines[0]["ari"]) == (1.0, 0.0, 1.0)
    for line, code in ((lines[1], "tree-missing"), (lines[2], "tree-unreadable")):
        assert (line["recall"], line["ted"], line["ari"], line["sem_path"]) == (0.0, 1.0, -0.5, 0.0)
        assert line["papers"] == {"expected": 2, "found": 0, "missing": 2, "doubled": 0, "invented": 0}
        assert code in {one["code"] for one in line["diagnostics"]}
    assert all(line["recall"] is None for line in lines[3:])


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_a_file_without_rows_is_unusable(tmp_path: Path, content: str) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text(content, encoding="utf-8")
    run = CliRunner().invoke(app, ["trees", str(file)])
    assert type(run.exception).__name__ == "UnusableInput"


@pytest.mark.real
def test_the_published_items(real_data: Path) -> None:
    rows = list(published_rows(real_data / "taxobench" / "items.jsonl"))
    assert rows
    for row in rows:
        assert not isinstance(row, BrokenRow)
        ours, released = tree_line(row, LEXICAL, "ours"), tree_line(row, LEXICAL, "released")
        assert all(isinstance(ours[name], float) and math.isfinite(ours[name]) for name in VALUES)
        assert ours["papers"]["invented"] == 0
        assert ours["papers"]["found"] == released["papers"]["found"]
        assert ours["ted"] < released["ted"]  # the released distance is no least cost
        assert worst(Tree(("r",), (-1,))).values.ted == 1


@pytest.mark.slow
def test_ari_and_ami_are_never_below_the_declared_worst_for_all_small_groupings() -> None:
    for size in (2, 3, 4):
        groupings = [one for one in product(range(size), repeat=size) if _in_order(one)]
        for one, other in product(groupings, repeat=2):
            found = agreement(one, other)
            assert min(found.ari, found.ami) >= WORST.ari - 1e-9


def _in_order(clusters: tuple[int, ...]) -> bool:
    """Whether the clusters are numbered as they come: one way to write each grouping."""
    return all(cluster <= max(clusters[:at], default=-1) + 1 for at, cluster in enumerate(clusters))


def test_a_tree_that_was_not_given_has_the_declared_worst_of_every_metric() -> None:
    declared = {metric.name: metric.worst for metric in TAXOBENCH.scoring.metrics}
    assert {name: declared[name] for name in VALUES} == asdict(WORST)
