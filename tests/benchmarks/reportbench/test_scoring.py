"""From verdicts to numbers, on the two made-up agents and the references of real LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from litgauge.tasks.benchmark import Rows, score_rows
from litgauge.tasks.benchmarks.reportbench import scoring
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.run_rows import RunTables
from litgauge.tasks.benchmarks.reportbench.scoring import match_report, task_results
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import AgentReport, CitedWork, UnscoredPart, WorkIdentity
from litgauge.tasks.reports.ingest import readdress_reports
from litgauge.tasks.statistics import Summary, TaskResult, TaskScore, summaries
from tests.benchmarks.reportbench.sample_run import AGENTS, JUDGES, expected, release, sample_run, sample_tables

KINDS = {"after-cutoff": "late", "the-survey-itself": "survey"}


@pytest.mark.parametrize("agent", AGENTS)
def test_works_violations_and_counts_come_out_as_they_must(agent: str) -> None:
    tables = RunTables.of(sample_run(agent).rows)
    for survey, report in expected()[agent].items():
        report_id, references = f"{agent}/{survey}", report["references"]
        matches = [match for match in tables.matches if match.report_id == report_id]
        found = {references[match.cited]["key"]: match.key for match in matches if match.key}
        assert all(key == match for key, match in found.items())
        distinct = [match for match in matches if match.rule != "repeated"]
        assert len(distinct) == report["counts"]["cited_works"] + report["leading_nowhere"]
        assert sum(bool(match.key) for match in distinct) == report["counts"]["in_list"]
        violations = {(KINDS[row["violation"]], row["urls"][0]) for row in references if row["violation"] is not None}
        assert {
            (row.kind, references[row.cited]["urls"][0]) for row in tables.violations if row.report_id == report_id
        } == violations


def test_a_report_that_was_not_given_has_the_worst_value_and_is_counted() -> None:
    careful = sample_run("careful")
    precision = of(careful, "precision")
    assert (precision.scored, precision.unscored, precision.missing) == (8, 0, 1)
    assert precision.mean is not None
    assert precision.mean_given is not None
    assert precision.mean == pytest.approx(precision.mean_given * 8 / 9)
    assert (careful.run.counts["scored"], careful.run.counts["missing"]) == (8, 1)


def test_an_empty_report_is_a_missing_one() -> None:
    """`careless` gave an empty file for one survey, `careful` gave none: no difference."""
    assert sample_run("careless").run.counts["missing"] == 1
    assert len(sample_run("careless").rows["reports"]) == 9


def test_works_beside_an_empty_report_count_nowhere() -> None:
    """Some agents list works beside their text; without a text, all is left undone."""
    tables = sample_tables("careful")
    report, *others = tables.reports
    emptied = replace(tables, reports=(replace(report, text=" \n"), *others))
    scores, counts = scored(emptied)
    by_metric = {score.metric: score for score in scores if score.task_id == report.task_id}
    assert counts["missing"] == 2
    assert {score.state for score in by_metric.values()} == {"missing", "inapplicable"}
    assert (by_metric["recall"].numerator, by_metric["recall"].denominator) == (0, 14)


@pytest.mark.parametrize(("part", "needed"), [("references", "matches"), ("facts", "facts")])
def test_a_part_that_we_failed_on_is_unscored_not_wrong(part: str, needed: str) -> None:
    metrics = {metric.name for metric in REPORTBENCH.scoring.metrics if needed in metric.needs}
    lost = UnscoredPart("careful/9912.00001", part, "time-out")  # type: ignore[arg-type]
    scores, counts = scored(replace(sample_tables("careful"), facts=(), unscored=(lost,)))
    states = {score.metric: score for score in scores if score.task_id == "9912.00001"}
    assert {metric for metric, score in states.items() if score.state == "unscored"} == metrics
    assert {states[metric].reason for metric in metrics} == {"time-out"}
    assert (counts["unscored"], counts["in_part"]) == (1, 1)


def test_failing_to_read_a_report_leaves_nothing_scored() -> None:
    lost = UnscoredPart("careful/9912.00001", "reading", "no-statements")
    scores, _ = scored(replace(sample_tables("careful"), unscored=(lost,)))
    assert {score.state for score in scores if score.task_id == "9912.00001"} == {"unscored"}


def test_a_page_that_nobody_could_judge_is_our_failure_only_if_it_was_to_be_had() -> None:
    tables = sample_tables("careless")
    nothing_told = replace(tables, page_verdicts=())
    results = task_results(nothing_told.rows(), release())
    of_page = {result.task_id: result.parts["undecided_pages"] for result in results}
    report = expected()["careless"]["9912.00001"]
    told = report["counts"]["cited_works"] + report["leading_nowhere"]
    works = [work for work in tables.works if work.report_id == "careless/9912.00001"]
    assert of_page["9912.00001"] == len(works) - told == 2  # an encyclopedia, and a page that timed out
    only_those = replace(nothing_told, works=tuple(work for work in works if not told_by_address(work)))
    scores, _ = scored(only_those)
    assert {score.state for score in scores if (score.task_id, score.metric) == ("9912.00001", "precision")} == {
        "unscored"
    }


def told_by_address(work: CitedWork) -> bool:
    return not (work.page or "").startswith(("https://slow.example.net", "https://blog.example.com"))


def test_an_invented_reference_without_an_address_is_not_free() -> None:
    invented = CitedWork("x/1", 0, None, None, WorkIdentity(), "Recursive Attention Forests", ("Quillon",), 2019, ())
    nameless = replace(invented, number=1, title=None)
    found = match_report([invented, nameless], {}, {}, release().tasks[0], release())
    assert [(match.cited, match.key) for match in found.matches] == [(0, "")]


def test_a_work_cited_by_two_addresses_counts_once_and_says_which_work_it_was_before() -> None:
    tables = RunTables.of(sample_run("careful").rows)
    repeated = [match for match in tables.matches if match.rule == "repeated"]
    for match in repeated:
        works = [work for work in tables.works if work.report_id == match.report_id]
        first = int(match.evidence.removeprefix("cited before as work ").split(":")[0])
        assert works[first].number == first < match.cited
        twin = next(row for row in tables.matches if (row.report_id, row.cited) == (match.report_id, first))
        assert twin.key == match.key


def test_a_report_that_answers_no_task_changes_no_score() -> None:
    stray = AgentReport("careful/notes", "careful", None, None, "notes.md", "markdown", "Hello.", "00")
    tables = replace(sample_tables("careful"), reports=(*sample_tables("careful").reports, stray))
    scores, _ = scored(tables)
    assert scores == sample_run("careful").rows["scores"]


def test_what_follows_from_the_rows_can_be_made_again_and_again() -> None:
    rows = sample_run("careless").rows
    again, counts = score_rows(REPORTBENCH.scoring, rows, release(), JUDGES)
    assert again == rows
    assert counts == sample_run("careless").run.counts


def test_old_reports_answer_the_tasks_that_the_same_texts_answer_now() -> None:
    old: Rows = sample_run("careless").rows
    first, *others = old["reports"]
    new = {**old, "reports": (replace(first, task_id="moved"), *others[1:])}
    moved, *kept = readdress_reports(old, new)["reports"]
    assert moved == replace(first, task_id="moved")
    assert kept == others


def scored(tables: RunTables) -> tuple[Sequence[TaskScore], Mapping[str, int]]:
    """The scores and the counts of a run."""
    rows, counts = score_rows(REPORTBENCH.scoring, tables.rows(), release(), JUDGES)
    return rows["scores"], counts


def of(run: LoadedRun, metric: str) -> Summary:
    """One metric's summary."""
    return summaries(run.rows["scores"], resamples=1)[metric]


