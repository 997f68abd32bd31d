"""TVIR over all agents of a release: the paper's tables and figures for a terminal, and the same for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from flows.cli.analysis import Analysis
from flows.cli.system_agreement import MetricAgreement, judges_scores, system_agreements, systems_table
from tasks.benchmark import Metric, ShownAgent, ShownPage
from tasks.benchmarks.tvir.benchmark import TVIR
from tasks.benchmarks.tvir.settings import DOMAINS, LANGUAGES, LEVELS
from tasks.benchmarks.tvir.tables import (
    AGGREGATES,
    TEXTUAL,
    VISUAL,
    AgentLine,
    ablations,
    agent_line,
    by_group,
    deviations,
    domain_table,
)
from tasks.html.printed_values import heading, shown, shown_interval

STRUCTURE = ("traceability_errors", "consistency_errors", "completeness_errors")
_PAPER = tuple(metric for metric in TVIR.scoring.metrics if metric.shown == "paper")
_GROUPED = {"Table 2": ("language", LANGUAGES, AGGREGATES), "Table 3": ("domain", DOMAINS, ("overall",))}
_FIGURE_5 = ("ia", "adb")


def analysis(page: ShownPage) -> Analysis:
    """Tables 1 to 4, 7, 8 and 12, and figures 5, 7 and 8 of the paper."""
    return Analysis([*_tables(page), *_judgings(page), *_figures(page)], as_object(page))


def as_object(page: ShownPage) -> dict[str, Any]:
    """All of it for programs; means of a text-only agent are its 0, marked by `text_only`."""
    return {
        "release": page.release.name,
        "agents": [_agent(agent, page) for agent in page.agents],
        "domain_ranks": domain_table(page),
        "judges": [between_judge.as_object() for between_judge in _between_judges(page)],
        "ablations": [
            {
                "agent": ablation.base.name,
                "variant": ablation.variant.name,
                "judge": ablation.base.run.judge,
                "metrics": {name: asdict(found) for name, found in ablation.compared.items()},
            }
            for ablation in ablations(page)
        ],
    }


def _agent(agent: ShownAgent, page: ShownPage) -> dict[str, Any]:
    line = agent_line(agent)
    return {
        "agent": agent.name,
        "judge": agent.run.judge,
        "run": agent.run.run_id,
        "text_only": line.text_only,
        "metrics": {name: asdict(summary) for name, summary in agent.summaries.items()},
        **{
            column: {name: one.means for name, one in by_group(agent, column).items()} for column in TVIR.scoring.groups
        },
        "deviations": [asdict(deviation) for deviation in deviations(agent, page.release, TVIR.scoring)],
    }


def _tables(page: ShownPage) -> Iterator[Table | str]:
    lines = [agent_line(agent) for agent in page.agents]
    for side, names in (("textual", (*TEXTUAL, "ta")), ("visual, and both", VISUAL)):
        yield _sheet(f"Table 1, {side}", lines, [TVIR.scoring.metric(name) for name in names])
    if any(line.text_only for line in lines):
        yield "–: the agent's reports hold no figure. Where a ranking needs a number, it counts as 0."
    for title, (column, groups, metrics) in _GROUPED.items():
        yield _by_group(title, page, column, groups, metrics)
    if ranks := domain_table(page):
        grid = Table("Domain", title="Table 4, mean rank of domains by Overall", title_justify="left")
        grid.add_column("Rank", justify="right")
        for domain, rank in ranks.items():
            grid.add_row(domain, f"{rank:.2f}")
        yield grid


def _by_group(title: str, page: ShownPage, column: str, groups: Sequence[str], metrics: Sequence[str]) -> Table:
    found = {agent.number: by_group(agent, column) for agent in page.agents}
    present = [group for group in groups if any(group in of for of in found.values())]
    grid = Table(title=f"{title}, by {column}", title_justify="left")
    grid.add_column("Agent", overflow="fold")
    named = [TVIR.scoring.metric(name) for name in metrics]
    for metric in named:
        for group in present:
            grid.add_column(f"{heading(metric)}\n{group}" if len(named) > 1 else group, justify="right")
    for agent in page.agents:
        of = found[agent.number]
        cells = [
            shown(metric, of[group].shown(metric.name) if group in of else None)
            for metric in named
            for group in present
        ]
        grid.add_row(Text(_name(agent)), *cells)
    return grid


def _sheet(title: str, lines: Sequence[AgentLine], metrics: Sequence[Metric]) -> Table:
    grid = Table(title=title, title_justify="left")
    grid.add_column("Agent", overflow="fold")
    for metric in metrics:
        grid.add_column(heading(metric), justify="right", no_wrap=True)
    for line in lines:
        grid.add_row(Text(_name(line.agent)), *(shown(metric, line.shown(metric.name)) for metric in metrics))
    return grid


def _judgings(page: ShownPage) -> Iterator[Table | str]:
    if between := _between_judges(page):
        yield systems_table(between, TVIR)
    if variants := list(ablations(page)):
        grid = Table("Variant", "of", title="Table 8, variants on the tasks that both answered", title_justify="left")
        for name in ("Tasks", *(heading(TVIR.scoring.metric(name)) for name in AGGREGATES)):
            grid.add_column(name, justify="right")
        for variant in variants:
            tasks = {str(found.clusters) for found in variant.compared.values()}
            cells = [_difference(TVIR.scoring.metric(name), found) for name, found in variant.compared.items()]
            grid.add_row(Text(_name(variant.variant)), Text(variant.base.name), ", ".join(sorted(tasks)), *cells)
        yield grid
    repeated = {agent.number: deviations(agent, page.release, TVIR.scoring) for agent in page.agents}
    if any(repeated.values()):
        grid = Table("Agent", title="Table 12, deviation over independent judgings", title_justify="left")
        grid.add_column("Judgings", justify="right")
        for metric in _PAPER:
            grid.add_column(heading(metric), justify="right", no_wrap=True)
        for agent in page.agents:
            of = {one.metric: one for one in repeated[agent.number]}
            judgings = str(max((len(one.means) for one in of.values()), default=1))
            cells = [f"{of[metric.name].deviation:.2f}" if metric.name in of else "–" for metric in _PAPER]
            grid.add_row(Text(_name(agent)), judgings, *cells)
        yield grid
        yield "Deviations are of a sample, on the scale of 0 to 100; the paper's are on a scale of 0 to 1."


def _difference(metric: Metric, found: Any) -> str:
    mean = shown(metric, found.mean_a)
    return mean if found.interval is None else f"{mean}\n{shown_interval(metric, found.interval)}"


def _figures(page: ShownPage) -> Iterator[Table]:
    yield _by_group("Figure 5", page, "level", LEVELS, _FIGURE_5)
    for title, names in (("Figure 7, structural errors", STRUCTURE), ("Figure 8, citations", ("aec", "cited_facts"))):
        metrics = [TVIR.scoring.metric(name) for name in names]
        yield _sheet(f"{title}, per task", [agent_line(agent) for agent in page.agents], metrics)


def _between_judges(page: ShownPage) -> list[MetricAgreement]:
    """Table 7: how far judges of the same agents agree on them."""
    return system_agreements(judges_scores(page.agents, TVIR), {})


def _name(agent: ShownAgent) -> str:
    return f"{agent.name}, judged by {agent.run.judge}"
