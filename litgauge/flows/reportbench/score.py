"""ReportBench's evaluation: from an agent's reports to numbers (arXiv 2508.15804, sections 2.2 and 3)."""

from __future__ import annotations

from typing import Any

from prefect import flow

from litgauge.flows.pipeline.figures import FigureJudging, read_figures
from litgauge.flows.pipeline.judging import run_judged
from litgauge.flows.pipeline.run import config_name
from litgauge.flows.pipeline.score import JudgeRecord, conclude, take_answers
from litgauge.flows.reportbench.config import ScoreConfig
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmarks.reportbench.judging import check_judging
from litgauge.tasks.benchmarks.reportbench.run_rows import ScoreOutputs, cited_addresses, collect_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.judge import Panel
from litgauge.tasks.judge.account import judges_of, spending_of
from litgauge.tasks.judge.stage import FACTS, PAGES, PAIRS, Judging, foresee, judge
from litgauge.tasks.judge.stored_pages import digest_of_pages, fetcher_of, recorded_search
from litgauge.tasks.llm.question import Question
from litgauge.tasks.records import Spending
from litgauge.tasks.reports.model_boundaries import STATEMENTS_QUESTION
from litgauge.tasks.reports.stage import READING, doubtful_readings, keep_reports, read_reports
from litgauge.tasks.web import SCHOLARLY_PAGE
from litgauge.tasks.web.freeze import evidence_digest
from litgauge.tasks.web.stage import check_opened, collect_pages

score_name = config_name(
    lambda config: (
        f"{config['agent']} on {config['release']}, "
        + (f"judged by {judge['model']['model'] or 'offline rules'}" if (judge := config["judge"]) else "no judge")
    )
)


@flow(
    name="score-reports",
    flow_run_name=score_name,
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
    goes on from there. Without a judge the metrics that need none have numbers, and a later run with one fills in the
    others; where no cited page could be opened either, the result has a warning. With a judge such a run is written and
    then fails (TooManyFailures); so it does where the endpoint answered nothing any more, or the judge failed on more
    verdicts than the allowed share.

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores, searches=recorded_search(config.pages))


def score(run: Run, panel: Panel | None, config: ScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    if config.boundaries and panel is None:
        raise ConfigError(
            "statement boundaries need a judge, and none is set", where="boundaries", next_step="Name one: --judge"
        )
    answers = take_answers(run, config, rescores)
    # Section 2.2: which references a report cites, and what it states with and without a citation
    reports = keep_reports(run, answers.rows["reports"])
    read = read_reports(run, reports, boundaries=config.boundaries and not config.forecast_only)
    answers = answers.with_listed("look at", doubtful_readings(run.storage, read))
    # Section 3.1: whether the cited page says so; whether the rest is true, by vote
    fetcher = fetcher_of(config.evidence, config.pages, fetch=config.fetch)
    pages = collect_pages(
        run,
        cited_addresses(run.storage, read),
        fetcher,
        folder=digest_of_pages(config.pages),
        retry_unreachable=config.retry_pages and not rescores,
    )
    # Beyond the paper: the figures of the reports, where they are asked for
    figures = None
    if config.figures:
        files = answers.rows["report_files"]
        figure_readings = read_figures(
            run, panel, config, answers.rows["reports"], files, (reports, read), rescores=rescores
        )
        figures = FigureJudging(run, panel, figure_readings, config.repeats)
    judging = Judging(run, panel, reports, read, pages)
    forecast = foresee(judging, facts=config.facts)
    forecast = forecast + figures.forecast() if figures else forecast
    if config.forecast_only:
        return {"agent": config.agent, "release": answers.release.name, "forecast": forecast.as_json()}
    page_verdicts = judge(judging.of_pages())
    pairs = judge(judging.of_pairs()) if panel else None
    facts = judge(judging.of_facts()) if panel and config.facts else None
    # Section 3.2: precision, recall, match rate, factual accuracy
    rows = collect_rows(run.storage, answers.rows, ScoreOutputs(read, pages, page_verdicts, pairs, facts))
    if figures:
        rows = figures.readings.added_to({**rows, **figures.rows()}, config.repeats, judged=panel is not None)
    judged = JudgeRecord(
        judges=judges_of(panel, asked_of_door(config), facts=config.facts) if panel else (),
        stages=(READING, PAGES, PAIRS, FACTS) if panel else (READING, PAGES),
        spent=spending_of(panel) if panel else Spending(),
        evidence=evidence_digest(rows["pages"]),
    )
    result = conclude(run, config, answers, rows, figures.record(judged) if figures else judged)
    if config.fetch:
        share, run_id = config.max_failed_share, result["run"]
        result["warnings"] += check_opened(rows["pages"], share, run_id, judged=panel is not None)
    check_judging(rows, config.max_failed_share, result["run"])
    if figures:
        figures.check(rows, config.max_failed_share, result["run"])
    return result


def asked_of_door(config: ScoreConfig) -> dict[str, tuple[Question[Any], ...]]:
    """Return the questions besides those of the judging room, by what for."""
    reading = {"reading": (STATEMENTS_QUESTION,)} if config.boundaries else {}
    return {**reading, "pages": (SCHOLARLY_PAGE,)}
