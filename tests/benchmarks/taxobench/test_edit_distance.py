"""Edit distances against another's implementation, and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
import zss
from scipy import optimize

from litgauge.tasks.benchmarks.taxobench import unordered_distance as module
from litgauge.tasks.benchmarks.taxobench.edit_distance import TooLarge, edit_distance, released_distance
from litgauge.tasks.benchmarks.taxobench.trees import Tree, TreeBuilder
from litgauge.tasks.benchmarks.taxobench.unordered_distance import constrained_distance, unordered_distance
from tests.benchmarks.taxobench.random_trees import WORDS, random_tree


def _renaming(costs: np.ndarray, one: Tree, other: Tree) -> np.ndarray:
    return costs[np.ix_([WORDS.index(name) for name in one.names], [WORDS.index(name) for name in other.names])]


def _theirs(tree: Tree) -> zss.Node:
    nodes = [zss.Node(name) for name in tree.names]
    for node, parent in enumerate(tree.parents):
        if parent >= 0:
            nodes[parent].addkid(nodes[node])
    return nodes[0]


def _costs(source: random.Random) -> np.ndarray:
    """Fractional costs of renaming, 0 for the same name."""
    size = len(WORDS)
    costs = np.array([[source.random() * 1.4 for _ in range(size)] for _ in range(size)])
    costs = (costs + costs.T) / 2
    np.fill_diagonal(costs, 0.0)
    return costs


def _oracle(one: Tree, other: Tree, costs: np.ndarray) -> float:
    return float(
        zss.distance(
            _theirs(one), _theirs(other), zss.Node.get_children, insert_cost=lambda _: 1, remove_cost=lambda _: 1,
            update_cost=lambda a, b: costs[WORDS.index(a.label), WORDS.index(b.label)],
        )
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_ordered_distance_is_that_of_zss(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(150):
        costs = _costs(source)
        one, other = random_tree(source, 12), random_tree(source, 12)
        assert edit_distance(one, other, _renaming(costs, one, other)) == pytest.approx(_oracle(one, other, costs))


@pytest.mark.soak
def test_the_ordered_distance_is_that_of_zss_on_ten_thousand_pairs() -> None:
    source = random.Random(99)
    for _ in range(10_000):
        costs = _costs(source)
        one, other = random_tree(source, 25), random_tree(source, 25)
        assert edit_distance(one, other, _renaming(costs, one, other)) == pytest.approx(_oracle(one, other, costs))


def test_the_released_distance_is_too_long_for_most_pairs_and_never_too_short_by_hand() -> None:
    source = random.Random(5)
    wrong = 0
    for _ in range(200):
        costs = _costs(source)
        one, other = random_tree(source, 12), random_tree(source, 12)
        renaming = _renaming(costs, one, other)
        wrong += released_distance(one, other, renaming) != pytest.approx(edit_distance(one, other, renaming))
    assert wrong > 50


def _shuffled(tree: Tree, source: random.Random) -> Tree:
    """The same tree with the children of every node in another order."""
    builder, new = TreeBuilder(), {0: 0}
    builder.add(tree.names[0], -1)
    waiting = [0]
    while waiting:
        node = waiting.pop()
        children = list(tree.children[node])
        source.shuffle(children)
        for child in children:
            new[child] = builder.add(tree.names[child], new[node])
        waiting.extend(children)
    return builder.build()


@pytest.mark.slow
def test_the_unordered_distance_does_not_care_for_the_order_of_siblings() -> None:
    source = random.Random(3)
    for _ in range(6):
        costs = _costs(source)
        one, other = random_tree(source, 14), random_tree(source, 14)
        again = _shuffled(other, source)
        there = unordered_distance(one, other, _renaming(costs, one, other))
        assert there.value == pytest.approx(unordered_distance(one, again, _renaming(costs, one, again)).value)
        assert there.value == there.least
        itself = _renaming(costs, one, one)
        assert unordered_distance(one, one, itself).value == pytest.approx(0)


def _by_scipy(worth: np.ndarray, ours: np.ndarray, theirs: np.ndarray) -> tuple[float, float]:
    """The best choice of cells, one at most on each way, and its bound, by scipy's interface of the same solver."""
    cells = np.arange(worth.size).reshape(worth.shape)
    rows = []
    for steps, side in ((ours, cells), (theirs, cells.T)):
        for way in range(steps[-1, 0] + 1):
            rows.append(np.isin(cells, side[steps[steps[:, 0] == way, 1]]).ravel())
    solved = optimize.milp(
        -worth.ravel(), integrality=np.ones(worth.size), bounds=optimize.Bounds(0, 1),
        constraints=optimize.LinearConstraint(np.array(rows, float), ub=1.0),
        options={"mip_rel_gap": 0.0, "node_limit": 500},
    )  # fmt: skip
    best = float(worth.ravel()[solved.x > 0.5].sum())
    return best, best if solved.status == 0 else max(best, -float(solved.mip_dual_bound))


