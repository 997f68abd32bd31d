"""Disruption: small networks whose values can be seen, and random ones counted with sets."""

from __future__ import annotations

import csv
import gzip
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from litgauge.tasks.network.disruption import disruption
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.ranges import even_cuts, over_ranges
from litgauge.tasks.network.user_files import network_of_files
from tests.network.examples import Dates, Edges, built, counted, random_network, value_of
from tests.tables import each_row

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels

YEAR = 365  # days


def rows_of(network: CitationNetwork, definition: Any, window: int | None = None, ranges: int = 3) -> dict[str, Any]:
    kernel = partial(disruption, definition=definition, window=window)
    table = pa.Table.from_batches(over_ranges(network, kernel, cuts=even_cuts(network, ranges)))
    return {row["work"]: row for row in table.to_pylist()}


def of_f(folder: Path, edges: Edges, dates: Dates, definition: Any = "cd", window: int | None = None) -> Any:
    """n_i, n_j, n_k, value of the work f."""
    row = rows_of(built(folder, edges, dates).network, definition, window)["f"]
    return row["n_i"], row["n_j"], row["n_k"], row["value"]


# f cites r and s; a, b, c are later than f.
AGES: Dates = {"r": 0, "s": 0, "f": 10 * YEAR, "a": 11 * YEAR, "b": 12 * YEAR, "c": 13 * YEAR}
OWN = [("f", "r"), ("f", "s")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edges", "paper", "cd"),
    [
        ([*OWN, ("a", "f"), ("b", "f")], (2, 0, 0, 1.0), (2, 0, 0, 1.0)),  # purely disruptive
        ([*OWN, ("a", "f"), ("a", "r"), ("b", "f"), ("b", "s")], (0, 2, 0, -1.0), (0, 2, 0, -1.0)),
        ([("a", "f")], (1, 0, 0, None), (1, 0, 0, 1.0)),  # without references nobody could consolidate it
        (OWN, (0, 0, 0, None), (0, 0, 0, None)),  # nobody cites anything
        ([*OWN, ("a", "r")], (0, 0, 1, None), (0, 0, 1, 0.0)),  # it is passed over
        ([*OWN, ("a", "f"), ("a", "r"), ("a", "s")], (0, 1, 0, -1.0), (0, 1, 0, -1.0)),  # two shared ones count once
        ([*OWN, ("a", "f"), ("b", "r"), ("b", "s"), ("c", "r")], (1, 0, 2, 1.0), (1, 0, 2, 1 / 3)),
        ([*OWN, *OWN, ("f", "f"), ("a", "f"), ("a", "f"), ("a", "a")], (1, 0, 0, 1.0), (1, 0, 0, 1.0)),
        ([*OWN, ("a", "f"), ("a", "b"), ("b", "a"), ("b", "r")], (1, 0, 1, 1.0), (1, 0, 1, 0.5)),  # a circle of two
        ([*OWN, ("a", "f"), ("f", "a")], (1, 0, 0, 1.0), (1, 0, 0, 1.0)),  # a circle with f itself
        ([*OWN, ("a", "f"), ("f", "c"), ("b", "c")], (1, 0, 0, 1.0), (1, 0, 0, 1.0)),  # f builds on nothing later
        ([*OWN, ("a", "f"), ("s", "r")], (1, 0, 0, 1.0), (1, 0, 0, 1.0)),  # s was there before f
    ],
)
def test_networks_whose_values_can_be_seen(
    edges: Edges, paper: tuple[Any, ...], cd: tuple[Any, ...], tmp_path: Path
) -> None:
    assert of_f(tmp_path / "paper", edges, AGES, "paper") == pytest.approx(paper)
    assert of_f(tmp_path / "cd", edges, AGES, "cd") == pytest.approx(cd)


