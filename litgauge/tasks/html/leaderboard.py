"""Leaderboards and comparisons of agents, as tables for the terminal, Markdown and JSON."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from litgauge.tasks.benchmark import Benchmark, Metric, Words
from litgauge.tasks.benchmark.printed_values import NONE, heading, shown, shown_counts, shown_difference, shown_interval
from litgauge.tasks.html.columns import charted, tables
from litgauge.tasks.html.score_charts import score_chart
from litgauge.tasks.ledger import Leaderboard, LeaderboardRow, LoadedRun, compare_runs
from litgauge.tasks.statistics import Comparison, CorrectedMean
from litgauge.tasks.text.markdown import escaped, table

WIDE = 118
_NARROW_COLUMNS = 7
_COMPARED_AGENTS = 2  # columns before the numbers, which may be long names
OFFLINE = "Judged by OFFLINE RULES, not by a model: good for a try, not for conclusions (docs/judging.md)."


def legend(words: Words) -> str:
    """Return the explanation of the cells."""
    return (
        f"Each cell: mean over {words.answers} (a missing {words.answer} has the worst value), 95 % interval, mean of "
        f"the {words.answers} that were given, and {words.answers} scored/unscored/missing (s/u/m). Unscored: we "
        "failed, so it is in no mean."
    )


def labels_note(agents: Iterable[tuple[str, Mapping[str, CorrectedMean]]]) -> str:
    """Return what the means by labels are and where their labels are from; "" where there are none."""
    origins = dict.fromkeys(
        f"{agent}, {metric}: {mean.labels} of {mean.origin}" for agent, of in agents for metric, mean in of.items()
    )
    if not origins:
        return ""
    return (
        "By labels: the mean with the judge's error, as people's labels of some of its verdicts show it, taken off "
        f"(prediction-powered; docs/metrics.md). Labels: {'; '.join(origins)}."
    )


@dataclass(frozen=True, slots=True)
class LeaderboardTable:
    """A leaderboard for the terminal: a line per agent where it is wide enough, else a line per metric and agent."""

    board: Leaderboard
    verdict: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Return who leads, the tables and the explanation of their cells."""
        yield Text(f"{self.verdict}\n", style="bold")
        draw = _wide if options.max_width >= WIDE else _narrow
        for title, metrics in tables(self.board.scoring, _measured(self.board)):
            yield draw(title, self.board.rows, metrics)
        if warning := _offline(self.board):
            yield Text(warning, style="bold yellow")
        if self.board.caution:
            yield Text(self.board.caution, style="bold yellow")
        yield Text(legend(self.board.benchmark.page.words), style="dim")
        if note := _note(self.board):
            yield Text(note, style="dim")


def _note(board: Leaderboard) -> str:
    return labels_note((row.agent, row.corrected) for row in board.rows)


def _offline(board: Leaderboard) -> str:
    """Return the warning where rules judged, and whom, if not all; "" where they judged nobody."""
    names = [row.run.agent for row in board.rows if row.run.offline]
    only = f" This holds for {', '.join(names)}." if len(names) < len(board.rows) else ""
    return f"{OFFLINE}{only}" if names else ""


def leaderboard_table(board: Leaderboard, verdict: str) -> LeaderboardTable:
    """For the terminal, in any width."""
    return LeaderboardTable(board, verdict)


def leaderboard_markdown(board: Leaderboard, verdict: str) -> str:
    """For Prefect: who leads, a chart inside as a data URI, and all tables."""
    parts = [f"**{escaped(verdict)}**"]
    parts += [f"**{escaped(warning)}**"] if (warning := _offline(board)) else []
    parts += [f"**{escaped(board.caution)}**"] if board.caution else []
    parts += _chart(board)
    for _, metrics in tables(board.scoring, _measured(board)):
        headers = ["Agent", *map(heading, metrics)]
        lines = [[_label(row, board.rows), *(_cell(row, metric, "; ") for metric in metrics)] for row in board.rows]
        parts.append(table(headers, lines))
    note = _note(board)
    return "\n\n".join([*parts, legend(board.benchmark.page.words), *([escaped(note)] if note else [])])


