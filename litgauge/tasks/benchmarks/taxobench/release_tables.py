"""Tables of a release from surveys with their trees: labels read, prompts composed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.base.shipped_files import PROMPTS
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.rows import (
    REVIEWS,
    Assignment,
    ReviewedTree,
    TaxonomyNode,
    TaxonomyPaper,
    TaxonomySurvey,
    TaxonomyTask,
    TreeOddity,
)
from litgauge.tasks.benchmarks.taxobench.trees import Tree, TreeDiagnostic


@dataclass(frozen=True)
class Item:
    """One survey with its papers and its tree."""

    survey_id: str
    topic: str
    origin: str
    papers: Sequence[GivenPaper]  # in the order given; where nobody gave any, those of the tree
    tree: Tree
    oddities: Sequence[TreeDiagnostic] = ()
    reviews: Sequence[ReviewedTree] = ()  # its reviewers' own trees


def release_rows(items: Iterable[Item]) -> dict[str, list[Any]]:
    """Return the rows of all tables, by table."""
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
        rows["oddities"] += [TreeOddity(item.survey_id, oddity.code, oddity.detail) for oddity in item.oddities]
        if item.reviews:
            rows.setdefault(REVIEWS.name, []).extend(map(_without_labels, item.reviews))
    return rows


def _without_labels(tree: ReviewedTree) -> ReviewedTree:
    return replace(tree, names=tuple(read_label(label).name for label in tree.names))


def _titles(tree: Tree) -> list[str]:
    return list(dict.fromkeys(placed.title for placed in tree.papers))


_LEAD = re.compile(
    r"(?:\d+(?:\.\d+)*(?!\.?\d)\s*[_.)]|[A-Z]\s*[_.)](?![A-Z]\.)|\((?:\d+|[a-z]|[ivx]+)\)|\d+(?:\.\d+)+(?=\s+[A-Z])|[IVX]+\.(?=\s))"
    r"\s*(?=[^\W_])|[-–—•]\s+"
)
_CITED = re.compile(r"\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]")


@dataclass(frozen=True, slots=True)
class Label:
    """A label taken apart; the three parts together are the label."""

    lead: str
    name: str
    tail: str

    @property
    def written(self) -> str:
        """Return the label as it stood."""
        return f"{self.lead}{self.name}{self.tail}"


def read_label(label: str) -> Label:
    """A label's name without the number before it and the citation behind it; one that is nothing else keeps it.

    >>> read_label("4_A Survey")
    Label(lead='4_', name='A Survey', tail='')
    >>> [read_label(label).name for label in ("Memory [162]", "[162]", "3D Vision", "2.5D", "1.58-bit")]
    ['Memory', '[162]', '3D Vision', '2.5D', '1.58-bit']
    >>> [read_label(label).name for label in ("3.1 Encoders", "3.1. Encoders", "(c) Decoders", "II. Data", "U.S. law")]
    ['Encoders', 'Encoders', 'Decoders', 'Data', 'U.S. law']
    """
    if _CITED.fullmatch(label.strip()):
        return Label("", label, "")
    lead = _LEAD.match(label)
    start, end = lead.end() if lead else 0, _end_of_name(label)
    if not label[start:end].strip():
        return Label("", label, "")
    return Label(label[:start], label[start:end], label[end:])


def _end_of_name(label: str) -> int:
    """Return where the citation, or the filling, behind a name begins."""
    name = label.rstrip()
    if name.endswith("]") and _CITED.fullmatch(name, opening := name.rfind("[")):
        name = name[:opening]
    return len(name.rstrip().rstrip("_").rstrip())


def deep_research_prompt(topic: str) -> str:
    """Return the topic alone: find its papers, and organise them (section 2.1)."""
    return _template("taxonomy_deep_research").replace("{{topic}}", topic)


def part_given_prompt(topic: str, papers: Sequence[GivenPaper]) -> str:
    """Return the topic and part of its papers: find the others, and organise all of them."""
    return _with_papers("taxonomy_part_given", topic, papers)


def bottom_up_prompt(topic: str, papers: Sequence[GivenPaper]) -> str:
    """Return the topic and its papers with title and abstract: organise them (section 4, appendix F)."""
    return _with_papers("taxonomy_bottom_up", topic, papers)


def _with_papers(name: str, topic: str, papers: Sequence[GivenPaper]) -> str:
    listed = "\n\n".join(_paper_line(number, paper) for number, paper in enumerate(papers, start=1))
    return (
        _template(name).replace("{{topic}}", topic).replace("{{count}}", str(len(papers))).replace("{{papers}}", listed)
    )


def _paper_line(number: int, paper: GivenPaper) -> str:
    return f"{number}. {paper.title}" + (f"\n   {' '.join(paper.abstract.split())}" if paper.abstract else "")


def _template(name: str) -> str:
    return (PROMPTS / "tasks" / f"{name}.md").read_text(encoding="utf-8").strip()
