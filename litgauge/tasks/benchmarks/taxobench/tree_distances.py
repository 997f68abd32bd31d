"""Metrics of an agent's tree without a judge (sections 3.1 and 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.benchmarks.taxobench.clustering import agreement
from litgauge.tasks.benchmarks.taxobench.edit_distance import (
    TooLarge,
    edit_distance,
    normalised,
    released_distance,
)
from litgauge.tasks.benchmarks.taxobench.match_papers import Mode, align_papers
from litgauge.tasks.benchmarks.taxobench.match_trees import TreeAlignment, align_trees
from litgauge.tasks.benchmarks.taxobench.name_vectors import NameVectors, Vectors, cosines
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.benchmarks.taxobench.unordered_distance import unordered_distance
from litgauge.tasks.records import Unscored
from litgauge.tasks.text import compact_title

_MOST_PAIRS = 16_000_000  # of names of two trees: 128 MB


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers counted, each once however many topics it stands at."""

    expected: int
    found: int
    missing: int
    doubled: int
    invented: int


@dataclass(frozen=True, slots=True)
class TreeValues:
    """Metrics of one tree, under the names of the columns that keep it (`TreeScore`)."""

    recall: float  # share of the experts' papers that the tree holds, [0, 1] (eq. 1)
    coverage: float  # share of the papers given to the agent that it placed, [0, 1]
    ari: float  # [-0.5, 1]; 0 is chance (eq. 2)
    ami: float  # at most 1; 0 is chance
    homogeneity: float  # [0, 1] (eq. 3)
    completeness: float  # [0, 1] (eq. 3)
    v_measure: float  # [0, 1] (eq. 4)
    ted: float | Unscored  # [0, 1], lower is better (eq. 5); unscored of trees that are too large
    ted_unordered: float | Unscored  # without regard to the order of siblings, [0, 1], lower is better
    nsr: float  # can leave [0, 1], as the next two (eq. 7)
    nsp: float  # (eq. 8)
    soft_f1: float  # (eq. 9)
    sem_path: float  # mean over the papers found, [0, 1]
    ted_unordered_least: float | Unscored  # proven of `ted_unordered`, and the same where that is exact


@dataclass(frozen=True, slots=True)
class TreeDistances:
    """An agent's tree beside the experts'."""

    values: TreeValues
    papers: Papers

    @property
    def columns(self) -> dict[str, Any]:
        """Return the values by their names; None where the trees are too large."""
        values = ((field.name, getattr(self.values, field.name)) for field in fields(self.values))
        return {name: None if isinstance(value, Unscored) else value for name, value in values}

    @property
    def reasons(self) -> list[str]:
        """Return why values are None."""
        values = (self.values.ted, self.values.ted_unordered)
        return [value.reason for value in values if isinstance(value, Unscored)]


WORST = TreeValues(
    recall=0.0,
    coverage=0.0,
    ari=-0.5,
    ami=-0.5,
    homogeneity=0.0,
    completeness=0.0,
    v_measure=0.0,
    ted=1.0,
    ted_unordered=1.0,
    nsr=0.0,
    nsp=0.0,
    soft_f1=0.0,
    sem_path=0.0,
    ted_unordered_least=1.0,
)
"""Values of a missing or unreadable tree: the declared worst of each metric."""


def worst(expert: Tree) -> TreeDistances:
    """Return the declared worst, with the experts' papers all missing."""
    count = len(set(expert.first_places))
    return TreeDistances(WORST, Papers(count, 0, count, 0, 0))


def measure(
    expert: Tree, predicted: Tree, names: NameVectors, *, titles: Sequence[str] = (), mode: Mode = "ours"
) -> TreeDistances:
    """Measure an agent's tree against the experts'.

    `titles` are those that the agent was given, in their order (bottom-up), by which it may number them.
    A paper that the experts put at several topics counts once, at the first of them (`align_trees`); papers that the
    tree does not hold are clusters of their own. "released" computes what the published evaluators
    do: their alignment, one cluster for all missing papers, their edit distance (specs/metrics.md, section 2). Raises
    ValueError if the experts' tree has no papers.
    """
    if not expert.papers:
        raise ValueError("the experts' tree has no papers")
    predicted = leaves_as_papers(predicted, [placed.title for placed in expert.papers], titles, mode)
    return measure_aligned(expert, predicted, align_trees(expert, predicted, mode), names, titles=titles, mode=mode)


def measure_aligned(
    expert: Tree,
    predicted: Tree,
    aligned: TreeAlignment,
    names: NameVectors,
    *,
    titles: Sequence[str] = (),
    mode: Mode = "ours",
) -> TreeDistances:
    """Return the same for trees whose papers are aligned, and whose leaves are no papers."""
    expected, alignment = len(aligned.expected), aligned.papers
    recall = len(alignment.pairs) / expected
    ours, theirs = names.of(expert.names), names.of(predicted.names)
    alike = _Alike(ours, theirs)
    paths = _paths(expert, predicted, aligned, alike)
    unordered, least = _unordered(expert, predicted, alike)
    values = TreeValues(
        recall=recall,
        coverage=_coverage(titles, predicted, mode) if titles else recall,
        **asdict(agreement(*_partitions(expert, predicted, aligned, mode))),
        ted=_distance(expert, predicted, alike, mode),
        ted_unordered=unordered,
        **asdict(soft_coverage(ours, theirs)),
        sem_path=sum(paths) / len(paths) if paths else 0.0,
        ted_unordered_least=least,
    )
    pairs, missing, doubled, invented = alignment.pairs, alignment.missing, alignment.doubled, alignment.invented
    return TreeDistances(values, Papers(expected, len(pairs), len(missing), len(doubled), len(invented)))


