"""Novelty: the mean as every permutation gives it, the variance as shuffles do, percentiles by numpy."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from litgauge.tasks.network.novelty import novelty
from litgauge.tasks.network.novelty_samples import _switched, drawn_scores
from litgauge.tasks.network.pair_scores import pair_scores
from litgauge.tasks.network.ranges import over_ranges
from litgauge.tasks.network.user_files import network_of_files
from litgauge.tasks.network.venue_pairs import VenuesTogether, percentiles_of_pairs
from litgauge.tasks.network.venue_slots import NO_YEAR, YearSlots, year_cuts, year_slots, years_of
from tests.network.examples import built

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels

Works = list[list[tuple[int, int]]]  # (cited year, venue) of each reference of each work


def slots_of(works: Works) -> YearSlots:
    flat = [slot for work in works for slot in work]
    places = np.cumsum([0, *map(len, works)]).astype(np.int64)
    years, venues = (np.array(part, np.int32) for part in zip(*flat, strict=True))
    return YearSlots(
        places, venues, years, np.arange(venues.size, dtype=np.int32), int(venues.max()) + 1, int(years.max()) + 1
    )


def pairs_of(works: Works) -> Counter[tuple[int, int]]:
    return Counter((min(i, j), max(i, j)) for work in works for (_, i), (_, j) in itertools.combinations(work, 2))


def cells_of(together: VenuesTogether) -> list[tuple[int, int]]:
    """The two venues of each cell."""
    rows = [together.venues[lo:hi].tolist() for lo, hi in itertools.pairwise(together.places)]
    return [pair for row in rows for pair in itertools.combinations_with_replacement(row, 2)]


def dealt_out(works: Works, order: dict[int, tuple[int, ...]]) -> Works:
    """The works with the venues of each cited year in another order."""
    left = {year: iter(venues) for year, venues in order.items()}
    return [[(year, next(left[year])) for year, _ in work] for work in works]


def venues_by_year(works: Works) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for year, venue in (slot for work in works for slot in work):
        found.setdefault(year, []).append(venue)
    return found


def scores_of(slots: YearSlots) -> dict[tuple[int, int], float]:
    """The score of each pair of venues."""
    together = VenuesTogether.of(slots)
    return dict(zip(cells_of(together), pair_scores(slots, together).tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_mean_is_that_of_all_permutations(seed: int) -> None:
    """A score is linear in the number of pairs: where it is 0 follows from two permutations with different numbers."""
    source = random.Random(seed)
    works: Works = [[(source.randrange(2), source.randrange(3)) for _ in range(length)] for length in (3, 1, 2, 2)]
    by_year = venues_by_year(works)
    orders = Counter(itertools.product(*(itertools.permutations(venues) for venues in by_year.values())))
    sums: Counter[tuple[int, int]] = Counter()
    scores: dict[tuple[int, int], dict[int, float]] = defaultdict(dict)
    for order, times in orders.items():
        permuted = dealt_out(works, dict(zip(by_year, order, strict=True)))
        counts = pairs_of(permuted)
        sums.update({pair: count * times for pair, count in counts.items()})
        for pair, score in scores_of(slots_of(permuted)).items():
            assert scores[pair].setdefault(counts[pair], score) == pytest.approx(score)
    known = {pair: sorted(by_count.items()) for pair, by_count in scores.items() if len(by_count) > 1}
    for pair, ((fewer, low), *_, (more, high)) in known.items():
        mean = fewer - low * (more - fewer) / (high - low)
        assert mean == pytest.approx(sums[pair] / orders.total(), abs=1e-9)
    assert known


def many_works(seed: int, count: int, venues: int) -> Works:
    """Works of very different lengths, a few venues in most of them."""
    draw = np.random.default_rng(seed)
    share = 1 / np.arange(1, venues + 1)
    return [
        [
            (min(5, int(draw.exponential(2))), int(draw.choice(venues, p=share / share.sum())))
            for _ in range(min(40, int(draw.lognormal(2.0, 0.7))))
        ]
        for _ in range(count)
    ]


@pytest.mark.slow
def test_the_variance_is_that_of_shuffles() -> None:
    works = many_works(1, 300, 12)
    slots = slots_of(works)
    draw, samples = np.random.default_rng(2), []
    for _ in range(600):
        venues = slots.venues.copy()
        for year in range(slots.year_count):
            venues[slots.years == year] = draw.permutation(venues[slots.years == year])
        samples.append(scores_of(replace(slots, venues=venues)))
    assert {len(sample) for sample in samples} == {78}
    drawn = np.array([[sample[pair] for pair in sorted(sample)] for sample in samples])
    variances, distances = drawn.var(axis=0), drawn.mean(axis=0) * np.sqrt(600)
    assert np.median(variances) == pytest.approx(1, abs=0.03)
    assert (variances.min(), variances.max()) == pytest.approx((1, 1), abs=0.33)
    assert np.abs(distances).max() < 4.5


@pytest.mark.slow
def test_percentiles_count_each_pair_as_often_as_it_is_there() -> None:
    slots = slots_of(many_works(3, 40, 8))
    together = VenuesTogether.of(slots)
    scores = pair_scores(slots, together)
    by_pair = dict(zip(cells_of(together), scores, strict=True))
    pairs, p10, p50 = percentiles_of_pairs(together, scores)
    for work, (lo, hi) in enumerate(itertools.pairwise(slots.places)):
        venues = sorted(slots.venues[lo:hi].tolist())
        values = [by_pair[pair] for pair in itertools.combinations(venues, 2)]
        assert pairs[work] == len(values)
        expected = np.percentile(values, [10, 50]) if values else [np.nan, np.nan]
        assert [p10[work], p50[work]] == pytest.approx(expected, nan_ok=True)


@pytest.mark.slow
def test_a_pair_that_could_not_be_otherwise_is_nothing_unusual() -> None:
    slots = slots_of([[(0, 0), (1, 1)], [(0, 0), (1, 1)]])
    assert pair_scores(slots, VenuesTogether.of(slots)).tolist() == [0.0] * 6


FILES = {
    "works": "venue,work,date\n"
    + "".join(f"{'ABC'[n % 3]},w{n},{1990 + n // 8}\n" for n in range(48))
    + ",x,2001\nA,y,\n",
    "edges": "citing,cited\n",
}


def files(folder: Path, seed: int, **names: str) -> tuple[Path, Path]:
    """A network of works of three journals, its rows in an order of their own."""
    source = random.Random(0)
    rows = [f"w{n},w{source.randrange(n)}" for n in range(8, 48) for _ in range(5)] + [
        "x,w1",
        "x,w2",
        "y,w1",
        "y,w2",
        "w47,x",
    ]
    works = FILES["works"].splitlines()
    shuffled = works[1:]
    random.Random(seed).shuffle(rows)
    random.Random(seed).shuffle(shuffled)
    for old, new in names.items():
        shuffled = [f"{new}{row[1:]}" if row.startswith(f"{old},") else row for row in shuffled]
    folder.mkdir()
    (folder / "works.csv").write_text("\n".join([works[0], *shuffled]), encoding="utf-8")
    (folder / "edges.csv").write_text("\n".join(["citing,cited", *rows]), encoding="utf-8")
    return folder / "edges.csv", folder / "works.csv"


def table_of(folder: Path, edges: Path, works: Path, executor: Any = None) -> list[dict[str, Any]]:
    given = network_of_files(edges, works, folder, {}, venues=True)
    years = years_of(given.network)
    kernel = partial(novelty, venues=given.venues, years=years)
    return pa.Table.from_batches(over_ranges(given.network, kernel, executor, cuts=year_cuts(years))).to_pylist()


@pytest.mark.slow
def test_nothing_depends_on_order_names_of_venues_or_workers(tmp_path: Path) -> None:
    rows = table_of(tmp_path / "one", *files(tmp_path / "a", 1))
    assert sum(row["p10"] is not None for row in rows) == 41
    with ThreadPoolExecutor(3) as threads:
        assert table_of(tmp_path / "two", *files(tmp_path / "b", 2), threads) == rows
    assert table_of(tmp_path / "three", *files(tmp_path / "c", 3, A="Z", C="1")) == rows


@pytest.mark.slow
def test_who_has_no_value(tmp_path: Path) -> None:
    rows = {row["work"]: row for row in table_of(tmp_path / "one", *files(tmp_path / "a", 1))}
    assert [rows["w0"][name] for name in ("references", "venues", "pairs", "p10", "p50")] == [0, 0, 0, None, None]
    assert [rows["y"][name] for name in ("references", "venues", "pairs", "p10")] == [2, 2, 0, None]  # without a date
    assert rows["x"]["pairs"] == 1
    assert (rows["w47"]["references"] - rows["w47"]["venues"], rows["w47"]["pairs"] > 0) == (1, True)


@pytest.mark.slow
def test_a_range_holds_whole_years(tmp_path: Path) -> None:
    network = built(tmp_path, [], {f"w{number}": number * 100 for number in range(10)}).network
    years = years_of(network)
    assert years.tolist() == [1970] * 4 + [1971] * 4 + [1972] * 2
    none = np.full(10, -1, np.int32)
    assert novelty(network, 4, 8, venues=none, years=years).num_rows == 4
    with pytest.raises(ValueError, match="whole years"):
        novelty(network, 3, 8, venues=none, years=years)


@pytest.mark.slow
def test_works_with_very_many_venues_are_left_out(tmp_path: Path) -> None:
    many = [f"r{number}" for number in range(4_001)]
    edges = [("long", one) for one in many] + [("a", "r1"), ("a", "r2"), ("b", "r2"), ("b", "r3")]
    network = built(tmp_path, edges, {**dict.fromkeys(many, 0), "a": 400, "b": 400, "long": 400, "u": None}).network
    names, venues = network.ids.to_pylist(), np.arange(network.works, dtype=np.int32)
    rows = novelty(network, 0, network.works, venues=venues, years=years_of(network)).to_pylist()
    assert [rows[names.index(name)]["pairs"] for name in ("long", "a", "b")] == [0, 1, 1]
    assert rows[names.index("long")]["venues"] == 4_001
    slots = year_slots(network, years_of(network), venues, 4_002, network.works)
    assert (slots.venue_count, slots.places.tolist()) == (3, [0, 2, 4, 4])
    assert years_of(network)[0] == NO_YEAR


@pytest.mark.slow
@pytest.mark.parametrize("how", ["shuffle", "switch"])
def test_drawn_nulls_come_to_the_computed_one(how: Any) -> None:
    slots = slots_of(many_works(4, 120, 10))
    together = VenuesTogether.of(slots)
    computed, drawn = pair_scores(slots, together), drawn_scores(slots, together, how, 150)
    assert np.corrcoef(computed, drawn)[0, 1] > 0.97
    assert np.array_equal(drawn, drawn_scores(slots, together, how, 150))
    assert not np.array_equal(drawn, drawn_scores(slots, together, how, 150, seed=1))


@pytest.mark.slow
def test_switching_never_has_a_work_cite_another_twice() -> None:
    # Two works that share both references can exchange nothing; the third one's can be had by both.
    venues, cited = np.array([0, 1, 0, 1, 2], np.int32), np.array([7, 8, 7, 8, 9], np.int32)
    slots = YearSlots(np.array([0, 2, 4, 5]), venues, np.zeros(5, np.int32), cited, 3, 1)
    together = VenuesTogether.of(slots)
    seen = set()
    for dealt in itertools.islice(_switched(slots, np.random.default_rng(1)), 50):
        cited = slots.cited[dealt].tolist()
        assert cited[0] != cited[1]
        assert cited[2] != cited[3]
        seen.add(tuple(cited))
    assert len(seen) > 5
    assert drawn_scores(slots, together, "switch", 50).shape == (together.cells[-1],)
