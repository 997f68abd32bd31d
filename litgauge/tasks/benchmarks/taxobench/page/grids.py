"""Analyses of TaxoBench as tables in print, and for programs: Tables 2 to 4 and 6, recall and structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmark.analysis import (
    Cell,
    Column,
    Grid,
    Row,
    difference_cell,
    mean_cell,
    metric_columns,
    number_cell,
    summary_cell,
    text_columns,
)
from litgauge.tasks.benchmark.printed_values import NONE, heading, shown
from litgauge.tasks.benchmarks.taxobench.page.ablation import PANELS, Ablation, InputLine
from litgauge.tasks.benchmarks.taxobench.page.beside_paper import COLUMNS, WHY, BesidePaper
from litgauge.tasks.benchmarks.taxobench.page.by_mode import ModeLine, PaperTables, named
from litgauge.tasks.benchmarks.taxobench.page.calibration import CalibratedTable
from litgauge.tasks.benchmarks.taxobench.page.error_types import ErrorTypes, Finder, TypeShare
from litgauge.tasks.benchmarks.taxobench.page.losses import FATES, LossLine, label
from litgauge.tasks.benchmarks.taxobench.page.recall_structure import FEW, RecallStructure
from litgauge.tasks.benchmarks.taxobench.page.trivial_trees import BesideTrivial

_UNBOUNDED = ("nsr", "nsp", "soft_f1")


def _beyond(metric: Metric, mean: float | None) -> str:
    beyond = metric.name in _UNBOUNDED and mean is not None and not 0 <= mean <= 1.0005
    return "The formula bounds it neither above nor below" if beyond else ""


def paper_grids(tables: PaperTables) -> Iterator[Grid]:
    """Tables 2 and 4, a group of lines for each mode."""
    yield _by_mode("Table 2: papers", tables, tables.leaf)
    yield _by_mode("Table 2: topics", tables, tables.hierarchy)
    if tables.judged:
        yield _by_mode("Table 4: the judge’s grades, 1 to 5", tables, tables.judge)


def _by_mode(title: str, tables: PaperTables, metrics: Sequence[Metric]) -> Grid:
    rows = []
    for table in tables.modes:
        for line in table.lines:
            notes = ("offline rules",) if line.agent.run.offline and metrics is tables.judge else ()
            means = (_mean(metric, line) for metric in metrics)
            cells = (Cell(line.agent.name, notes, line.agent.number), Cell(str(line.trees)), *means)
            rows.append(Row(cells, table.label))
    return Grid(title, (*text_columns("Agent"), Column("Trees"), *metric_columns(metrics)), tuple(rows))


def _mean(metric: Metric, line: ModeLine) -> Cell:
    return summary_cell(metric, line.summaries.get(metric.name), _beyond(metric, line.mean(metric.name)))


def modes_value(tables: PaperTables) -> Mapping[str, Any]:
    """Every metric of every agent, by mode."""
    return {
        "modes": {
            table.mode: [
                {
                    "agent": line.agent.name,
                    "judge": line.agent.run.judge,
                    "trees": line.trees,
                    "metrics": {name: asdict(summary) for name, summary in line.summaries.items()},
                }
                for line in table.lines
            ]
            for table in tables.modes
        }
    }


def trivial_grids(tables: Sequence[BesideTrivial]) -> Iterator[Grid]:
    """Yield a table for each mode."""
    for table in tables:
        rows = (
            Row(
                (
                    Cell(line.name, agent=line.number),
                    Cell(str(line.trees)),
                    *(
                        mean_cell(metric, mean, warning=_beyond(metric, mean))
                        for metric, mean in zip(table.metrics, line.means, strict=True)
                    ),
                ),
                soft=line.number is None,
            )
            for line in table.lines
        )
        columns = (*text_columns("Trees of"), Column("Trees"), *metric_columns(table.metrics))
        note = f"Means over trees. Likeness of names by {', '.join(table.embeddings)}."
        yield Grid(f"Beside trivial trees, {table.mode}", columns, tuple(rows), (note,))


def trivial_value(tables: Sequence[BesideTrivial]) -> Mapping[str, Any]:
    """The means of trivial trees, by mode and kind."""
    return {
        "trivial": {
            table.mode: {
                line.name: {metric.name: mean for metric, mean in zip(table.metrics, line.means, strict=True)}
                for line in table.lines
                if line.number is None
            }
            for table in tables
        }
    }


def calibrated_grids(tables: Sequence[CalibratedTable]) -> Iterator[Grid]:
    """Yield a table for each mode: the ends of each metric's scale, then the agents on it."""
    for table in tables:
        ends = (
            ("0: best trivial trees", [(scale.zero, scale.kind) for scale in table.scales]),
            ("1: two experts", [(scale.experts, scale.reason) for scale in table.scales]),
        )
        rows = [
            Row(
                (
                    Cell(name),
                    *(Cell(shown(scale.metric, end), (note,) if note else ()) for scale, (end, note) in cells),
                ),
                soft=True,
            )
            for name, values in ends
            for cells in [list(zip(table.scales, values, strict=True))]
        ]
        for line in table.lines:
            scores = (number_cell(score.value, score.interval) for score in line.scores)
            rows.append(Row((Cell(line.name, agent=line.number), *scores)))
        columns = (*text_columns("Trees of"), *metric_columns(scale.metric for scale in table.scales))
        note = (
            f"(agent − trivial) / (experts − trivial), of means over the same surveys, at most {table.surveys} with "
            "two reviews; below 95 % bootstrap intervals over these. Reviewers start from one tree, so that they agree "
            "better than two who work from nothing. A judge’s grades have no such scale: nobody grades trivial trees."
        )
        yield Grid(f"Calibrated, {table.mode}", columns, tuple(rows), (note,))