def test_the_focal_work_is_none_of_those_that_cite_its_references(tmp_path: Path) -> None:
    edges = [*OWN, ("a", "f"), ("b", "f"), ("b", "r"), ("c", "f"), ("c", "s"), ("d", "r"), ("e", "f")]
    ages = {**AGES, "d": 14 * YEAR, "e": 14 * YEAR}
    assert of_f(tmp_path, edges, ages) == (2, 2, 1, 0.0)


def test_early_citers_and_those_of_the_same_day(tmp_path: Path) -> None:
    edges = [*OWN, ("same", "f"), ("early", "f"), ("a", "f"), ("same", "r"), ("early", "s")]
    ages = {**AGES, "same": AGES["f"], "early": 9 * YEAR}
    assert of_f(tmp_path / "cd", edges, ages) == (1, 0, 0, 1.0)
    assert of_f(tmp_path / "paper", edges, ages, "paper") == (1, 1, 0, 0.0)
    assert of_f(tmp_path / "window", edges, ages, "paper", 5) == (1, 0, 0, 1.0)


@pytest.mark.parametrize(("window", "expected"), [(1, (1, 0, 0)), (2, (1, 1, 0)), (3, (1, 1, 1)), (9, (1, 1, 2))])
def test_a_window_ends_with_its_last_day(window: int, expected: tuple[int, ...], tmp_path: Path) -> None:
    edges = [*OWN, ("a", "f"), ("b", "f"), ("b", "r"), ("c", "r"), ("d", "s")]
    ages = {**AGES, "d": 13 * YEAR + 1}
    assert of_f(tmp_path, edges, ages, "cd", window)[:3] == expected


def test_works_without_a_date(tmp_path: Path) -> None:
    edges = [*OWN, ("u", "f"), ("u", "r"), ("a", "f"), ("u", "a"), ("a", "u")]
    network = built(tmp_path, edges, {**AGES, "u": None}).network
    paper, cd = rows_of(network, "paper"), rows_of(network, "cd")
    assert (paper["f"]["n_i"], paper["f"]["n_j"], cd["f"]["n_i"], cd["f"]["n_j"]) == (1, 1, 1, 0)
    assert (paper["u"]["n_i"], paper["u"]["n_j"], paper["u"]["n_k"], paper["u"]["value"]) == (0, 1, None, -1.0)
    assert [cd["u"][name] for name in ("n_i", "n_j", "n_k", "references", "value")] == [None, None, None, 3, None]


@each_row("window", [None, 1, 4])
@each_row(
    "seed, works, citations, any_way",
    [(1, 40, 200, False), (2, 31, 150, True), (3, 12, 90, True), (4, 30, 800, False)],
)
def test_random_networks_counted_with_sets(
    seed: int, works: int, citations: int, any_way: bool, window: int | None, tmp_path: Path
) -> None:
    edges, dates = random_network(seed, works, citations, any_way=any_way)
    network = built(tmp_path, edges, dates).network
    for definition in ("paper", "cd", "di5", "mcd", "dep"):
        for work, row in rows_of(network, definition, window, ranges=5).items():
            expected = counted(edges, dates, work, definition, window)
            assert (row["n_i"], row["n_j"], row["n_k"]) == (expected.n_i, expected.n_j, expected.n_k), work
            assert row["references"] == expected.references
            assert row["value"] == pytest.approx(value_of(expected, definition))


def test_a_citer_with_a_very_long_list_of_references(tmp_path: Path) -> None:
    many = [f"x{number}" for number in range(400)]
    edges = [*OWN, *(("a", one) for one in many), ("a", "f"), ("b", "f"), ("b", "s"), *(("b", one) for one in many)]
    assert of_f(tmp_path, edges, {**AGES, **dict.fromkeys(many, 1)})[:2] == (1, 1)


