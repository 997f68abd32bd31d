"""Literature-review study over all agents: settings, gains and Table 4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flows.cli.analysis import Analysis
from flows.cli.rank_sheets import preferences_note, preferences_object, preferences_table
from tasks.benchmark import ShownPage
from tasks.benchmarks.literature_review.benchmark import LITERATURE_REVIEW
from tasks.benchmarks.literature_review.settings import BASE
from tasks.benchmarks.literature_review.study import (
    PUBLISHED_GAIN,
    QUALITY,
    AgentLines,
    SettingLine,
    agent_lines,
    not_applicable,
    preference_tables,
)
from tasks.html.printed_values import heading, shown
from tasks.statistics import Interval


def analysis(page: ShownPage) -> Analysis:
    """Figure 5, what each material is worth, and who is preferred."""
    return Analysis([*_tables(page), *_preferred(page)], as_object(page))


def _tables(page: ShownPage) -> Iterator[RenderableType]:
    for agent_line in agent_lines(page):
        yield _settings_table(agent_line)
        if any(line.gain for line in agent_line.lines):
            yield _gains_table(agent_line)
    for setting, reasons in not_applicable(page.release).items():
        for reason, topics in reasons.items():
            yield f"{setting}: not on {len(topics)} of {len(page.release.topics)} topics, {reason}"
    yield (
        f"Differences to {BASE} are paired by topic. Gain: mean quality with the material over that without, on the "
        f"topics that have both, minus 1; the paper reports {PUBLISHED_GAIN:.1%} and does not say what of. Below: 95 % "
        "bootstrap intervals over topics."
    )


def _preferred(page: ShownPage) -> Iterator[RenderableType]:
    for table in preference_tables(page):
        yield preferences_table(f"Table 4, ranks by {table.whose}", table.found, table.base)
        yield preferences_note(table.found, table.base)
        if table.places:
            by_place = ", ".join(f"{rank:.2f}" for rank in table.places)
            yield (
                f"Average ranks by the place at which reviews were shown: {by_place} (a judge that went by the place "
                "would give them far apart)."
            )


def as_object(page: ShownPage) -> dict[str, Any]:
    """All of it for programs."""
    return {
        "release": page.release.name,
        "material": {name: page.release.facts.get(name, "") for name in ("release", "release digest", "network")},
        "topics": len(page.release.topics),
        "not_applicable": not_applicable(page.release),
        "agents": [
            {
                "agent": agent_line.agent.name,
                "judge": agent_line.agent.run.judge,
                "run": agent_line.agent.run.run_id,
                "settings": [_setting(line) for line in agent_line.lines],
            }
            for agent_line in agent_lines(page)
        ],
        "published_gain": PUBLISHED_GAIN,
        "preferences": [
            {
                "whose": table.whose,
                "raters": list(table.raters),
                **preferences_object(table.found, table.base),
                "places": list(table.places),
            }
            for table in preference_tables(page)
        ],
    }


def _setting(line: SettingLine) -> dict[str, Any]:
    return {
        "setting": line.setting,
        "topics": line.topics,
        "metrics": {name: asdict(summary) for name, summary in line.summaries.items()},
        "differences": {name: asdict(difference) for name, difference in line.differences.items()},
        "gain": asdict(line.gain) if line.gain else None,
    }


def _settings_table(lines: AgentLines) -> Table:
    judge = lines.agent.run.judge
    grid = Table(title=f"Figure 5, {lines.agent.name}, judged by {judge}", title_justify="left")
    grid.add_column("Given", no_wrap=True)
    metrics = LITERATURE_REVIEW.scoring.metrics
    for name in ("Topics", *map(heading, metrics)):
        grid.add_column(name, justify="right", no_wrap=True)
    for line in lines.lines:
        means = [shown(metric, line.summaries[metric.name].mean) for metric in metrics]
        grid.add_row(Text(line.setting), str(line.topics), *means)
    return grid


def _gains_table(lines: AgentLines) -> Table:
    """Quality in each setting against the topic alone."""
    grid = Table(title=f"Quality against {BASE}", title_justify="left")
    grid.add_column("Given", no_wrap=True)
    for name in ("Topics", "With", "Without", "Difference", "p", "Gain"):
        grid.add_column(name, justify="right", no_wrap=True)
    for line in lines.lines:
        difference, gain = line.differences.get(QUALITY), line.gain
        if difference is None or gain is None or gain.gain is None or difference.difference is None:
            continue
        grid.add_row(
            Text(line.setting),
            str(gain.topics),
            f"{gain.given:.2f}",
            f"{gain.base:.2f}",
            f"{difference.difference:+.2f}{_interval(difference.interval, '+.2f', 1)}",
            f"{difference.p:.3f}",
            f"{100 * gain.gain:+.1f} %{_interval(gain.interval, '+.1f', 100)}",
        )
    return grid


def _interval(interval: Interval | None, form: str, times: int) -> str:
    return "" if interval is None else f"\n{times * interval.low:{form}} to {times * interval.high:{form}}"
