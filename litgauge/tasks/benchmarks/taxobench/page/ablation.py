"""Effect of more information on an agent: the same system with each of the three inputs (Table 3, figure 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmark import Metric, ShownPage
from litgauge.tasks.benchmarks.taxobench.page.axis import Axis
from litgauge.tasks.benchmarks.taxobench.page.by_mode import HIERARCHY, JUDGE, LEAF, ModeLine, mode_tables, named
from litgauge.tasks.benchmarks.taxobench.paper_inputs import SETTINGS
from litgauge.tasks.statistics import Comparison, TaskScore, comparisons

INPUTS = {
    "title-abstract": "Title + abstract",
    "summary": "+ summary",
    "core-task": "+ core task and contributions",
}
PANELS = ("ari", "judge_average")  # of figure 7
WIDTH, HEIGHT = 260, 170
_COLUMNS = (*LEAF[1:], *HIERARCHY, *JUDGE)


@dataclass(frozen=True, slots=True)
class InputLine:
    """One system with one input."""

    system: str
    input: str
    label: str
    line: ModeLine
    best: frozenset[str]  # the metrics in which no other input of this system is better
    differences: Mapping[str, Comparison]  # to the least input that this system was scored with; empty for that


@dataclass(frozen=True, slots=True)
class Panel:
    """One metric over the inputs."""

    metric: Metric
    curves: tuple[tuple[int, str, str, tuple[tuple[float, float], ...]], ...]  # number, system, points, marks
    ticks: tuple[tuple[str, float], ...]
    words: str


@dataclass(frozen=True, slots=True)
class Ablation:
    """All systems that were scored with two inputs or more."""

    metrics: tuple[Metric, ...]
    systems: tuple[tuple[str, tuple[InputLine, ...]], ...]
    panels: tuple[Panel, ...]
    inputs: tuple[tuple[str, float], ...]  # their names and places across


def ablation(page: ShownPage) -> Ablation:
    """Return the systems of a page, in its order."""
    columns = named(*_COLUMNS)
    of_system: dict[str, dict[str, ModeLine]] = defaultdict(dict)
    for table in mode_tables(page):
        for line in table.lines if table.mode == "bottom-up" else ():
            for row in line.agent.rows.get("agent_inputs", ()):
                judge = f", judged by {line.agent.run.judge}" if line.agent.run.judges else ""
                of_system[f"{row.system}{judge}"].setdefault(row.input, line)
    systems = tuple(
        (system, _lines(system, by_input, columns)) for system, by_input in of_system.items() if len(by_input) > 1
    )
    panels = tuple(panel for name in PANELS if (panel := _panel(named(name)[0], systems)) is not None)
    places = tuple((INPUTS[name], _across(name)) for name in SETTINGS)
    return Ablation(columns, systems, panels, places)


def _lines(system: str, by_input: Mapping[str, ModeLine], columns: Sequence[Metric]) -> tuple[InputLine, ...]:
    names = [name for name in SETTINGS if name in by_input]
    best: dict[str, set[str]] = defaultdict(set)
    for metric in columns:
        means = {name: value for name in names if (value := by_input[name].mean(metric.name)) is not None}
        if len(means) > 1:
            top = (min if metric.lower_is_better else max)(means.values())
            winners = [name for name, value in means.items() if value == top]
            for name in winners if len(winners) < len(means) else ():
                best[name].add(metric.name)
    least = by_input[names[0]].scores
    return tuple(
        InputLine(
            system,
            name,
            INPUTS[name],
            by_input[name],
            frozenset(best[name]),
            comparisons(_panel_scores(by_input[name].scores), _panel_scores(least)) if name != names[0] else {},
        )
        for name in names
    )


def _panel_scores(scores: Sequence[TaskScore]) -> list[TaskScore]:
    return [score for score in scores if score.metric in PANELS]


def _panel(metric: Metric, systems: Sequence[tuple[str, Sequence[InputLine]]]) -> Panel | None:
    series = [
        (number, system, [(line.input, value) for line in lines if (value := line.line.mean(metric.name)) is not None])
        for number, (system, lines) in enumerate(systems)
    ]
    values = [value for _, _, points in series for _, value in points]
    if not values:
        return None
    axis = Axis.of(values)
    curves = []
    for number, system, points in series:
        places = tuple((_across(name), round(HEIGHT - axis.place(value, HEIGHT), 1)) for name, value in points)
        curves.append((number, system, " ".join(f"{x},{y}" for x, y in places), places))
    ticks = tuple((label, HEIGHT - place) for label, place in axis.ticks(HEIGHT))
    descriptions = [
        f"{system}: {', '.join(f'{INPUTS[name]} {value:.3f}' for name, value in points)}"
        for _, system, points in series
    ]
    return Panel(metric, tuple(curves), ticks, "; ".join(descriptions))


def _across(name: str) -> float:
    return round(WIDTH * (0.12 + 0.38 * SETTINGS.index(name)), 1)