def calibrated_value(tables: Sequence[CalibratedTable]) -> Mapping[str, Any]:
    """The scales and the calibrated scores, by mode."""
    return {
        "calibrated": {
            table.mode: {
                "surveys": table.surveys,
                "scales": {
                    scale.metric.name: {
                        "trivial": scale.kind,
                        "zero": scale.zero,
                        "one": scale.experts,
                        "reason": scale.reason,
                    }
                    for scale in table.scales
                },
                "agents": [
                    {
                        "agent": line.name,
                        "metrics": {
                            scale.metric.name: asdict(score)
                            for scale, score in zip(table.scales, line.scores, strict=True)
                        },
                    }
                    for line in table.lines
                ],
            }
            for table in tables
        }
    }


def beside_paper_grids(tables: Sequence[BesidePaper]) -> Iterator[Grid]:
    """Yield a table for each mode, then why values differ."""
    metrics = named(*COLUMNS)
    for table in tables:
        rows = tuple(
            Row(
                (
                    Cell(line.system, agent=line.agent),
                    Cell(line.by),
                    Cell(NONE if line.trees is None else str(line.trees)),
                    *(mean_cell(metric, line.values.get(metric.name)) for metric in metrics),
                ),
                soft=line.agent is None,
            )
            for line in table.lines
        )
        columns = (*text_columns("System", "Measured by"), Column("Trees"), *metric_columns(metrics))
        yield Grid(f"Tables 2 to 4 beside the paper’s, {table.mode}", columns, rows)
    if tables:
        why = tuple(Row((Cell(names), Cell(reason))) for names, reason in WHY)
        yield Grid("Why they differ", text_columns("Metrics", "Reason"), why)


def beside_paper_value(tables: Sequence[BesidePaper]) -> Mapping[str, Any]:
    """The values of each system by each way of measuring, and why they differ."""
    return {
        "beside_paper": {
            "modes": {table.mode: [asdict(line) for line in table.lines] for table in tables},
            "why": dict(WHY) if tables else {},
        }
    }


def input_grids(inputs: Ablation) -> Iterator[Grid]:
    """Table 3: each system with each of its inputs."""
    if not inputs.systems:
        return
    rows = tuple(Row(_input_cells(line, inputs.metrics), system) for system, lines in inputs.systems for line in lines)
    columns = (*text_columns("Input"), Column("Trees"), *metric_columns(inputs.metrics))
    differences = (Column("ARI, difference"), Column("Judge, difference"))
    yield Grid("Table 3: inputs", (*columns, *differences), rows)


def _input_cells(line: InputLine, metrics: Sequence[Metric]) -> tuple[Cell, ...]:
    means = {metric: line.line.mean(metric.name) for metric in metrics}
    return (
        Cell(line.label, agent=line.line.agent.number),
        Cell(str(line.line.trees)),
        *(
            mean_cell(metric, mean, best=metric.name in line.best, warning=_beyond(metric, mean))
            for metric, mean in means.items()
        ),
        *(difference_cell(line.differences.get(name), "surveys", digits=3) for name in PANELS),
    )


def inputs_value(inputs: Ablation) -> Mapping[str, Any]:
    """Means of each system with each input, and differences to its first."""
    return {
        "inputs": [
            {
                "system": system,
                "input": line.input,
                "agent": line.line.agent.name,
                "means": {metric.name: line.line.mean(metric.name) for metric in inputs.metrics},
                "differences": {name: asdict(of) for name, of in line.differences.items()},
            }
            for system, lines in inputs.systems
            for line in lines
        ]
    }


_FATES = {
    "placed": "Placed",
    "misplaced": "Misplaced",
    "dropped": "Dropped",
    "never-found": "Never found",
    "unknown": "Not known",
}


