"""SciNetBench's evaluation: from an agent's lists and paths to numbers (arXiv 2601.03260, sections 3 to 5)."""

from __future__ import annotations

from typing import Any

from prefect import flow

from litgauge.flows.pipeline.judging import Judging, run_judged
from litgauge.flows.pipeline.score import score_name, take_answers
from litgauge.flows.scinetbench.config import NetworkScoreConfig
from litgauge.tasks.benchmarks.scinetbench.judging import GRADES
from litgauge.tasks.benchmarks.scinetbench.scoring import graded_things
from litgauge.tasks.engine.run import Run
from litgauge.tasks.judge import Panel


@flow(name="score-lists", flow_run_name=score_name, persist_result=False)
def score_lists(
    config: NetworkScoreConfig = NetworkScoreConfig(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Score an agent's ranked lists and paths against the network.

    Args:
        config: which answers, which release, and who grades
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release or metric code

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more works and paths than the allowed share, the run is written, too,
    and then fails (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores)


def score(run: Run, panel: Panel | None, config: NetworkScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    answers = take_answers(run, config, rescores)
    # Sections 3.1 and 5.1: what a judge says of works and paths
    things = graded_things(answers.rows, answers.release) if panel else None
    judging = Judging(run, panel, {GRADES: things}, "works and paths")
    forecast = judging.forecast()
    if config.forecast_only:
        return {"agent": config.agent, "release": answers.release.name, "forecast": forecast.as_json()}
    return judging.conclude(config, answers, {**answers.rows, **judging.rows()})
