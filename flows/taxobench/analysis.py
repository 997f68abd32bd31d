"""TaxoBench over all agents of a release: tables for a terminal, and the same for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from flows.cli.analysis import Analysis
from tasks.benchmark import Metric, ShownPage
from tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from tasks.benchmarks.taxobench.page.ablation import ablation
from tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, JUDGE, LEAF, ModeTable, mode_tables, named
from tasks.benchmarks.taxobench.page.error_types import error_types
from tasks.benchmarks.taxobench.page.recall_structure import FEW, recall_structure
from tasks.html.printed_values import NONE, heading, shown


def analysis(page: ShownPage) -> Analysis:
    """Tables 2 to 4 and 6, and how recall and structure go together."""
    return Analysis([*_modes(page), *_inputs(page), *_recall(page), *_errors(page)], as_object(page))


def as_object(page: ShownPage) -> dict[str, Any]:
    """All of it for programs."""
    inputs = ablation(page)
    return {
        "release": page.release.name,
        "modes": {table.mode: [_line(line) for line in table.lines] for table in mode_tables(page)},
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
        ],
        "recall_structure": [
            {"mode": line.mode, "metric": line.metric.name, "n": line.n, "spearman": asdict(line.found)}
            for line in recall_structure(page).lines
            if line.found
        ],
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
            for table in error_types(page)
        ],
    }


def _line(line: Any) -> Mapping[str, Any]:
    metrics = {metric.name: asdict(line.summaries[metric.name]) for metric in TAXOBENCH.scoring.metrics}
    return {"agent": line.agent.name, "judge": line.agent.run.judge, "trees": line.trees, "metrics": metrics}


def _modes(page: ShownPage) -> Iterator[Table]:
    for table in mode_tables(page):
        yield _sheet(f"Table 2, papers. {table.label}", table, named(*LEAF))
        yield _sheet(f"Table 2, topics. {table.label}", table, named(*HIERARCHY))
        if any(line.mean(name) is not None for line in table.lines for name in JUDGE):
            yield _sheet(f"Table 4. {table.label}", table, named(*JUDGE))


def _sheet(title: str, table: ModeTable, metrics: Sequence[Metric]) -> Table:
    grid = Table(title=title, title_justify="left")
    grid.add_column("Agent", overflow="fold")
    for name in ("Trees", *map(heading, metrics)):
        grid.add_column(name, justify="right", no_wrap=True)
    for line in table.lines:
        means = [shown(metric, line.mean(metric.name)) for metric in metrics]
        grid.add_row(Text(line.agent.name), str(line.trees), *means)
    return grid


def _inputs(page: ShownPage) -> Iterator[Table]:
    inputs = ablation(page)
    if not inputs.systems:
        return
    metrics = named("ari", "v_measure", "ted", "soft_f1", "judge_average")
    grid = Table("System", "Input", title="Table 3, inputs", title_justify="left")
    for metric in metrics:
        grid.add_column(heading(metric), justify="right", no_wrap=True)
    for system, lines in inputs.systems:
        for line in lines:
            means = [shown(metric, line.line.mean(metric.name)) for metric in metrics]
            grid.add_row(Text(system), line.label, *means)
    yield grid


def _recall(page: ShownPage) -> Iterator[Table | str]:
    lines = [line for line in recall_structure(page).lines if line.found]
    if not lines:
        return
    grid = Table("Recall against", "mode", title="Recall and structure, over agents", title_justify="left")
    for name in ("n", "Spearman", "95 % interval", "p"):
        grid.add_column(name, justify="right", no_wrap=True)
    for line in lines:
        if line.found is not None:
            low, high = line.found.low, line.found.high
            interval = NONE if low is None or high is None else f"{low:.2f} to {high:.2f}"
            numbers = (str(line.n), f"{line.found.rho:.2f}", interval, f"{line.found.p:.3f}")
            grid.add_row(heading(line.metric), line.mode, *numbers)
    yield grid
    if (fewest := min(line.n for line in lines)) < FEW:
        yield f"{fewest} agents prove little: look at the intervals."


def _errors(page: ShownPage) -> Iterator[Table]:
    for table in error_types(page):
        everybody = table.finders[0]
        title = f"Types of errors in {everybody.trees} trees, as {table.judge} found them"
        grid = Table("Dimension", "Type", title=title, title_justify="left")
        for name in ("%", "95 % interval", "paper"):
            grid.add_column(name, justify="right", no_wrap=True)
        for dimension, lines in table.dimensions:
            for place, line in enumerate(lines):
                share = line.shares[0]
                low_high = (
                    [f"{100 * end:.1f}" for end in (share.interval.low, share.interval.high)] if share.interval else []
                )
                interval = " to ".join(low_high) or NONE
                published = f"{100 * line.published:.1f}"
                grid.add_row("" if place else dimension, line.title, f"{100 * share.share:.1f}", interval, published)
            grid.add_section()
        yield grid