def leaderboard_json(board: Leaderboard) -> list[dict[str, Any]]:
    """For programs: per agent its run, its judge, and every metric's summary."""
    return [
        {
            "agent": row.agent,
            "run": row.run.run_id,
            "release": row.run.release,
            "judge": row.run.judge,
            "offline": row.run.offline,
            "usd": row.run.spent.usd,
            **({"caution": board.caution} if board.caution else {}),
            "metrics": {metric: asdict(summary) for metric, summary in row.summaries.items()},
            **({"corrected": {name: asdict(mean) for name, mean in row.corrected.items()}} if row.corrected else {}),
        }
        for row in board.rows
    ]


@dataclass(frozen=True, slots=True)
class CompareTable:
    """Paired differences for the terminal; a narrow one is spared the last columns."""

    a: LoadedRun
    b: LoadedRun
    rows: tuple[tuple[Metric, Comparison], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Return the title, the table, and how it is computed."""
        headers = _headers(self.a, self.b)
        shown_columns = len(headers) if options.max_width >= WIDE else _NARROW_COLUMNS
        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for number, header in enumerate(headers[:shown_columns]):
            named = number <= _COMPARED_AGENTS
            drawn.add_column(header, justify="right" if number else "left", no_wrap=not named, overflow="fold")
        for metric, comparison in self.rows:
            cells = _cells(metric, comparison)[:shown_columns]
            drawn.add_row(*map(Text, cells), style="bold" if _is_clear(comparison) else "")
        yield Text(_title(self.a, self.b), style="bold")
        yield drawn
        yield Text(_how(self.a.benchmark.page.words, whole=shown_columns == len(headers)), style="dim")


def compare_table(a: LoadedRun, b: LoadedRun) -> CompareTable:
    """For the terminal: paired differences with interval and permutation p. Raises as `leaderboard` does."""
    return CompareTable(a, b, _comparisons(a, b))


def _measured(board: Leaderboard) -> set[str]:
    return {name for row in board.rows for name in row.summaries}


def _chart(board: Leaderboard) -> list[str]:
    benchmark: Benchmark = board.benchmark
    agents = [(_label(row, board.rows), row.summaries) for row in board.rows]
    chart = base64.b64encode(score_chart(agents, charted(board.scoring), benchmark.page.words).encode()).decode()
    return [f"![Means with their intervals](data:image/svg+xml;base64,{chart})"] if chart else []


def _wide(title: str, rows: Sequence[LeaderboardRow], metrics: Sequence[Metric]) -> Table:
    grid = Table(title=title, title_justify="left", show_lines=True)
    grid.add_column("Agent", overflow="fold")
    for metric in metrics:
        grid.add_column(heading(metric), justify="right", overflow="fold")
    for row in rows:
        agent = Text.assemble((row.agent, "bold"), "\n", (row.run.judge, "yellow" if row.run.offline else "dim"))
        grid.add_row(agent, *(Text(_cell(row, metric, "\n")) for metric in metrics))
    return grid


def _narrow(title: str, rows: Sequence[LeaderboardRow], metrics: Sequence[Metric]) -> Table:
    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1))
    for header in ("Metric", "Agent"):
        grid.add_column(header, overflow="fold")
    for header in ("Mean", "95 % interval", "Given", "s/u/m"):
        grid.add_column(header, justify="right", no_wrap=True)
    for metric in metrics:
        for place, row in enumerate(rows):
            grid.add_row(
                "" if place else heading(metric),
                Text(row.agent),
                *_values(row, metric),
                end_section=place == len(rows) - 1 and metric.name not in row.corrected,
            )
            if (corrected := row.corrected.get(metric.name)) is not None:
                cells = (shown(metric, corrected.mean), shown_interval(metric, corrected.interval), "", "")
                labels = Text(f"by {corrected.labels} labels", style="dim")
                grid.add_row("", labels, *cells, end_section=place == len(rows) - 1)
    return grid


def _values(row: LeaderboardRow, metric: Metric) -> list[str]:
    summary = row.summaries.get(metric.name)
    if summary is None:
        return [NONE] * 4
    mean_given = shown(metric, summary.mean_given) if summary.missing else ""
    return [shown(metric, summary.mean), shown_interval(metric, summary.interval), mean_given, shown_counts(summary)]


def _cell(row: LeaderboardRow, metric: Metric, separator: str) -> str:
    mean, interval, mean_given, counts = _values(row, metric)
    lines = [mean, interval, *([f"given {mean_given}"] if mean_given else []), counts]
    return separator.join([*lines, *_corrected_lines(row, metric)])


def _corrected_lines(row: LeaderboardRow, metric: Metric) -> list[str]:
    """Return the mean of a metric as people's labels correct it, in words; [] where nobody labelled its verdicts."""
    corrected = row.corrected.get(metric.name)
    if corrected is None:
        return []
    interval = [shown_interval(metric, corrected.interval)] if corrected.interval else []
    return [f"by {corrected.labels} labels {shown(metric, corrected.mean)}", *interval]


def _label(row: LeaderboardRow, rows: Sequence[LeaderboardRow]) -> str:
    """Return the agent's name, with its judge if it is listed twice or was judged by rules."""
    twice = sum(other.agent == row.agent for other in rows) > 1
    return f"{row.agent} ({row.run.judge})" if twice or row.run.offline else row.agent


def _comparisons(a: LoadedRun, b: LoadedRun) -> tuple[tuple[Metric, Comparison], ...]:
    """Return the comparisons of declared metrics; of any other the better direction is unknown."""
    benchmark: Benchmark = a.benchmark
    rows = {row.metric: row for row in compare_runs(a, b)}
    return tuple((metric, rows[metric.name]) for metric in benchmark.scoring.metrics if metric.name in rows)


def _headers(a: LoadedRun, b: LoadedRun) -> list[str]:
    clusters = a.benchmark.page.words.clusters.capitalize()
    return ["Metric", a.run.agent, b.run.agent, "Diff.", "95 % interval", "p", clusters, "Better", "Left out"]


def _cells(metric: Metric, comparison: Comparison) -> list[str]:
    better = comparison.better_a, comparison.better_b
    if metric.lower_is_better:
        better = better[::-1]
    return [
        heading(metric),
        shown(metric, comparison.mean_a),
        shown(metric, comparison.mean_b),
        shown_difference(metric, comparison.difference),
        shown_interval(metric, comparison.interval),
        NONE if comparison.p is None else f"{comparison.p:.3g}",
        str(comparison.clusters),
        f"{better[0]}:{better[1]}",
        str(comparison.left_out),
    ]


def _title(a: LoadedRun, b: LoadedRun) -> str:
    offline = f" · {OFFLINE}" if a.run.offline or b.run.offline else ""
    judges = a.run.judge if a.run.judge == b.run.judge else f"{a.run.judge} and {b.run.judge}: NOT THE SAME JUDGE"
    return f"{a.run.agent} and {b.run.agent} on {a.run.release}, judged by {judges}{offline}"


def _how(words: Words, *, whole: bool = True) -> str:
    """Return how the shown columns are computed, and where the others of a narrow table are."""
    better = (
        f"Better: {words.clusters} on which the one, the other is better."
        if whole
        else f"A terminal of {WIDE} columns, or --json, also shows on how many {words.clusters} each is better."
    )
    return (
        f"{words.cluster.capitalize()} by {words.cluster}, where both have a value. Interval: paired bootstrap over "
        f"{words.clusters}. p: two-sided sign-flip test, not corrected for the number of metrics. {better} "
        "↓: lower is better."
    )


def _is_clear(comparison: Comparison) -> bool:
    interval = comparison.interval
    return interval is not None and (interval.low > 0 or interval.high < 0)
