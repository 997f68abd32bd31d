"""TVIR's evaluation: textual and visual assessment of an agent's reports (arXiv 2606.02320, section 3.4)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.figures import FIGURE_STAGES, read_figures
from litgauge.flows.pipeline.judging import Judging, run_judged
from litgauge.flows.pipeline.score import score_name, take_answers
from litgauge.flows.tvir.config import TvirScoreConfig
from litgauge.tasks.benchmarks.tvir.judged_things import JudgedRun
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures.judged import Things
from litgauge.tasks.judge import Panel
from litgauge.tasks.records import Statement, StatementLink
from litgauge.tasks.reports.stage import READING, doubtful_readings, keep_reports, read_reports
from litgauge.tasks.web.freeze import evidence_digest
from litgauge.tasks.web.stage import check_opened


@flow(name="score-tvir", flow_run_name=score_name, persist_result=False)
def score_tvir(
    config: TvirScoreConfig = TvirScoreConfig(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Assess an agent's reports with their figures against the tasks of a release.

    Pages and pictures that are frozen, replies that are stored and figures that were judged before are reused, so Retry
    and a repeated run cost nothing.

    Args:
        config: which reports, which release, who judges, and how often
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release, judge or metric code

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more than the allowed share, the run is written, too, and then fails
    (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores)


def score(run: Run, panel: Panel | None, config: TvirScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from reports to the ledger."""
    answers = take_answers(run, config, rescores)
    # Section 3.4.1: references, cited facts and figures of each report; cited pages and remote pictures
    reports = keep_reports(run, answers.rows["reports"])
    read = read_reports(run, reports)
    answers = answers.with_listed("look at", doubtful_readings(run.storage, read))
    figures = read_figures(
        run,
        panel,
        config,
        answers.rows["reports"],
        answers.rows["report_files"],
        (reports, read),
        rescores=rescores,
        mode=config.mode,
    )
    # Sections 3.4.2 and 3.4.3: pages against statements and charts; captions, before texts that show revised ones
    judged = JudgedRun(answers.release, figures.judged(config.repeats), config.mode)
    first, texts = judged.first_things(), judged.text_things()
    forecast = _judging(run, panel, {**first, **texts}).forecast()
    if config.forecast_only:
        return {"agent": config.agent, "release": answers.release.name, "forecast": forecast.as_json()}
    verdicts = _judging(run, panel, first).rows()
    texts = judged.text_things(verdicts["revisions"])
    rows: dict[str, list[Any]] = defaultdict(list)
    unasked = judged.unasked_rows() if panel else {}
    for tables in (answers.rows, _read_rows(run.storage, read), figures.rows(), unasked, verdicts):
        for table, of in tables.items():
            rows[table] += of
    for table, of in _judging(run, panel, texts).rows().items():
        rows[table] += of
    result = _judging(run, panel, {**first, **texts}).conclude(
        config, answers, rows, (READING, *FIGURE_STAGES), evidence_digest(rows["pages"])
    )
    if config.fetch:
        share, run_id = config.max_failed_share, result["run"]
        result["warnings"] += check_opened(rows["pages"], share, run_id, judged=panel is not None)
    return result


def _judging(run: Run, panel: Panel | None, things: Things) -> Judging:
    return Judging(run, panel, things, "facts, figures and reports")


def _read_rows(storage: Storage, read: StageOutput) -> dict[str, Any]:
    return {
        "statements": list(read_rows(storage, read, "statements", Statement)),
        "links": list(read_rows(storage, read, "links", StatementLink)),
    }