def test_five_shared_references_and_how_many_are_shared(tmp_path: Path) -> None:
    own = [(work, f"r{number}") for work in "fa" for number in range(6)] + [("b", f"r{number}") for number in range(4)]
    edges = [*own, ("a", "f"), ("b", "f"), ("c", "f"), ("d", "r0")]
    ages: Dates = {
        **{f"r{number}": 0 for number in range(6)},
        **{name: YEAR * (10 + at) for at, name in enumerate("fabcd")},
    }
    assert of_f(tmp_path / "di5", edges, ages, "di5") == (1, 1, 1, 0.0)  # b shares four of them and counts nowhere
    assert of_f(tmp_path / "mcd", edges, ages, "mcd") == pytest.approx((1, 2, 1, -1 / 4 * 3))
    assert of_f(tmp_path / "dep", edges, ages, "dep") == pytest.approx((1, 2, 1, 10 / 3))
    long = [("a", f"x{number}") for number in range(400)]  # rows so long that they are searched
    assert of_f(tmp_path / "long", [*edges, *long], {**ages, **{x: 0 for _, x in long}}, "dep")[3] == pytest.approx(
        10 / 3
    )


@pytest.mark.slow
def test_nothing_depends_on_order_names_workers_or_ranges(tmp_path: Path) -> None:
    edges, dates = random_network(5, 60, 400)
    first = built(tmp_path / "one", edges, dates).network
    rows = rows_of(first, "cd", 5)
    again = built(tmp_path / "two", edges[::-1], dict(reversed(dates.items()))).network
    assert rows_of(again, "cd", 5) == rows
    assert again.digest == first.digest
    renamed = built(
        tmp_path / "three",
        [(f"z{a[::-1]}", f"z{b[::-1]}") for a, b in edges],
        {f"z{a[::-1]}": d for a, d in dates.items()},
    ).network
    assert {name[:0:-1]: row["value"] for name, row in rows_of(renamed, "cd", 5).items()} == {
        name: row["value"] for name, row in rows.items()
    }
    kernel = partial(disruption, definition="cd", window=5)
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        for executor, ranges in ((threads, 64), (threads, 1), (processes, 2)):
            table = pa.Table.from_batches(over_ranges(first, kernel, executor, cuts=even_cuts(first, ranges)))
            assert {row["work"]: row for row in table.to_pylist()} == rows


@pytest.mark.real
def test_hep_ph_as_cdindex_has_it(real_data: Path, tmp_path: Path) -> None:
    folder = real_data / "citation_graph"
    names = {"work": "id", "date": "year"}
    network = network_of_files(folder / "hepph.edges.tsv.gz", folder / "hepph.nodes.tsv.gz", tmp_path, names).network
    five, sixty = rows_of(network, "cd", 5), rows_of(network, "cd", 60)
    with gzip.open(folder / "hepph.cdindex.tsv.gz", "rt", encoding="utf-8") as lines:
        truth = list(csv.DictReader(lines, delimiter="\t"))
    assert len(truth) > 20_000
    for name, ours in (("cd5", five), ("cd_60y", sixty)):
        theirs = {row["id"]: float(row[name]) if row[name] else None for row in truth}
        assert {work: ours[work]["value"] for work in theirs} == pytest.approx(theirs)


def test_random_networks_as_cdindex_has_them(tmp_path: Path) -> None:
    cdindex = pytest.importorskip(
        "cdindex", reason="cdindex is not installed (pip install cdindex; it needs a compiler)"
    )
    edges, dates = random_network(8, 81, 700)
    graph = cdindex.Graph()
    for work, day in dates.items():
        graph.add_vertex(work, day)
    for citing, cited in sorted(set(edges)):
        graph.add_edge(citing, cited)
    network = built(tmp_path, edges, dates).network
    rows = rows_of(network, "cd", 3)
    assert {work: row["value"] for work, row in rows.items()} == pytest.approx(
        {work: graph.cdindex(work, 3 * YEAR) for work in dates}
    )
    times = rows_of(network, "mcd", 3)
    assert {work: row["value"] for work, row in times.items()} == pytest.approx(
        {work: graph.mcdindex(work, 3 * YEAR) for work in dates}
    )
