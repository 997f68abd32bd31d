"""The metrics by hand: one report, and what the agent, the judge or we failed to give."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.benchmark import Metric
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.records import Statement
from litgauge.tasks.statistics import TaskScore
from tests.benchmarks.tvir import judged
from tests.benchmarks.tvir.judged import (
    chart_checks,
    figure,
    figure_grades,
    issues,
    items,
    judged_rows,
    measures,
    picture,
    report_grades,
    supports,
)
from tests.tables import each_row

NO_FIGURES: dict[str, Any] = dict.fromkeys(
    ("figures", "figure_pictures", "picture_measures", "figure_grades", "chart_checks", "chart_sources"), ()
)


def score(name: str, **tables: Any) -> TaskScore:
    """The row of one metric of the report, with some tables of its run replaced."""
    (result,) = TVIR.scoring.results(judged_rows(**tables), judged.release())
    return TVIR.scoring.metric(name).score(result)


def value(name: str, **tables: Any) -> float | None:
    return score(name, **tables).value


@each_row(
    "name, expected",
    [
        ("cs", 100 * 1.5 / 4),
        ("cs_reachable", 100 * 1.5 / 3),
        ("aec", 1.5),
        ("ia", 50),
        ("wq", 70),
        ("adb", 70),
        ("flc", 80),
        ("fq", (80 + 100) / 2),
        ("mc", 70),
        ("fcq", 70),
        ("fci", 70),
        ("csc", 90),
        ("ta", (37.5 + 50 + 70 + 70 + 80) / 5),
        ("va", (90 + 70 + 70 + 70 + 90) / 5),
        ("overall", (61.5 + 78) / 2),
        ("images", 1),
        ("charts", 1),
        ("cited_facts", 1),
        ("completeness_errors", 1),
        ("traceability_errors", 0),
    ],
)
def test_one_report_by_hand(name: str, expected: float) -> None:
    assert value(name) == pytest.approx(expected, abs=1e-9)


def test_a_statement_that_we_failed_on_is_in_no_mean_and_counts_as_the_others_in_their_sum() -> None:
    facts = supports("supported", "partial", "failed")
    assert value("cs", support=facts) == 75
    assert value("aec", support=facts) == 2.25
    assert score("cs", support=supports("failed")).state == "unscored"


@pytest.mark.parametrize(
    ("texts", "distinct"),
    [
        (("In 2020 wardens counted 40 owls.", "Wardens counted 40 owls in 2020."), 1),
        (("In 2020 wardens counted 40 owls.", "In 2021 wardens counted 40 owls."), 2),
        (("In 2020 wardens counted 40 owls.", "In 2020 the barns were painted."), 2),
        (("2020年共记录到40只猫头鹰。", "2020年共记录到40只猫头鹰。"), 1),
    ],
)
def test_statements_that_repeat_another_on_the_same_pages_count_once(texts: tuple[str, str], distinct: int) -> None:
    statements = [
        Statement(judged.REPORT, number, 0, 9, text, "Owls", True, "rules") for number, text in enumerate(texts)
    ]
    facts = supports("supported", "supported")
    assert (value("aec", support=facts), value("cited_facts", statements=statements)) == (2, 2)
    assert value("aec_distinct", support=facts, statements=statements) == distinct
    assert value("distinct_cited_facts", support=facts, statements=statements) == distinct
    elsewhere = [facts[0], replace(facts[1], pages=("https://other.example/",))]
    assert value("aec_distinct", support=elsewhere, statements=statements) == 2


def test_a_report_that_cites_nothing_has_the_worst() -> None:
    assert [(score(name, support=()).state, value(name, support=())) for name in ("cs", "aec")] == [("missing", 0)] * 2


def test_an_item_that_the_judge_skipped_is_its_failure_and_no_smaller_checklist() -> None:
    assert score("ia", items=items(1, 1)).state == "unscored"
    assert score("ia", items=items(1, None, 1)).reason == f"the judge failed: {judged.WHY}"
    assert score("ta", items=()).state == "unscored"


def test_independent_judgings_are_averaged_and_one_that_failed_is_left_out() -> None:
    assert value("ia", items=[*items(1, 1, 1), *items(0, 0, 0, repeat=2)]) == 50
    assert value("ia", items=[*items(1, 1, 1), *items(None, 0, 0, repeat=2)]) == 100
    assert value("wq", report_grades=[*report_grades(8), *report_grades(6, 2), *report_grades(7, 3)]) == 70
    assert value("flc", consistency=[issues(count=0), issues(count=18, repeat=2)]) == 55


def test_a_report_without_figures_is_marked_and_has_0_in_what_sees_figures() -> None:
    for name in ("fq", "mc", "fcq", "fci", "csc", "va", "cq", "iq"):
        row = score(name, **NO_FIGURES)
        assert (row.state, row.value, row.reason[:2]) == ("missing", 0, "no"), name
    assert value("overall", **NO_FIGURES) == pytest.approx(61.5 / 2)
    counts = TVIR.scoring.count(judged_rows(**NO_FIGURES))
    assert (counts["text_only"], counts["figures"]) == (1, 0)


def test_figures_that_we_could_not_get_leave_no_value() -> None:
    pictures = [picture(0, "failed"), picture(1, "failed")]
    for name in ("fq", "mc", "fcq", "fci", "csc", "va", "overall"):
        assert score(name, figure_pictures=pictures).state == "unscored", name


def test_a_broken_image_has_no_quality_and_is_no_figure_elsewhere() -> None:
    tables: dict[str, Any] = {
        "figures": [figure(0), figure(1, "chart"), figure(2)],
        "figure_pictures": [picture(0), picture(1), picture(2, "invalid")],
    }
    assert value("iq", **tables) == 40
    assert value("fq", **tables) == pytest.approx((2 * 40 + 100) / 3)
    assert value("fcq", **tables) == 70
    assert value("invalid_figures", **tables) == 1


def test_copies_of_images_are_penalised() -> None:
    tables: dict[str, Any] = {
        "figures": [figure(number) for number in range(4)],
        "figure_pictures": [picture(number) for number in range(4)],
        "picture_measures": [measures(0), measures(1, phash=0x3FF), measures(2, phash=2**64 - 1), measures(3, 0.4)],
    }
    penalty = 0.8 * 2 / 4  # pictures 1 and 3 are near to picture 0
    assert value("iq", **tables) == pytest.approx(70 * (1 - penalty))
    assert value("iq_ours", **tables) == pytest.approx(73.5)  # sharpness .8 by edges; hashes with few bits tell nothing


def test_an_image_that_was_not_measured_is_our_failure() -> None:
    assert score("iq", picture_measures=()).state == "unscored"


def test_a_chart_without_source_has_0_and_one_that_we_failed_on_is_left_out() -> None:
    tables: dict[str, Any] = {
        "figures": [figure(0, "chart"), figure(1, "chart")],
        "picture_measures": (),
        "chart_checks": [*chart_checks(0, 1), *chart_checks(1, 0)],
    }
    for outcome, expected in (("no-source", 50), ("unreachable", 50), ("failed", 100)):
        sources = [issues(0, 0), issues(1, None, outcome)]
        assert value("csc", chart_sources=sources, **tables) == expected
    assert value("csc_released", chart_sources=[issues(0, 0), issues(1, None, "unreachable")], **tables) == 100
    assert value("cq", **tables) == value("fq", **tables) == 50


def test_a_caption_that_is_not_there_has_0() -> None:
    figures = [figure(0, caption=" "), figure(1, "chart", context=())]
    assert value("fcq", figures=figures) == 30
    assert value("fci", figures=figures) == 40


def test_released_modes_take_what_the_judge_states() -> None:
    grades = [replace(row, raw=10) if row.dimension == "variety" else row for row in report_grades(7)]
    assert (value("mc", report_grades=grades), value("mc_released", report_grades=grades)) == (70, 85)
    assert value("flc_released", consistency=[replace(issues(count=0), stated=20)]) == 10


def test_the_metrics_of_table_1_are_its_columns() -> None:
    def columns(of: list[Metric]) -> list[str]:
        return [metric.short for metric in of]

    paper = [metric for metric in TVIR.scoring.metrics if metric.shown == "paper"]
    assert columns(paper) == ["CS", "IA", "WQ", "ADB", "FLC", "FQ", "MC", "FCQ", "FCI", "CSC", "TA", "VA", "Overall"]


def test_two_judges_can_be_compared_verdict_by_verdict() -> None:
    labels = {(one.kind, one.item): one.label for one in TVIR.scoring.verdicts(judged_rows())}
    assert labels["support", ("me/owls", "1")] == "partial"
    assert labels["wq_clarity", ("me/owls",)] == "7"
    assert labels["fcq_clarity", ("me/owls", "0")] == "8"
    failed = {one.label for one in TVIR.scoring.verdicts(judged.failed_rows())}
    assert failed == {None}


def test_grades_of_a_figure_are_left_out_where_the_judge_failed() -> None:
    grades = [*figure_grades(0, None), *figure_grades(1, 6)]
    assert (value("fcq", figure_grades=grades), value("fci", figure_grades=grades)) == (60, 60)
