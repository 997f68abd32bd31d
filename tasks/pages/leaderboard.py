"""Agents side by side: the columns of the paper's Table 1 and ours, with intervals and counts beside every mean."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from tasks.errors import UnusableInput
from tasks.ledger import LoadedRun
from tasks.metrics import Comparison, Summary, comparisons, summaries
from tasks.pages.markdown import table
from tasks.pages.metric_names import (
    NONE,
    OURS,
    TABLE_ONE,
    name_of,
    shown,
    shown_counts,
    shown_interval,
)
from tasks.pages.score_charts import score_chart
from tasks.records import ScoreRun

LEGEND = (
    "Each cell: mean over reports (a missing report has the worst value), 95 % interval, mean of the reports that were "
    "given, and reports scored/unscored/missing (s/u/m). Unscored: we failed, so it is in no mean."
)
WIDE = 118
_NARROW_COLUMNS = 7
_COMPARED_AGENTS = 2  # columns before the numbers, which may be long names
OFFLINE = "Judged by OFFLINE RULES, not by a model: good for a try, not for conclusions."


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One agent's line."""

    agent: str
    run: ScoreRun
    summaries: Mapping[str, Summary]


def leaderboard(runs: Sequence[LoadedRun]) -> tuple[LeaderboardRow, ...]:
    """A line per run, best F1 first, then match rate; the runs need their scores only.

    Raises UnusableInput if the runs are of more than one release: their numbers are of different tasks.
    """
    _one_release(runs)
    rows = [LeaderboardRow(loaded.run.agent, loaded.run, summaries(loaded.tables.scores)) for loaded in runs]
    return tuple(sorted(rows, key=lambda row: (-_mean(row, "f1"), -_mean(row, "match_rate"), row.agent)))


@dataclass(frozen=True, slots=True)
class LeaderboardTable:
    """A leaderboard for the terminal: a line per agent where it is wide enough, else a line per metric and agent."""

    rows: Sequence[LeaderboardRow]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The paper's columns, ours below, and what the cells say."""
        draw = _wide if options.max_width >= WIDE else _narrow
        yield draw("Table 1 of the paper", self.rows, TABLE_ONE)
        yield draw("Beside it (↓: lower is better)", self.rows, OURS)
        if any(row.run.offline for row in self.rows):
            yield Text(OFFLINE, style="bold yellow")
        yield Text(LEGEND, style="dim")


def leaderboard_table(rows: Sequence[LeaderboardRow]) -> LeaderboardTable:
    """For the terminal, in any width."""
    return LeaderboardTable(rows)


def leaderboard_markdown(rows: Sequence[LeaderboardRow], *, chart: bool = True) -> str:
    """For Prefect: both tables and the chart inside as a data URI."""
    parts = [f"**{OFFLINE}**"] if any(row.run.offline for row in rows) else []
    if chart and rows:
        picture = base64.b64encode(score_chart([(_label(row, rows), row.summaries) for row in rows])).decode()
        parts.append(f"![Means with their intervals; precision and recall](data:image/png;base64,{picture})")
    for metrics in (TABLE_ONE, OURS):
        headers = ["Agent", *map(_header, metrics)]
        lines = [[_label(row, rows), *(_cell(row, metric, "; ") for metric in metrics)] for row in rows]
        parts.append(table(headers, lines))
    return "\n\n".join([*parts, LEGEND])


def leaderboard_json(rows: Sequence[LeaderboardRow]) -> list[dict[str, Any]]:
    """For programs: per agent its run, its judge, and every metric's summary."""
    return [
        {
            "agent": row.agent,
            "run": row.run.run_id,
            "release": row.run.release,
            "judge": row.run.judge,
            "offline": row.run.offline,
            "usd": row.run.spent.usd,
            "metrics": {metric: asdict(summary) for metric, summary in row.summaries.items()},
        }
        for row in rows
    ]


def compare_runs(a: LoadedRun, b: LoadedRun) -> tuple[Comparison, ...]:
    """Every metric of two agents on the surveys that both have a value for. Raises as `leaderboard` does."""
    _one_release([a, b])
    return tuple(comparisons(a.tables.scores, b.tables.scores).values())


