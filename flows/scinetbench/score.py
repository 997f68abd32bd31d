"""SciNetBench's evaluation: from an agent's lists and paths to numbers (arXiv 2601.03260, sections 3 to 5)."""

from __future__ import annotations

from typing import Any

from prefect import flow
from prefect.runtime import flow_run

from flows.opening import allowed, open_run, prefect_secret
from flows.scinetbench.config import NetworkScoreConfig
from flows.scoring import Judged, conclude, take_answers
from tasks.benchmarks.scinetbench.answers.matching import find_works
from tasks.benchmarks.scinetbench.judging.stage import GRADE, QUESTIONS, grade_answers, graded_things
from tasks.benchmarks.scinetbench.scoring import outcomes
from tasks.benchmarks.scinetbench.tables import WorkGrade
from tasks.engine.healing import healing
from tasks.engine.outputs import read_rows
from tasks.engine.run import Run
from tasks.judge import Panel, open_panel
from tasks.judge.account import judge_of, spending_of
from tasks.llm.replies import Replies


def score_name() -> str:
    """What the run is called in the UI: agent and release."""
    config = flow_run.parameters["config"]
    values = config if isinstance(config, dict) else config.model_dump(mode="json")
    return f"{values['agent']} on {values['release']}"


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

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines}}.
    """
    start = allowed(config, storage)
    panel = open_panel(config.judge, replies=Replies(start.storage), secrets=prefect_secret) if config.judge else None
    answering = config.judge.model.answering if config.judge else {}
    door = panel.door if panel else None
    with open_run(start, door, answering=answering, max_failed_share=config.max_failed_share) as run:
        return healing(run.storage, lambda: score(run, panel, config, rescores))


def score(run: Run, panel: Panel | None, config: NetworkScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    answered = take_answers(run, config, rescores)
    rows: dict[str, Any] = {**answered.rows, "grades": []}
    if panel is None:
        return conclude(run, config, answered, rows, Judged())
    # Sections 3.1 and 5.1: what a judge says of works and paths
    found = find_works(rows["listed"], answered.release)
    came = outcomes(rows["answers"], found, answered.release)
    grades = grade_answers(run, graded_things(came.values(), answered.release))
    rows["grades"] = list(read_rows(run.storage, grades, "grades", WorkGrade))
    judges = tuple(judge_of("works and paths", panel.door.of(one), (one,)) for one in QUESTIONS)
    return conclude(run, config, answered, rows, Judged(judges, (GRADE,), spending_of(panel)))
