"""The same relations on Spark as on DuckDB: from rows of a snapshot to what queries are drawn from."""

from __future__ import annotations

import importlib.util
import random
import shutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.network import memberships as of_members
from litgauge.tasks.benchmarks.scinetbench.build.network import relations
from litgauge.tasks.benchmarks.scinetbench.build.network.building import resolve_merged
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import Engine, fetch, materialise, open_backend
from litgauge.tasks.benchmarks.scinetbench.build.network.spark import check_installed
from litgauge.tasks.benchmarks.scinetbench.build.queries import relations as of_queries
from litgauge.tasks.benchmarks.scinetbench.build.settings import MeasureSettings, QuerySettings
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import ScannedWork
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField
from litgauge.tasks.benchmarks.scinetbench.rows import Measured
from litgauge.tasks.records import to_table

NAMED = (
    NamedSubField("owls", "Owls", "Birds", ("owl", "night bird"), ()),
    NamedSubField("gulls", "Gulls", "Birds", ("herring gull",), (3,)),
)
WORDS = (
    "Owls",
    "of",
    "the",
    "night-birds",
    "Herring GULLS",
    "herring gull",
    "class",
    "Straße",
    "ÜBER",
    "3D",
    "bus",
    "é",
)
RULE = CorpusRule((1, 2, 3), 1990, 2022, (), paratext=False, retracted=True, universe="snapshot")


def rows(seed: int, count: int = 150) -> list[ScannedWork]:
    """Works of all kinds: given twice, merged, undated, citing themselves, the future, and what is not there."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        number, year = draw.randrange(1, 110), draw.randrange(1985, 2025)
        venue = draw.choice([None, 1, 2, 3])
        texts = " ".join(draw.choices(WORDS, k=5)), draw.choice(["", "a night\nbird's song", "Gulls"])
        where = (venue, draw.choice(["Nature", "nature"]), "journal") if venue else (None, "", "")
        made.append(
            ScannedWork(
                *(number, texts[0], f"k{number}", "", year, f"{year}-0{draw.randrange(1, 10)}-01", None, None, *where),
                *(draw.choice(["article", "book"]), draw.random() < 0.05, draw.random() < 0.05),
                tuple(draw.sample(range(1, 6), draw.randrange(3))),
                draw.randrange(5),
                texts[1],
                tuple(draw.randrange(1, 125) for _ in range(draw.randrange(12))),
                draw.choice(["", "2026-01-01", "2026-02-01"]),
            )
        )
    return made


def measures(works: pa.Table) -> pa.Table:
    """QuerySources-up measures of the works of the corpus, ties among them."""
    draw = random.Random(1)
    numbers = works.filter(works["in_corpus"])["work"].to_pylist()
    made = [
        Measured(
            *(number, draw.randrange(9), draw.randrange(9), 0, 0, 0),
            *(draw.choice([None, -0.5, 0.0, 1.0]), 1.0, draw.choice([None, 0.25, -3.0]), 1.0),
        )
        for number in sorted(numbers)
    ]
    return to_table(Measured, made)


def network_of(backend: Any) -> Iterator[tuple[str, pa.Table]]:
    """Every relation of a build, in an order of its own."""
    old, new = resolve_merged(np.array([5, 6, 120, 7]), np.array([6, 9, 3, 7]))
    ended = materialise(backend, "ended", pa.table({"old": old, "new": new}))
    scanned = materialise(backend, "scanned", to_table(ScannedWork, rows(3)))
    works = materialise(backend, "works", relations.with_corpus(relations.newest(scanned, ended), RULE))
    cites = materialise(backend, "cites", relations.citations(relations.named_references(works, ended), works))
    yield "works", fetch(works.order_by("work"))
    yield "references", fetch(relations.reference_lists(cites).order_by("work"))
    yield "venues", fetch(relations.venues(works))
    abstracts = works.filter(works.in_corpus & (works.abstract_index != "")).select("work", abstract="abstract_index")
    told = materialise(backend, "texts", of_members.texts(works, abstracts))
    yield "texts", fetch(told.order_by("work"))
    phrases = materialise(backend, "phrases", of_members.phrase_rows(NAMED))
    topics = materialise(backend, "topics", of_members.topic_rows(NAMED))
    said = materialise(
        backend, "said", of_members.reviewed_rows({("owls", 1): True, ("gulls", 2): False, ("owls", 9): True})
    )
    by_rule = of_members.memberships(works, told, phrases, topics)
    members = materialise(backend, "members", of_members.as_reviewed(by_rule, said, works))
    yield "members", fetch(members.order_by("sub_field", "work"))
    known = materialise(backend, "measures", measures(fetch(works.select("work", "in_corpus"))))
    few, asked = MeasureSettings(min_references=1, min_citations=1), QuerySettings(min_citers=2, emerging_since=2010)
    eligible = known.filter(of_queries.eligible(known, few))
    yield "top", fetch(of_queries.top_works(members, eligible, "novelty", 10, lowest=True))
    yield "asked about", fetch(of_queries.asked_about(members, known, asked))
    ends = of_queries.path_ends(members, known, works, asked)
    yield "path ends", fetch(ends.order_by("sub_field", "end", "work"))


def found_on(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    with open_backend(1.0, 2, engine) as backend:
        return {name: table.to_pylist() for name, table in network_of(backend)}


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
def test_spark_says_what_duckdb_says() -> None:
    try:
        check_installed()
    except UnusableInput as missing:
        pytest.skip(f"{missing}")
    ours, theirs = found_on("duckdb"), found_on("spark")
    assert ours.keys() == theirs.keys()
    for name, expected in ours.items():
        assert len(expected) > 1, name
        assert theirs[name] == expected, name


@pytest.mark.parametrize(("here", "told"), [((), "extra `spark`"), (("pyspark",), "no Java")])
def test_what_spark_needs_is_named(here: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in here else None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(UnusableInput, match=told) as error, open_backend(1.0, 2, "spark"):
        pass
    assert "machine.relations" in str(error.value)
