"""Works that belong to each sub-field: by phrase, by topic, by similarity of meaning, or because people said so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import (
    Resources,
    batches_of,
    fetch,
    materialise,
    opened_tables,
    store_relation,
)
from litgauge.tasks.benchmarks.scinetbench.build.network.memberships import (
    as_reviewed,
    memberships,
    phrase_rows,
    reviewed_rows,
    texts,
    topic_rows,
    with_likely,
)
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField
from litgauge.tasks.benchmarks.scinetbench.rows import (
    BY_LIKENESS,
    Fact,
    Membership,
    NetworkWork,
    SubField,
    WorkAbstract,
)
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.progress import ProgressNotes
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.retrieval.embedding import Embedder, Vectors

if TYPE_CHECKING:
    from ibis.expr.types import Table


@dataclass(frozen=True)
class LikenessRule:
    """By what, and how much, works must be like the name of a sub-field to belong to it."""

    embedding: Embedder
    least: float


_AT_ONCE = 2_000  # texts


def alike_members(
    works: Iterable[pa.RecordBatch],
    sub_fields: Sequence[NamedSubField],
    embedder: Embedder,
    least: float,
    progress: Callable[[int], object],
) -> pa.Table:
    """Rows `sub_field`, `work`, `by`: the works whose text has a cosine of at least so much with a sub-field's name.

    `works` has `work` and `text`; some thousand texts are in memory at a time.
    """
    slugs = np.array([sub_field.sub_field for sub_field in sub_fields], object)
    names = _single(embedder.queries([sub_field.name for sub_field in sub_fields]))
    fields: list[Any] = []
    numbers: list[Any] = []
    for batch in works:
        for part in (batch.slice(start, _AT_ONCE) for start in range(0, batch.num_rows, _AT_ONCE)):
            texts = _single(embedder.documents(part["text"].to_pylist()))
            row, column = np.nonzero(texts @ names.T >= least)
            numbers.append(part["work"].to_numpy()[row])
            fields.append(slugs[column])
            progress(part.num_rows)
    columns = {
        "sub_field": pa.array(np.concatenate([*fields, []]).tolist(), pa.string()),
        "work": pa.array(np.concatenate([*numbers, np.empty(0, np.int64)]), pa.int64()),
    }
    return pa.table(columns).append_column("by", pa.array([BY_LIKENESS] * len(columns["work"]), pa.string()))


def _single(vectors: Vectors) -> NDArray[np.float32]:
    return vectors.astype(np.float32, copy=False)


def find_members(
    storage: Storage,
    network: StageOutput,
    sub_fields: Sequence[NamedSubField],
    resources: Resources,
    reviewed: Mapping[tuple[str, int], bool],
    alike: LikenessRule | None = None,
) -> Rows:
    """Return the sub-fields with how many works they have, and which.

    What people said goes before what the rule says.
    """
    with opened_tables(storage, resources, network, works=NetworkWork, abstracts=WorkAbstract) as (backend, tables):
        work_texts = materialise(backend, "texts", texts(tables["works"], tables["abstracts"]))
        phrases = materialise(backend, "phrases", phrase_rows(sub_fields))
        topics = materialise(backend, "topics", topic_rows(sub_fields))
        verdicts = materialise(backend, "verdicts", reviewed_rows(reviewed))
        by_rule = memberships(tables["works"], work_texts, phrases, topics)
        facts = []
        if alike is not None:
            likely = materialise(backend, "likely", _likely(backend, tables, sub_fields, alike))
            by_rule = materialise(backend, "by_rule", with_likely(by_rule, likely))
            more = fetch(by_rule.filter(by_rule.by == BY_LIKENESS).count().as_table())[0][0].as_py()
            facts.append(Fact("sub-fields by likeness", f"{alike.embedding.name}, at least {alike.least:g}: {more:,}"))
        members = materialise(backend, "members", as_reviewed(by_rule, verdicts, tables["works"]))
        counted = fetch(members.group_by("sub_field").agg(works=members.count())).to_pylist()
        counts = {row["sub_field"]: row["works"] for row in counted}
        part = store_relation(
            storage, "stages/sub-fields/members", backend, members.order_by("sub_field", "work"), Membership
        )
    rows = [
        SubField(
            sub_field.sub_field, sub_field.name, sub_field.field, sub_field.phrases, counts.get(sub_field.sub_field, 0)
        )
        for sub_field in sub_fields
    ]
    return {"sub_fields": rows, "members": part, "network": facts}


def _likely(
    backend: Any, tables: Mapping[str, Table], sub_fields: Sequence[NamedSubField], alike: LikenessRule
) -> pa.Table:
    works = tables["works"]
    work_texts = works.filter(works.in_corpus).select("work", "title").left_join(tables["abstracts"], "work")
    texts = work_texts.select(work_texts.work, text=work_texts.title.concat(". ", work_texts.abstract.fill_null("")))
    progress = ProgressNotes("sub-fields", "texts are embedded")
    return alike_members(batches_of(backend, texts), sub_fields, alike.embedding, alike.least, progress)
