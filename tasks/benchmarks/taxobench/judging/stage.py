"""The judging stages: four grades of every tree that was given, and the types of errors that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.taxobench.judging.error_question import TAXONOMY_ERRORS
from tasks.benchmarks.taxobench.judging.inputs import judged_inputs
from tasks.benchmarks.taxobench.judging.question import DIMENSIONS, TAXONOMY_QUALITY
from tasks.benchmarks.taxobench.measuring import TreePair
from tasks.benchmarks.taxobench.tables import TreeErrors, TreeGrade
from tasks.engine import AFTER_FAULTS, Context, ItemInput, Stage, Unsettled, each_async, plan_items
from tasks.engine.definition import Rows
from tasks.engine.kept_rows import keep_rows
from tasks.engine.memory import StageOutput
from tasks.engine.plan import load_inputs
from tasks.engine.progress import Note, tell
from tasks.engine.run import Run, StageRun
from tasks.engine.stage import run_stage
from tasks.judge.forecast import ScoreForecast, forecast_questions
from tasks.judge.panel import Panel
from tasks.llm.affordable import Affordable
from tasks.llm.door import asker
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored


@dataclass(frozen=True)
class TreeJudging:
    """What a score run has its judge do; a tree that was not given, or is none, is not shown to it."""

    run: Run
    pairs: StageOutput

    @staticmethod
    def of(run: Run, pairs: Sequence[TreePair]) -> TreeJudging:
        """The judging of these answers."""
        kept = keep_rows(run.storage, "pairs", "pairs", TreePair, {pair.task_id: pair for pair in pairs})
        return TreeJudging(run, kept)

    def grades(self) -> StageRun:
        """Four grades a tree."""
        return self._call(GRADE, TAXONOMY_QUALITY)

    def errors(self) -> StageRun:
        """The types of errors of each tree."""
        return self._call(ERRORS, TAXONOMY_ERRORS)

    def _call(self, stage: Stage, question: Question[Any]) -> StageRun:
        items = tuple(plan_items(self.run.storage, [[self.pairs]], stage.reads))
        return StageRun(stage, self.run, None, self.run.lineage_of([question]), items, (self.pairs,))


def foresee_trees(panel: Panel, calls: Sequence[tuple[StageRun, Question[Any]]]) -> ScoreForecast:
    """What these stages will ask and cost, told before any of them has asked; nothing is paid for."""
    asked = []
    for call, question in calls:
        pending = call.pending()
        found = (_inputs(item.one(TreePair)) for item in load_inputs(call.run.storage, pending, call.stage.reads))
        asked.append((question, [inputs for inputs in found if inputs]))
    forecast = forecast_questions(panel, asked, max((len(inputs) for _, inputs in asked), default=0), "trees")
    if forecast.lines:
        tell(Note("forecast", str(forecast)))
    return forecast


def judge_trees(call: StageRun) -> StageOutput:
    """Do one of the stages."""
    return run_stage(
        call.stage, call.run, call.settings, [[one] for one in call.inputs], items=call.items, deciding=call.deciding
    )


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
    asks=lambda _item, _context: [],  # forecast as a whole: `foresee_trees`
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
