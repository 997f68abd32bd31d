"""Published taxonomies as a release, and a release as the folders of section 2.3."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.about import ABOUT_PUBLISHED
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.build.review.consensus import is_review, read_review
from litgauge.tasks.benchmarks.taxobench.folders import folder_items
from litgauge.tasks.benchmarks.taxobench.match_papers import align_papers
from litgauge.tasks.benchmarks.taxobench.published import BrokenRow, PublishedRow, published_rows
from litgauge.tasks.benchmarks.taxobench.release_tables import Item, release_rows
from litgauge.tasks.benchmarks.taxobench.trees import TreeDiagnostic, read_tree
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import row_digest
from litgauge.tasks.releases.freeze import Frozen, freeze_release
from litgauge.tasks.releases.manifest import StageLineage


def import_published(storage: Storage, place: Path) -> tuple[Frozen, ...]:
    """One release of the taxonomies in a file of the published format, or in folders (section 2.3): a topic a folder.

    Of a review folder it is what its experts agree on; what is not reviewed by all of them stays out.
    Raises UnusableInput, with the lines, if rows are broken, have no tree, or no paper.
    """
    items = list(_items(place))
    rows = release_rows(items)
    counts = {f"rows: {name}": len(of) for name, of in rows.items()}
    code = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    output = row_digest(*((name, *of) for name, of in sorted(rows.items())))
    lineage = StageLineage("import", code, row_digest(), output, (), {"done": len(items), **counts}, tuple(rows))
    return (freeze_release(storage, TAXOBENCH, rows, [lineage], name="taxobench", about=ABOUT_PUBLISHED),)


def _items(place: Path) -> Iterable[Item]:
    if not is_review(place):
        return folder_items(place) if place.is_dir() and not list(place.glob("*.jsonl")) else _rows(place)
    review = read_review(place)
    if not review.items:
        raise UnusableInput(
            "no survey in it is reviewed and accepted by all its experts",
            where=str(place),
            data="Nothing was imported",
            next_step=f"See what is missing: litgauge taxobench review --read {place}",
        )
    return review.items.values()


def _rows(place: Path) -> Iterator[Item]:
    files = sorted(place.glob("*.jsonl")) if place.is_dir() else [place]
    counts: Counter[str] = Counter()
    for file in files:
        for row in published_rows(file):
            if isinstance(row, BrokenRow):
                raise UnusableInput(row.reason, where=f"{file}:{row.line}", next_step="Mend or remove the line")
            yield _item(file, row, counts)


def _item(file: Path, row: PublishedRow, counts: Counter[str]) -> Item:
    read = read_tree(row.expert, [paper.title for paper in row.papers])
    if read.tree is None or not read.tree.papers:
        why = "; ".join(diagnostic.message for diagnostic in read.diagnostics) or "it holds no papers"
        raise UnusableInput(f"the experts' tree cannot be used: {why}", where=f"{file}:{row.line}")
    name = f"survey-{row.id}"
    counts[name] += 1
    if counts[name] > 1:
        raise UnusableInput(f"the id {row.id} is repeated", where=f"{file}:{row.line}")
    titles = [placed.title for placed in read.tree.papers]
    return Item(
        name,
        row.topic or read.tree.names[0],
        "published",
        row.papers,
        read.tree,
        (*row.oddities, *read.diagnostics, *_unplaced([paper.title for paper in row.papers], titles)),
    )


def _unplaced(papers: Sequence[str], titles: Sequence[str]) -> Iterator[TreeDiagnostic]:
    """Papers that are given and stand nowhere in the tree, or stand there and are not given."""
    if not papers:
        return
    alignment = align_papers(papers, titles)
    yield from (TreeDiagnostic("paper-not-placed", papers[at]) for at in alignment.missing)
    yield from (TreeDiagnostic("paper-not-given", titles[at]) for at in alignment.invented)
