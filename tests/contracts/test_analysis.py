"""In every benchmark: the tables that the report page shows are those that `litgauge analysis` prints and gives."""

from __future__ import annotations

import html
import json
import re
from functools import cache

import pytest

from litgauge.tasks.benchmark import PagePart, ShownAgent, ShownPage, score_rows
from litgauge.tasks.benchmark.registry import benchmark_named, known_benchmarks
from litgauge.tasks.html.definitions import Definitions
from litgauge.tasks.html.report import environment
from litgauge.tasks.ledger import LoadedRun, leaderboard
from litgauge.tasks.records import Judge, ScoreRun, Spending
from tests.contracts.samples import sample

BENCHMARKS = pytest.mark.parametrize("name", known_benchmarks())


@cache
def runs(name: str) -> tuple[LoadedRun, ...]:
    """Two agents with the same answers, judged by the same models."""
    scoring, of = benchmark_named(name).scoring, sample(name)
    judges = tuple(Judge(role, "openai", "gpt", "{}", ()) for role in scoring.judged.values())
    rows, counts = score_rows(scoring, of.judged, of.release, judges)
    whole = {table.name: tuple(rows.get(table.name, ())) for table in scoring.tables} | dict(rows)
    return tuple(
        LoadedRun(
            ScoreRun(
                agent, agent, "", "", of.release.name, of.release.digest, judges, {}, "{}", Spending(), "", "", "", "",
                benchmark=name, counts=counts,
            ),
            whole,
        )
        for agent in ("owl", "<b>owlet</b>")
    )  # fmt: skip


def analyses(name: str) -> list[tuple[PagePart, object]]:
    """The parts of its page that have tables, each with its view."""
    benchmark = benchmark_named(name)
    agents = [
        ShownAgent(number, row.agent, row.run, runs(name)[number].rows, row.summaries, ())
        for number, row in enumerate(leaderboard(runs(name)).rows)
    ]
    page = ShownPage(sample(name).release, agents)
    parts = (part for part in benchmark.page.parts if isinstance(part, PagePart) and part.grids)
    return [(part, part.view(page)) for part in parts]


@BENCHMARKS
def test_a_row_has_a_cell_for_each_column(name: str) -> None:
    for part, view in analyses(name):
        for grid in part.grids(view) if part.grids else ():
            assert grid.title
            assert {len(row.cells) for row in grid.rows} <= {len(grid.columns)}
            assert grid.columns[0].text  # it names the row


@BENCHMARKS
def test_programs_are_given_each_analysis_under_names_of_its_own(name: str) -> None:
    values = [part.value(view) for part, view in analyses(name) if part.value]
    assert len({key for value in values for key in value}) == sum(map(len, values))
    json.dumps(values)


@BENCHMARKS
def test_the_page_shows_what_is_printed(name: str) -> None:
    templates = benchmark_named(name).page.templates
    for part, view in analyses(name):
        grids = tuple(part.grids(view)) if part.grids else ()
        shown = html.unescape(
            environment(templates).get_template("grids.html").render(grids=grids, definitions=Definitions())
        )
        if part.template and templates:
            assert '{% include "grids.html" %}' in (templates / part.template).read_text(encoding="utf-8")
        for grid in grids:
            assert f"<caption>{grid.title}</caption>" in shown
            for cell in {cell.text for row in grid.rows for cell in row.cells}:
                assert re.search(f">{re.escape(cell)}<", shown), (grid.title, cell)


@BENCHMARKS
def test_names_of_agents_are_text(name: str) -> None:
    for part, view in analyses(name):
        grids = tuple(part.grids(view)) if part.grids else ()
        assert "<b>owlet" not in environment(None).get_template("grids.html").render(
            grids=grids, definitions=Definitions()
        )
