"""Stages of TaxoBench's scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litgauge.tasks.benchmarks.taxobench.rows import AnswerNode, AnswerPaper, TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_rows import (
    BaselineInput,
    Names,
    Reviewed,
    TreePair,
    baseline_inputs,
    measured_answer,
    measured_baselines,
)
from litgauge.tasks.engine.definition import Context, ItemInput, Stage, each
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage


def _answer(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    return measured_answer(item, context)


def _trivial(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    return measured_baselines(item, context)


MEASURE = Stage(
    "trees",
    reads={"pairs": TreePair},
    writes={"answer_nodes": AnswerNode, "answer_papers": AnswerPaper, "tree_scores": TreeScore},
    compute=each(_answer),
    batch=20,
)
COMPARE = Stage(
    "trivial-trees",
    reads={"inputs": BaselineInput},
    writes={"tree_scores": TreeScore},
    compute=each(_trivial),
    batch=20,
)


def measure_trees(run: Run, pairs: Sequence[TreePair], names: Names) -> StageOutput:
    """Measure each answer."""
    inputs = write_rows(run.storage, "pairs", "pairs", TreePair, {pair.task_id: pair for pair in pairs})
    return run_stage(MEASURE, run, names, [[inputs]])


def measure_baselines(run: Run, pairs: Sequence[TreePair], names: Names, reviewed: Reviewed) -> StageOutput:
    """Measure the trivial trees of the same tasks, and the reviewers' among each other, once for all agents."""
    inputs = {row.task_id: row for row in baseline_inputs(pairs, reviewed)}
    stored = write_rows(run.storage, "baseline-inputs", "inputs", BaselineInput, inputs)
    return run_stage(COMPARE, run, names, [[stored]])
