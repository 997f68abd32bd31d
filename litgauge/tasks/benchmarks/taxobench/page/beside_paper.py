"""Tables 2 to 4 of the paper beside ours: the published values, what the published evaluator gives, and our values."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from litgauge.tasks.benchmark import ShownPage
from litgauge.tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, JUDGE, LEAF, ModeLine, mode_tables
from litgauge.tasks.benchmarks.taxobench.rows import TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_rows import RELEASED
from litgauge.tasks.text import compact_title

COLUMNS = (*LEAF, *HIERARCHY, *JUDGE)
INPUTS = {"title-abstract": "", "summary": " + summary", "core-task": " + core task"}
PAPER, RELEASED_CODE, OURS = "the paper", "its evaluator", "ours"
_FILE = Path(__file__).parents[1] / "published_results.json"


@dataclass(frozen=True, slots=True)
class Source:
    """Values of one system by one way of measuring."""

    system: str
    agent: int | None  # number of the agent; None of the paper's own
    by: str  # PAPER, RELEASED_CODE or OURS
    trees: int | None  # that the means are of; None of the paper's own
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BesidePaper:
    """One way of asking."""

    mode: str
    lines: tuple[Source, ...]


WHY: tuple[tuple[str, str], ...] = (
    (
        "all",
        "The paper’s row is of other answers, by systems of 2025, on its own 72 surveys; the two rows below it are of "
        "the same trees. Its evaluator leaves out a tree that is absent, unreadable or, of given papers, lacks one; "
        "ours gives the first two the worst value and measures the third.",
    ),
    (
        "recall",
        "Its evaluator takes containment for equality (“BERT” is found in “RoBERTa”), and counts places, not papers.",
    ),
    (
        "ari, homogeneity, completeness, v_measure",
        "Its evaluator puts all papers that a tree lacks into one cluster; ours makes each a cluster of its own. A "
        "paper that the experts have twice counts once in ours.",
    ),
    (
        "ted",
        "Its edit distance reads a wrong cell in the step of forests: it is wrong on 732 of 1,000 random pairs (.614 "
        "for .555 over five real items). Ours is Zhang and Shasha’s. Both divide by the nodes of both trees.",
    ),
    (
        "nsr, nsp, soft_f1",
        "The same formulas. They depend on the model that compares names: the paper’s is all-MiniLM-L6-v2; without the "
        "extra `embeddings` names are compared by letters, and values do not compare.",
    ),
    (
        "judge",
        "The paper’s judge is GPT-4o with the rubric of figure 14, which `--set rubric=paper` has in our words. Its "
        "code counts a skipped dimension as 0 on a scale of 1 to 5, and drops a tree for “4/5”; ours asks again, and "
        "leaves the grade out. In the paper Gemini-3-Pro’s grade of organisation is 2.57 (Table 4) and 2.71 (Table 3).",
    ),
)
"""Metrics, and why our value of them differs from the published one."""


@functools.cache
def published_results() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Return the paper's Tables 2 to 4: by mode and system, in bottom-up also by input, the value of each metric.

    >>> published_results()["deep-research"]["o3"]["recall"]
    0.2092
    >>> published_results()["bottom-up"]["Qwen3-Max"]["summary"]["ted"]
    0.58
    """
    return json.loads(_FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def beside_paper(page: ShownPage) -> tuple[BesidePaper, ...]:
    """Return a table for each mode in which an agent was measured as the published evaluator does; else none."""
    tables = []
    for table in mode_tables(page):
        tasks = {task.task_id for task in page.release.tasks if task.mode == table.mode}
        own = [source for line in table.lines for source in _measured(line, tasks)]
        if any(source.by == RELEASED_CODE for source in own):
            tables.append(BesidePaper(table.mode, tuple(_with_paper(table.mode, own))))
    return tuple(tables)


def _measured(line: ModeLine, tasks: set[str]) -> Iterator[Source]:
    name, number = _system(line), line.agent.number
    rows = [row for row in line.agent.rows["tree_scores"] if row.source == RELEASED and row.task_id in tasks]
    if rows:
        yield Source(name, number, RELEASED_CODE, len(rows), _means(rows))
    means = {metric: mean for metric in COLUMNS if (mean := line.mean(metric)) is not None}
    yield Source(name, number, OURS, line.trees, means)


def _system(line: ModeLine) -> str:
    """Return the name by which the paper may have the system: as it was said when scoring, else the agent's."""
    for row in line.agent.rows.get("agent_inputs", ()):
        return f"{row.system}{INPUTS.get(row.input, '')}"
    return line.agent.name


def _means(rows: Sequence[TreeScore]) -> dict[str, float]:
    values = {name: [getattr(row, name) for row in rows] for name in (*LEAF, *HIERARCHY)}
    return {name: fmean(own) for name, own in values.items() if None not in own}


def _with_paper(mode: str, own: Sequence[Source]) -> Iterator[Source]:
    """Yield each agent's lines below the paper's of the same system, then what else the paper has."""
    paper = {compact_title(line.system): line for line in _paper_lines(mode)}
    shown: set[str] = set()
    for source in own:
        key = compact_title(source.system)
        if key in paper and key not in shown:
            shown.add(key)
            yield paper[key]
        yield source
    yield from (line for key, line in paper.items() if key not in shown)


def _paper_lines(mode: str) -> Iterator[Source]:
    for system, values in published_results().get(mode, {}).items():
        if mode == "deep-research":
            yield Source(system, None, PAPER, None, values)
        else:
            for name, of_input in values.items():
                yield Source(f"{system}{INPUTS[name]}", None, PAPER, None, of_input)
