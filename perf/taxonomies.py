"""Taxonomies read from answers, drawings and whole surveys, beside what they should be.

`python -m perf.taxonomies [--answers FILE] [--drawn FOLDER] [--whole FOLDER]`, by default those of LITGAUGE_REAL_DATA.
Answers: `{"expert": tree, "cases": [{"name", "answer", "topics", "papers"}]}`; a case is exact where both numbers are.
Drawings: `expected.json` (`{name: {"title", "tree"}}`, an outline with keys) beside `drawn/NAME/main.tex`; counted are
assignments, a key at the topic of its path. Whole surveys: a folder each; each is built by the rules of
taxobench-local.yaml, and the share told is of the works of the candidate that holds most of them.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.build.candidates import candidate_rows, choose
from litgauge.tasks.benchmarks.taxobench.build.settings import TaxonomySettings
from litgauge.tasks.benchmarks.taxobench.drawings import Candidate, Taxonomies, read_taxonomies
from litgauge.tasks.benchmarks.taxobench.match_trees import align_trees
from litgauge.tasks.benchmarks.taxobench.trees import read_tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.latex import extract, open_path
from litgauge.tasks.records import Reference

_RULES = TaxonomySettings(must_speak=False, min_papers=8, min_topics=3)
Tree = dict[str, list[str]]
"""Papers by the path of their topic, joined by "/"; topics without papers have none."""


def topics_of(names: tuple[str, ...], parents: tuple[int, ...], placed: Iterator[tuple[int, str]]) -> Tree:
    """Return the papers of each topic by its path."""
    paths: list[str] = []
    for name, parent in zip(names, parents, strict=True):
        paths.append(f"{paths[parent]}/{name}" if parent >= 0 else name)
    tree: Tree = {path: [] for path in paths}
    for node, title in placed:
        tree[paths[node]].append(title)
    return tree


def read_answer(expert: Any, answer: str) -> tuple[Tree, int, int]:
    """Return an answer's papers under the experts' titles by topic, how many are invented, and how many doubled."""
    truth, tree = read_tree(expert).tree, read_tree(answer).tree
    if truth is None or tree is None:
        return {}, 0, 0
    titles = [paper.title for paper in truth.papers]
    tree = leaves_as_papers(tree, titles, titles)
    aligned = align_trees(truth, tree)
    pairs = (*aligned.papers.pairs, *aligned.again)
    placed = ((tree.papers[pair.found].node, titles[pair.expected]) for pair in pairs)
    return topics_of(tree.names, tree.parents, placed), len(aligned.papers.invented), len(aligned.papers.doubled)


def answers(file: Path) -> None:
    """Print how many answers are read exactly, and the others."""
    data = json.loads(file.read_text(encoding="utf-8"))
    exact = 0
    for case in data["cases"]:
        tree, invented, doubled = read_answer(data["expert"], case["answer"])
        wanted = {path: sorted(papers) for path, papers in case["expected"].items()}
        found = {path: sorted(papers) for path, papers in tree.items()}
        if (found, invented, doubled) == (wanted, case["invented"], case["doubled"]):
            exact += 1
        else:
            print(f"  {case['name']}: found {found}, {invented} invented, {doubled} doubled; expected {wanted}")
    print(f"answers: {exact} of {len(data['cases'])} exact")


def assignments(candidate: Candidate) -> Counter[tuple[str, str]]:
    """Return the keys of a candidate, each with the names above it but for the root's."""
    paths: list[str] = []
    for topic in candidate.topics:
        paths.append(f"{paths[topic.parent]}/{topic.name}" if topic.parent > 0 else topic.name if paths else "")
    return Counter((paths[at], cited.key) for at, topic in enumerate(candidate.topics) for cited in topic.cited)


