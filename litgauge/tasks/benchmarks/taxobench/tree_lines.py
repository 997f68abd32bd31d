"""Metrics of trees without a release: a JSON object for each row of a file in the published format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from typing import Any

from litgauge.tasks.benchmarks.taxobench.match_papers import Mode
from litgauge.tasks.benchmarks.taxobench.name_vectors import ROUNDING, NameVectors
from litgauge.tasks.benchmarks.taxobench.published import BrokenRow, PublishedRow
from litgauge.tasks.benchmarks.taxobench.release_tables import read_label
from litgauge.tasks.benchmarks.taxobench.tree_distances import TreeDistances, TreeValues, measure, worst
from litgauge.tasks.benchmarks.taxobench.trees import ReadTree, TreeDiagnostic, read_tree

VALUES = tuple(field.name for field in fields(TreeValues))
_UNBOUND = ("nsr", "nsp", "soft_f1")


def tree_line(row: PublishedRow | BrokenRow, names: NameVectors, mode: Mode) -> dict[str, Any]:
    """id, a value for each of `VALUES`, counts of papers, diagnostics: the keys of every row.

    A tree that is absent or no tree has the declared worst; a row without an experts' tree has no values.
    """
    if isinstance(row, BrokenRow):
        return _nothing(row.id, [{"code": "row-unreadable", "tree": "row", "message": row.reason}])
    titles = [paper.title for paper in row.papers]
    expert = _cleaned(read_tree(row.expert, titles))
    expected = list(dict.fromkeys(placed.title for placed in expert.tree.papers)) if expert.tree else []
    answer = read_tree(row.answer, (*titles, *expected), titles or expected)
    diagnostics = [
        *_diagnostics("row", row.oddities),
        *_diagnostics("expert", expert.diagnostics),
        *_diagnostics("answer", answer.diagnostics),
    ]
    if expert.tree is None or not expert.tree.papers:
        lacking = {"code": "no-papers", "tree": "expert", "message": "the experts' tree holds no papers"}
        return _nothing(row.id, [*diagnostics, lacking])
    if not titles and mode == "ours":  # as a release has it
        titles = expected
    measured = _measured(expert, answer, names, titles, mode)
    if len(expert.tree.categories) == 1:
        diagnostics += _diagnostics("expert", [TreeDiagnostic("one-category")])
    if answer.tree is not None and not measured.papers.found:
        diagnostics += _diagnostics("answer", [TreeDiagnostic("no-paper-found")])
    diagnostics += [
        {"code": "outside-unit", "tree": "answer", "message": f"{name} is {value:.3f}: equations 6 to 9 bound it not"}
        for name in _UNBOUND
        if not -ROUNDING <= (value := getattr(measured.values, name)) <= 1 + ROUNDING
    ]
    diagnostics += [{"code": "unscored", "tree": "answer", "message": reason} for reason in measured.reasons]
    return {"id": row.id, **measured.columns, "papers": asdict(measured.papers), "diagnostics": diagnostics}


def _measured(
    expert: ReadTree, answer: ReadTree, names: NameVectors, given_titles: list[str], mode: Mode
) -> TreeDistances:
    assert expert.tree is not None
    if answer.tree is None:
        return worst(expert.tree)
    return measure(expert.tree, answer.tree, names, titles=given_titles, mode=mode)


def _cleaned(read: ReadTree) -> ReadTree:
    """Return the experts' tree with the names that a release has."""
    if read.tree is None:
        return read
    return replace(read, tree=replace(read.tree, names=tuple(read_label(name).name for name in read.tree.names)))


def _nothing(name: str | int | float | None, diagnostics: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "id": name,
        **dict.fromkeys(VALUES),
        "papers": {"expected": 0, "found": 0, "missing": 0, "doubled": 0, "invented": 0},
        "diagnostics": diagnostics,
    }


def _diagnostics(tree_name: str, diagnostics: Iterable[TreeDiagnostic]) -> list[dict[str, str]]:
    return [{"code": diagnostic.code, "tree": tree_name, "message": diagnostic.message} for diagnostic in diagnostics]
