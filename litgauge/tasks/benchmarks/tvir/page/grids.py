"""Analyses of TVIR as tables in print, and for programs: the paper's tables and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from litgauge.tasks.agents.statistics import calls_by_role
from litgauge.tasks.benchmark import Metric, Scoring, ShownAgent, ShownPage, benchmark_named
from litgauge.tasks.benchmark.analysis import Cell, Column, Grid, Row, mean_cell, metric_columns, text_columns
from litgauge.tasks.benchmark.printed_values import NONE, heading, shown, shown_interval
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS, LANGUAGES, LEVELS
from litgauge.tasks.benchmarks.tvir.tables import (
    AGGREGATES,
    TEXTUAL,
    VISUAL,
    AgentLine,
    Deviation,
    ablations,
    agent_line,
    by_group,
    deviations,
    domain_table,
)
from litgauge.tasks.ledger.system_agreement import MetricAgreement, judges_scores, system_agreements, systems_grid
from litgauge.tasks.records.trajectories import NOT_RUN, OURS
from litgauge.tasks.statistics import Comparison

STRUCTURE = ("traceability_errors", "consistency_errors", "completeness_errors")
CITATIONS = ("aec", "cited_facts", "aec_distinct", "distinct_cited_facts")
_GROUPED = {"Table 2": ("language", LANGUAGES, AGGREGATES), "Table 3": ("domain", DOMAINS, ("overall",))}
_COLUMNS = ("language", "level", "domain")
_FIGURE_5 = ("ia", "adb")


def table_grids(page: ShownPage) -> Iterator[Grid]:
    """Tables 1 to 4."""
    lines = [agent_line(agent) for agent in page.agents]
    text_only = ("–: the agent's reports hold no figure. Where a ranking needs a number, it counts as 0.",)
    for side, names in (("textual", (*TEXTUAL, "ta")), ("visual, and both", VISUAL)):
        notes = text_only if side != "textual" and any(line.text_only for line in lines) else ()
        yield _of_agents(f"Table 1, {side}", lines, names, notes)
    for title, (column, groups, metrics) in _GROUPED.items():
        yield _by_group(title, page, column, groups, metrics)
    if ranks := domain_table(page):
        rows = tuple(Row((Cell(domain), Cell(f"{rank:.2f}"))) for domain, rank in ranks.items())
        title = "Table 4, mean rank of domains by Overall"
        yield Grid(title, (*text_columns("Domain"), Column("Rank")), rows)


def tables_value(page: ShownPage) -> Mapping[str, Any]:
    """Means of every agent, over all and by group; means of a text-only agent are its 0, marked by `text_only`."""
    return {"agents": [_agent(agent, page) for agent in page.agents], "domain_ranks": domain_table(page)}


def _agent(agent: ShownAgent, page: ShownPage) -> dict[str, Any]:
    line = agent_line(agent)
    return {
        "agent": agent.name,
        "judge": agent.run.judge,
        "run": agent.run.run_id,
        "text_only": line.text_only,
        "metrics": {name: asdict(summary) for name, summary in agent.summaries.items()},
        **{column: {name: of.means for name, of in by_group(agent, column).items()} for column in _COLUMNS},
        "calls_a_task": _calls(agent),
        "deviations": [asdict(deviation) for deviation in deviations(agent, page.release, _scoring())],
    }


def judging_grids(page: ShownPage) -> Iterator[Grid]:
    """Tables 7, 8 and 12: judges, variants of an agent, independent judgings."""
    if between := _between_judges(page):
        yield systems_grid(between, benchmark_named("tvir"), "Table 7, agreement of judges on systems")
    if variants := list(ablations(page)):
        rows = []
        for variant in variants:
            tasks = {str(compared.clusters) for compared in variant.compared.values()}
            means = [_difference(metric, variant.compared[metric.name]) for metric in named(*variant.compared)]
            of = (_agent_cell(variant.variant), Cell(variant.base.name), Cell(", ".join(sorted(tasks))))
            rows.append(Row((*of, *means)))
        columns = (*text_columns("Variant", "Of"), Column("Tasks"), *metric_columns(named(*AGGREGATES)))
        yield Grid("Table 8, variants on the tasks that both answered", columns, tuple(rows))
    repeated = {agent.number: deviations(agent, page.release, _scoring()) for agent in page.agents}
    if any(repeated.values()):
        yield _deviation_grid(page, repeated)


def _deviation_grid(page: ShownPage, repeated: Mapping[int, Sequence[Deviation]]) -> Grid:
    metrics = [metric for metric in _scoring().metrics if metric.shown == "paper"]
    rows = []
    for agent in page.agents:
        of = {deviation.metric: deviation for deviation in repeated[agent.number]}
        judgings = max((len(deviation.means) for deviation in of.values()), default=1)
        cells = (Cell(f"{of[metric.name].deviation:.2f}" if metric.name in of else NONE) for metric in metrics)
        rows.append(Row((_agent_cell(agent), Cell(str(judgings)), *cells)))
    columns = (*text_columns("Agent"), Column("Judgings"), *metric_columns(metrics))
    note = "Deviations are of a sample, on the scale of 0 to 100; the paper's are on a scale of 0 to 1."
    return Grid("Table 12, deviation over independent judgings", columns, tuple(rows), (note,))


def judgings_value(page: ShownPage) -> Mapping[str, Any]:
    """Agreement of judges on systems, and variants of agents."""
    return {
        "judges": [between_judge.as_object() for between_judge in _between_judges(page)],
        "ablations": [
            {
                "agent": ablation.base.name,
                "variant": ablation.variant.name,
                "judge": ablation.base.run.judge,
                "metrics": {name: asdict(compared) for name, compared in ablation.compared.items()},
            }
            for ablation in ablations(page)
        ],
    }


def figure_grids(page: ShownPage) -> Iterator[Grid]:
    """Figures 5 to 8."""
    yield _by_group("Figure 5", page, "level", LEVELS, _FIGURE_5)
    yield from _figure_6(page)
    for title, names in (("Figure 7, structural errors", STRUCTURE), ("Figure 8, citations", CITATIONS)):
        yield _of_agents(f"{title}, per task", [agent_line(agent) for agent in page.agents], names)


def _figure_6(page: ShownPage) -> Iterator[Grid]:
    """Calls of each component, of agents that were run here."""
    rows = []
    for agent in page.agents:
        for role, tools in _calls(agent).items():
            calls = ", ".join(f"{tool} {number:.1f}" for tool, number in tools.items())
            rows.append(Row((_agent_cell(agent), Cell(role), Cell(calls))))
    if rows:
        yield Grid("Figure 6, calls a task by component", text_columns("Agent", "Component", "Calls"), tuple(rows))


def _calls(agent: ShownAgent) -> dict[str, dict[str, float]]:
    worked_on = sum(outcome.outcome not in (OURS, NOT_RUN) for outcome in agent.rows.get("outcomes", ()))
    return calls_by_role(agent.rows.get("calls", ()), max(1, worked_on))


def named(*names: str) -> tuple[Metric, ...]:
    """Return the metrics with these names."""
    return tuple(_scoring().metric(name) for name in names)


def _scoring() -> Scoring:
    return benchmark_named("tvir").scoring


def _by_group(title: str, page: ShownPage, column: str, groups: Sequence[str], metrics: Sequence[str]) -> Grid:
    means = {agent.number: by_group(agent, column) for agent in page.agents}
    present = [group for group in groups if any(group in of for of in means.values())]
    cells_of = [(metric, group) for metric in named(*metrics) for group in present]
    columns = (
        Column(f"{heading(metric)}, {group}" if len(metrics) > 1 else group, metric.long) for metric, group in cells_of
    )
    rows = []
    for agent in page.agents:
        of = means[agent.number]
        cells = (
            Cell(shown(metric, of[group].shown(metric.name) if group in of else None)) for metric, group in cells_of
        )
        rows.append(Row((_agent_cell(agent), *cells)))
    return Grid(f"{title}, by {column}", (*text_columns("Agent"), *columns), tuple(rows))


def _of_agents(title: str, lines: Sequence[AgentLine], names: Sequence[str], notes: tuple[str, ...] = ()) -> Grid:
    metrics = named(*names)
    rows = (
        Row((_agent_cell(line.agent), *(mean_cell(metric, line.shown(metric.name)) for metric in metrics)))
        for line in lines
    )
    return Grid(title, (*text_columns("Agent"), *metric_columns(metrics)), tuple(rows), notes)


def _difference(metric: Metric, compared: Comparison) -> Cell:
    notes = () if compared.interval is None else (shown_interval(metric, compared.interval),)
    return Cell(shown(metric, compared.mean_a), notes)


def _between_judges(page: ShownPage) -> list[MetricAgreement]:
    """Table 7: how far judges of the same agents agree on them."""
    return system_agreements(judges_scores(page.agents, benchmark_named("tvir")), {})


def _agent_cell(agent: ShownAgent) -> Cell:
    return Cell(agent.name, (agent.run.judge,), agent.number)
