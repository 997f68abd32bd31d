"""The best citation path between two works: the one whose works are cited most, within a number of hops.

Source: SciNetBench (arXiv 2601.03260), section 5.1, which asks for the best of all connecting paths. These cannot be
listed (a small network has 10^52 between two works) and the best without a limit has a hundred hops and more, so the
limit is a part of the question.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tasks.network.adjacency import Nodes, Places
from tasks.network.compiled import compiled
from tasks.network.network import CitationNetwork

Weights = npt.NDArray[np.int64]
Hops = npt.NDArray[np.int16]
MOST_HOPS = 1_000
_NEVER = -1


@dataclass(frozen=True, slots=True)
class CitationPath:
    """Nodes from the newer work to the older, each citing the next, and the citations of all of them."""

    nodes: tuple[int, ...]
    total: int

    @property
    def hops(self) -> int:
        """How many citations the path goes along."""
        return len(self.nodes) - 1


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

    def best(self, newer: int, older: int, max_hops: int) -> CitationPath | None:
        """The path with the highest total of at most so many hops, or None if there is none.

        Of equal totals that with fewer hops, then that with the lower id where they part first. Raises ValueError for a
        limit outside 1 to 1,000.
        """
        if not 1 <= max_hops <= MOST_HOPS:
            raise ValueError(f"a path has 1 to {MOST_HOPS:,} hops at most, not {max_hops}")
        if newer == older:
            return CitationPath((newer,), int(self._weights[newer]))
        net, circles = self._network, self._circles
        up = _upwards(net.citer_places, net.citers, circles, older, max_hops)
        if up[newer] == _NEVER:
            return None
        tube, down = _downwards(net.reference_places, net.references, circles, newer, up, max_hops)
        total, nodes = _best(
            *(net.reference_places, net.references, circles, net.ranks, self._weights),
            *(tube, down, up, older, max_hops),
        )
        return CitationPath(tuple(nodes.tolist()), int(total))


def _circles(network: CitationNetwork) -> Nodes:
    """The strongly connected component of each node."""
    from scipy.sparse import csr_matrix  # half a second, and only paths need it
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(network.citations, np.int8)
    matrix = csr_matrix((ones, network.references, network.reference_places), (network.works, network.works))
    return np.asarray(connected_components(matrix, directed=True, connection="strong")[1], np.int32)


@compiled
def _counts(citing: int, cited: int, circles: Nodes) -> bool:
    """Whether a path may go along this citation."""
    return citing > cited or circles[citing] != circles[cited]


@compiled
def _upwards(places: Places, citers: Nodes, circles: Nodes, older: int, most: int) -> Hops:
    """Hops from each node down to `older`, -1 where they are more than `most`."""
    hops = np.full(circles.size, _NEVER, np.int16)
    hops[older] = 0
    reached = [older]
    for far in range(1, most + 1):
        beyond = [0 for _ in range(0)]
        for node in reached:
            for at in range(places[node], places[node + 1]):
                citer = citers[at]
                if hops[citer] == _NEVER and _counts(citer, node, circles):
                    hops[citer] = far
                    beyond.append(int(citer))
        reached = beyond
    return hops


@compiled
def _downwards(
    places: Places, references: Nodes, circles: Nodes, newer: int, up: Hops, most: int
) -> tuple[Nodes, Nodes]:
    """All nodes on some walk from `newer` that is not too long, and the hops from `newer` to each."""
    seen = np.full(circles.size, False)
    seen[newer] = True
    tube, hops = [newer], [0]
    begin = 0
    for far in range(1, most + 1):
        end = len(tube)
        for place in range(begin, end):
            node = tube[place]
            for at in range(places[node], places[node + 1]):
                cited = references[at]
                near = up[cited] != _NEVER and far + up[cited] <= most
                if near and not seen[cited] and _counts(node, cited, circles):
                    seen[cited] = True
                    tube.append(int(cited))
                    hops.append(far)
        begin = end
    return np.array(tube, np.int32), np.array(hops, np.int32)


@compiled
def _best(
    places: Places,
    references: Nodes,
    circles: Nodes,
    ranks: Nodes,
    weights: Weights,
    tube: Nodes,
    down: Nodes,
    up: Hops,
    older: int,
    most: int,
) -> tuple[int, Nodes]:
    """The best total and its nodes, `tube` beginning with the newer one: best[h, v] = w[v] + max best[h - 1, cited]."""
    slots = np.full(circles.size, _NEVER, np.int32)
    for slot in range(tube.size):
        slots[tube[slot]] = slot
    onward = np.full((most + 1, tube.size), _NEVER, np.int32)  # the slot that follows on the best path of so many hops
    before = np.full(tube.size, _NEVER, np.int64)
    before[slots[older]] = weights[older]
    total, hops = -1, 0
    for far in range(1, most + 1):
        now = np.full(tube.size, _NEVER, np.int64)
        for slot in range(tube.size):
            node = tube[slot]
            if up[node] > far or down[slot] + far > most:
                continue
            for at in range(places[node], places[node + 1]):
                cited = references[at]
                other = slots[cited]
                if other == _NEVER or before[other] == _NEVER or not _counts(node, cited, circles):
                    continue
                held = onward[far, slot]
                sum_of = before[other] + weights[node]
                if sum_of > now[slot] or (sum_of == now[slot] and ranks[cited] < ranks[tube[held]]):
                    now[slot], onward[far, slot] = sum_of, other
        if now[0] > total:
            total, hops = now[0], far
        before = now
    nodes = np.empty(hops + 1, np.int32)
    slot = 0
    for step in range(hops + 1):
        nodes[step] = tube[slot]
        if step < hops:
            slot = onward[hops - step, slot]
    return total, nodes
