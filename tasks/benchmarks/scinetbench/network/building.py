"""The scans of a snapshot's files to the tables of a network, with what was left out on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from tasks.base.errors import UnusableInput
from tasks.benchmarks.scinetbench.merging import resolve_merged
from tasks.benchmarks.scinetbench.network.engine import (
    Engine,
    collected,
    files_at_hand,
    kept,
    read_parts,
    relational,
    store_relation,
)
from tasks.benchmarks.scinetbench.network.relations import (
    CorpusRule,
    citations,
    named_references,
    newest,
    reference_lists,
    venues,
    with_corpus,
)
from tasks.benchmarks.scinetbench.snapshot import ScannedWork
from tasks.benchmarks.scinetbench.tables import Fact, NetworkWork, ReferenceList, Venue, WorkAbstract
from tasks.engine.memory import StageOutput, StoredPart
from tasks.engine.outputs import count_rows
from tasks.engine.progress import Note, tell
from tasks.engine.storage import Storage
from tasks.records import schema_of

if TYPE_CHECKING:
    from ibis.expr.types import Table

_FOLDER = "stages/network/parts"
STAGE = "network"


@dataclass(frozen=True, slots=True)
class MergedWork:
    """A work that was merged into another."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Resources:
    """What building may take."""

    memory_gb: float
    threads: int
    relations: Engine = "duckdb"


def build_network(
    storage: Storage, scans: StageOutput, merged: Sequence[StageOutput], rule: CorpusRule, resources: Resources
) -> dict[str, Sequence[Any] | StoredPart]:
    """The rows of works, citations, abstracts, venues and facts, by table; large ones are stored as they are made."""
    with (
        relational(resources.memory_gb, resources.threads, resources.relations) as backend,
        files_at_hand(storage, [scans], "works") as scanned_files,
        files_at_hand(storage, merged, "merged") as merged_files,
    ):
        scanned = read_parts(backend, scanned_files, ScannedWork)
        ended = kept(backend, "ended", _ended(merged_files))
        everything = kept(backend, "newest", newest(scanned, ended))
        works = kept(backend, "works", with_corpus(everything, rule))
        if not _count(works.filter(works.in_corpus)):
            raise UnusableInput(
                f"of {_count(everything):,} works none belongs to the corpus",
                where="corpus",
                data="Nothing was released",
                next_step="See that its topics, years and types are those of the snapshot; no topics are all works",
            )
        tell(Note(STAGE, f"{_count(works):,} of {_count(everything):,} works are in the network"))
        references = kept(backend, "named", named_references(works, ended))
        cites = kept(backend, "cites", citations(references, works))
        tell(Note(STAGE, f"{_count(cites):,} of {_count(references):,} references stay within it"))

        def store(relation: Table, row_type: type) -> StoredPart:
            return store_relation(storage, _FOLDER, backend, relation, row_type)

        return {
            "works": store(works.order_by("date", "work"), NetworkWork),
            "citations": store(reference_lists(cites).order_by("work"), ReferenceList),
            "abstracts": store(works.filter(works.in_corpus & (works.abstract != "")).order_by("work"), WorkAbstract),
            "venues": store(venues(works), Venue),
            "network": [
                Fact("rows that could not be read", str(count_rows(storage, scans, "broken"))),
                *_facts(scanned, everything, works, references, cites),
            ],
        }


def _ended(files: Sequence[str]) -> pa.Table:
    """Where every merged work ended: `old`, `new`."""
    parts = [pq.read_table(file, columns=["old", "new"]) for file in files]
    table = pa.concat_tables([schema_of(MergedWork).empty_table(), *parts])
    old, new = resolve_merged(table["old"].to_numpy(), table["new"].to_numpy())
    return pa.table({"old": old, "new": new})


def _facts(scanned: Table, everything: Table, works: Table, references: Table, cites: Table) -> Iterator[Fact]:
    own = references.filter(references.work == references.cited)
    distinct = references.filter(references.work != references.cited).distinct()
    cited, citing = works.select(cited="work", cited_date="date"), works.select("work", "date")
    ahead = cites.inner_join(citing, "work").inner_join(cited, "cited")
    counts = {
        "rows": _count(scanned),
        "works in the snapshot": _count(everything),
        "works": _count(works),
        "works of the corpus": _count(works.filter(works.in_corpus)),
        "works under the number of a merged one": _count(everything.filter(everything.origin != everything.work)),
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
    return int(collected(relation.aggregate(count=relation.count()))["count"][0].as_py())
