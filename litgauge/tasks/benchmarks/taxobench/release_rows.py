"""A release as scoring reads it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidateTree
from litgauge.tasks.benchmarks.taxobench.rows import (
    Assignment,
    PaperInput,
    PartGiven,
    ReviewedTree,
    TaxonomyNode,
    TaxonomyPaper,
    TaxonomySurvey,
    TaxonomyTask,
)
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.records.grouping import rows_by


@dataclass(frozen=True)
class TaxoRows:
    """A release of taxonomies."""

    name: str
    digest: str
    tasks: tuple[TaxonomyTask, ...]
    surveys: Mapping[str, TaxonomySurvey]
    papers: Mapping[str, tuple[TaxonomyPaper, ...]]  # by survey, in the order given
    trees: Mapping[str, Tree]  # by survey
    labels: Mapping[str, tuple[str, ...]]  # by survey, of each topic of its tree, as they were published
    inputs: Mapping[str, tuple[PaperInput, ...]] = field(default_factory=dict)  # by survey; none where nobody asked
    candidates: Mapping[str, tuple[CandidateTree, ...]] = field(default_factory=dict)  # by survey, where it was read
    reviews: Mapping[str, tuple[ReviewedTree, ...]] = field(default_factory=dict)  # by survey, by reviewer
    part_given: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by task, numbers of papers

    @cached_property
    def task(self) -> Mapping[str, TaxonomyTask]:
        """Return the tasks by their names."""
        return {task.task_id: task for task in self.tasks}


def load_release_rows(release: Release) -> TaxoRows:
    """Return the rows that scoring needs."""
    papers = rows_by(release.rows("papers", TaxonomyPaper), lambda paper: paper.survey_id)
    nodes = rows_by(release.rows("nodes", TaxonomyNode), lambda node: node.survey_id)
    placed = rows_by(release.rows("assignments", Assignment), lambda assignment: assignment.survey_id)
    inputs = rows_by(release.rows("inputs", PaperInput) if release.has("inputs") else (), lambda row: row.survey_id)
    candidates = rows_by(
        release.rows("candidates", CandidateTree) if release.has("candidates") else (), lambda tree: tree.survey_id
    )
    reviews = rows_by(
        release.rows("reviews", ReviewedTree) if release.has("reviews") else (), lambda reviewed: reviewed.survey_id
    )
    parts: dict[str, set[int]] = defaultdict(set)
    for part in release.rows("parts_given", PartGiven) if release.has("parts_given") else ():
        parts[part.task_id].add(part.paper)
    return TaxoRows(
        release.name,
        release.digest,
        tuple(release.rows("tasks", TaxonomyTask)),
        {survey.survey_id: survey for survey in release.rows("surveys", TaxonomySurvey)},
        {name: tuple(sorted(rows, key=lambda row: row.paper)) for name, rows in papers.items()},
        {name: _tree(rows, placed[name]) for name, rows in nodes.items()},
        {name: tuple(row.label for row in sorted(rows, key=lambda row: row.node)) for name, rows in nodes.items()},
        {name: tuple(rows) for name, rows in inputs.items()},
        {name: tuple(rows) for name, rows in candidates.items()},
        {name: tuple(sorted(rows, key=lambda row: row.reviewer)) for name, rows in reviews.items()},
        {name: frozenset(papers) for name, papers in parts.items()},
    )


def _tree(nodes: list[TaxonomyNode], placed: list[Assignment]) -> Tree:
    nodes = sorted(nodes, key=lambda row: row.node)
    return Tree(
        tuple(row.name for row in nodes),
        tuple(row.parent for row in nodes),
        tuple(Placed(row.title, row.node) for row in sorted(placed, key=lambda row: row.position)),
    )
