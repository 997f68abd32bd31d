"""Best paths: as brute force finds them, on networks with and without circles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from litgauge.tasks.network.path import CitationPath, PathFinder
from tests.network.examples import Dates, Edges, best_path, built, random_network

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels


def found(
    finder: PathFinder, names: list[str], newer: str, older: str, hops: int
) -> tuple[int, tuple[str, ...]] | None:
    best = finder.best(names.index(newer), names.index(older), hops)
    return best and (best.total, tuple(names[node] for node in best.nodes))


@pytest.mark.slow
@pytest.mark.parametrize("any_way", [False, True])
@pytest.mark.parametrize("hops", [1, 2, 3, 4, 5])
def test_random_networks_as_brute_force_has_them(hops: int, any_way: bool, tmp_path: Path) -> None:
    reached = 0
    for seed in range(6):
        edges, dates = random_network(seed, 15 if seed % 2 else 14, 40, any_way=any_way)
        source = random.Random(seed)
        network = built(tmp_path / str(seed), edges, dates).network
        names = network.ids.to_pylist()
        # Few different weights: ties are frequent.
        weights = {name: source.choice([0, 1, 1, 2]) for name in names}
        finder = PathFinder(network, np.array([weights[name] for name in names], np.int64))
        for newer in names:
            for older in names:
                expected = best_path(edges, dates, weights, newer, older, hops)
                assert found(finder, names, newer, older, hops) == expected, (seed, newer, older)
                reached += expected is not None and len(expected[1]) > min(2, hops)
    assert reached > 100


@pytest.mark.slow
def test_mean_and_main_path_as_all_paths_have_them(tmp_path: Path) -> None:
    seen = 0
    for seed in range(6):
        edges, dates = random_network(seed, 14, 40, any_way=False)
        network = built(tmp_path / str(seed), edges, dates).network
        names = network.ids.to_pylist()
        source = random.Random(seed)
        weights = {name: source.choice([0, 1, 2, 5, 9]) for name in names}
        finder = PathFinder(network, np.array([weights[name] for name in names], np.int64))
        for newer, older, hops in ((new, old, hops) for new in names for old in names for hops in (2, 4) if new != old):
            paths = list(_all_paths(edges, dates, newer, older, hops))
            ends = names.index(newer), names.index(older), hops
            mean, main = finder.best(*ends, mean=True), finder.main(*ends)
            assert (mean is None, main is None) == (not paths, not paths)
            if mean is None or main is None:
                continue
            inner = [[weights[name] for name in path[1:-1]] for path in paths]
            expected = max((sum(of) / len(of) for of in inner if of), default=None)
            between = [weights[names[node]] for node in mean.nodes[1:-1]]
            assert (sum(between) / len(between) if between else None) == expected
            assert tuple(names[node] for node in main.nodes) == _main_path(paths, hops)
            seen += len(paths) > 3
    assert seen > 20


def _all_paths(edges: Edges, dates: Dates, newer: str, older: str, hops: int) -> Iterator[tuple[str, ...]]:
    if newer == older:
        yield (older,)
    elif hops:
        for citing, cited in set(edges):
            if citing == newer and dates[cited] < dates[citing]:
                yield from ((newer, *rest) for rest in _all_paths(edges, dates, cited, older, hops - 1))


def _main_path(paths: list[tuple[str, ...]], hops: int) -> tuple[str, ...]:
    """From its first work on always the step that most of all paths take, of those that lead to the end in time."""
    counts = Counter(step for path in paths for step in pairwise(path))
    way = paths[0][:1]
    while way[-1] != paths[0][-1]:
        steps = [
            (-counts[step], step[1])
            for path in paths
            for place, step in enumerate(pairwise(path))
            if step[0] == way[-1] and len(path) - 2 - place <= hops - len(way)
        ]
        way = (*way, min(steps)[1])
    return way


DIAMOND = [("n", "a"), ("n", "b"), ("a", "o"), ("b", "o"), ("n", "o"), ("b", "a")]
AGES: Dates = {"o": 1, "a": 2, "b": 3, "n": 4, "alone": 5}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weights", "hops", "expected"),
    [
        ({"a": 5, "b": 4}, 2, (5, ("n", "a", "o"))),
        ({"a": 5, "b": 4}, 3, (9, ("n", "b", "a", "o"))),
        ({"a": 0, "b": 0}, 3, (0, ("n", "o"))),  # of equal totals the shortest
        ({"a": 3, "b": 3}, 2, (3, ("n", "a", "o"))),  # then the lower id
        ({"a": 3, "b": 3, "n": 7, "o": 1}, 1, (8, ("n", "o"))),  # both ends are counted
    ],
)
def test_totals_hops_and_ties(
    weights: dict[str, int], hops: int, expected: tuple[int, tuple[str, ...]], tmp_path: Path
) -> None:
    network = built(tmp_path, DIAMOND, AGES).network
    names = network.ids.to_pylist()
    finder = PathFinder(network, np.array([weights.get(name, 0) for name in names], np.int64))
    assert found(finder, names, "n", "o", hops) == expected
    assert found(finder, names, "o", "n", hops) is None
    assert found(finder, names, "n", "alone", hops) is None


def test_the_lower_of_whole_numbers_is_the_smaller_one(tmp_path: Path) -> None:
    edges: Edges = [("4", "10"), ("4", "9"), ("10", "1"), ("9", "1")]
    network = built(tmp_path / "numbers", edges, {"1": 0, "10": 1, "9": 1, "4": 2}).network
    names = network.ids.to_pylist()
    assert found(PathFinder(network), names, "4", "1", 2) == (3, ("4", "9", "1"))
    texts = [(f"0{a}", f"0{b}") for a, b in edges]
    network = built(tmp_path / "texts", texts, {"01": 0, "010": 1, "09": 1, "04": 2}).network
    names = network.ids.to_pylist()
    assert found(PathFinder(network), names, "04", "01", 2) == (3, ("04", "010", "01"))


def test_in_a_circle_only_citations_of_earlier_works_count(tmp_path: Path) -> None:
    # b cites the later c, which cites b: that is a date gone wrong; a cites the later d, and nothing leads back.
    edges = [("c", "b"), ("b", "c"), ("b", "a"), ("a", "d"), ("c", "c")]
    network = built(tmp_path, edges, {"a": 1, "b": 2, "c": 3, "d": 9}).network
    names = network.ids.to_pylist()
    finder = PathFinder(network)
    assert found(finder, names, "b", "c", 5) is None
    assert found(finder, names, "c", "d", 5) == (4, ("c", "b", "a", "d"))


def test_a_work_is_a_path_to_itself_and_limits_are_checked(tmp_path: Path) -> None:
    finder = PathFinder(built(tmp_path, DIAMOND, AGES).network)
    assert finder.best(1, 1, 1) == finder.best(1, 1, 0) == CitationPath((1,), 2)
    assert finder.best(3, 0, 0) is None
    for hops in (-1, 1_001):
        with pytest.raises(ValueError, match="0 to 1,000 hops"):
            finder.best(3, 0, hops)
