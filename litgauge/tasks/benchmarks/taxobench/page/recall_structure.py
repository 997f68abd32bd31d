"""Recall against structure over agents: do those that find more papers organise them better? (figure 5)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from litgauge.tasks.benchmark import Metric, ShownPage
from litgauge.tasks.benchmarks.taxobench.page.axis import Axis
from litgauge.tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, JUDGE, ModeLine, ModeTable, mode_tables, named
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.rankings import middle_ranks

FEW = 20
"""Below so many agents a page says how little a correlation proves."""

WIDTH, HEIGHT = 400, 260
_STRUCTURE = ("judge_average", *JUDGE[:-1], *HIERARCHY, "ari", "sem_path")  # the first that agents have is drawn
_Z = 1.959964
_EXACT, _DRAWN = 8, 20_000  # agents of which all orders are tried; orders that are drawn of more


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's rank correlation of two columns over agents."""

    rho: float
    p: float  # two-sided, by permutation: exact up to `_EXACT` agents, else of so many drawn ones
    low: float | None  # of the 95 % interval by Fisher's z; None below four agents, or where rho is 1 or -1
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class RecallAgainst:
    """One metric of structure against recall, for one way of asking."""

    mode: str
    metric: Metric
    correlation: RankCorrelation | None  # None where it is not defined
    n: int


@dataclass(frozen=True, slots=True)
class Mark:
    """An agent in the picture; y grows downward."""

    number: int
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scatter:
    """Recall against one metric of structure."""

    mode: str
    metric: Metric
    marks: tuple[Mark, ...]
    trend: tuple[float, float, float, float] | None  # the least-squares line: x1, y1, x2, y2
    across: tuple[tuple[str, float], ...]  # ticks
    up: tuple[tuple[str, float], ...]
    words: str  # the same for who cannot see it


@dataclass(frozen=True, slots=True)
class RecallStructure:
    """Correlations and pictures of all modes."""

    lines: tuple[RecallAgainst, ...]
    pictures: tuple[Scatter, ...]


def spearman(first: Sequence[float], second: Sequence[float]) -> RankCorrelation | None:
    """Spearman's rho with its p and interval; None for fewer than three pairs, or a column with one value only.

    The paper prints .83 for seven systems, with p .021; its interval is wide:

    >>> found = spearman([1, 2, 3, 4, 5, 6, 7], [2, 1, 3, 6, 4, 5, 7])
    >>> round(found.rho, 3), round(found.p, 3), round(found.low, 2), round(found.high, 2)
    (0.857, 0.024, 0.29, 0.98)
    >>> round(spearman([1, 2, 3, 4], [1, 2, 3, 4]).p, 3)  # of 24 orders two are so
    0.083
    """
    if len(first) < 3 or len(set(first)) < 2 or len(set(second)) < 2:
        return None
    first_ranks, second_ranks = (_ranks(values) for values in (first, second))
    first_ranks, second_ranks = (
        (ranks - ranks.mean()) / (ranks.std() * math.sqrt(len(ranks))) for ranks in (first_ranks, second_ranks)
    )
    rho = float(first_ranks @ second_ranks)
    p = _permutation_p(first_ranks, second_ranks)
    if len(first) < 4 or abs(rho) >= 1 - 1e-12:
        return RankCorrelation(rho, p, None, None, len(first))
    middle, half = math.atanh(rho), _Z / math.sqrt(len(first) - 3)
    return RankCorrelation(rho, p, math.tanh(middle - half), math.tanh(middle + half), len(first))


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    return np.array([*middle_ranks({str(at): value for at, value in enumerate(values)}).values()])


def _permutation_p(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return the share of the orders of one column that correlate as much as the given one, that itself among them."""
    if len(first) <= _EXACT:
        orders = np.array(list(permutations(range(len(first)))))
    else:
        random = np.random.default_rng(SEED)
        drawn = np.tile(np.arange(len(first)), (_DRAWN, 1))
        orders = np.vstack([np.arange(len(first)), random.permuted(drawn, axis=1)])
    return float(np.mean(np.abs(second[orders] @ first) >= abs(float(first @ second)) - 1e-9))


def recall_structure(page: ShownPage) -> RecallStructure:
    """Recall against every metric of structure, for each way of asking, and a picture of the judge's mean grade.

    Where no judge was asked, the picture is of the first metric that agents have.
    """
    tables = mode_tables(page)
    lines = tuple(line for table in tables for line in _against(table))
    return RecallStructure(lines, tuple(scatter for table in tables if (scatter := _scatter(table)) is not None))


def _pairs(table: ModeTable, metric: str) -> list[tuple[ModeLine, float, float]]:
    marks = [(line, line.mean("recall"), line.mean(metric)) for line in table.lines]
    return [(line, recall, value) for line, recall, value in marks if recall is not None and value is not None]


def _against(table: ModeTable) -> list[RecallAgainst]:
    marks = []
    for metric in named(*_STRUCTURE):
        pairs = _pairs(table, metric.name)
        if pairs:
            correlation = spearman([recall for _, recall, _ in pairs], [value for _, _, value in pairs])
            marks.append(RecallAgainst(table.mode, metric, correlation, len(pairs)))
    return marks


def _scatter(table: ModeTable) -> Scatter | None:
    for metric in named(*_STRUCTURE):
        pairs = _pairs(table, metric.name)
        if len({recall for _, recall, _ in pairs}) < 2:  # nothing to see: who is given all papers finds all
            continue
        across, up = Axis.of([recall for _, recall, _ in pairs]), Axis.of([value for _, _, value in pairs])
        marks = tuple(
            Mark(line.agent.number, line.agent.name, across.place(recall, WIDTH), HEIGHT - up.place(value, HEIGHT))
            for line, recall, value in pairs
        )
        description = "; ".join(f"{line.agent.name}: recall {recall:.3f}, {value:.3f}" for line, recall, value in pairs)
        trend = _trend(marks)
        ups = tuple((label, HEIGHT - place) for label, place in up.ticks(HEIGHT))
        return Scatter(table.mode, metric, marks, trend, across.ticks(WIDTH), ups, description)
    return None


def _trend(marks: Sequence[Mark]) -> tuple[float, float, float, float] | None:
    """Return the least-squares line from the leftmost to the rightmost mark.

    None for fewer than three, or one column.
    """
    left, right = min(mark.x for mark in marks), max(mark.x for mark in marks)
    if len(marks) < 3 or left == right:
        return None
    middle_x, middle_y = (sum(values) / len(marks) for values in ([m.x for m in marks], [m.y for m in marks]))
    slope = sum((m.x - middle_x) * (m.y - middle_y) for m in marks) / sum((m.x - middle_x) ** 2 for m in marks)
    ends = (round(middle_y + slope * (x - middle_x), 1) for x in (left, right))
    return (left, next(ends), right, next(ends))
