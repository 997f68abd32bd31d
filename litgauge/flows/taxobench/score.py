"""TaxoBench's evaluation: from an agent's trees to numbers (arXiv 2601.12369, section 3)."""

from __future__ import annotations

import json
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.judging import Judging, run_judged
from litgauge.flows.pipeline.score import score_name, take_answers
from litgauge.flows.taxobench.config import TaxoScoreConfig
from litgauge.tasks.agents.shown_texts import shown_texts
from litgauge.tasks.benchmark import EXCUSED
from litgauge.tasks.benchmarks.taxobench.fates import paper_fates
from litgauge.tasks.benchmarks.taxobench.judging import GRADES_BY_RUBRIC, TREE_ERRORS
from litgauge.tasks.benchmarks.taxobench.rows import AgentInput, AnswerNode, AnswerPaper, TreeScore
from litgauge.tasks.benchmarks.taxobench.stage import COMPARE, MEASURE, measure_baselines, measure_trees
from litgauge.tasks.benchmarks.taxobench.tree_rows import Names, reviewed_trees, tree_pairs
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.judge import Panel
from litgauge.tasks.ledger import load_trajectory
from litgauge.tasks.records import AgentRun
from litgauge.tasks.records.trajectories import CALLS
from litgauge.tasks.retrieval.embedding import minilm_installed


@flow(name="score-trees", flow_run_name=score_name, persist_result=False)
def score_trees(
    config: TaxoScoreConfig = TaxoScoreConfig(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Score an agent's taxonomies against those of experts.

    Args:
        config: which trees, which release, by what the likeness of names is told
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release or metric code

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more trees than the allowed share, the run is written, too, and then
    fails (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores)


def score(run: Run, panel: Panel | None, config: TaxoScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from answers to the ledger."""
    answers = take_answers(run, config, rescores)
    names = Names(_kind(config), config.released)
    pairs = tree_pairs(answers.rows["answers"], answers.release)
    things = {pair.task_id: pair for pair in pairs}
    judging = Judging(
        run, panel, {GRADES_BY_RUBRIC[config.rubric]: things, TREE_ERRORS: things if config.errors else None}, "trees"
    )
    forecast = judging.forecast()
    if config.forecast_only:
        return {"agent": config.agent, "release": answers.release.name, "forecast": forecast.as_json()}
    # Sections 3.1 and 3.2: papers found, how they are grouped, and how the topics lie above them
    outputs = [measured := measure_trees(run, pairs, names)]
    if config.baselines:
        outputs.append(measure_baselines(run, pairs, names, reviewed_trees(answers.release)))
    rows = {
        **answers.rows,
        "agent_inputs": agent_inputs(config, answers.agent_run),
        "answer_nodes": list(read_rows(run.storage, measured, "answer_nodes", AnswerNode)),
        "answer_papers": list(read_rows(run.storage, measured, "answer_papers", AnswerPaper)),
        "tree_scores": [row for output in outputs for row in read_rows(run.storage, output, "tree_scores", TreeScore)],
    }
    excused = {row.task_id for row in answers.rows.get(EXCUSED.name, ())}
    scored_answers = [answer for answer in rows["answers"] if answer.task_id not in excused]
    rows["paper_fates"] = paper_fates(
        scored_answers, rows["answer_papers"], answers.release, _shown(run, answers.agent_run)
    )
    # Section 3.2: what a judge says of the topics; Table 6: what it finds wrong with them
    return judging.conclude(config, answers, {**rows, **judging.rows()}, stages=(MEASURE, COMPARE))


def _shown(run: Run, agent_run: AgentRun) -> dict[str, tuple[str, ...]]:
    """Return what the agent was shown, where we ran it."""
    calls = load_trajectory(run.storage, agent_run.run_id).get(CALLS.name, ())
    return shown_texts(run.storage, calls)


def agent_inputs(config: TaxoScoreConfig, run: AgentRun) -> list[AgentInput]:
    """Return what the agent knew of each paper: as the config says, else as the agent that we ran was configured."""
    ran = json.loads(run.settings) if run.settings else {}
    given_input = config.input or ran.get("input", "")
    model = ran.get("model", {})
    system = config.system or model.get("model") or (model.get("provider") if ran else "") or config.agent
    return [AgentInput(system, given_input)] if given_input else []


def _kind(config: TaxoScoreConfig) -> Any:
    """Return the embedding by its own name: an extra that is installed later is another measure, not the same again."""
    if config.embedding != "best":
        return config.embedding
    return "minilm" if minilm_installed() else "lexical"
