"""From verdicts to numbers, on the two made-up agents and the references of real LaTeX."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tasks.benchmarks.reportbench.run_tables import RunTables, count_rows
from tasks.benchmarks.reportbench.scoring import judged_tasks, match_report, score_tables
from tasks.ledger import LoadedRun
from tasks.metrics import Summary, summaries
from tasks.records import AgentReport, CitedWork, UnscoredPart, WorkIdentity
from tests.benchmarks.reportbench.sample_run import AGENTS, expected, release, sample_run, sample_tables

KINDS = {"after-cutoff": "late", "the-survey-itself": "survey"}


@pytest.mark.parametrize("agent", AGENTS)
def test_works_violations_and_counts_come_out_as_they_must(agent: str) -> None:
    tables = sample_run(agent).tables
    for survey, report in expected()[agent].items():
        report_id, references = f"{agent}/{survey}", report["references"]
        matches = [match for match in tables.matches if match.report_id == report_id]
        found = {references[match.cited]["key"]: match.key for match in matches if match.key}
        assert all(key == match for key, match in found.items())
        distinct = [match for match in matches if match.rule != "repeated"]
        assert len(distinct) == report["counts"]["cited_works"]
        assert sum(bool(match.key) for match in distinct) == report["counts"]["in_list"]
        violations = {(KINDS[row["violation"]], row["urls"][0]) for row in references if row["violation"] is not None}
        assert {
            (row.kind, references[row.cited]["urls"][0]) for row in tables.violations if row.report_id == report_id
        } == violations


def test_every_task_has_a_row_in_every_metric() -> None:
    for agent in AGENTS:
        scores = sample_run(agent).tables.scores
        assert len(scores) == len({(score.task_id, score.metric) for score in scores})
        assert {score.task_id for score in scores} == {task.task_id for task in release().tasks}


def test_a_report_that_was_not_given_has_the_worst_value_and_is_counted() -> None:
    careful = sample_run("careful")
    precision = of(careful, "precision")
    assert (precision.scored, precision.unscored, precision.missing) == (8, 0, 1)
    assert precision.mean is not None
    assert precision.mean_given is not None
    assert precision.mean == pytest.approx(precision.mean_given * 8 / 9)
    assert (careful.run.counts.scored, careful.run.counts.missing) == (8, 1)


def test_an_empty_report_is_a_missing_one() -> None:
    """`careless` gave an empty file for one survey, `careful` gave none: no difference."""
    assert sample_run("careless").run.counts.missing == 1
    assert len(sample_run("careless").tables.reports) == 9


@pytest.mark.parametrize(
    ("part", "metrics"),
    [
        ("references", {"precision", "recall", "f1", "references", "late_share", "survey_cited"}),
        ("facts", {"factual_accuracy", "undecided_share", "uncited_statements"}),
    ],
)
def test_a_part_that_we_failed_on_is_unscored_not_wrong(part: str, metrics: set[str]) -> None:
    lost = UnscoredPart("careful/9912.00001", part, "time-out")  # type: ignore[arg-type]
    tables = replace(sample_tables("careful"), facts=(), unscored=(lost,))
    scored = score_tables(tables, release())
    states = {score.metric: score for score in scored.scores if score.task_id == "9912.00001"}
    assert {metric for metric, score in states.items() if score.state == "unscored"} == metrics
    assert {states[metric].reason for metric in metrics} == {"time-out"}
    assert count_rows(scored).unscored == 1


def test_failing_to_read_a_report_leaves_nothing_scored() -> None:
    lost = UnscoredPart("careful/9912.00001", "reading", "no-statements")
    scores = score_tables(replace(sample_tables("careful"), unscored=(lost,)), release()).scores
    assert {score.state for score in scores if score.task_id == "9912.00001"} == {"unscored"}


def test_a_page_that_nobody_could_judge_is_our_failure_only_if_it_was_to_be_had() -> None:
    tables = sample_tables("careless")
    nothing_told = replace(tables, page_verdicts=())
    of_page = {task.task_id: task.undecided_pages for task in judged_tasks(nothing_told, release())}
    gone = {page.page for page in tables.pages if page.status == "unreachable"}
    works = [work for work in tables.works if work.report_id == "careless/9912.00001"]
    assert of_page["9912.00001"] == sum(work.page not in gone for work in works) == 8
    scores = score_tables(nothing_told, release()).scores
    assert {score.state for score in scores if (score.task_id, score.metric) == ("9912.00001", "precision")} == {
        "unscored"
    }


def test_an_invented_reference_without_an_address_is_not_free() -> None:
    invented = CitedWork("x/1", 0, None, None, WorkIdentity(), "Recursive Attention Forests", ("Quillon",), 2019, ())
    nameless = replace(invented, number=1, title=None)
    found = match_report([invented, nameless], {}, {}, release().tasks[0], release())
    assert [(match.cited, match.key) for match in found.matches] == [(0, "")]


def test_a_work_cited_by_two_addresses_counts_once_and_says_which_work_it_was_before() -> None:
    repeated = [match for match in sample_run("careful").tables.matches if match.rule == "repeated"]
    for match in repeated:
        works = [work for work in sample_run("careful").tables.works if work.report_id == match.report_id]
        first = int(match.evidence.removeprefix("cited before as work ").split(":")[0])
        assert works[first].number == first < match.cited
        twin = next(
            row
            for row in sample_run("careful").tables.matches
            if (row.report_id, row.cited) == (match.report_id, first)
        )
        assert twin.key == match.key


def test_the_order_of_rows_does_not_matter() -> None:
    rows = sample_tables("careless").rows()
    mixed = RunTables(**{name: tuple(random.Random(3).sample(of, len(of))) for name, of in rows.items()})
    by_work = replace(mixed, works=tuple(sorted(mixed.works, key=lambda work: (work.report_id, work.number))))
    assert score_tables(by_work, release()).scores == sample_run("careless").tables.scores


def test_a_report_that_answers_no_task_is_a_stray() -> None:
    stray = AgentReport("careful/notes", "careful", None, None, "notes.md", "markdown", "Hello.", "00")
    tables = replace(sample_tables("careful"), reports=(*sample_tables("careful").reports, stray))
    scored = score_tables(tables, release())
    assert count_rows(scored).strays == 1
    assert scored.scores == sample_run("careful").tables.scores


def of(run: LoadedRun, metric: str) -> Summary:
    """One metric's summary."""
    return summaries(run.tables.scores, resamples=1)[metric]