def _coverage(titles: Sequence[str], predicted: Tree, mode: Mode) -> float:
    once = list({compact_title(title) or title: title for title in titles}.values()) if mode == "ours" else titles
    predicted_titles = [placed.title for placed in predicted.papers]
    return len(align_papers(once, predicted_titles, mode, numbers=False).pairs) / len(once)


def _partitions(
    expert: Tree, predicted: Tree, aligned: TreeAlignment, mode: Mode
) -> tuple[list[int], list[int | tuple[str, int]]]:
    """Return the clusters of the experts' papers in both trees."""
    partner = aligned.partner
    theirs: list[int | tuple[str, int]] = []
    for position in aligned.expected:
        if position in partner:
            theirs.append(predicted.papers[partner[position]].node)
        else:
            theirs.append(("missing", position if mode == "ours" else 0))
    return [expert.papers[position].node for position in aligned.expected], theirs


class _Alike:
    """Similarity of the names of two trees: of all with all where memory holds them."""

    def __init__(self, ours: Vectors, theirs: Vectors) -> None:
        self._ours, self._theirs = ours, theirs
        self._all = cosines(ours, theirs) if len(ours) * len(theirs) <= _MOST_PAIRS else None

    @property
    def all(self) -> Vectors:
        """Of every name with every other. Raises TooLarge."""
        if self._all is None:
            raise TooLarge(f"{len(self._ours):,} x {len(self._theirs):,} nodes")
        return self._all

    def of(self, rows: Sequence[int], columns: Sequence[int]) -> Vectors:
        """Of some with some."""
        if self._all is None:
            return cosines(self._ours[list(rows)], self._theirs[list(columns)])
        return self._all[np.ix_(rows, columns)]


def _distance(expert: Tree, predicted: Tree, alike: _Alike, mode: Mode) -> float | Unscored:
    compute = released_distance if mode == "released" else edit_distance
    try:
        return normalised(compute(expert, predicted, 1.0 - alike.all), expert, predicted)
    except TooLarge as error:
        return Unscored(f"the trees are too large for their edit distance: {error}")


def _unordered(expert: Tree, predicted: Tree, alike: _Alike) -> tuple[float | Unscored, float | Unscored]:
    """Return the distance, and what no distance is below: the same, unless the trees are too large to be sure."""
    try:
        renaming = 1.0 - alike.all
        try:
            ordered = edit_distance(expert, predicted, renaming)
        except TooLarge:
            ordered = np.inf
        distance = unordered_distance(expert, predicted, renaming, ordered)
    except TooLarge as error:
        return (Unscored(f"the trees are too large for their unordered distance: {error}"),) * 2
    return normalised(distance.value, expert, predicted), normalised(distance.least, expert, predicted)


def _paths(expert: Tree, predicted: Tree, aligned: TreeAlignment, alike: _Alike) -> list[float]:
    """Return the likeness of the ways to each paper that was found; each pair of categories is computed once."""
    similarities: dict[tuple[int, int], float] = {}
    paths = []
    for pair in aligned.papers.pairs:
        places = _node(expert.papers, pair.expected), _node(predicted.papers, pair.found)
        if places not in similarities:
            paired = alike.of(expert.path(places[0]), predicted.path(places[1]))
            similarities[places] = path_similarity(1.0 - np.maximum(paired, 0.0))
        paths.append(similarities[places])
    return paths


def _node(papers: Sequence[Placed], position: int) -> int:
    return papers[position].node


@dataclass(frozen=True, slots=True)
class Coverage:
    """Node soft recall and precision. Eq. 6-9 bound none of them: real trees give 1.03."""

    nsr: float
    nsp: float
    soft_f1: float


def soft_cardinality(vectors: Vectors) -> float:
    """Return the weight of a set of names in which near ones count once: sum of 1 / sum of similarities (eq. 6).

    `vectors` has a row of length 1 for each name; similarities are their products, so the sums of all rows take one
    product with the sum of the vectors. A row whose sum is 0 weighs nothing, as in the released code.

    >>> soft_cardinality(np.eye(3)), soft_cardinality(np.ones((3, 1)))
    (3.0, 1.0)
    """
    sums = vectors @ vectors.sum(axis=0)
    weights = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums != 0)
    return float(weights.sum())


def soft_coverage(expert: Vectors, predicted: Vectors) -> Coverage:
    """NSR, NSP and Soft F1 of two sets of names (eq. 7-9).

    What is common to both is c(T*) + c(T) - c(T* u T), where the union holds a name twice that both have. The values
    can leave [0, 1] and are given as they come out; the harmonic mean of values that add up to 0 is 0.
    """
    ours, theirs = soft_cardinality(expert), soft_cardinality(predicted)
    common = ours + theirs - soft_cardinality(np.vstack([expert, predicted]))
    nsr, nsp = common / ours if ours else 0.0, common / theirs if theirs else 0.0
    return Coverage(nsr, nsp, 2 * nsr * nsp / (nsr + nsp) if nsr + nsp else 0.0)


def path_similarity(costs: NDArray[np.float64]) -> float:
    """Likeness of two paths, (0, 1]: 1 over 1 plus the cost of their cheapest order-preserving alignment.

    `costs` has a row for each topic of the one path and a column for each of the other: what it costs to pair them, 1
    minus their similarity where that is above 0. A topic without a partner costs 1. An empty path is all unpaired.

    >>> path_similarity(np.array([[0.0, 1.0]]))
    0.5
    """
    rows, columns = costs.shape
    best: Sequence[float] = [float(column) for column in range(columns + 1)]
    for row in range(rows):
        line = [best[0] + 1.0]
        for column in range(columns):
            paired = best[column] + float(costs[row, column])
            line.append(min(paired, best[column + 1] + 1.0, line[column] + 1.0))
        best = line
    return 1.0 / (1.0 + best[columns])
