"""The metrics of trees without a release: a JSON object for each row of a file in the published format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tasks.benchmarks.taxobench.alignment import Mode
from tasks.benchmarks.taxobench.measures import Measures, measure, worst
from tasks.benchmarks.taxobench.published import BrokenRow, PublishedRow
from tasks.benchmarks.taxobench.similarity import ROUNDING, NameVectors
from tasks.benchmarks.taxobench.trees import ReadTree, TreeDiagnostic, read_tree
from tasks.records import Unscored

VALUES = (
    "recall", "coverage", "ari", "ami", "homogeneity", "completeness", "v_measure", "ted", "ted_unordered", "nsr",
    "nsp", "soft_f1", "sem_path",
)  # fmt: skip


def tree_line(row: PublishedRow | BrokenRow, names: NameVectors, mode: Mode) -> dict[str, Any]:
    """id, a value for each of `VALUES`, counts of papers, diagnostics: the keys of every row.

    A tree that is absent or no tree has the declared worst; a row without an experts' tree has no values.
    """
    if isinstance(row, BrokenRow):
        return _nothing(row.id, [{"code": "row-unreadable", "tree": "row", "message": row.reason}])
    expert, answer = read_tree(row.expert), read_tree(row.answer)
    said = [
        *_told("row", row.oddities),
        *_told("expert", expert.diagnostics),
        *_told("answer", answer.diagnostics),
    ]
    if expert.tree is None or not expert.tree.papers:
        lacking = {"code": "no-papers", "tree": "expert", "message": "the experts' tree holds no papers"}
        return _nothing(row.id, [*said, lacking])
    given = [paper.title for paper in row.papers]
    measures = _measured(expert, answer, names, given, mode)
    if len(expert.tree.categories) == 1:
        said += _told("expert", [TreeDiagnostic("one-category")])
    if answer.tree is not None and not measures.papers.found:
        said += _told("answer", [TreeDiagnostic("no-paper-found")])
    said += [
        {"code": "outside-unit", "tree": "answer", "message": f"{name} is {value:.3f}: equations 6 to 9 bound it not"}
        for name, value in asdict(measures.nodes).items()
        if not -ROUNDING <= value <= 1 + ROUNDING
    ]
    said += [
        {"code": "unscored", "tree": "answer", "message": value.reason}
        for value in (measures.ted, measures.ted_unordered)
        if isinstance(value, Unscored)
    ]
    counts = asdict(measures.papers)
    return {"id": row.id, **_values(measures), "papers": counts, "diagnostics": said}


def _measured(expert: ReadTree, answer: ReadTree, names: NameVectors, given: list[str], mode: Mode) -> Measures:
    assert expert.tree is not None
    if answer.tree is None:
        return worst(expert.tree)
    return measure(expert.tree, answer.tree, names, given=given, mode=mode)


def _values(measures: Measures) -> dict[str, float | None]:
    found: dict[str, float | Unscored] = {
        "recall": measures.recall,
        "coverage": measures.coverage,
        **asdict(measures.agreement),
        "ted": measures.ted,
        "ted_unordered": measures.ted_unordered,
        **asdict(measures.nodes),
        "sem_path": measures.sem_path,
    }
    return {name: None if isinstance(value := found[name], Unscored) else value for name in VALUES}


def _nothing(name: str | int | float | None, diagnostics: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "id": name,
        **dict.fromkeys(VALUES),
        "papers": {"expected": 0, "found": 0, "missing": 0, "doubled": 0, "invented": 0},
        "diagnostics": diagnostics,
    }


def _told(whose: str, diagnostics: Iterable[TreeDiagnostic]) -> list[dict[str, str]]:
    return [{"code": one.code, "tree": whose, "message": one.message} for one in diagnostics]