def loss_grids(lines: Sequence[LossLine]) -> Iterator[Grid]:
    """Yield the shares of papers by what became of them, a group of lines for each mode."""
    rows = tuple(
        Row(
            (
                Cell(line.name, agent=line.number),
                Cell(line.part),
                Cell(str(line.papers)),
                *(
                    number_cell(line.shares[fate].share, line.shares[fate].interval, form=".1f", unit="%")
                    for fate in FATES
                ),
            ),
            label(line.mode),
        )
        for line in lines
    )
    columns = (
        *text_columns("Agent", "Papers that the task"),
        Column("Papers"),
        *(Column(_FATES[fate]) for fate in FATES),
    )
    note = "Of the experts’ papers, each once, a missing tree with all of them; below 95 % intervals over surveys."
    if rows:
        yield Grid("Where papers are lost", columns, rows, (note,))


def losses_value(lines: Sequence[LossLine]) -> Mapping[str, Any]:
    """The shares by agent, mode, and whether the task gave the papers."""
    return {
        "losses": [
            {
                "mode": line.mode,
                "agent": line.name,
                "part": line.part,
                "papers": line.papers,
                "fates": {fate: asdict(share) for fate, share in line.shares.items()},
            }
            for line in lines
        ]
    }


def recall_grids(recall: RecallStructure) -> Iterator[Grid]:
    """Rank correlations of recall with each metric of structure."""
    rows = []
    for line in recall.lines:
        if (correlation := line.correlation) is not None:
            ends = (
                NONE
                if correlation.low is None or correlation.high is None
                else f"{correlation.low:.2f} to {correlation.high:.2f}"
            )
            name = ("Judge: " if line.metric.under == "Judge" else "") + heading(line.metric)
            numbers = (str(line.n), f"{correlation.rho:.2f}", ends, f"{correlation.p:.3f}")
            rows.append(Row((Cell(name), Cell(line.mode), *map(Cell, numbers))))
    columns = (*text_columns("Structure", "Mode"), *map(Column, ("Agents", "Spearman", "95 % interval", "p")))
    note = "p is two-sided, by permutation; the interval by Fisher’s z. ↓: a good agent’s correlation is negative."
    if rows:
        fewest = min(line.n for line in recall.lines if line.correlation)
        few = (f"{fewest} agents prove little: look at the intervals.",) if fewest < FEW else ()
        yield Grid("Recall and structure, over agents", columns, tuple(rows), (*few, note))


def recall_value(recall: RecallStructure) -> Mapping[str, Any]:
    """The correlations that are defined."""
    return {
        "recall_structure": [
            {"mode": line.mode, "metric": line.metric.name, "n": line.n, "spearman": asdict(line.correlation)}
            for line in recall.lines
            if line.correlation
        ]
    }


def error_grids(tables: Sequence[ErrorTypes]) -> Iterator[Grid]:
    """Table 6, one for each judge."""
    for table in tables:
        rows = tuple(
            Row(
                (
                    Cell(line.title),
                    *(_share(share, looked_for=line.looked_for) for share in line.shares),
                    number_cell(line.published, form=".1f", unit="%"),
                ),
                dimension,
            )
            for dimension, lines in table.dimensions
            for line in lines
        )
        paper = Column("Paper", "Of 1,000 trees of 19 systems, by GPT-4o (Table 6)")
        columns = (*text_columns("Type"), *(Column(_finder(finder)) for finder in table.finders), paper)
        note = (
            "Share of the trees that were judged, with its 95 % interval over surveys. The paper’s column is of other "
            "trees and another judge: to look at, not to compare. –: rules cannot find it."
        )
        yield Grid(f"Types of errors, as {table.judge} found them", columns, rows, (note,))


def _share(share: TypeShare, *, looked_for: bool) -> Cell:
    return number_cell(share.share, share.interval, form=".1f", unit="%") if looked_for else Cell(NONE)


def _finder(finder: Finder) -> str:
    return f"{finder.name}, {finder.trees} trees" + (f", {finder.failed} failed" if finder.failed else "")


def errors_value(tables: Sequence[ErrorTypes]) -> Mapping[str, Any]:
    """Shares by judge, agent and type; the agent None is all of them together."""
    return {
        "error_types": [
            {
                "judge": table.judge,
                "offline": table.offline,
                "agents": [
                    {
                        "agent": finder.name if finder.number is not None else None,
                        "trees": finder.trees,
                        "failed": finder.failed,
                        "types": {name: asdict(share) for name, share in finder.shares.items()},
                    }
                    for finder in table.finders
                ],
                "published": {line.type: line.published for _, lines in table.dimensions for line in lines},
            }
            for table in tables
        ]
    }
