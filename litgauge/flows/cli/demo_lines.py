"""Short output of `litgauge demo`: what was built, and agents by the metrics that order a leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import kept_in, out
from litgauge.tasks.benchmark import Benchmark
from litgauge.tasks.benchmark.printed_values import NONE, heading, shown, shown_interval
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.kept_verdicts import verdict_of
from litgauge.tasks.ledger import LeaderboardRow, leaderboard, load_newest
from litgauge.tasks.releases.release import load

_TABLES = 4  # of a release, that are counted


def print_title(title: str) -> None:
    """Print the name of a benchmark, over its part of the demo."""
    out.print(f"\n{title}", style="bold")


def print_build(result: Mapping[str, Any]) -> None:
    """Print what a build came to, in a line."""
    counts = ", ".join(f"{rows:,} {name}" for name, rows in [*result["tables"].items()][:_TABLES])
    out.print(f"frozen as {result['release']}: {counts}, …", soft_wrap=True)


def print_unchanged(benchmark: Benchmark, storage: str) -> None:
    """Print a part of the demo that stands as an earlier one made it."""
    print_title(benchmark.title)
    out.print(f"nothing was touched since it was made: still {load(Storage(storage), benchmark.name).name}")
    print_standing(benchmark.name, storage)


def print_agent_run(result: Mapping[str, Any], storage: str) -> None:
    """Print what an agent did, in a line."""
    numbers = result["statistics"]
    summary = f"{result['agent']} ran now: {numbers['searches']:,} searches, {numbers['pages_read']:,} pages read."
    out.print(f"{summary} Every call: litgauge trajectory {result['run']}{kept_in(storage)}", soft_wrap=True)


def print_standing(release: str, storage: str) -> None:
    """Print agents, the best first, with the metrics that order them."""
    place = Storage(storage)
    runs, _ = load_newest(place, load(place, release).name, (), summarised=True)
    board = leaderboard(runs)
    out.print(verdict_of(place, runs), soft_wrap=True)
    metrics = [board.scoring.metric(name) for name in board.scoring.headline]
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    grid.add_column("agent")
    for metric in metrics:
        grid.add_column(heading(metric), justify="right")
        grid.add_column("95 % interval", justify="right", style="dim")
    for row in board.rows:
        grid.add_row(Text(row.agent), *(cell for metric in metrics for cell in _cells(row, metric)))
    out.print(grid)


def _cells(row: LeaderboardRow, metric: Any) -> tuple[str, str]:
    summary = row.summaries.get(metric.name)
    if summary is None:
        return NONE, ""
    return shown(metric, summary.mean), shown_interval(metric, summary.interval)
