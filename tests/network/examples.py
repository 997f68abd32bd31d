"""Networks for tests, and slow ways to compute on them what the kernels compute."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa

from litgauge.tasks.network.build import BuiltNetwork, build_network

if TYPE_CHECKING:
    import networkx

DAY_S = 86_400
Edges = Sequence[tuple[str, str]]
Dates = Mapping[str, int | None]


def built(folder: Path, edges: Edges, dates: Dates) -> BuiltNetwork:
    """The network of these citations among these works, dates as days since 1970."""
    seconds = [None if day is None else day * DAY_S for day in dates.values()]
    works = pa.table({"work": pa.array(dates, pa.string()), "date": pa.array(seconds, pa.int64())})
    pairs = {
        "citing": pa.array([citing for citing, _ in edges], pa.string()),
        "cited": pa.array([cited for _, cited in edges], pa.string()),
    }
    with duckdb.connect() as tables:
        tables.register("works", works)
        tables.register("edges", pa.table(pairs))
        return build_network(tables, folder)


def random_network(
    seed: int, works: int, citations: int, *, any_way: bool = False
) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """Works of about ten years that cite at random: earlier works only, or any way, themselves included."""
    source = random.Random(seed)
    names = [f"W{number}" for number in range(works)]
    source.shuffle(names)
    dates = {name: source.randrange(10 * 365) if works % 2 else 365 * source.randrange(10) for name in names}
    edges = [(source.choice(names), source.choice(names)) for _ in range(citations)]
    if not any_way:
        edges = [(a, b) if dates[a] > dates[b] else (b, a) for a, b in edges if dates[a] != dates[b]]
    return edges, dates


@dataclass(frozen=True)
class Counted:
    """What the definitions count for one work."""

    n_i: int
    n_j: int
    n_k: int
    references: int
    links: int = 0  # references of the work that its citers cite, in all


def counted(edges: Edges, dates: Dates, work: str, definition: str, window: int | None) -> Counted:
    """n_i, n_j, n_k of a dated work, by sets, as docs/network.md words it."""
    pairs = {(a, b) for a, b in edges if a != b and a in dates and b in dates}
    kept = {(a, b) for a, b in pairs if None in (dates[a], dates[b]) or dates[a] >= dates[b]}  # type: ignore[operator]
    cites = {name: {b for a, b in kept if a == name} for name in dates}

    def later(other: str) -> bool:
        mine, theirs = dates[work], dates[other]
        assert mine is not None
        return theirs is not None and mine < theirs and (window is None or theirs <= mine + 365 * window)

    citers = {
        name for name in dates if work in cites[name] and (later(name) or (definition, window) == ("paper", None))
    }
    shared = [len(cites[citer] & cites[work]) for citer in citers]
    n_j = sum(count >= (5 if definition == "di5" else 1) for count in shared)
    others = {name for name in dates if cites[name] & cites[work] and later(name)}
    n_k = len(others - {work} - {name for name in dates if work in cites[name]})
    return Counted(shared.count(0), n_j, n_k, sum(a == work for a, _ in pairs), sum(shared))


def value_of(of: Counted, definition: str) -> float | None:
    """The value that the definition gives these counts."""
    total = of.n_i + of.n_j + (0 if definition in ("paper", "dep") else of.n_k)
    if not total or (definition == "paper" and not of.references):
        return None
    if definition == "dep":
        return of.links / total
    return (of.n_i - of.n_j) / total * (of.n_i + of.n_j if definition == "mcd" else 1)


def best_path(
    edges: Edges, dates: Mapping[str, int], weights: Mapping[str, int], newer: str, older: str, hops: int
) -> tuple[int, tuple[str, ...]] | None:
    """The best of all paths, each looked at, after circles were cut as docs/network.md words it; ids by characters."""
    import networkx  # of the tests, and `numbers_of_networks` runs without

    graph = networkx.DiGraph((a, b) for a, b in edges if a != b)
    graph.add_nodes_from(dates)
    for circle in list(networkx.strongly_connected_components(graph)):
        for a in circle:
            for b in list(graph[a]):
                if b in circle and (dates[a], a) < (dates[b], b):
                    graph.remove_edge(a, b)
    paths = [tuple(path) for path in _paths(graph, newer, older, hops)]
    scored = [(-sum(weights[one] for one in path), len(path), path) for path in paths]
    if not scored:
        return None
    total, _, path = min(scored)
    return -total, path


def _paths(graph: networkx.DiGraph, newer: str, older: str, hops: int) -> Iterator[list[str]]:
    if newer == older:
        yield [newer]
    elif hops:
        for cited in graph[newer]:
            for rest in _paths(graph, cited, older, hops - 1):
                yield [newer, *rest]


def venues_of_references(edges: Edges, venues: Mapping[str, str | None]) -> dict[str, set[str]]:
    """The venues that each work cites, itself left out."""
    cited: dict[str, set[str]] = {work: set() for work in venues}
    for citing, other in edges:
        venue = venues[other]
        if citing != other and venue is not None:
            cited[citing].add(venue)
    return cited


def pairs_of(venues: set[str]) -> set[tuple[str, str]]:
    """The pairs of different venues, each in alphabetical order."""
    return set(itertools.combinations(sorted(venues), 2))


def beauty_of(counts: Sequence[int]) -> tuple[float, int | None]:
    """B and the awakening of citations by years since appearance, as Ke et al. (2015) write them."""
    t_m = max(range(len(counts)), key=lambda t: (counts[t], -t))
    if not t_m:
        return 0.0, None
    slope = (counts[t_m] - counts[0]) / t_m
    total = sum((slope * t + counts[0] - counts[t]) / max(1, counts[t]) for t in range(t_m + 1))
    root = math.hypot(counts[t_m] - counts[0], t_m)
    far = [
        round(abs((counts[t_m] - counts[0]) * t - t_m * counts[t] + t_m * counts[0]) / root, 9) for t in range(t_m + 1)
    ]
    return total, far.index(max(far))
