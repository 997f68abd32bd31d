"""The tables of the paper: Table 4 out of the printed Table 3, dashes, groups, variants and judgings."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from litgauge.tasks.benchmark import ShownAgent, ShownPage, score_rows
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.benchmarks.tvir.page.grids import judging_grids, judgings_value, table_grids, tables_value
from litgauge.tasks.benchmarks.tvir.scoring import JUDGED
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS
from litgauge.tasks.benchmarks.tvir.tables import ablations, agent_line, by_group, deviations, domain_ranks
from litgauge.tasks.records import Judge, ScoreRun
from litgauge.tasks.statistics import summaries
from tests.benchmarks.tvir import judged
from tests.benchmarks.tvir.test_metrics import NO_FIGURES

TABLE_3 = {
    "Grok-4.1": (51.40, 52.78, 53.93, 54.68, 52.55, 56.44, 50.86, 53.37, 55.64, 41.26),
    "Claude-4.5": (67.09, 68.87, 69.91, 69.36, 67.87, 65.93, 69.59, 69.32, 70.75, 69.66),
    "Perplexity": (62.07, 59.95, 59.03, 61.80, 61.21, 61.58, 62.45, 60.41, 62.99, 61.23),
    "Genspark": (66.21, 66.39, 66.97, 65.88, 68.83, 67.46, 68.35, 65.51, 67.34, 69.05),
    "Manus-1.6": (68.48, 70.72, 68.51, 65.68, 72.06, 73.58, 63.13, 70.60, 74.10, 70.39),
    "TVIR-Agent (Qwen3)": (73.38, 71.70, 73.55, 74.34, 73.83, 71.57, 75.63, 75.09, 73.52, 75.20),
    "TVIR-Agent (GLM)": (73.44, 70.86, 74.28, 72.11, 74.82, 67.66, 74.33, 75.27, 69.42, 72.96),
    "TVIR-Agent (Claude)": (73.16, 75.27, 73.73, 73.45, 74.34, 75.40, 75.63, 74.95, 74.90, 74.70),
}
TABLE_4 = {
    "History & Society": 3.88,
    "Education & Culture": 4.12,
    "Tourism & Entertainment": 5.00,
    "Environment & Energy": 5.12,
    "Literature & Art": 5.25,
    "Academic & Research": 5.50,
    "Health & Medicine": 5.88,
    "Law & Policy": 6.25,
    "Finance & Business": 6.62,
    "Technology & Intelligence": 7.38,
}
RELEASE = judged.release(judged.TASK, replace(judged.TASK, task_id="other", language="zh", domain="Literature & Art"))


def test_table_4_follows_from_table_3() -> None:
    ranks = domain_ranks({system: dict(zip(DOMAINS, of, strict=True)) for system, of in TABLE_3.items()})
    assert list(ranks) == list(TABLE_4)
    for domain, printed in TABLE_4.items():
        assert ranks[domain] == pytest.approx(printed, abs=0.005 + 1e-9)


def shown_agent(name: str, number: int = 0, judge: str = "gpt", **tables: Any) -> ShownAgent:
    """An agent with one report, on the first of two tasks."""
    judges = [Judge(role, "openai", judge, "{}", ()) for role in JUDGED]
    rows, counts = score_rows(TVIR.scoring, judged.judged_rows(**tables), RELEASE, judges)
    run = ScoreRun(
        **{**run_fields(), "run_id": f"{name}-{judge}", "agent": name, "judges": tuple(judges), "counts": counts}
    )
    return ShownAgent(number, name, run, rows, summaries(rows["scores"]), ())


def run_fields() -> dict[str, Any]:
    return {
        field.name: () if "tuple" in str(field.type) else 0 if field.type == "int" else ""
        for field in fields(ScoreRun)
        if field.default is MISSING and field.default_factory is MISSING
    }


def page(*agents: ShownAgent) -> ShownPage:
    return ShownPage(RELEASE, agents)


def test_groups_are_in_the_papers_order_and_a_missing_report_has_0() -> None:
    lines = by_group(shown_agent("owl"), "language")
    assert {name: line.means["ta"] for name, line in lines.items()} == {"zh": 0, "en": pytest.approx(61.5)}


def test_an_agent_without_figures_has_dashes_and_its_0_for_programs() -> None:
    agent = shown_agent("owl", **NO_FIGURES)
    line = agent_line(agent)
    assert (line.text_only, line.shown("va"), line.means["va"], line.shown("ta")) == (
        True,
        None,
        0,
        pytest.approx(30.75),
    )
    assert any("hold no figure" in note for grid in table_grids(page(agent)) for note in grid.notes)
    value = tables_value(page(agent))
    assert value["agents"][0]["text_only"] is True
    assert value["domain_ranks"] == {}


def test_variants_are_compared_with_their_agent_by_the_same_judge() -> None:
    agents = [
        shown_agent("owl", 0),
        shown_agent("owl-no-charts", 1, report_grades=judged.report_grades(2)),
        shown_agent("owlet", 2),
        shown_agent("owl-no-images", 3, judge="gemini"),
    ]
    (found,) = ablations(page(*agents))
    assert (found.variant.name, found.base.name) == ("owl-no-charts", "owl")
    assert found.compared["ta"].difference == pytest.approx(-20)


def test_deviations_over_independent_judgings() -> None:
    of_metric = {one.metric: one for one in deviations(shown_agent("owl"), RELEASE, TVIR.scoring)}
    assert of_metric == {}
    grades = [row for repeat, score in ((1, 6), (2, 7), (3, 8)) for row in judged.report_grades(score, repeat)]
    again = {one.metric: one for one in deviations(shown_agent("owl", report_grades=grades), RELEASE, TVIR.scoring)}
    assert again["wq"].means == (30, 35, 40)  # over two tasks, one of them without report
    assert again["wq"].deviation == 5


@pytest.mark.slow
def test_judges_are_compared_by_the_systems_that_both_scored() -> None:
    agents = [
        shown_agent(name, number, judge, report_grades=judged.report_grades(score))
        for number, (name, judge, score) in enumerate(
            (name, judge, score) for judge in ("gpt", "gemini") for name, score in (("a", 9), ("b", 7), ("c", 5))
        )
    ]
    shown = page(*agents)
    assert [(row["metric"], row["opc"]["value"]) for row in judgings_value(shown)["judges"]] == [
        ("ta", pytest.approx(1)),
        ("va", pytest.approx(1)),
        ("overall", pytest.approx(1)),
    ]
    assert [grid.title for grid in judging_grids(shown)] == ["Table 7, agreement of judges on systems"]