@pytest.mark.slow
def test_the_unordered_distance_is_that_of_scipy_to_the_last_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(8)
    pairs = [(random_tree(source, 18), random_tree(source, 22), _costs(source)) for _ in range(12)]
    ours = [unordered_distance(one, other, _renaming(costs, one, other)) for one, other, costs in pairs]
    programs: list[int] = []

    def by_scipy(worth: np.ndarray, *ways: np.ndarray) -> tuple[float, float]:
        programs.append(worth.size)
        return _by_scipy(worth, *ways)

    monkeypatch.setattr(module, "_program", by_scipy)
    assert ours == [unordered_distance(one, other, _renaming(costs, one, other)) for one, other, costs in pairs]
    assert len(programs) > 20


def _brute(one: Tree, other: Tree, costs: np.ndarray) -> float:
    """The cheapest of all mappings that keep who lies below whom, each tried."""
    above, there = ([set(tree.path(node)[:-1]) for node in range(len(tree))] for tree in (one, other))

    def cheapest(node: int, pairs: tuple[tuple[int, int], ...], cost: float) -> float:
        if node == len(one):
            return cost + len(one) + len(other) - 2 * len(pairs)
        best = cheapest(node + 1, pairs, cost)
        for to in range(len(other)):
            if all(to != q and (p in above[node]) == (q in there[to]) and to not in there[q] for p, q in pairs):
                best = min(best, cheapest(node + 1, (*pairs, (node, to)), cost + costs[node, to]))
        return best

    return cheapest(0, (), 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("trees", [60, pytest.param(500, marks=pytest.mark.soak)])
def test_the_unordered_distance_is_that_of_all_mappings_and_never_above_the_others(trees: int) -> None:
    source = random.Random(11)
    shorter = 0
    for _ in range(trees):
        costs = _costs(source)
        one, other = random_tree(source, 6), random_tree(source, 6)
        renaming = _renaming(costs, one, other)
        found, constrained = (
            unordered_distance(one, other, renaming),
            constrained_distance(one, other, renaming),
        )
        assert (found.value, found.least) == pytest.approx((_brute(one, other, renaming),) * 2)
        assert found.value <= min(constrained, edit_distance(one, other, renaming)) + 1e-9
        shorter += found.value < constrained - 1e-9
    assert shorter > trees / 100


@pytest.mark.slow
def test_what_is_too_large_has_a_distance_between_proven_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(12)
    pairs = [(random_tree(source, 14), random_tree(source, 14), _costs(source)) for _ in range(20)]
    exact = [unordered_distance(one, other, _renaming(costs, one, other)).value for one, other, costs in pairs]
    for limit in ("MAX_CHOICES", "_MAX_BRANCHES"):
        monkeypatch.setattr(f"litgauge.tasks.benchmarks.taxobench.unordered_distance.{limit}", 0)
        for (one, other, costs), distance in zip(pairs, exact, strict=True):
            renaming = _renaming(costs, one, other)
            found = unordered_distance(one, other, renaming, edit_distance(one, other, renaming))
            assert found.least - 1e-9 <= distance <= found.value + 1e-9
            assert found.value <= edit_distance(one, other, renaming)


@pytest.mark.parametrize("distance", [edit_distance, constrained_distance, released_distance])
def test_a_tree_is_at_no_distance_from_itself(distance: object) -> None:
    source = random.Random(1)
    for _ in range(30):
        tree = random_tree(source, 10)
        assert distance(tree, tree, _renaming(_costs(source), tree, tree)) == pytest.approx(0)  # type: ignore[operator]


def test_by_hand() -> None:
    one = Tree(("a", "b", "c"), (-1, 0, 0))
    other = Tree(("a", "c", "b"), (-1, 0, 0))
    renaming = np.array([[0, 1, 1], [1, 1, 0], [1, 0, 1]], dtype=float)
    assert edit_distance(one, other, renaming) == 2  # two renamings, or one deletion and one insertion
    assert unordered_distance(one, other, renaming).value == 0


@pytest.mark.slow
def test_deep_and_broad_trees_are_measured_and_what_is_too_large_is_refused() -> None:
    deep = Tree(tuple("x" * 3_000), (-1, *range(2_999)))
    broad = Tree(tuple("x" * 10_000), (-1, *[0] * 9_999))
    small = Tree(("x", "y"), (-1, 0))
    assert edit_distance(small, deep, np.ones((2, 3_000))) == 3_000
    assert edit_distance(small, broad, np.ones((2, 10_000))) == 10_000
    with pytest.raises(TooLarge, match="10,000 x 10,000"):
        edit_distance(broad, broad, np.zeros((1, 1)))
    with pytest.raises(TooLarge):
        unordered_distance(broad, broad, np.zeros((1, 1)))
