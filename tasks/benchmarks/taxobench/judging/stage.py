"""The judging stage: four grades of every tree that was given."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmarks.taxobench.judging.question import DIMENSIONS, TAXONOMY_QUALITY, quality_inputs
from tasks.benchmarks.taxobench.measures import leaves_as_papers
from tasks.benchmarks.taxobench.measuring import TreePair
from tasks.benchmarks.taxobench.tables import TreeGrade
from tasks.benchmarks.taxobench.trees import read_tree
from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, Unsettled, each_async
from tasks.engine.definition import Rows
from tasks.engine.kept_rows import keep_rows
from tasks.engine.memory import StageOutput
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.llm.affordable import Affordable
from tasks.llm.door import asker
from tasks.llm.reply import Unscored


def grade_trees(run: Run, pairs: Sequence[TreePair]) -> StageOutput:
    """The judge's grades; a tree that was not given, or is none, has no grade to get."""
    kept = keep_rows(run.storage, "pairs", "pairs", TreePair, {pair.task_id: pair for pair in pairs})
    return run_stage(GRADE, run, None, [[kept]], deciding=run.lineage_of([TAXONOMY_QUALITY]))


def _inputs(pair: TreePair) -> dict[str, str] | None:
    tree = read_tree(pair.answer).tree
    if tree is None:
        return None
    expert = pair.expert.tree
    return quality_inputs(expert.names[0], expert, leaves_as_papers(tree, pair.expert.titles))


def _asked(item: ItemInput, _context: Context) -> list[Asked]:
    inputs = _inputs(item.one(TreePair))
    return [(TAXONOMY_QUALITY, inputs)] if inputs else []


async def _grade(item: ItemInput, context: Context) -> Rows | Unsettled:
    pair = item.one(TreePair)
    inputs = _inputs(pair)
    if inputs is None:
        return {"tree_grades": []}
    reply = await Affordable(asker(context)).ask(TAXONOMY_QUALITY, inputs)
    told = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        why = f"{reply.answer.reason}: {reply.answer.detail}" if reply.answer.detail else reply.answer.reason
        return Unsettled({"tree_grades": [TreeGrade(pair.task_id, name, None, "", why, *told) for name in DIMENSIONS]})
    grades = {name: getattr(reply.answer, name) for name in DIMENSIONS}
    return {
        "tree_grades": [
            TreeGrade(pair.task_id, name, grade.score, grade.evidence, grade.reason, *told)
            for name, grade in grades.items()
        ]
    }


GRADE = Stage(
    "tree-grades",
    reads={"pairs": TreePair},
    writes={"tree_grades": TreeGrade},
    compute=each_async(_grade),
    batch=20,
    asks=_asked,
    retries=AFTER_FAULTS,
)