@dataclass(frozen=True, slots=True)
class CompareTable:
    """Paired differences for the terminal; a narrow one is spared the last columns."""

    a: LoadedRun
    b: LoadedRun
    found: tuple[Comparison, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The title, the table, and how it was made."""
        headers = _headers(self.a, self.b)
        shown_columns = len(headers) if options.max_width >= WIDE else _NARROW_COLUMNS
        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for number, header in enumerate(headers[:shown_columns]):
            named = number <= _COMPARED_AGENTS
            drawn.add_column(header, justify="right" if number else "left", no_wrap=not named, overflow="fold")
        for found in self.found:
            drawn.add_row(*map(Text, _compared_cells(found)[:shown_columns]), style="bold" if _clear(found) else "")
        yield Text(_compared(self.a, self.b), style="bold")
        yield drawn
        yield Text(_how(), style="dim")


def compare_table(a: LoadedRun, b: LoadedRun) -> CompareTable:
    """For the terminal: paired differences with interval and permutation p. Raises as `leaderboard` does."""
    return CompareTable(a, b, compare_runs(a, b))


def compare_markdown(a: LoadedRun, b: LoadedRun) -> str:
    """For Prefect: the same as markdown."""
    rows = [_compared_cells(found) for found in compare_runs(a, b)]
    return f"### {_compared(a, b)}\n\n{table(_headers(a, b), rows)}\n\n{_how()}"


def _wide(title: str, rows: Sequence[LeaderboardRow], metrics: Sequence[str]) -> Table:
    drawn = Table(title=title, title_justify="left", show_lines=True)
    drawn.add_column("Agent", overflow="fold")
    for metric in metrics:
        drawn.add_column(_header(metric), justify="right", overflow="fold")
    for row in rows:
        agent = Text.assemble((row.agent, "bold"), "\n", (row.run.judge, "yellow" if row.run.offline else "dim"))
        drawn.add_row(agent, *(Text(_cell(row, metric, "\n")) for metric in metrics))
    return drawn


def _narrow(title: str, rows: Sequence[LeaderboardRow], metrics: Sequence[str]) -> Table:
    drawn = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1))
    for header in ("Metric", "Agent"):
        drawn.add_column(header, overflow="fold")
    for header in ("Mean", "95 % interval", "Given", "s/u/m"):
        drawn.add_column(header, justify="right", no_wrap=True)
    for metric in metrics:
        for place, row in enumerate(rows):
            drawn.add_row(
                "" if place else _header(metric),
                Text(row.agent),
                *_values(row, metric),
                end_section=place == len(rows) - 1,
            )
    return drawn


def _values(row: LeaderboardRow, metric: str) -> list[str]:
    summary = row.summaries.get(metric)
    if summary is None:
        return [NONE] * 4
    given = shown(metric, summary.mean_given) if summary.missing else ""
    return [shown(metric, summary.mean), shown_interval(metric, summary.interval), given, shown_counts(summary)]


def _header(metric: str) -> str:
    return name_of(metric).short + (" ↓" if name_of(metric).lower_is_better else "")


def _cell(row: LeaderboardRow, metric: str, separator: str) -> str:
    mean, interval, given, counts = _values(row, metric)
    return separator.join([mean, interval, *([f"given {given}"] if given else []), counts])


def _headers(a: LoadedRun, b: LoadedRun) -> list[str]:
    return ["Metric", a.run.agent, b.run.agent, "Diff.", "95 % interval", "p", "Surveys", "Better", "Left out"]


def _compared_cells(found: Comparison) -> list[str]:
    metric = found.metric
    better = (found.better_a, found.better_b)
    if name_of(metric).lower_is_better:
        better = better[::-1]
    sign = "+" if found.difference is not None and found.difference > 0 else ""
    return [
        _header(metric),
        shown(metric, found.mean_a),
        shown(metric, found.mean_b),
        sign + shown(metric, found.difference),
        shown_interval(metric, found.interval),
        NONE if found.p is None else f"{found.p:.3g}",
        str(found.surveys),
        f"{better[0]}:{better[1]}",
        str(found.left_out),
    ]


def _compared(a: LoadedRun, b: LoadedRun) -> str:
    offline = f" · {OFFLINE}" if a.run.offline or b.run.offline else ""
    return f"{a.run.agent} and {b.run.agent} on {a.run.release}, judged by {_judges(a, b)}{offline}"


def _judges(a: LoadedRun, b: LoadedRun) -> str:
    return a.run.judge if a.run.judge == b.run.judge else f"{a.run.judge} and {b.run.judge}: NOT THE SAME JUDGE"


def _how() -> str:
    return (
        "Survey by survey, where both have a value. Interval: paired bootstrap over surveys. p: two-sided sign-flip "
        "test, not corrected for the number of metrics. Better: surveys on which the one, the other is better. "
        "↓: lower is better."
    )


def _clear(found: Comparison) -> bool:
    return found.interval is not None and (found.interval.low > 0 or found.interval.high < 0)


def _label(row: LeaderboardRow, rows: Sequence[LeaderboardRow]) -> str:
    """The agent, with its judge where it stands there twice or rules judged it."""
    twice = sum(other.agent == row.agent for other in rows) > 1
    return f"{row.agent} ({row.run.judge})" if twice or row.run.offline else row.agent


def _mean(row: LeaderboardRow, metric: str) -> float:
    summary = row.summaries.get(metric)
    return -1.0 if summary is None or summary.mean is None else summary.mean


def _one_release(runs: Sequence[LoadedRun]) -> None:
    digests = {loaded.run.release_digest: loaded.run.release for loaded in runs}
    if len(digests) > 1:
        raise UnusableInput(
            f"these runs are of different releases ({', '.join(sorted(digests.values()))})",
            where=", ".join(loaded.run.run_id for loaded in runs),
            next_step="Rescore them on one release: `litgauge rescore RELEASE --run RUN`",
        )
