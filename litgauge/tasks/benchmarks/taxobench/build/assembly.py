"""Tables of a release from the outputs of a build's stages; reviewed trees replace those of the sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from litgauge.tasks.benchmarks.taxobench.build.known_papers import WantedPaper
from litgauge.tasks.benchmarks.taxobench.build.paper_text import PaperText
from litgauge.tasks.benchmarks.taxobench.build.rows import (
    CANDIDATES,
    PROVENANCE,
    TOPIC_EDGES,
    ChosenTree,
    PaperSource,
    PlacedPaper,
    SettledTree,
    TopicEdge,
)
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.release_tables import Item, release_rows
from litgauge.tasks.benchmarks.taxobench.rows import INPUTS, RELEASE_TABLES, REVIEWS, PaperInput
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree, TreeDiagnostic, oddities
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import to_table
from litgauge.tasks.text import compact_title


@dataclass(frozen=True)
class TaxoOutputs:
    """Outputs of the stages of a build."""

    settled: StageOutput
    texts: StageOutput
    inputs: StageOutput | None  # None where nothing is drawn
    earlier: tuple[StageOutput, ...] = ()  # stages that these do not lead to by themselves: reviews are kept rows

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """Return the outputs that all others lead to."""
        return (*self.earlier, self.settled, self.texts, *([self.inputs] if self.inputs else []))


def assemble(storage: Storage, outputs: TaxoOutputs) -> dict[str, Any]:
    """Return the tables of a release."""
    trees = list(read_rows(storage, outputs.settled, "trees", SettledTree))
    abstracts = {
        (row.survey_id, row.paper): row.abstract for row in read_rows(storage, outputs.texts, "texts", PaperText)
    }
    rows = release_rows(_item(tree, abstracts) for tree in trees)
    candidates = [replace(row, survey_id=tree.survey_id) for tree in trees for row in tree.candidates]
    tables: dict[str, Sequence[Any]] = {**rows, "provenance": [row for tree in trees for row in _provenance(tree)]}
    tables["candidates"] = candidates
    tables["topic_edges"] = [
        TopicEdge(tree.survey_id, node, confidence)
        for tree in trees
        for node, confidence in enumerate(tree.confidences)
        if node
    ]
    if outputs.inputs is not None:
        tables["inputs"] = list(read_rows(storage, outputs.inputs, "inputs", PaperInput))
    declared = {
        table.name: table.row for table in (*RELEASE_TABLES, CANDIDATES, PROVENANCE, TOPIC_EDGES, INPUTS, REVIEWS)
    }
    return {name: to_table(declared[name], own) for name, own in tables.items()}


def wanted_papers(trees: Sequence[SettledTree]) -> Iterator[WantedPaper]:
    """Yield the papers of each tree, each once, as its release numbers them."""
    for tree in trees:
        for number, paper in enumerate(_each_once(tree), start=1):
            yield WantedPaper(tree.survey_id, number, paper.title, "", paper.doi, paper.arxiv_id)


def _each_once(tree: SettledTree) -> list[PlacedPaper]:
    return list({paper.title: paper for paper in reversed(tree.papers)}.values())[::-1]


def _item(tree: SettledTree, abstracts: dict[tuple[str, int], str]) -> Item:
    grown = Tree(tree.names, tree.parents, tuple(Placed(paper.title, paper.node) for paper in tree.papers))
    papers = [
        GivenPaper(paper.title, abstracts.get((tree.survey_id, number), ""))
        for number, paper in enumerate(_each_once(tree), start=1)
    ]
    remarks = [TreeDiagnostic(*remark.split(": ", 1)) for remark in tree.remarks if tree.origin == "candidate"]
    return Item(tree.survey_id, tree.topic, tree.origin, papers, grown, (*remarks, *oddities(grown)), tree.reviews)


def _provenance(tree: SettledTree) -> Iterator[PaperSource]:
    for position, paper in enumerate(tree.papers):
        identifiers = (paper.key, paper.doi, paper.arxiv_id)
        yield PaperSource(tree.survey_id, position, *identifiers, paper.via, paper.file, paper.line, paper.confidence)


@dataclass(frozen=True)
class Settled:
    """Taxonomies of a release, and the surveys whose trees wait for a review."""

    trees: Mapping[str, SettledTree]
    waiting: tuple[str, ...]
    rejected: Mapping[str, str] = field(default_factory=dict)  # by the reviewers, with their reason


def settle(
    chosen: Iterable[ChosenTree], reviewed: Mapping[str, Item], rejected: Mapping[str, str], *, include: bool
) -> Settled:
    """Each survey's taxonomy, reviewed where it was; what reviewers rejected is in no release."""
    trees: dict[str, SettledTree] = {}
    waiting = []
    for tree in chosen:
        name = release_id(tree.survey_id)
        if name in rejected:
            continue
        if name in reviewed:
            trees[name] = _reviewed(tree, reviewed[name])
        elif include:
            trees[name] = _candidate(tree)
        else:
            waiting.append(name)
    return Settled(trees, tuple(waiting), rejected)


def release_id(survey_id: str) -> str:
    """Return the survey's name in releases, which names files too: no slash.

    >>> release_id("cs/0112017")
    'cs-0112017'
    """
    return survey_id.replace("/", "-")


def _candidate(tree: ChosenTree) -> SettledTree:
    remarks = tuple(f"paper-unresolved: {key}" for key in tree.unresolved)
    return SettledTree(
        release_id(tree.survey_id),
        tree.topic,
        "candidate",
        tree.names,
        tree.parents,
        tree.papers,
        tree.candidates,
        remarks,
        tree.confidences,
    )


def _reviewed(tree: ChosenTree, item: Item) -> SettledTree:
    """Return the reviewers' tree; where the survey cites a paper is known of those that they kept."""
    papers_by_title = {compact_title(paper.title): paper for paper in tree.papers}
    papers = []
    for placed in item.tree.papers:
        paper = papers_by_title.get(compact_title(placed.title))
        own = (paper.key, paper.year, paper.doi, paper.arxiv_id, paper.via, paper.file, paper.line) if paper else None
        papers.append(PlacedPaper(placed.node, placed.title, *(own or ("", None, None, None, "review", "", 0))))
    remarks = tuple(f"{oddity.code}: {oddity.detail}" for oddity in item.oddities)
    return SettledTree(
        item.survey_id,
        item.topic,
        "reviewed",
        item.tree.names,
        item.tree.parents,
        tuple(papers),
        tree.candidates,
        remarks,
        reviews=tuple(item.reviews),
    )
