"""Shares of the types of errors that a judge found in the agents' trees (Table 6, figure 6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from litgauge.tasks.benchmark import ShownAgent, ShownPage
from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS, ERROR_TYPES, PUBLISHED, in_words
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import TreeErrors
from litgauge.tasks.offline.taxonomy import RULED_TYPES
from litgauge.tasks.statistics import Interval
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import share_intervals

TITLES = {
    "coverage": "Semantic coverage",
    "organisation": "Sibling organisation",
    "logic": "Hierarchical logic",
    "topology": "Structural topology",
}
TOP = 3  # of each dimension, in the picture
EVERYBODY = "all agents"


@dataclass(frozen=True, slots=True)
class TypeShare:
    """Share of trees in which a type of error was found."""

    found: int
    share: float  # of the trees that were judged
    interval: Interval | None  # 95 %, by bootstrap over surveys


@dataclass(frozen=True, slots=True)
class Finder:
    """An agent, or all together: the errors of its trees as one judge found them."""

    name: str
    number: int | None  # of the agent; None of all together
    judge: str
    trees: int  # judged
    failed: int  # on which the judge failed; they are in no share
    shares: Mapping[str, TypeShare]  # by type


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """One type of errors."""

    type: str
    title: str
    shares: tuple[TypeShare, ...]  # of each finder, in their order
    published: float  # of the paper's 1,000 trees
    looked_for: bool = True  # False where nobody could have found it: rules that see words and counts alone


@dataclass(frozen=True, slots=True)
class ErrorTypes:
    """One table for each judge: rows of two judges do not compare."""

    judge: str
    offline: bool
    finders: tuple[Finder, ...]  # all agents together first, where there are several
    dimensions: tuple[tuple[str, tuple[ErrorLine, ...]], ...]  # the commonest first
    top: tuple[tuple[str, tuple[ErrorLine, ...]], ...]


def error_types(page: ShownPage) -> tuple[ErrorTypes, ...]:
    """For each judge that was asked for types of errors, what it found."""
    of_judge: dict[str, list[ShownAgent]] = defaultdict(list)
    for agent in page.agents:
        if agent.rows.get("tree_errors"):
            of_judge[agent.run.judge].append(agent)
    return tuple(_table(judge, agents, page.release) for judge, agents in of_judge.items())


def _table(judge: str, agents: Sequence[ShownAgent], release: TaxoRows) -> ErrorTypes:
    rows = [(agent.name, agent.number, agent.rows["tree_errors"]) for agent in agents]
    finders = [_finder(name, number, judge, [of], release) for name, number, of in rows]
    ruled = all(agent.run.offline for agent in agents)
    if len(finders) > 1:
        finders.insert(0, _finder(EVERYBODY, None, judge, [of for _, _, of in rows], release))
    dimensions = []
    for dimension in DIMENSIONS:
        lines = [
            ErrorLine(
                name,
                in_words(name),
                tuple(finder.shares[name] for finder in finders),
                PUBLISHED[name],
                not ruled or name in RULED_TYPES,
            )
            for name in ERROR_TYPES[dimension]
        ]
        lines.sort(key=lambda line: (not line.looked_for, -line.shares[0].share))
        dimensions.append((TITLES[dimension], tuple(lines)))
    top = tuple((title, lines[:TOP]) for title, lines in dimensions)
    return ErrorTypes(judge, any(agent.run.offline for agent in agents), tuple(finders), tuple(dimensions), top)


def _finder(
    name: str, number: int | None, judge: str, runs: Sequence[Iterable[TreeErrors]], release: TaxoRows
) -> Finder:
    """Return the shares over all trees of these runs that were judged."""
    types = [name for names in ERROR_TYPES.values() for name in names]
    place = {kind: position for position, kind in enumerate(types)}
    surveys: dict[str, int] = {}
    counted: list[tuple[int, int]] = []  # survey, type
    trees: dict[tuple[int, str], int] = {}
    failed: set[tuple[int, str]] = set()
    for run, rows in enumerate(runs):
        for row in rows:
            task = release.task.get(row.task_id)
            if task is None:
                continue
            if not row.judged:
                failed.add((run, row.task_id))
                continue
            survey = surveys.setdefault(task.survey_id, len(surveys))
            trees[run, row.task_id] = survey
            counted += [(survey, place[kind]) for kind in row.types if kind in place]
    counts, totals = np.zeros((len(surveys), len(types))), np.zeros(len(surveys))
    for survey, of_type in counted:
        counts[survey, of_type] += 1
    for survey in trees.values():
        totals[survey] += 1
    intervals = share_intervals(counts, totals, seed=SEED)
    sums = counts.sum(axis=0)
    number_of_trees = max(1, len(trees))
    shares = {
        kind: TypeShare(int(sums[at]), float(sums[at]) / number_of_trees, intervals[at]) for kind, at in place.items()
    }
    return Finder(name, number, judge, len(trees), len(failed), shares)
