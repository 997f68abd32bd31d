"""From rows of a snapshot to the tables of a network: what counts once, what is left out, and that both are counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import ibis
import numpy as np
import pyarrow as pa
import pytest

from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.network.building import resolve_merged
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import Resources, open_backend
from litgauge.tasks.benchmarks.scinetbench.build.network.memberships import memberships, phrase_rows, texts, topic_rows
from litgauge.tasks.benchmarks.scinetbench.build.network.relations import (
    citations,
    named_references,
    newest,
    reference_lists,
    venues,
    with_corpus,
)
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import ScannedWork
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField, as_words
from litgauge.tasks.records import to_table
from tests.tables import each_row

ANY = CorpusRule((), None, None, (), paratext=False, retracted=True, universe="corpus")


def work(number: int, *references: int, **other: Any) -> ScannedWork:
    plain = ScannedWork(number, f"W{number}", f"w{number}", "", 2000, "2000-01-01", None, None, 1, "Nature", "journal",
                        "article", False, False, False, (), 0, "", references, "2026-01-01")  # fmt: skip
    return replace(plain, **other)


@pytest.fixture(scope="module")
def backend() -> Iterator[Any]:
    with open_backend(Resources(1.0, 2)) as found:
        yield found


class Network:
    """The relations of some rows."""

    def __init__(
        self, rows: Iterable[ScannedWork], merged: Iterable[tuple[int, int]] = (), rule: CorpusRule = ANY
    ) -> None:
        pairs = np.array(list(merged), np.int64).reshape(-1, 2)
        old, new = resolve_merged(pairs[:, 0], pairs[:, 1])
        ended = ibis.memtable(pa.table({"old": old, "new": new}))
        self.works = with_corpus(newest(ibis.memtable(to_table(ScannedWork, rows)), ended), rule)
        self.references = named_references(self.works, ended)
        self.cites = citations(self.references, self.works)

    def titles(self) -> dict[int, str]:
        rows = self.works.select("work", "title").to_pyarrow().to_pylist()
        return {row["work"]: row["title"] for row in rows}

    def pairs(self) -> set[tuple[int, int]]:
        rows = self.cites.to_pyarrow().to_pylist()
        assert len({(row["work"], row["cited"]) for row in rows}) == len(rows)
        return {(row["work"], row["cited"]) for row in rows}


@pytest.mark.slow
def test_a_work_counts_once_as_its_newest_row_has_it() -> None:
    rows = [
        work(1, title="old", updated="2026-01-01"),
        work(1, title="new", updated="2026-02-01"),
        work(1, title="without a day", updated=""),
    ]
    assert Network(rows).titles() == {1: "new"}


@pytest.mark.slow
def test_what_was_merged_is_redirected_to_the_end_of_its_chain() -> None:
    rows = [work(1, 2, 3, 4), work(2, title="gone"), work(4, 1), work(7, 8)]
    network = Network(rows, [(2, 3), (3, 4), (8, 9), (9, 8)])
    assert network.titles() == {1: "W1", 4: "W4", 7: "W7"}  # 2 and 3 are 4, of which there is a row of its own
    assert network.pairs() == {(1, 4), (4, 1)}  # a circle of merged works leads nowhere


def test_a_row_of_a_merged_work_stands_for_the_one_that_has_none() -> None:
    network = Network([work(2, 5, title="survives"), work(5)], [(2, 3)])
    assert network.titles() == {3: "survives", 5: "W5"}
    assert network.pairs() == {(3, 5)}


@pytest.mark.slow
def test_deleted_works_are_gone_whatever_their_row_says(backend: Any) -> None:
    rows = [work(1, 2, 3), work(2, updated="2027-01-01"), work(3), work(5)]
    pairs = np.array([[5, 6], [7, 3]])
    ended = ibis.memtable(pa.table({"old": pairs[:, 0], "new": pairs[:, 1]}))
    deleted = ibis.memtable(pa.table({"work": [2, 6]}))
    scanned = ibis.memtable(to_table(ScannedWork, rows))
    assert sorted(newest(scanned, ended, deleted).to_pyarrow()["work"].to_pylist()) == [1, 3]


def test_only_citations_within_the_network_stay() -> None:
    rows = [work(1, 1, 2, 2, 99, 3), work(2, 1), work(3, year=2030, date="2030-01-01")]
    network = Network(rows)
    assert network.pairs() == {(1, 2), (1, 3), (2, 1)}  # a circle and one that cites the future stay
    lists = reference_lists(network.cites).order_by("work").to_pyarrow().to_pylist()
    assert lists == [{"work": 1, "references": [2, 3]}, {"work": 2, "references": [1]}]


@each_row(
    "change, left",
    [
        ({"topics": (7, 8)}, {1, 2}),
        ({"first_year": 2001}, {2}),
        ({"last_year": 2000}, {1, 3, 4, 5}),
        ({"types": ("book",)}, {4}),
        ({"retracted": False}, {1, 2, 4}),
        ({}, {1, 2, 3, 4}),
        ({"paratext": True}, {1, 2, 3, 4, 5}),
    ],
)
def test_the_corpus_is_what_its_rule_says(change: dict[str, Any], left: set[int]) -> None:
    rows = [
        work(1, topics=(5, 7)),
        work(2, year=2001, topics=(8,)),
        work(3, retracted=True),
        work(4, type="book"),
        work(5, paratext=True),
    ]
    if "last_year" in change:
        change = {**change, "paratext": True}
    assert set(Network(rows, rule=replace(ANY, **change)).titles()) == left


def test_in_the_universe_of_the_snapshot_others_cite_too() -> None:
    rows = [work(1, topics=(7,)), work(2, 1)]
    network = Network(rows, rule=replace(ANY, topics=(7,), universe="snapshot"))
    assert network.pairs() == {(2, 1)}
    flags = network.works.select("work", "in_corpus").order_by("work").to_pyarrow()
    assert flags["in_corpus"].to_pylist() == [True, False]


@pytest.mark.slow
def test_venues_have_the_name_that_most_works_give_them() -> None:
    rows = [work(1), work(2), work(3, venue_name="nature"), work(4, venue=None, venue_name="")]
    found = venues(with_corpus(newest(*_plain(rows)), ANY)).to_pyarrow().to_pylist()
    assert found == [{"venue": 1, "name": "Nature", "type": "journal", "works": 3}]


def _plain(rows: Iterable[ScannedWork]) -> tuple[Any, Any]:
    none = pa.table({"old": pa.array([], pa.int64()), "new": pa.array([], pa.int64())})
    return ibis.memtable(to_table(ScannedWork, rows)), ibis.memtable(none)


@pytest.mark.slow
def test_the_order_of_rows_and_files_changes_nothing() -> None:
    rows = [work(number, *range(1, number), updated=f"2026-01-0{number % 3 + 1}") for number in range(1, 20)]
    doubled = [*rows, *(replace(one, title="other", cited_by=1) for one in rows)]
    forth, back = Network(doubled, [(5, 4)]), Network(doubled[::-1], [(5, 4)])
    assert (forth.titles(), forth.pairs()) == (back.titles(), back.pairs())


def test_merged_works_end_somewhere_or_nowhere() -> None:
    long = [(number, number + 1) for number in range(1, 5000)]
    old, new = resolve_merged(*(np.array(column) for column in zip(*long, strict=True)))
    assert set(new.tolist()) == {5000}
    assert len(old) == 4999
    old, new = resolve_merged(np.array([1, 2, 3, 1]), np.array([2, 1, 1, 9]))
    assert dict(zip(old.tolist(), new.tolist(), strict=True)) == {1: 9, 2: 9, 3: 9}  # the last target counts


def test_works_belong_to_sub_fields_by_whole_phrases_or_topics() -> None:
    told = {
        1: ("Graph Neural-Networks, revisited", ""),
        2: ("A subgraph neural networking study", ""),
        3: ("Title", "We use GRAPH\nneural network (GNNs)."),
        4: ("Owls", "none"),
    }
    rows = [work(number, title=title, topics=(9,) if number == 4 else ()) for number, (title, _) in told.items()]
    works = with_corpus(newest(*_plain(rows)), ANY)
    abstracts = ibis.memtable(pa.table({"work": list(told), "abstract": [abstract for _, abstract in told.values()]}))
    listed = [
        NamedSubField("gnn", "GNN", "AI", (as_words("Graph neural networks"), "gnn"), ()),
        NamedSubField("owls", "Owls", "Birds", (), (9,)),
    ]
    found = memberships(
        works,
        texts(works, abstracts),
        ibis.memtable(phrase_rows(listed)),
        ibis.memtable(topic_rows(listed)),
    ).order_by("sub_field", "work")
    assert [tuple(row.values()) for row in found.to_pyarrow().to_pylist()] == [
        ("gnn", 1, "graph neural network"),
        ("gnn", 3, "gnn"),
        ("owls", 4, "topic"),
    ]


@pytest.mark.parametrize("text", ["Graph Neural-Networks", "Bayes' rules", "Straße ÜBER class  bus", "x_y 3D-models"])
def test_phrases_and_texts_are_made_words_alike(text: str, backend: Any) -> None:
    works = with_corpus(newest(*_plain([work(1, title=text)])), ANY)
    none = ibis.memtable(pa.table({"work": pa.array([], pa.int64()), "abstract": pa.array([], pa.string())}))
    assert texts(works, none).to_pyarrow()["text"].to_pylist() == [f" {as_words(text)} "]
    assert backend is not None