def outlined(tree: str) -> Counter[tuple[str, str]]:
    """Return the assignments of an outline: a level a space, keys behind a colon."""
    above: list[str] = []
    wanted: Counter[tuple[str, str]] = Counter()
    for line in tree.split("\n"):
        depth = len(line) - len(line.lstrip(" "))
        name, _, keys = line.strip().partition(": ")
        above = [*above[:depth], name]
        wanted.update(("/".join(above[1:]), key) for key in keys.split())
    return wanted


def drawn(folder: Path) -> None:
    """Print how many assignments of drawn trees are read: of the tree that a build takes, and of the best candidate."""
    found = total = exact = 0
    taken = taken_exact = 0
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for name, one in expected.items():
        wanted = outlined(one["tree"])
        source = open_path(folder / "drawn" / name)
        references = list(extract(source, name).references)
        titles = {key: work.title or "" for work in references for key in (work.key, *work.aliases)}
        taxonomies = read_taxonomies(source, name, one["title"], titles)
        read = [assignments(candidate) for candidate in taxonomies.candidates]
        best = max(read, key=lambda own: (own & wanted).total(), default=Counter())
        right = (best & wanted).total()
        own = read[at] if (at := _chosen(name, taxonomies, references)) is not None else Counter()
        taken, taken_exact = taken + (own & wanted).total(), taken_exact + (own == wanted)
        if own != best:
            print(f"  {name}: a build takes another tree, with {(own & wanted).total()} of {wanted.total()}")
        found, total, exact = found + right, total + wanted.total(), exact + (best == wanted)
        if best != wanted:
            print(f"  {name}: {right} of {wanted.total()}; lacks {wanted - best}, has beside {best - wanted}")
    for which, trees, right in (("chosen", taken_exact, taken), ("best candidate", exact, found)):
        print(
            f"drawings, {which}: {trees} of {len(expected)} exact, {right} of {total} assignments ({right / total:.1%})"
        )


def _chosen(name: str, taxonomies: Taxonomies, references: list[Reference]) -> int | None:
    """Return the candidate that a build takes, by its place; None where it takes none."""
    rows = candidate_rows(name, taxonomies, references)
    try:
        chosen = choose(
            name, taxonomies.title, rows["candidates"], rows["topics"], rows["papers"], rows["spoken"], _RULES
        )
    except Rejected:
        return None
    return next(at for at, candidate in enumerate(chosen.candidates) if candidate.chosen)


def whole(folder: Path) -> None:
    """Print what a build takes of each whole survey, and the share of its best candidate's works."""
    for survey in sorted(place for place in folder.iterdir() if place.is_dir()):
        began = time.monotonic()
        source = open_path(survey)
        references = list(extract(source, survey.name).references)
        titles = {key: work.title or "" for work in references for key in (work.key, *work.aliases)}
        read = read_taxonomies(source, survey.name, "", titles)
        rows = candidate_rows(survey.name, read, references)
        chosen = choose(
            survey.name, read.title, rows["candidates"], rows["topics"], rows["papers"], rows["spoken"], _RULES
        )
        most = max(row.resolved for row in rows["candidates"])
        works = {paper.key for paper in chosen.papers}
        print(
            f"  {survey.name}: {chosen.kind}, {len(chosen.names) - 1} topics, {len(works)} works of "
            f"{len(references)} cited and {most} of its best candidate ({len(works) / most:.2f}), "
            f"{time.monotonic() - began:.1f} s; candidates "
            + ", ".join(f"{kind} {count}" for kind, count in Counter(row.kind for row in rows["candidates"]).items())
        )


def main() -> None:
    """Measure what is at hand."""
    real = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=Path, default=real / "answers" / "taxobench_trees.json")
    parser.add_argument("--drawn", type=Path, default=real / "taxonomies")
    parser.add_argument("--whole", type=Path, default=real / "taxonomies" / "whole")
    asked = parser.parse_args()
    answers(asked.answers)
    drawn(asked.drawn)
    whole(asked.whole)


if __name__ == "__main__":
    main()
