"""Surveys with their trees to the tables of a release."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.taxobench.labels import read_label
from tasks.benchmarks.taxobench.prompts import bottom_up_prompt, deep_research_prompt
from tasks.benchmarks.taxobench.published import GivenPaper
from tasks.benchmarks.taxobench.tables import (
    Assignment,
    TaxonomyNode,
    TaxonomyPaper,
    TaxonomySurvey,
    TaxonomyTask,
    TreeOddity,
)
from tasks.benchmarks.taxobench.trees import Tree, TreeDiagnostic


@dataclass(frozen=True)
class Item:
    """One survey with its papers and its tree."""

    survey_id: str
    topic: str
    origin: str
    papers: Sequence[GivenPaper]  # in the order given; where nobody gave any, those of the tree
    tree: Tree
    oddities: Sequence[TreeDiagnostic] = ()


def release_rows(items: Iterable[Item]) -> dict[str, list[Any]]:
    """The rows of all tables, by table."""
    rows: dict[str, list[Any]] = {
        name: [] for name in ("surveys", "papers", "nodes", "assignments", "tasks", "oddities")
    }
    for item in items:
        papers = item.papers or [GivenPaper(title, "") for title in _titles(item.tree)]
        rows["surveys"].append(TaxonomySurvey(item.survey_id, item.topic, item.origin))
        rows["papers"] += [
            TaxonomyPaper(item.survey_id, number, paper.title, paper.abstract)
            for number, paper in enumerate(papers, start=1)
        ]
        rows["nodes"] += [
            TaxonomyNode(item.survey_id, node, parent, read_label(label).name, label, depth)
            for node, (label, parent, depth) in enumerate(
                zip(item.tree.names, item.tree.parents, item.tree.depths, strict=True)
            )
        ]
        rows["assignments"] += [
            Assignment(item.survey_id, placed.node, position, placed.title)
            for position, placed in enumerate(item.tree.papers)
        ]
        rows["tasks"] += [
            TaxonomyTask(
                f"{item.survey_id}-research", item.survey_id, "deep-research", deep_research_prompt(item.topic)
            ),
            TaxonomyTask(
                f"{item.survey_id}-bottom-up", item.survey_id, "bottom-up", bottom_up_prompt(item.topic, papers)
            ),
        ]
        rows["oddities"] += [TreeOddity(item.survey_id, one.code, one.detail) for one in item.oddities]
    return rows


def _titles(tree: Tree) -> list[str]:
    return list(dict.fromkeys(placed.title for placed in tree.papers))
