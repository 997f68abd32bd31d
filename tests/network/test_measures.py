"""Wang's and Foster's novelty and sleeping beauties: what can be seen, and random networks computed from the words."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pyarrow as pa
import pytest

from litgauge.tasks.network.adjacency import Nodes
from litgauge.tasks.network.beauty import beauty
from litgauge.tasks.network.combinations import communities_of, foster, wang
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.pair_history import PairHistory
from litgauge.tasks.network.ranges import over_ranges
from litgauge.tasks.network.venue_slots import year_cuts, years_of
from tests.network.examples import Dates, Edges, beauty_of, built, pairs_of, random_network, venues_of_references

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels


def year_of(day: int) -> int:
    """The calendar year of a day counted from the first of 1970."""
    return (date(1970, 1, 1) + timedelta(day)).year


def rows(network: CitationNetwork, kernel: Any) -> dict[str, Any]:
    table = pa.Table.from_batches(over_ranges(network, kernel, cuts=year_cuts(years_of(network))))
    return {row["work"]: row for row in table.to_pylist()}


def numbered(network: CitationNetwork, venues: dict[str, str | None]) -> Nodes:
    """The number of each node's venue, in alphabetical order."""
    numbers = {venue: number for number, venue in enumerate(sorted({name for name in venues.values() if name}))}
    return np.array([numbers.get(venues[work] or "", -1) for work in network.ids.to_pylist()], np.int32)


def with_venues(seed: int, folder: Path) -> tuple[Edges, dict[str, int], dict[str, str | None], CitationNetwork]:
    """A random network whose works stand in fifteen venues or in none, and one without a date."""
    edges, dates = random_network(seed, 61, 420)
    draw = random.Random(seed)
    venues: dict[str, str | None] = {work: draw.choice([*"abcdefghijklmno", None]) for work in dates}
    network = built(folder, [*edges, ("late", "W1"), ("late", "W2")], {**dates, "late": None}).network
    return edges, {work: year_of(day) for work, day in dates.items()}, venues | {"late": None}, network


@pytest.mark.parametrize(("least_cited", "reused"), [(50, 1), (0, 0), (30, 2)])
def test_wang_on_random_networks(least_cited: int, reused: int, tmp_path: Path) -> None:
    edges, years, venues, network = with_venues(reused, tmp_path)
    numbers = numbered(network, venues)
    history = PairHistory.of(network, numbers, years_of(network))
    settings = {"least_cited": least_cited, "reused": reused, "history": history}
    ours = rows(network, partial(wang, venues=numbers, years=years_of(network), **settings))
    cited = venues_of_references(edges, venues)
    made = {work: pairs_of(cited[work]) for work in years}
    for work, year in years.items():
        recent = [other for other in years if year - 3 <= years[other] < year]
        times = Counter(venues[b] for a, b in set(edges) if a in recent and venues[b])
        least = max(1, np.percentile(list(times.values()), least_cited)) if times else np.inf
        together = Counter(pair for other in recent for pair in made[other])

        def profile(venue: str) -> dict[str, int]:
            return {(set(pair) - {venue}).pop(): n for pair, n in together.items() if venue in pair}  # noqa: B023

        kept = {(a, b) for a, b in made[work] if not least_cited or (times[a] >= least and times[b] >= least)}
        earlier = {pair for other in years if years[other] < year for pair in made[other]}
        later = Counter(pair for other in years if year < years[other] <= year + 3 for pair in made[other])
        new = {pair for pair in kept - earlier if later[pair] >= reused}
        value = 0.0
        for a, b in new:
            one, other = profile(a), profile(b)
            product = sum(one[venue] * other.get(venue, 0) for venue in one)
            lengths = np.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
            value += 1 - (product / lengths if product else 0)
        row = ours[work]
        assert (row["pairs"], row["new"]) == (len(kept), len(new)), work
        assert row["value"] == (pytest.approx(value) if kept else None)
    assert any(row["new"] for row in ours.values())
    assert ours["late"]["value"] is None