def test_what_matching_one_report_raises_leaves_that_report_unscored(monkeypatch: pytest.MonkeyPatch) -> None:
    real = scoring.match_report

    def faulty(works: Any, pages: Any, verdicts: Any, task: Any, release: Any) -> Any:
        if task.task_id == "9912.00001":
            raise RecursionError("too deep")
        return real(works, pages, verdicts, task, release)

    monkeypatch.setattr(scoring, "match_report", faulty)
    scores, _ = scored(sample_tables("careful"))
    monkeypatch.undo()
    healthy, _ = scored(sample_tables("careful"))

    found = {(score.task_id, score.metric): score for score in scores}
    for score in healthy:
        if score.task_id != "9912.00001" or score.metric in ("match_rate", "factual_accuracy"):
            assert found[score.task_id, score.metric] == score
    precision = found["9912.00001", "precision"]
    assert precision.state == "unscored"
    assert precision.reason.startswith("bug: RecursionError: too deep (")


def test_a_metric_that_raises_has_no_value_for_that_task() -> None:
    def broken(**_parts: Any) -> Any:
        raise ZeroDivisionError("never thought of")

    metric = replace(REPORTBENCH.scoring.metric("precision"), of=broken)
    result = TaskResult("t", "c", {}, True, dict.fromkeys(metric.needs, ()))
    score = metric.score(result)
    assert (score.state, score.value) == ("unscored", None)
    assert "ZeroDivisionError" in score.reason
