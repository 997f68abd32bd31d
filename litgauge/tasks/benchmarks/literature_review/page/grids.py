"""Analyses of the study as tables in print, and for programs: figure 5, gains, Table 4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from litgauge.tasks.benchmark.analysis import (
    Cell,
    Column,
    Grid,
    Row,
    difference_cell,
    metric_columns,
    number_cell,
    preferences_grid,
    text_columns,
)
from litgauge.tasks.benchmark.printed_values import NONE, shown, shown_interval
from litgauge.tasks.benchmarks.literature_review.page.views import SettingsView
from litgauge.tasks.benchmarks.literature_review.settings import BASE
from litgauge.tasks.benchmarks.literature_review.study import PEOPLE, Gain, PreferenceTable, SettingLine


def settings_grids(view: SettingsView) -> Iterator[Grid]:
    """Yield figure 5 for each agent, with what each material is worth."""
    columns = (*text_columns("Given"), Column("Topics"), *metric_columns(view.metrics))
    left_out = [
        f"{setting}: not on {len(topics)} of {view.topics} topics, {reason}"
        for setting, reasons in view.left_out.items()
        for reason, topics in reasons.items()
    ]
    note = (
        f"Differences to {BASE} are paired by topic. Gain: mean quality with the material over that without, on the "
        f"topics that have both, minus 1; the paper reports {view.published:.1%} and does not say what of. Below: 95 % "
        "bootstrap intervals over topics."
    )
    for agent_lines in view.agents:
        agent = agent_lines.agent
        yield Grid(
            f"Figure 5: {agent.name}, judged by {agent.run.judge}",
            (*columns, Column("Difference"), Column("Gain")),
            tuple(Row(_cells(line, view)) for line in agent_lines.lines),
            (*left_out, note),
        )


def _cells(line: SettingLine, view: SettingsView) -> tuple[Cell, ...]:
    means = []
    for metric in view.metrics:
        summary = line.summaries[metric.name]
        with_interval = summary.interval if metric.name == view.quality else None
        notes = (
            shown_interval(metric, with_interval) if with_interval else "",
            f"{summary.unscored} unscored" if summary.unscored else "",
            f"{summary.missing} missing" if summary.missing else "",
        )
        means.append(Cell(shown(metric, summary.mean), tuple(note for note in notes if note)))
    difference = difference_cell(line.differences.get(view.quality), "topics", digits=2)
    setting_cell = Cell(line.setting, (view.words[line.setting],))
    return (setting_cell, Cell(str(line.topics)), *means, difference, _gain(line.gain))


def _gain(gain: Gain | None) -> Cell:
    if gain is None or gain.gain is None:
        return Cell(NONE)
    cell = number_cell(gain.gain, gain.interval, form="+.1f", unit="%")
    return Cell(cell.text, (*cell.notes, f"{gain.given:.2f} / {gain.base:.2f}"))


def settings_value(view: SettingsView) -> Mapping[str, Any]:
    """Every agent in every setting, and the topics without a material."""
    return {
        "material": view.material,
        "topics": view.topics,
        "not_applicable": view.left_out,
        "agents": [
            {
                "agent": agent_lines.agent.name,
                "judge": agent_lines.agent.run.judge,
                "run": agent_lines.agent.run.run_id,
                "settings": [_setting(line) for line in agent_lines.lines],
            }
            for agent_lines in view.agents
        ],
        "published_gain": view.published,
    }


def _setting(line: SettingLine) -> dict[str, Any]:
    return {
        "setting": line.setting,
        "topics": line.topics,
        "metrics": {name: asdict(summary) for name, summary in line.summaries.items()},
        "differences": {name: asdict(difference) for name, difference in line.differences.items()},
        "gain": asdict(line.gain) if line.gain else None,
    }


def preference_grids(tables: Sequence[PreferenceTable]) -> Iterator[Grid]:
    """Yield Table 4 as people and as each judge see it."""
    for table in tables:
        raters = f": {', '.join(table.raters)}" if table.whose == PEOPLE else ""
        places = (
            f"Average ranks by the place at which reviews were shown: "
            f"{', '.join(f'{rank:.2f}' for rank in table.places)} (a judge that went by the place would give them far "
            "apart)."
        )
        title = f"Table 4: ranks by {table.whose}{raters}"
        yield preferences_grid(title, table.preferences, table.base, (places,) if table.places else ())


def preferences_value(tables: Sequence[PreferenceTable]) -> Mapping[str, Any]:
    """The same for programs."""
    return {
        "preferences": [
            {
                "whose": table.whose,
                "raters": list(table.raters),
                "base": table.base,
                **asdict(table.preferences),
                "places": list(table.places),
            }
            for table in tables
        ]
    }
