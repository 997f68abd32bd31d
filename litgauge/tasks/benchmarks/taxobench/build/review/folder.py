"""A review folder: the same trees for every expert, a form in each, and the trees as they were, to compare with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from litgauge.tasks.benchmarks.taxobench.build.review.form import write_form
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidateTree, PlacedPaper
from litgauge.tasks.benchmarks.taxobench.folders import WRITTEN, write_folders
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.release_tables import Item, release_rows
from litgauge.tasks.benchmarks.taxobench.rows import TaxonomyPaper
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.sheets import Sheet, sheet_bytes, shown
from litgauge.tasks.text.markdown import escaped, table

MARK = ".review.json"
AS_READ = ".as-read"
GUIDE = "README.md"
WHERE = "where.csv"
WHERE_SHEET = Sheet(
    "the table of citations",
    (
        shown("title", "the paper"),
        shown("topic", "the topic that it stands at"),
        shown("key", "its key in the bibliography"),
        shown("year", "the year of the paper"),
        shown("doi", "its DOI"),
        shown("arxiv", "its arXiv id"),
        shown("cited in", "file and line of the survey"),
        shown("via", "how the citation was found"),
        shown("confidence", "how sure it is that the paper belongs there, 0 to 1"),
    ),
    "",
)
EXPERTS = ("expert-1", "expert-2", "expert-3")


@dataclass(frozen=True)
class ToReview:
    """A tree that waits for its review, and where it was read."""

    item: Item
    candidates: Sequence[CandidateTree] = ()
    papers: Sequence[PlacedPaper] = ()  # with where the survey cites them, as far as that is known

    @property
    def several(self) -> list[str]:
        """Return the papers that stand at more than one topic."""
        counts = Counter(placed.title for placed in self.item.tree.papers)
        return [title for title, count in counts.items() if count > 1]


def write_review(trees: Sequence[ToReview], to: Path, experts: Sequence[str] = EXPERTS) -> int:
    """A folder of trees for each expert below `to`; the number of papers in one of them."""
    rows = _rows(trees)
    papers = write_folders(rows, to / AS_READ)
    trees_by_survey = {tree.item.survey_id: tree for tree in trees}
    for expert in experts:
        write_folders(rows, to / expert)
        for written in sorted((to / expert).glob(f"*/{WRITTEN}")):
            survey_id = json.loads(written.read_text(encoding="utf-8"))["survey_id"]
            tree = trees_by_survey[survey_id]
            if tree.papers:
                _write_where(written.parent / WHERE, tree)
            write_form(written.parent, survey_id, expert, WHERE if tree.papers else "", tree.several)
    index = {"format": 1, "experts": list(experts), "surveys": [tree.item.survey_id for tree in trees]}
    (to / MARK).write_text(json.dumps(index, indent=1), encoding="utf-8")
    (to / GUIDE).write_text(_guide(trees, experts), encoding="utf-8")
    return papers


def _write_where(path: Path, tree: ToReview) -> None:
    """Write where the survey cites each paper: a table that experts can open beside the folders."""
    rows = [
        {
            "title": paper.title,
            "topic": " / ".join(tree.item.tree.named_path(paper.node)[1:]),
            "key": paper.key,
            "year": str(paper.year or ""),
            "doi": paper.doi or "",
            "arxiv": paper.arxiv_id or "",
            "cited in": f"{paper.file}:{paper.line}",
            "via": paper.via,
            "confidence": f"{paper.confidence:.2f}",
        }
        for paper in tree.papers
    ]
    path.write_bytes(sheet_bytes(WHERE_SHEET, rows, path.suffix))


def _rows(trees: Sequence[ToReview]) -> TaxoRows:
    rows = release_rows(tree.item for tree in trees)
    papers: Mapping[str, list[TaxonomyPaper]] = rows_by(rows["papers"], attrgetter("survey_id"))
    labels: Mapping[str, tuple[str, ...]] = {tree.item.survey_id: tree.item.tree.names for tree in trees}
    return TaxoRows(
        "review",
        "",
        (),
        {survey.survey_id: survey for survey in rows["surveys"]},
        {name: tuple(own) for name, own in papers.items()},
        {tree.item.survey_id: tree.item.tree for tree in trees},
        labels,
    )


def _guide(trees: Sequence[ToReview], experts: Sequence[str]) -> str:
    lines = [
        "# Review of taxonomies",
        "",
        f"Each of {', '.join(experts)} has a folder here, with the same trees. Work in yours alone: a folder is "
        f"a topic, a",
        "text file a paper. Rename, move, add and remove; then fill in `review.yaml` beside the topics of each survey:",
        "disambiguation (papers under several names), deduplication (papers at several topics), validation (does the",
        "survey's text put the paper there?), and a verdict. `litgauge taxobench review --read` on this folder says",
        "what is still missing, with file and line, what each of you changed, and how far you agree.",
        "",
        "Where the trees were read from:",
        "",
    ]
    for tree in trees:
        lines += [f"## {tree.item.topic} (`{tree.item.survey_id}`)", ""]
        if tree.candidates:
            columns = ["", "read from", "where", "topics", "papers with a title, of all", "first level", "why"]
            lines += [table(columns, [_side_by_side(candidate) for candidate in tree.candidates]), ""]
    return "\n".join(lines)


def _side_by_side(candidate: CandidateTree) -> tuple[str, ...]:
    return (
        "taken" if candidate.chosen else "",
        candidate.kind,
        f"`{candidate.file}:{candidate.line}`",
        str(max(0, candidate.topics - 1)),
        f"{candidate.resolved} of {candidate.papers}",
        escaped(candidate.outline),
        escaped(candidate.reasons),
    )
