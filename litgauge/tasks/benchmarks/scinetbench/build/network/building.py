"""Tables of a network, made from the scans of a snapshot, with what was left out of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import (
    Resources,
    batches_of,
    even_tables,
    fetch,
    local_files,
    materialise,
    open_backend,
    read_parts,
    store_batches,
    store_relation,
)
from litgauge.tasks.benchmarks.scinetbench.build.network.relations import (
    citations,
    named_references,
    newest,
    reference_lists,
    venues,
    with_corpus,
)
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import ScannedWork
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.rows import read_abstract
from litgauge.tasks.benchmarks.scinetbench.rows import Fact, NetworkWork, ReferenceList, Venue, WorkAbstract
from litgauge.tasks.engine.memory import StageOutput, StoredPart
from litgauge.tasks.engine.outputs import count_rows
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import schema_of

if TYPE_CHECKING:
    from ibis.expr.types import Table

Numbers = npt.NDArray[np.int64]
_MOST_STEPS = 64  # each doubles how far is seen: no chain is as long


_FOLDER = "stages/network/parts"
STAGE = "network"


@dataclass(frozen=True, slots=True)
class MergedWork:
    """A work that was merged into another."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class DeletedWork:
    """A work that OpenAlex has deleted for good."""

    work: int


@dataclass(frozen=True)
class NetworkSources:
    """Outputs of the stages that read a snapshot, and facts about it."""

    scans: StageOutput
    merged: tuple[StageOutput, ...] = ()  # one at most
    deleted: tuple[StageOutput, ...] = ()  # one at most
    facts: tuple[Fact, ...] = ()

    @property
    def all(self) -> tuple[StageOutput, ...]:
        """Return all outputs, in one order."""
        return (self.scans, *self.merged, *self.deleted)


def build_network(
    storage: Storage, sources: NetworkSources, rule: CorpusRule, resources: Resources
) -> dict[str, Sequence[Any] | StoredPart]:
    """Return the rows of works, citations, abstracts, venues and facts, by table.

    Large ones are stored as they are made.
    """
    with (
        open_backend(resources) as backend,
        local_files(storage, [sources.scans], "works") as scanned_files,
        local_files(storage, sources.merged, "merged") as merged_files,
        local_files(storage, sources.deleted, "deleted") as deleted_files,
    ):
        scanned = read_parts(backend, scanned_files, ScannedWork)
        ended = materialise(backend, "ended", _ended(merged_files))
        deleted = materialise(backend, "deleted", _joined(deleted_files, DeletedWork))
        all_works = materialise(backend, "newest", newest(scanned, ended, deleted))
        works = materialise(backend, "works", with_corpus(all_works, rule))
        if not _count(works.filter(works.in_corpus)):
            raise UnusableInput(
                f"of {_count(all_works):,} works none belongs to the corpus",
                where="corpus",
                data="Nothing was released",
                next_step="See that its topics, years and types are those of the snapshot; no topics are all works",
            )
        tell(Note(STAGE, f"{_count(works):,} of {_count(all_works):,} works are in the network"))
        references = materialise(backend, "named", named_references(works, ended))
        cites = materialise(backend, "cites", citations(references, works))
        tell(Note(STAGE, f"{_count(cites):,} of {_count(references):,} references stay within it"))

        def store(relation: Table, row_type: type) -> StoredPart:
            return store_relation(storage, _FOLDER, backend, relation, row_type)

        return {
            "works": store(works.order_by("date", "work"), NetworkWork),
            "citations": store(reference_lists(cites).order_by("work"), ReferenceList),
            "abstracts": _store_abstracts(storage, backend, works),
            "venues": store(venues(works), Venue),
            "network": [
                *sources.facts,
                Fact("rows that could not be read", str(count_rows(storage, sources.scans, "broken"))),
                *_facts(scanned, all_works, works, references, cites),
                *_left_out(scanned, deleted, all_works, rule),
            ],
        }