def test_foster_on_random_networks(tmp_path: Path) -> None:
    edges, years, venues, network = with_venues(5, tmp_path)
    numbers = numbered(network, venues)
    history = PairHistory.of(network, numbers, years_of(network))
    ours = rows(network, partial(foster, venues=numbers, years=years_of(network), history=history))
    cited, names = venues_of_references(edges, venues), sorted({name for name in venues.values() if name})
    begun = min(year for work, year in years.items() if pairs_of(cited[work]))
    for work, year in years.items():
        community = dict(zip(names, communities_of(history, year).tolist(), strict=True))
        between = sum(community[a] != community[b] for a, b in pairs_of(cited[work]))
        pairs = len(pairs_of(cited[work])) if year > begun else 0
        assert (ours[work]["pairs"], ours[work]["between"]) == (pairs, between if pairs else 0)
        assert ours[work]["value"] == (pytest.approx(between / pairs) if pairs else None)


def test_communities_are_what_was_cited_together_before(tmp_path: Path) -> None:
    """Two groups of four venues, each cited together by a hundred works, one work across them, then a new venue."""
    names = "abcdefghn"
    dates: Dates = {**dict.fromkeys(names, 0), **{f"w{n}": 1000 for n in range(101)}, "across": 2000, "inside": 2000}
    edges = [(f"w{n}", venue) for n in range(100) for venue in random.Random(n).sample("abcd" if n % 2 else "efgh", 3)]
    edges += [("w100", "a"), ("w100", "e"), ("across", "a"), ("across", "e"), ("across", "n")]
    edges += [("inside", "a"), ("inside", "b"), ("inside", "c")]
    network = built(tmp_path, edges, dates).network
    numbers = numbered(network, {work: work if work in names else None for work in dates})
    history = PairHistory.of(network, numbers, years_of(network))
    matrix = history.rows(history.between(1970, 1975)).matrix()
    groups = networkx.community.louvain_communities(networkx.from_scipy_sparse_array(matrix), seed=1)
    ours = communities_of(history, 1975).tolist()
    assert {frozenset(group) for group in groups} == {
        frozenset(at for at, one in enumerate(ours) if one == community) for community in ours
    }
    kernel = partial(foster, venues=numbers, years=years_of(network), history=history)
    assert [rows(network, kernel)[work]["value"] for work in ("w0", "across", "inside")] == [None, 1.0, 0.0]


@pytest.mark.parametrize(("seed", "any_way"), [(1, False), (2, True), (4, False)])
def test_beauty_on_random_networks(seed: int, any_way: bool, tmp_path: Path) -> None:
    edges, dates = random_network(seed, 25 + seed, 500, any_way=any_way)
    network = built(tmp_path, [*edges, ("late", "W1")], {**dates, "late": None}).network
    ours = rows(network, partial(beauty, years=years_of(network)))
    years = {work: year_of(day) for work, day in dates.items()}
    for work, year in years.items():
        after = Counter(years[a] - year for a, b in set(edges) if b == work != a and years[a] >= year)
        row = ours[work]
        assert row["citations"] == after.total()
        if not after:
            assert (row["peak"], row["awakening"], row["value"]) == (None, None, None)
            continue
        value, awakening = beauty_of([after[t] for t in range(max(after) + 1)])
        assert (row["value"], row["awakening"]) == (pytest.approx(value), awakening), (work, after)
    assert (ours["late"]["citations"], ours["late"]["value"]) == (0, None)


def test_a_beauty_that_sleeps_for_nine_years(tmp_path: Path) -> None:
    """No citation for nine years, then ten: B is the triangle's area, sum of t for t = 1 .. 9."""
    dates: Dates = {"f": 0, **{f"w{n}": 3700 for n in range(10)}}
    network = built(tmp_path, [(f"w{n}", "f") for n in range(10)], dates).network
    row = rows(network, partial(beauty, years=years_of(network)))["f"]
    assert row == {"work": "f", "citations": 10, "peak": 10, "awakening": 9, "value": pytest.approx(45.0)}
