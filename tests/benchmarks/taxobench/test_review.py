"""Trees given to three experts, and what comes back: forms with their faults, changes, agreement, one tree."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from litgauge.tasks.base.errors import ConfigError, UnusableInput
from litgauge.tasks.benchmarks.taxobench.build.review.comparison import changes, pair_agreement
from litgauge.tasks.benchmarks.taxobench.build.review.consensus import Review, mean_agreement, read_review
from litgauge.tasks.benchmarks.taxobench.build.review.folder import ToReview, write_review
from litgauge.tasks.benchmarks.taxobench.build.review.form import FORM
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.benchmarks.taxobench.release_tables import Item
from litgauge.tasks.benchmarks.taxobench.rows import TreeAnswer
from litgauge.tasks.benchmarks.taxobench.tree_rows import (
    BaselineInput,
    Names,
    baseline_inputs,
    measured_baselines,
    reviewed_trees,
    tree_pairs,
)
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.engine.definition import Context, ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load

OWLS = Tree(
    ("Owls", "Hearing", "Flight"),
    (-1, 0, 0),
    tuple(
        Placed(title, node) for title, node in (("Discs", 1), ("Ears", 1), ("Ears v2", 1), ("Wings", 2), ("Combs", 2))
    ),
)
EXPERTS = ("ada", "bob", "cy")


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """A folder for three experts, in which nobody has done anything."""
    write_review([ToReview(Item("s-1", "Owls", "candidate", (), OWLS))], tmp_path, EXPERTS)
    return tmp_path


def fill(folder: Path, **changed: object) -> None:
    """Fill in a form: everything done, accepted, and what is named otherwise."""
    path = folder / FORM
    form = yaml.safe_load(path.read_text())
    for part in ("disambiguation", "deduplication", "validation"):
        form[part]["done"] = True
    path.write_text(yaml.safe_dump({**form, "verdict": "accept", **changed}, sort_keys=False))


def test_what_is_written_waits_for_everybody(review: Path) -> None:
    assert sorted(path.name for path in (review / "ada" / "Owls").iterdir() if not path.name.startswith(".")) == [
        "Flight",
        "Hearing",
        FORM,
    ]
    [survey] = read_review(review).surveys
    assert (survey.open, survey.reviews) == (EXPERTS, ())
    assert read_review(review).items == {}


def test_what_each_changed_how_far_they_agree_and_the_tree_that_they_leave(review: Path) -> None:
    ada, bob, cy = (review / name / "Owls" for name in EXPERTS)
    for folder in (ada, bob):
        fill(folder, disambiguation={"done": True, "same": [{"paper": "Ears v2", "is": "Ears"}]})
        shutil.move(folder / "Hearing" / "Discs.txt", folder / "Flight" / "Discs.txt")
        (folder / "Flight" / "Moult.txt").write_text("Moult\nFeathers fall.\n")
    (bob / "Flight").rename(bob / "Flying")
    fill(cy, validation={"done": True, "doubtful": ["Wings"]})
    (cy / "Flight" / "Combs.txt").unlink()
    found = read_review(review)
    [survey] = found.surveys
    by = {one.expert: one.changed for one in survey.reviews}
    assert (by["ada"].papers_moved, by["ada"].papers_added, by["ada"].papers_removed) == (
        ("Discs",),
        ("Moult",),
        ("Ears v2",),
    )
    assert by["bob"].topics_renamed == (("Flight", "Flying"),)
    assert by["bob"].papers_moved == ("Discs",)
    assert (by["cy"].papers_removed, by["cy"].papers_moved) == (("Combs",), ())
    assert survey.pairs["ada", "bob"].alike == survey.pairs["ada", "bob"].ari == 1.0
    other = survey.pairs["ada", "cy"]
    assert (other.both, other.moves, other.only_first, other.only_second) == (3, 1, 2, 1)
    settled = found.items["s-1"].tree
    titles = {
        settled.names[one.node]: [p.title for p in settled.papers if p.node == one.node] for one in settled.papers
    }
    assert titles == {"Hearing": ["Ears"], "Flight": ["Wings", "Combs", "Discs", "Moult"]}  # of two of three
    means = dict(mean_agreement(found))
    assert means["moves"] == pytest.approx(2 / 3)
    assert means["alike"] == pytest.approx((1 + 2 * (2 / 3)) / 3)


@pytest.mark.slow
def test_a_review_is_imported_as_a_release(review: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    storage = Storage(str(tmp_path_factory.mktemp("store")))
    with pytest.raises(UnusableInput, match="reviewed and accepted by all"):
        import_published(storage, review)
    for name in EXPERTS:
        fill(review / name / "Owls")
    shutil.move(review / "cy" / "Owls" / "Hearing" / "Discs.txt", review / "cy" / "Owls" / "Flight" / "Discs.txt")
    [frozen] = import_published(storage, review)
    release = load(storage, frozen.release)
    assert [row["origin"] for row in release.table("surveys").to_pylist()] == ["reviewed"]
    assert len(release.table("assignments")) == 5
    rows = load_release_rows(release)
    assert [tree.reviewer for tree in rows.reviews["s-1"]] == [1, 2, 3]  # how far they agree is a score's other end
    pairs = tree_pairs([TreeAnswer("s-1-bottom-up", "", "")], rows)
    [given] = baseline_inputs(pairs, reviewed_trees(rows))
    item = ItemInput("s-1-bottom-up", "", {"inputs": (given,)}, {"inputs": BaselineInput})
    found = {row.source: row.ari for row in measured_baselines(item, Context(storage, Names("lexical")))["tree_scores"]}
    assert found["reviewer 2 beside 1"] == 1.0
    assert found["reviewer 3 beside 1"] == found["reviewer 1 beside 3"] < 1
    assert len(found) == 3 + 6  # there is no other survey's tree


def test_most_experts_reject_a_tree(review: Path) -> None:
    for name in ("ada", "bob"):
        fill(review / name / "Owls", verdict="reject", reason="a figure of parts")
    fill(review / "cy" / "Owls")
    found = read_review(review)
    assert found.items == {}
    assert found.rejected == {"s-1": "ada: a figure of parts; bob: a figure of parts"}


def line(path: Path, words: str) -> int:
    return next(number for number, text in enumerate(path.read_text().split("\n"), start=1) if words in text)


def _typo(text: str) -> str:
    return text.replace("verdict: open", "verdict: maybe")


def _unknown(text: str) -> str:
    return text.replace("reason:", "raeson:")


def _other_paper(text: str) -> str:
    return text.replace("  same: []", "  same:\n    - {paper: Ears, is: Elephants}")


def _early(text: str) -> str:
    return text.replace("verdict: open", "verdict: accept")


def _no_reason(text: str) -> str:
    return text.replace("verdict: open", "verdict: reject")


def _elsewhere(text: str) -> str:
    return text.replace('survey: "s-1"', "survey: s-2")


@pytest.mark.parametrize(
    ("fault", "at", "words"),
    [
        (_typo, "verdict:", "verdict: Input should be 'open', 'accept' or 'reject'"),
        (_unknown, "raeson:", "raeson: unknown key; did you mean reason?"),
        (_other_paper, "Elephants", "there is no paper “Elephants” in this folder"),
        (_early, "done: false", "disambiguation.done: it is false"),
        (_no_reason, "verdict:", "a rejection needs its reason"),
        (_elsewhere, "survey: s-2", "it is s-2, but lies in the folder of s-1"),
    ],
)
def test_a_fault_in_a_form_is_named_with_its_line(
    review: Path, fault: Callable[[str], str], at: str, words: str
) -> None:
    path = review / "bob" / "Owls" / FORM
    path.write_text(fault(path.read_text()))
    with pytest.raises(ConfigError) as found:
        read_review(review)
    assert words in found.value.what
    assert found.value.where == f"{path}:{line(path, at)}"


def test_all_faults_are_told_at_once(review: Path) -> None:
    for name in ("ada", "cy"):
        path = review / name / "Owls" / FORM
        path.write_text(_typo(path.read_text()))
    with pytest.raises(ConfigError, match=r"1 more: .*cy.*review\.yaml"):
        read_review(review)


def test_a_folder_that_is_no_review_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="review --out"):
        read_review(tmp_path)


def test_the_same_trees_agree_and_nothing_has_changed() -> None:
    same = changes(OWLS, OWLS)
    assert (same.papers_moved, same.topics_added, same.topics_removed, same.topics_renamed) == ((), (), (), ())
    assert pair_agreement(OWLS, OWLS).alike == 1.0


def test_an_empty_tree_agrees_with_none() -> None:
    empty = Tree(("Owls",), (-1,))
    pair = pair_agreement(OWLS, empty)
    assert (pair.both, pair.alike, pair.ari, pair.only_first) == (0, None, None, 5)
    assert dict(mean_agreement(Review((), {}, {}))) == {}
