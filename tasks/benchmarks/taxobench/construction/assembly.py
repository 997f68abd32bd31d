"""From the outputs of a build's stages to the tables of a release: the same that an import makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tasks.benchmarks.taxobench.construction.rows import (
    CANDIDATES,
    PROVENANCE,
    PaperSource,
    PlacedPaper,
    SettledTree,
)
from tasks.benchmarks.taxobench.inputs.finding import WantedPaper
from tasks.benchmarks.taxobench.inputs.rows import INPUTS, PaperInput
from tasks.benchmarks.taxobench.inputs.text import PaperText
from tasks.benchmarks.taxobench.published import GivenPaper
from tasks.benchmarks.taxobench.release_tables import Item, release_rows
from tasks.benchmarks.taxobench.tables import RELEASE_TABLES
from tasks.benchmarks.taxobench.trees import Placed, Tree, TreeDiagnostic, oddities
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.records import to_table


@dataclass(frozen=True)
class TaxoOutputs:
    """What the stages of a build made."""

    settled: StageOutput
    texts: StageOutput
    inputs: StageOutput | None  # None where nothing is drawn
    earlier: tuple[StageOutput, ...] = ()  # stages that these do not lead to by themselves: reviews are kept rows

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """The outputs that all others lead to."""
        return (*self.earlier, self.settled, self.texts, *([self.inputs] if self.inputs else []))


def assemble(storage: Storage, outputs: TaxoOutputs) -> dict[str, Any]:
    """The tables of a release."""
    trees = list(read_rows(storage, outputs.settled, "trees", SettledTree))
    abstracts = {
        (row.survey_id, row.paper): row.abstract for row in read_rows(storage, outputs.texts, "texts", PaperText)
    }
    rows = release_rows(_item(tree, abstracts) for tree in trees)
    candidates = [replace(row, survey_id=tree.survey_id) for tree in trees for row in tree.candidates]
    tables: dict[str, Sequence[Any]] = {**rows, "provenance": [one for tree in trees for one in _provenance(tree)]}
    tables["candidates"] = candidates
    if outputs.inputs is not None:
        tables["inputs"] = list(read_rows(storage, outputs.inputs, "inputs", PaperInput))
    declared = {table.name: table.row for table in (*RELEASE_TABLES, CANDIDATES, PROVENANCE, INPUTS)}
    return {name: to_table(declared[name], own) for name, own in tables.items()}


def wanted_papers(trees: Sequence[SettledTree]) -> Iterator[WantedPaper]:
    """The papers of each tree, each once, as its release numbers them."""
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
    said = [TreeDiagnostic(*remark.split(": ", 1)) for remark in tree.remarks if tree.origin == "candidate"]
    return Item(tree.survey_id, tree.topic, tree.origin, papers, grown, (*said, *oddities(grown)))


def _provenance(tree: SettledTree) -> Iterator[PaperSource]:
    for position, paper in enumerate(tree.papers):
        known = (paper.key, paper.doi, paper.arxiv_id)
        yield PaperSource(tree.survey_id, position, *known, paper.via, paper.file, paper.line)
