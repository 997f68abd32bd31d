"""The judging stages: four grades of every tree that was given, and the types of errors that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tasks.benchmarks.taxobench.judging.error_question import TAXONOMY_ERRORS
from tasks.benchmarks.taxobench.judging.inputs import judged_inputs
from tasks.benchmarks.taxobench.judging.question import DIMENSIONS, TAXONOMY_QUALITY
from tasks.benchmarks.taxobench.tables import TreeErrors, TreeGrade
from tasks.benchmarks.taxobench.tree_rows import TreePair
from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, Unsettled, each_async
from tasks.engine.definition import Rows
from tasks.engine.kept_rows import keep_rows
from tasks.engine.run import Run
from tasks.judge.calls import JudgingCall, judging_call
from tasks.llm.affordable import Affordable
from tasks.llm.door import asker
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored


def tree_calls(run: Run, pairs: Sequence[TreePair], *, errors: bool) -> list[JudgingCall]:
    """Four grades a tree, and with `errors` its types of errors; one that was not given, or is none, is not shown."""
    kept = keep_rows(run.storage, "pairs", "pairs", TreePair, {pair.task_id: pair for pair in pairs})
    wanted: list[tuple[Stage, Question[Any]]] = [
        (GRADE, TAXONOMY_QUALITY),
        *([(ERRORS, TAXONOMY_ERRORS)] if errors else []),
    ]
    return [
        judging_call(stage, run, kept, partial(_asked, question), [question])
        for stage, question in wanted[: 1 + errors]
    ]


def _asked(question: Question[Any], item: ItemInput) -> Asked | None:
    inputs = _inputs(item.one(TreePair))
    return None if inputs is None else (question, inputs)


def _inputs(pair: TreePair) -> dict[str, str] | None:
    return judged_inputs(pair.answer, pair.expert.tree)


async def _grade(item: ItemInput, context: Context) -> Rows | Unsettled:
    pair = item.one(TreePair)
    inputs = _inputs(pair)
    if inputs is None:
        return {"tree_grades": []}
    reply = await Affordable(asker(context)).ask(TAXONOMY_QUALITY, inputs)
    told = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        why = _why(reply)
        return Unsettled({"tree_grades": [TreeGrade(pair.task_id, name, None, "", why, *told) for name in DIMENSIONS]})
    grades = {name: getattr(reply.answer, name) for name in DIMENSIONS}
    return {
        "tree_grades": [
            TreeGrade(pair.task_id, name, grade.score, grade.evidence, grade.reason, *told)
            for name, grade in grades.items()
        ]
    }


async def _errors(item: ItemInput, context: Context) -> Rows | Unsettled:
    pair = item.one(TreePair)
    inputs = _inputs(pair)
    if inputs is None:
        return {"tree_errors": []}
    reply = await Affordable(asker(context)).ask(TAXONOMY_ERRORS, inputs)
    told = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        why = _why(reply)
        rows = [TreeErrors(pair.task_id, name, False, (), (), why, *told) for name in DIMENSIONS]
        return Unsettled({"tree_errors": rows})
    rows = []
    for name in DIMENSIONS:
        found = {
            error.type: error.evidence for error in reversed(getattr(reply.answer, name))
        }  # named twice: the first
        types = tuple(reversed(found))
        rows.append(TreeErrors(pair.task_id, name, True, types, tuple(found[one] for one in types), "", *told))
    return {"tree_errors": rows}


def _why(reply: Reply[Any]) -> str:
    failure: Unscored = reply.answer
    return f"{failure.reason}: {failure.detail}" if failure.detail else failure.reason


GRADE = Stage(
    "tree-grades",
    reads={"pairs": TreePair},
    writes={"tree_grades": TreeGrade},
    compute=each_async(_grade),
    batch=20,
    asks=lambda _item, _context: [],  # forecast as a whole: `foresee_calls`
    retries=AFTER_FAULTS,
)
ERRORS = Stage(
    "tree-errors",
    reads={"pairs": TreePair},
    writes={"tree_errors": TreeErrors},
    compute=each_async(_errors),
    batch=20,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)
