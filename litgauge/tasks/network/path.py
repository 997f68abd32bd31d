"""Citation paths between two works, within a number of hops: the best by its works' citations, and the main path.

Source: SciNetBench (arXiv 2601.03260), section 5.1, which asks for the best of all connecting paths. These cannot be
listed (a small network has 10^52 between two works) and the best without a limit has a hundred hops and more, so the
limit is a part of the question. A sum of citations that none falls below 0 nearly always takes all hops that it may, so
two other rules stand beside it: the mean of the inner works' citations, and main path analysis by search path counts
(Hummon and Doreian, Social Networks 11, 1989; Batagelj, arXiv cs/0309023).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgauge.tasks.network.adjacency import Nodes, Places
from litgauge.tasks.network.compiled import compiled
from litgauge.tasks.network.network import CitationNetwork

Weights = npt.NDArray[np.int64]
Hops = npt.NDArray[np.int16]
Counts = npt.NDArray[np.float64]
MOST_HOPS = 1_000
_NEVER = -1


@dataclass(frozen=True, slots=True)
class CitationPath:
    """Nodes from the newer work to the older, each citing the next, and the citations of all of them."""

    nodes: tuple[int, ...]
    total: int

    @property
    def hops(self) -> int:
        """Return how many citations the path goes along."""
        return len(self.nodes) - 1


@dataclass(frozen=True, slots=True)
class _Tube:
    """Nodes on the paths between two works."""

    nodes: Nodes  # the newer work first
    slots: Nodes  # of every node its place among these, or -1
    up: Hops  # of every node the hops down to the older work, or -1
    down: Hops  # of every node the hops from the newer work, or -1


class PathFinder:
    """Finds best paths in one network; what it finds out about cycles serves all queries.

    Works that cite each other in a circle (a strongly connected component) are put in the order of their dates, then of
    their ids: there, only citations of an earlier work count, and no path goes round.
    """

    def __init__(self, network: CitationNetwork, weights: Weights | None = None) -> None:
        """`weights` are the citations of each node, not below 0; by default those in the network."""
        self._network = network
        self._weights = network.citation_counts() if weights is None else weights
        self._circles = _circles(network)

    def best(self, newer: int, older: int, max_hops: int, *, mean: bool = False) -> CitationPath | None:
        """Return the path with the highest total of at most so many hops, or None if there is none.

        With `mean`, that with the highest mean of the works between the ends; a citation without any only where there
        is no other path. Of equal ones that with fewer hops, then that with the lower id where they part first. Raises
        ValueError for a limit outside 0 to 1,000.
        """
        tube = self._tube(newer, older, max_hops)
        if tube is None:
            return None
        if newer == older:
            return CitationPath((newer,), int(self._weights[newer]))
        net, size = self._network, tube.nodes.size
        onward = np.full((max_hops + 1, size), _NEVER, np.int32)
        totals = np.full((2, size), _NEVER, np.int64)
        total, hops = _best(
            *(net.reference_places, net.references, self._circles, net.ranks, self._weights, older, max_hops, mean),
            *(tube.nodes, tube.slots, tube.up, tube.down, onward, totals),
        )
        slots = [0]
        for hops_left in range(hops, 0, -1):
            slots.append(int(onward[hops_left, slots[-1]]))
        return CitationPath(tuple(tube.nodes[slots].tolist()), int(total))

    def main(self, newer: int, older: int, max_hops: int) -> CitationPath | None:
        """Return the main path: from the newer work always the citation on most paths to the older, None without any.

        A citation's search path count is the number of paths of at most so many hops between both works that go along
        it. Of equal counts the lower id. Raises ValueError as `best`.
        """
        tube = self._tube(newer, older, max_hops)
        if tube is None:
            return None
        net, size = self._network, tube.nodes.size
        ahead, behind = np.zeros((2, max_hops + 1, size))
        ahead[0, tube.slots[newer]] = behind[0, tube.slots[older]] = 1
        _count_walks(net.reference_places, net.references, self._circles, tube.nodes, tube.slots, ahead, behind)
        within = np.cumsum(behind, axis=0)  # walks down to the older work of at most so many hops
        nodes = [newer]
        while nodes[-1] != older:
            node, hops_left = nodes[-1], max_hops - len(nodes)
            listed = net.references[net.reference_places[node] : net.reference_places[node + 1]]
            inside = [int(work) for work in listed if tube.slots[work] != _NEVER and _counts(node, work, self._circles)]
            cited = [work for work in inside if within[hops_left, tube.slots[work]]]
            reached = ahead[:max_hops, tube.slots[node]]
            counts = [float(reached @ within[max_hops - 1 :: -1, tube.slots[work]]) for work in cited]
            most = max(counts)
            tied = [work for work, count in zip(cited, counts, strict=True) if count == most]
            nodes.append(min(tied, key=lambda work: int(net.ranks[work])))
        return CitationPath(tuple(nodes), int(self._weights[nodes].sum()))

    def _tube(self, newer: int, older: int, max_hops: int) -> _Tube | None:
        """Return the nodes on any path of at most so many hops; None if there is none."""
        if not 0 <= max_hops <= MOST_HOPS:
            raise ValueError(f"a path has 0 to {MOST_HOPS:,} hops at most, not {max_hops}")
        net, circles, works = self._network, self._circles, self._network.works
        up, down = np.full((2, works), _NEVER, np.int16)
        queue = np.empty(works, np.int32)
        _upwards(net.citer_places, net.citers, circles, older, max_hops, up, queue)
        if up[newer] == _NEVER:
            return None
        size = _downwards(net.reference_places, net.references, circles, newer, max_hops, up, down, queue)
        nodes, slots = queue[:size], np.full(works, _NEVER, np.int32)
        slots[nodes] = np.arange(size)
        return _Tube(nodes, slots, up, down)


def _circles(network: CitationNetwork) -> Nodes:
    """Return the strongly connected component of each node, named by one of its nodes."""
    order, low, circles = np.full((3, network.works), _NEVER, np.int32)
    stack, trail = np.empty((2, network.works), np.int32)
    ahead = network.reference_places[:-1].copy()
    _find_circles(network.reference_places, network.references, ahead, order, low, stack, trail, circles)
    return circles


@compiled
def _find_circles(
    places: Places,
    references: Nodes,
    ahead: Places,
    order: Nodes,
    low: Nodes,
    stack: Nodes,
    trail: Nodes,
    circles: Nodes,
) -> None:
    """Fill `circles` with the node of each component that was met first (Tarjan, SIAM J. Comput. 1, 1972).

    `ahead` is which reference of each node is looked at next. Of each node that was met, `order` is its number and
    `low` the least number that it leads to. `stack` holds nodes without a component, `trail` the way to the node.
    """
    met = stacked = 0
    for start in range(circles.size):
        if order[start] != _NEVER:
            continue
        trail[0], depth = start, 1
        while depth:
            node = trail[depth - 1]
            if order[node] == _NEVER:
                order[node] = low[node] = met
                stack[stacked] = node
                met, stacked = met + 1, stacked + 1
            if ahead[node] < places[node + 1]:
                cited = references[ahead[node]]
                ahead[node] += 1
                if order[cited] == _NEVER:
                    trail[depth] = cited
                    depth += 1
                elif circles[cited] == _NEVER:
                    low[node] = min(low[node], order[cited])
                continue
            depth -= 1
            if depth:
                low[trail[depth - 1]] = min(low[trail[depth - 1]], low[node])
            if low[node] == order[node]:
                while circles[node] == _NEVER:
                    stacked -= 1
                    circles[stack[stacked]] = node


@compiled
def _counts(citing: int, cited: int, circles: Nodes) -> bool:
    """Return whether a path may go along this citation."""
    return citing > cited or circles[citing] != circles[cited]


@compiled
def _upwards(places: Places, citers: Nodes, circles: Nodes, older: int, most: int, hops: Hops, queue: Nodes) -> None:
    """Fill in the hops from each node down to `older`; those that are more than `most` stay -1."""
    hops[older], queue[0] = 0, older
    begin, end = 0, 1
    for far in range(1, most + 1):
        size = end
        for place in range(begin, end):
            node = queue[place]
            for at in range(places[node], places[node + 1]):
                citer = citers[at]
                if hops[citer] == _NEVER and _counts(citer, node, circles):
                    hops[citer] = far
                    queue[size] = citer
                    size += 1
        begin, end = end, size


@compiled
def _downwards(
    places: Places, references: Nodes, circles: Nodes, newer: int, most: int, up: Hops, down: Hops, tube: Nodes
) -> int:
    """Fill `tube` with all nodes on some walk from `newer` that is not too long, `down` with the hops to each."""
    down[newer], tube[0] = 0, newer
    begin, end = 0, 1
    for far in range(1, most + 1):
        size = end
        for place in range(begin, end):
            node = tube[place]
            for at in range(places[node], places[node + 1]):
                cited = references[at]
                near = up[cited] != _NEVER and far + up[cited] <= most
                if near and down[cited] == _NEVER and _counts(node, cited, circles):
                    down[cited] = far
                    tube[size] = cited
                    size += 1
        begin, end = end, size
    return end


@compiled
def _best(
    places: Places,
    references: Nodes,
    circles: Nodes,
    ranks: Nodes,
    weights: Weights,
    older: int,
    most: int,
    mean: bool,
    tube: Nodes,
    slots: Nodes,
    up: Hops,
    down: Hops,
    onward: Nodes,
    totals: Weights,
) -> tuple[int, int]:
    """Return the best total, or that with the best mean between the ends, and its hops; `tube` has the newer one first.

    Best[h, v] = w[v] + max best[h - 1, cited].

    `onward` tells for each number of hops which slot of the tube follows; the two rows of `totals` take turns.
    """
    totals[0, slots[older]] = weights[older]
    ends = weights[tube[0]] + weights[older]
    total, hops = _NEVER, 0
    for far in range(1, most + 1):
        before, now = (far - 1) % 2, far % 2
        for slot in range(tube.size):
            totals[now, slot] = _NEVER
            node = tube[slot]
            if up[node] > far or down[node] + far > most:
                continue
            for at in range(places[node], places[node + 1]):
                cited = references[at]
                other = slots[cited]
                if other == _NEVER or totals[before, other] == _NEVER or not _counts(node, cited, circles):
                    continue
                best_slot = onward[far, slot]
                sum_of = totals[before, other] + weights[node]
                better = sum_of > totals[now, slot]
                if better or (sum_of == totals[now, slot] and ranks[cited] < ranks[tube[best_slot]]):
                    totals[now, slot], onward[far, slot] = sum_of, other
        if totals[now, 0] == _NEVER:
            continue
        between, held_between = totals[now, 0] - ends, total - ends
        better_mean = hops == 1 or between * (hops - 1) > held_between * (far - 1)
        if hops == 0 or (better_mean if mean else totals[now, 0] > total):
            total, hops = totals[now, 0], far
    return total, hops


@compiled
def _count_walks(
    places: Places, references: Nodes, circles: Nodes, tube: Nodes, slots: Nodes, ahead: Counts, behind: Counts
) -> None:
    """Fill in how many walks of exactly so many hops lead to each slot, and on from it; row 0 is given."""
    for far in range(1, ahead.shape[0]):
        for slot in range(tube.size):
            node = tube[slot]
            for at in range(places[node], places[node + 1]):
                cited = references[at]
                other = slots[cited]
                if other != _NEVER and _counts(node, cited, circles):
                    ahead[far, other] += ahead[far - 1, slot]
                    behind[far, slot] += behind[far - 1, other]
