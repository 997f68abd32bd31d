"""What a score run has its judge do, stage by stage: planned, forecast as a whole, done.

For judging whose questions are known beforehand; ReportBench's, which follow from replies, are in `tasks.judge.stage`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.engine import Asked, ItemInput, Stage, plan_items
from tasks.engine.memory import StageOutput
from tasks.engine.plan import load_inputs
from tasks.engine.progress import Note, tell
from tasks.engine.run import Run, StageRun
from tasks.engine.stage import run_stage
from tasks.judge.account import judge_of
from tasks.judge.forecast import ScoreForecast, forecast_questions
from tasks.judge.panel import Panel
from tasks.llm.question import Question
from tasks.records import Judge


@dataclass(frozen=True)
class JudgingCall:
    """One judging stage over all its items; `asked` says what is put to the judge of an item, None for nothing."""

    stage_run: StageRun
    asked: Callable[[ItemInput], Asked | None]
    questions: tuple[Question[Any], ...]


def judging_call(
    stage: Stage,
    run: Run,
    kept: StageOutput,
    asked: Callable[[ItemInput], Asked | None],
    questions: Iterable[Question[Any]],
) -> JudgingCall:
    """The stage, planned over all that is kept; who answers these questions, and their words, decide its rows."""
    items = tuple(plan_items(run.storage, [[kept]], stage.reads))
    those = tuple(questions)
    return JudgingCall(StageRun(stage, run, None, run.lineage_of(those), items, (kept,)), asked, those)


def foresee_calls(panel: Panel | None, calls: Sequence[JudgingCall], what: str) -> ScoreForecast:
    """What these calls will ask and cost, told before any of them has asked; nothing is paid for.

    `what` is what the items are called, of which those are counted that are still to be judged.
    """
    if panel is None:
        return ScoreForecast((), 0, None, what)
    asked: list[Asked] = []
    pending: set[str] = set()
    for call in calls:
        one = call.stage_run
        for item in load_inputs(one.run.storage, one.pending(), one.stage.reads):
            if (question := call.asked(item)) is not None:
                asked.append(question)
                pending.add(item.id)
    forecast = forecast_questions(panel, asked, len(pending), what)
    if forecast.lines:
        tell(Note("forecast", str(forecast)))
    return forecast


def judge_all(call: JudgingCall) -> StageOutput:
    """Have the stage done; what was judged before is taken as it is."""
    one = call.stage_run
    return run_stage(
        one.stage, one.run, one.settings, [[kept] for kept in one.inputs], items=one.items, deciding=one.deciding
    )


def judges_of_calls(panel: Panel, role: str, calls: Iterable[JudgingCall]) -> tuple[Judge, ...]:
    """The model that answers each question of the calls, as the ledger keeps it."""
    return tuple(judge_of(role, panel.door.of(one), (one,)) for call in calls for one in call.questions)
