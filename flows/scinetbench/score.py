"""SciNetBench's evaluation: from an agent's lists and paths to numbers (arXiv 2601.03260, sections 3 to 5)."""

from __future__ import annotations

from typing import Any

from prefect import flow

from flows.judged_scoring import open_scoring
from flows.scinetbench.config import NetworkScoreConfig
from flows.scoring import Judged, conclude, score_name, take_answers
from tasks.benchmark import Rows
from tasks.benchmarks.scinetbench.answers.matching import find_works
from tasks.benchmarks.scinetbench.judging.stage import GRADE, GradedThing, graded_things, grading_call
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.scoring import failures, outcomes
from tasks.benchmarks.scinetbench.tables import WorkGrade
from tasks.engine.healing import healing
from tasks.engine.outputs import read_rows
from tasks.engine.run import Run
from tasks.judge import Panel
from tasks.judge.account import spending_of
from tasks.judge.calls import foresee_calls, judge_all, judges_of_calls
from tasks.judge.failed_share import check_failed_share


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

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines}};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    with open_scoring(config, storage) as (run, panel):
        return healing(run.storage, lambda: score(run, panel, config, rescores))


def score(run: Run, panel: Panel | None, config: NetworkScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    answered = take_answers(run, config, rescores)
    rows: dict[str, Any] = {**answered.rows, "grades": []}
    # Sections 3.1 and 5.1: what a judge says of works and paths
    calls = [grading_call(run, things_listed(rows, answered.release))] if panel else []
    forecast = foresee_calls(panel, calls, "works and paths")
    if config.forecast_only:
        return {"agent": config.agent, "release": answered.release.name, "forecast": forecast.as_json()}
    if panel is None:
        return conclude(run, config, answered, rows, Judged())
    rows["grades"] = [row for call in calls for row in read_rows(run.storage, judge_all(call), "grades", WorkGrade)]
    judged = Judged(judges_of_calls(panel, "works and paths", calls), (GRADE,), spending_of(panel))
    result = conclude(run, config, answered, rows, judged)
    check_failed_share(failures(rows), config.max_failed_share, result["run"], "works and paths")
    return result


def things_listed(rows: Rows, release: NetworkRows) -> list[GradedThing]:
    """What the answers list that a judge grades."""
    return graded_things(outcomes(rows["answers"], find_works(rows["listed"], release), release).values(), release)
