"""What the stages after the network compute: measures, sub-fields, queries."""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tasks.benchmarks.scinetbench.likeness import BY_LIKENESS, alike_members
from tasks.benchmarks.scinetbench.measuring import measure_works
from tasks.benchmarks.scinetbench.network.building import Resources
from tasks.benchmarks.scinetbench.network.engine import (
    batches_of,
    collected,
    files_at_hand,
    kept,
    read_parts,
    relational,
    store_batches,
    store_relation,
)
from tasks.benchmarks.scinetbench.network.graph import graph_of
from tasks.benchmarks.scinetbench.network.memberships import (
    as_reviewed,
    memberships,
    phrase_rows,
    reviewed_rows,
    texts,
    topic_rows,
    with_likely,
)
from tasks.benchmarks.scinetbench.queries.ego import ego_queries
from tasks.benchmarks.scinetbench.queries.pair import Titled, drawn_subjects, pair_queries
from tasks.benchmarks.scinetbench.queries.path import BestPath, drawn_pairs, path_queries
from tasks.benchmarks.scinetbench.review import Review
from tasks.benchmarks.scinetbench.settings import MeasureSettings, QuerySettings
from tasks.benchmarks.scinetbench.sub_fields import NamedSubField
from tasks.benchmarks.scinetbench.tables import (
    Fact,
    Measured,
    Membership,
    Mention,
    NetworkTask,
    NetworkWork,
    SubField,
    Truth,
    WorkAbstract,
)
from tasks.engine.memory import StageOutput, StoredPart
from tasks.engine.outputs import read_rows
from tasks.engine.progress import Note, ProgressNotes, tell
from tasks.engine.storage import Storage
from tasks.network.network import CitationNetwork
from tasks.network.path import PathFinder
from tasks.records import from_table
from tasks.retrieval.embedding import Embedder

if TYPE_CHECKING:
    from ibis.expr.types import Table

Row = TypeVar("Row")
Rows = Mapping[str, Sequence[Any] | StoredPart]


@dataclass(frozen=True)
class Made:
    """The outputs that queries are drawn from."""

    network: StageOutput
    measures: StageOutput
    sub_fields: StageOutput
    mentions: StageOutput | None  # None where there are no texts

    @property
    def all(self) -> tuple[StageOutput, ...]:
        """All of them."""
        texts = () if self.mentions is None else (self.mentions,)
        return (self.network, self.measures, self.sub_fields, *texts)


@dataclass(frozen=True)
class Alike:
    """By what, and how much, works must be like the name of a sub-field to belong to it."""

    embedding: Embedder
    least: float


def measured(storage: Storage, network: StageOutput, settings: MeasureSettings, resources: Resources) -> Rows:
    """The measures of every work of the corpus, and what identifies the network."""
    with (
        graph_of(storage, network, resources.memory_gb, ProgressNotes("measures", "citations are read")) as graph,
        files_at_hand(storage, [network], "works") as works,
        files_at_hand(storage, [network], "venues") as venues,
    ):
        rows = measure_works(
            graph,
            _columns(works, ["work", "venue", "in_corpus"]),
            _columns(venues, ["venue", "type"]),
            settings,
            threads=resources.threads,
            progress=ProgressNotes("measures", "of disruption and novelty is computed", 2 * graph.works),
        )
        facts = [Fact("digest", graph.digest)]
        facts += [Fact(f"measured by {name}", str(value)) for name, value in settings.model_dump(mode="json").items()]
    return {"measures": store_batches(storage, "stages/measures/rows", iter([rows]), Measured), "network": facts}


def find_members(
    storage: Storage,
    network: StageOutput,
    sub_fields: Sequence[NamedSubField],
    resources: Resources,
    reviewed: Mapping[tuple[str, int], bool],
    alike: Alike | None = None,
) -> Rows:
    """The sub-fields with how many works they have, and which: what people said goes before what the rule says."""
    with _relations(storage, resources, network, works=NetworkWork, abstracts=WorkAbstract) as (backend, tables):
        told = kept(backend, "texts", texts(tables["works"], tables["abstracts"]))
        phrases = kept(backend, "phrases", phrase_rows(sub_fields))
        topics = kept(backend, "topics", topic_rows(sub_fields))
        said = kept(backend, "said", reviewed_rows(reviewed))
        by_rule = memberships(tables["works"], told, phrases, topics)
        facts = []
        if alike is not None:
            likely = kept(backend, "likely", _likely(backend, tables, sub_fields, alike))
            by_rule = kept(backend, "by_rule", with_likely(by_rule, likely))
            more = collected(by_rule.filter(by_rule.by == BY_LIKENESS).count().as_table())[0][0].as_py()
            facts.append(Fact("sub-fields by likeness", f"{alike.embedding.name}, at least {alike.least:g}: {more:,}"))
        members = kept(backend, "members", as_reviewed(by_rule, said, tables["works"]))
        counted = collected(members.group_by("sub_field").agg(works=members.count())).to_pylist()
        counts = {row["sub_field"]: row["works"] for row in counted}
        part = store_relation(
            storage, "stages/sub-fields/members", backend, members.order_by("sub_field", "work"), Membership
        )
    rows = [
        SubField(one.sub_field, one.name, one.field, one.phrases, counts.get(one.sub_field, 0)) for one in sub_fields
    ]
    return {"sub_fields": rows, "members": part, "network": facts}


