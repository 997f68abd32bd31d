"""ReportBench's evaluation: from an agent's reports to numbers (arXiv 2508.15804, sections 2.2 and 3)."""

from __future__ import annotations

from typing import Any

from prefect import flow
from prefect.runtime import flow_run
from prefect.task_runners import ThreadPoolTaskRunner

from flows.reportbench.config import ScoreConfig
from flows.reportbench.opening import open_scoring
from flows.scoring import Judged, conclude, take_answers
from tasks.benchmarks.reportbench.pages_at_hand import fetcher_of
from tasks.benchmarks.reportbench.run_rows import ScoreOutputs, cited_addresses, collect_rows, evidence_digest
from tasks.judge.account import judges_of, spending_of
from tasks.judge.stage import PAGES, STATEMENTS, judge_pages, judge_statements
from tasks.reports.stage import READING, doubtful_readings, keep_reports, read_reports
from tasks.web import SCHOLARLY_PAGE
from tasks.web.stage import collect_pages


def score_name() -> str:
    """What the run is called in the UI: agent, release and judge."""
    config = flow_run.parameters["config"]
    values = config if isinstance(config, dict) else config.model_dump(mode="json")
    judge = values["judge"]["model"]["model"] or "offline rules"
    return f"{values['agent']} on {values['release']}, judged by {judge}"


@flow(
    name="score-reports",
    flow_run_name=score_name,
    task_runner=ThreadPoolTaskRunner(max_workers=8),  # type: ignore[arg-type]
    persist_result=False,
)
def score_reports(config: ScoreConfig = ScoreConfig(), storage: str = "data", rescores: str = "") -> dict[str, Any]:  # noqa: B008
    """Score an agent's reports against a release.

    Pages that are frozen, replies that are stored and reports that were judged before are reused, so Retry and a
    repeated run cost nothing.

    Args:
        config: which reports, which release, who judges
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release, judge or metric code

    Returns {"run", "agent", "release", "judge", "counts", "scores": {metric: mean}, "listed": {kind: [lines]}}.
    """
    with open_scoring(config, storage) as (run, panel):
        answered = take_answers(run, config, rescores)
        # Section 2.2: which references a report cites, and what it states with and without a citation
        reports = keep_reports(run, answered.rows["reports"])
        read = read_reports(run, reports, boundaries=config.boundaries)
        answered = answered.told("look at", doubtful_readings(run.storage, read))
        # Section 3.1: whether the cited page says so; whether the rest is true, by vote
        fetcher = fetcher_of(config.evidence, config.pages, fetch=config.fetch)
        pages = collect_pages(run, cited_addresses(run.storage, read), fetcher)
        page_verdicts = judge_pages(run, pages)
        verdicts = judge_statements(run, reports, read, pages, panel, facts=config.facts)
        # Section 3.2: precision, recall, match rate, factual accuracy
        outputs = ScoreOutputs(read, pages, page_verdicts, verdicts)
        rows = collect_rows(run.storage, answered.rows, outputs, facts=config.facts)
        judged = Judged(
            judges=judges_of(panel, {"pages": (SCHOLARLY_PAGE,)}),
            stages=(READING, PAGES, STATEMENTS),
            spent=spending_of(panel),
            evidence=evidence_digest(rows["pages"]),
        )
        return conclude(run, config, answered, rows, judged)
