"""Behind `litgauge analysis`: what a page says over all agents, for a terminal and for programs: here TaxoBench's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from flows.cli.console import err, out, print_json
from flows.cli.study_analysis import print_study
from tasks.base.errors import UnusableInput
from tasks.benchmark import Metric, ShownAgent, ShownPage
from tasks.benchmarks.literature_review.benchmark import LITERATURE_REVIEW
from tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from tasks.benchmarks.taxobench.page.ablation import ablation
from tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, JUDGE, LEAF, ModeTable, mode_tables, named
from tasks.benchmarks.taxobench.page.error_types import error_types
from tasks.benchmarks.taxobench.page.recall_structure import FEW, recall_structure
from tasks.engine.storage import Storage
from tasks.html.printed_values import NONE, heading, shown
from tasks.ledger import leaderboard, load_newest
from tasks.releases.release import StoredRelease, load


def print_analysis(name: str, storage: str, *, as_json: bool) -> None:
    """Print all tables. Raises UnusableInput for another benchmark's release, and where nothing was scored."""
    release = load(Storage(storage), name)
    if release.benchmark not in (TAXOBENCH, LITERATURE_REVIEW):
        raise UnusableInput(
            f"it is a release of {release.benchmark.title}, which has no analysis beyond its report page",
            where=release.name,
            next_step=f"litgauge report {release.name}",
        )
    page = shown_page(release, Storage(storage))
    if release.benchmark is LITERATURE_REVIEW:
        print_study(page, as_json=as_json)
        return
    if as_json:
        print_json(as_object(page))
        return
    for table in mode_tables(page):
        out.print(_sheet(f"Table 2, papers. {table.told}", table, named(*LEAF)))
        out.print(_sheet(f"Table 2, topics. {table.told}", table, named(*HIERARCHY)))
        if any(line.mean(name) is not None for line in table.lines for name in JUDGE):
            out.print(_sheet(f"Table 4. {table.told}", table, named(*JUDGE)))
    _print_inputs(page)
    _print_recall(page)
    _print_errors(page)


def shown_page(release: StoredRelease, storage: Storage) -> ShownPage:
    """The newest run of every agent and judge, as the page's parts see them."""
    runs, left_out = load_newest(storage, release.name)
    for damage in left_out:
        err.print(Text(f"left out: {damage}"), soft_wrap=True)
    if not runs:
        raise UnusableInput(
            "no agent was scored on it yet", where=release.name, next_step=f"Run litgauge score {release.name}"
        )
    loaded = {run.run.run_id: run for run in runs}
    agents = [
        ShownAgent(number, row.agent, row.run, loaded[row.run.run_id].rows, row.summaries, ())
        for number, row in enumerate(leaderboard(runs).rows)
    ]
    return ShownPage(release.benchmark.load(release), agents)


def as_object(page: ShownPage) -> dict[str, Any]:
    """All of it for programs."""
    found = ablation(page)
    return {
        "release": page.release.name,
        "modes": {table.mode: [_line(line) for line in table.lines] for table in mode_tables(page)},
        "inputs": [
            {
                "system": system,
                "input": one.input,
                "agent": one.line.agent.name,
                "means": {metric.name: one.line.mean(metric.name) for metric in found.metrics},
                "differences": {name: asdict(of) for name, of in one.differences.items()},
            }
            for system, lines in found.systems
            for one in lines
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


def _sheet(title: str, table: ModeTable, metrics: Sequence[Metric]) -> Table:
    grid = Table(title=title, title_justify="left")
    grid.add_column("Agent", overflow="fold")
    for name in ("Trees", *map(heading, metrics)):
        grid.add_column(name, justify="right", no_wrap=True)
    for line in table.lines:
        means = [shown(metric, line.mean(metric.name)) for metric in metrics]
        grid.add_row(Text(line.agent.name), str(line.trees), *means)
    return grid


def _print_inputs(page: ShownPage) -> None:
    found = ablation(page)
    if not found.systems:
        return
    metrics = named("ari", "v_measure", "ted", "soft_f1", "judge_average")
    grid = Table("System", "Input", title="Table 3, inputs", title_justify="left")
    for metric in metrics:
        grid.add_column(heading(metric), justify="right", no_wrap=True)
    for system, lines in found.systems:
        for one in lines:
            means = [shown(metric, one.line.mean(metric.name)) for metric in metrics]
            grid.add_row(Text(system), one.told, *means)
    out.print(grid)


def _print_recall(page: ShownPage) -> None:
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
    out.print(grid)
    if (fewest := min(line.n for line in lines)) < FEW:
        out.print(f"{fewest} agents prove little: look at the intervals.", soft_wrap=True)


def _print_errors(page: ShownPage) -> None:
    for table in error_types(page):
        everybody = table.finders[0]
        title = f"Types of errors in {everybody.trees} trees, as {table.judge} found them"
        grid = Table("Dimension", "Type", title=title, title_justify="left")
        for name in ("%", "95 % interval", "paper"):
            grid.add_column(name, justify="right", no_wrap=True)
        for dimension, lines in table.dimensions:
            for place, line in enumerate(lines):
                one = line.shares[0]
                low_high = [f"{100 * end:.1f}" for end in (one.interval.low, one.interval.high)] if one.interval else []
                interval = " to ".join(low_high) or NONE
                published = f"{100 * line.published:.1f}"
                grid.add_row("" if place else dimension, line.title, f"{100 * one.share:.1f}", interval, published)
            grid.add_section()
        out.print(grid)
