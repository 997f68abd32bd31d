"""ReportBench's evaluation: from an agent's reports to numbers (arXiv 2508.15804, sections 2.2 and 3)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from prefect import flow
from prefect.runtime import flow_run
from prefect.task_runners import ThreadPoolTaskRunner

from flows.pipeline.judging import open_score_run
from flows.pipeline.opening import allowed, prefect_secret
from flows.pipeline.score import Judged, conclude, take_answers
from flows.reportbench.config import ScoreConfig
from tasks.benchmarks.reportbench.judging import check_judging
from tasks.benchmarks.reportbench.run_rows import ScoreOutputs, cited_addresses, collect_rows, evidence_digest
from tasks.engine.repair import with_repair
from tasks.engine.run import Run
from tasks.judge import Panel, open_panel
from tasks.judge.account import judges_of, spending_of
from tasks.judge.pages_at_hand import digest_of_pages, fetcher_of, recorded_search
from tasks.judge.stage import FACTS, PAGES, PAIRS, Judging, foresee, judge
from tasks.llm.question import Question
from tasks.llm.replies import Replies
from tasks.reports.model_boundaries import STATEMENTS_QUESTION
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

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more verdicts than the allowed share, the run is written, too, and
    then fails (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines}};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    with open_scoring(config, storage) as (run, panel):
        return with_repair(run.storage, lambda: score(run, panel, config, rescores))


def score(run: Run, panel: Panel, config: ScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    answered = take_answers(run, config, rescores)
    # Section 2.2: which references a report cites, and what it states with and without a citation
    reports = keep_reports(run, answered.rows["reports"])
    read = read_reports(run, reports, boundaries=config.boundaries and not config.forecast_only)
    answered = answered.told("look at", doubtful_readings(run.storage, read))
    # Section 3.1: whether the cited page says so; whether the rest is true, by vote
    fetcher = fetcher_of(config.evidence, config.pages, fetch=config.fetch)
    pages = collect_pages(
        run,
        cited_addresses(run.storage, read),
        fetcher,
        folder=digest_of_pages(config.pages),
        retry_unreachable=config.retry_pages and not rescores,
    )
    judging = Judging(run, panel, reports, read, pages)
    forecast = foresee(judging, facts=config.facts)
    if config.forecast_only:
        return {"agent": config.agent, "release": answered.release.name, "forecast": forecast.as_json()}
    page_verdicts = judge(judging.of_pages())
    pairs = judge(judging.of_pairs())
    facts = judge(judging.of_facts()) if config.facts else None
    # Section 3.2: precision, recall, match rate, factual accuracy
    rows = collect_rows(run.storage, answered.rows, ScoreOutputs(read, pages, page_verdicts, pairs, facts))
    judged = Judged(
        judges=judges_of(panel, asked_of_door(config), facts=config.facts),
        stages=(READING, PAGES, PAIRS, FACTS),
        spent=spending_of(panel),
        evidence=evidence_digest(rows["pages"]),
    )
    result = conclude(run, config, answered, rows, judged)
    check_judging(rows, config.max_failed_share, result["run"])
    return result


def asked_of_door(config: ScoreConfig) -> dict[str, tuple[Question[Any], ...]]:
    """The questions besides those of the judging room, by what for."""
    reading = {"reading": (STATEMENTS_QUESTION,)} if config.boundaries else {}
    return {**reading, "pages": (SCHOLARLY_PAGE,)}


@contextlib.contextmanager
def open_scoring(config: ScoreConfig, storage_url: str) -> Iterator[tuple[Run, Panel]]:
    """A run of a scoring, and the panel that judges."""
    start = allowed(config, storage_url)
    panel = open_panel(
        config.judge,
        replies=Replies(start.storage),
        secrets=prefect_secret,
        at_hand=recorded_search(config.pages),
    )
    with open_score_run(start, panel, config.max_failed_share) as run:
        yield run, panel