def _likely(backend: Any, tables: Mapping[str, Table], sub_fields: Sequence[NamedSubField], alike: Alike) -> pa.Table:
    works = tables["works"]
    told = works.filter(works.in_corpus).select("work", "title").left_join(tables["abstracts"], "work")
    texts = told.select(told.work, text=told.title.concat(". ", told.abstract.fill_null("")))
    progress = ProgressNotes("sub-fields", "texts are embedded")
    return alike_members(batches_of(backend, texts), sub_fields, alike.embedding, alike.least, progress)


def make_queries(
    storage: Storage,
    made: Made,
    queries: QuerySettings,
    measures: MeasureSettings,
    resources: Resources,
    review: Review,
    *,
    min_works: int,
) -> Rows:
    """The tasks of all kinds, and the truth of those whose answer is a list of its own, but what people rejected."""
    tasks: list[NetworkTask] = []
    truth: list[Truth] = []
    with (
        _relations(storage, resources, made.network, works=NetworkWork) as (backend, tables),
        files_at_hand(storage, [made.measures], "measures") as measure_files,
        files_at_hand(storage, [made.sub_fields], "members") as member_files,
        files_at_hand(storage, [made.sub_fields], "sub_fields") as sub_field_files,
    ):
        sub_fields = [one for one in _rows_of(sub_field_files, SubField) if one.works >= min_works]
        chosen = pa.table({"sub_field": pa.array([one.sub_field for one in sub_fields], pa.string())})
        known = read_parts(backend, measure_files, Measured)
        everybody = read_parts(backend, member_files, Membership)
        members = everybody.semi_join(kept(backend, "chosen", chosen), "sub_field")

        for task, truths in ego_queries(sub_fields, members, known, measures, queries.wanted):
            tasks.append(task)
            truth += truths
        subjects = drawn_subjects(members, known, queries)
        titles = _Titles(tables["works"], known)
        tasks += pair_queries(
            subjects, titles([work for _, work in subjects]), queries, _spirits(storage, made.mentions)
        )
        pairs = drawn_pairs(members, known, tables["works"], queries)
        with graph_of(storage, made.network, resources.memory_gb) as graph:
            best = _best_path(graph, queries.max_hops)
            for task, truths in path_queries(pairs, titles, best, queries):
                tasks.append(task)
                truth += truths
    tasks = [_as_reviewed(task, review) for task in tasks if review.queries.get(task.task_id, True)]
    left = {task.task_id for task in tasks}
    truth = [row for row in truth if row.task_id in left]
    tell(Note("queries", ", ".join(f"{count} {kind}" for kind, count in _counts(tasks).items()) or "none"))
    return {"tasks": tasks, "truth": truth}


class _Titles:
    """Titles, years and citations of works, looked up some at a time."""

    def __init__(self, works: Table, measures: Table) -> None:
        self._works = works.left_join(measures, "work").select("work", "title", "year", "citations")

    def __call__(self, wanted: Sequence[int]) -> dict[int, Titled]:
        """By the works' numbers."""
        if not wanted:
            return {}
        rows = collected(self._works.filter(self._works.work.isin(list(wanted)))).to_pylist()
        return {row["work"]: Titled(row["title"], row["year"], row["citations"] or 0) for row in rows}


def _spirits(storage: Storage, mentions: StageOutput | None) -> dict[int, frozenset[str]]:
    """In which spirits each work is known to be cited."""
    found: dict[int, set[str]] = defaultdict(set)
    for one in () if mentions is None else read_rows(storage, mentions, "mentions", Mention):
        if one.sentiment is not None:
            found[one.cited].add(one.sentiment)
    return {work: frozenset(spirits) for work, spirits in found.items()}


def _as_reviewed(task: NetworkTask, review: Review) -> NetworkTask:
    prompt = review.reworded.get(task.task_id, task.prompt)
    return replace(task, prompt=prompt, reviewed=review.queries.get(task.task_id, False))


def _best_path(graph: CitationNetwork, max_hops: int) -> BestPath:
    finder, works = PathFinder(graph), np.asarray(graph.ids)
    nodes = np.argsort(works)

    def best(newer: int, older: int) -> list[int] | None:
        ends = nodes[np.searchsorted(works, [newer, older], sorter=nodes)]
        found = finder.best(int(ends[0]), int(ends[1]), max_hops)
        return None if found is None else works[list(found.nodes)].tolist()

    return best


@contextlib.contextmanager
def _relations(
    storage: Storage, resources: Resources, output: StageOutput, **row_types: type
) -> Iterator[tuple[Any, dict[str, Table]]]:
    """An engine with some tables of an output."""
    with contextlib.ExitStack() as stack:
        backend = stack.enter_context(relational(resources.memory_gb, resources.threads, resources.relations))
        yield (
            backend,
            {
                name: read_parts(backend, stack.enter_context(files_at_hand(storage, [output], name)), row_type)
                for name, row_type in row_types.items()
            },
        )


def _columns(files: Sequence[str], names: list[str]) -> pa.Table:
    return pa.concat_tables([pq.read_table(file, columns=names) for file in files])


def _rows_of(files: Sequence[str], row_type: type[Row]) -> Iterator[Row]:
    for file in files:
        yield from from_table(row_type, pq.read_table(file))


def _counts(tasks: Sequence[NetworkTask]) -> Counter[str]:
    return Counter(task.kind for task in tasks)