def _store_abstracts(storage: Storage, backend: Any, works: Table) -> StoredPart:
    """Store the abstracts of the corpus. Their texts are made here, as most rows of a snapshot do not get so far."""
    indexed = works.filter(works.in_corpus & (works.abstract_index != "")).order_by("work")
    schema = schema_of(WorkAbstract)

    def texts() -> Iterator[pa.Table]:
        for batch in batches_of(backend, indexed.select("work", "abstract_index")):
            pairs = zip(batch["work"].to_pylist(), batch["abstract_index"].to_pylist(), strict=True)
            read = [(work, text) for work, index in pairs if (text := read_abstract(index))]
            columns = [
                pa.array(column, field.type) for column, field in zip(zip(*read, strict=True), schema, strict=True)
            ]
            yield pa.table(columns, schema=schema) if read else schema.empty_table()

    return store_batches(storage, _FOLDER, even_tables(texts()), WorkAbstract)


def resolve_merged(old: Numbers, new: Numbers) -> tuple[Numbers, Numbers]:
    """Each merged work once, ascending, and the work at the end of its chain; of several targets the last one counts.

    Works on a circle, or on a way into one, ended nowhere and are left out.

    >>> old, new = resolve_merged(np.array([1, 2, 5, 6, 7]), np.array([2, 3, 6, 5, 5]))
    >>> old.tolist(), new.tolist()
    ([1, 2], [3, 3])
    """
    if not len(old):
        return old.astype(np.int64), new.astype(np.int64)
    names, last = np.unique(old[::-1], return_index=True)
    ends = new[::-1][last].astype(np.int64)
    for _ in range(_MOST_STEPS):
        place = np.minimum(np.searchsorted(names, ends), len(names) - 1)
        moved = names[place] == ends
        if not moved.any():
            break
        ends = np.where(moved, ends[place], ends)
    place = np.minimum(np.searchsorted(names, ends), len(names) - 1)
    ended = names[place] != ends
    return names[ended].astype(np.int64), ends[ended]


def _ended(files: Sequence[str]) -> pa.Table:
    """Return the work at the end of the chain of each merged one: `old`, `new`."""
    table = _joined(files, MergedWork)
    old, new = resolve_merged(table["old"].to_numpy(), table["new"].to_numpy())
    return pa.table({"old": old, "new": new})


def _joined(files: Sequence[str], row_type: type) -> pa.Table:
    schema = schema_of(row_type)
    return pa.concat_tables([schema.empty_table(), *(pq.read_table(file, columns=schema.names) for file in files)])


def _left_out(scanned: Table, deleted: Table, all_works: Table, rule: CorpusRule) -> Iterator[Fact]:
    """Yield what snapshots before 2026 do not have, where there is any."""
    expansion = _count(all_works.filter(all_works.xpac))
    counts = {
        "rows of deleted works": _count(scanned.semi_join(deleted, "work")),
        f"works of the expansion corpus, {'kept' if rule.xpac else 'left out'}": expansion,
    }
    for name, count in counts.items():
        if count:
            yield Fact(name, str(count))


def _facts(scanned: Table, all_works: Table, works: Table, references: Table, cites: Table) -> Iterator[Fact]:
    own = references.filter(references.work == references.cited)
    distinct = references.filter(references.work != references.cited).distinct()
    cited, citing = works.select(cited="work", cited_date="date"), works.select("work", "date")
    ahead = cites.inner_join(citing, "work").inner_join(cited, "cited")
    counts = {
        "rows": _count(scanned),
        "works in the snapshot": _count(all_works),
        "works": _count(works),
        "works of the corpus": _count(works.filter(works.in_corpus)),
        "works under the number of a merged one": _count(all_works.filter(all_works.origin != all_works.work)),
        "references": _count(references),
        "references to itself": _count(own),
        "references that stand there twice": _count(references) - _count(own) - _count(distinct),
        "references to works beyond the network": _count(distinct) - _count(cites),
        "citations": _count(cites),
        "citations of a later work": _count(ahead.filter(ahead.cited_date > ahead.date)),
        "works in repositories": _count(works.filter(works.venue_type == "repository")),
        "works without a venue": _count(works.filter(works.venue.isnull())),
    }
    for name, count in counts.items():
        yield Fact(name, str(count))


def _count(relation: Table) -> int:
    return int(fetch(relation.aggregate(count=relation.count()))["count"][0].as_py())
