"""The judging stage: a grade of every work by itself, whoever listed it, and of every path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc

from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.judging.questions import (
    NO_ABSTRACT,
    PATH_RATIONALITY,
    WORK_DISRUPTION,
    WORK_NOVELTY,
    Grade,
)
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import WorkGrade
from tasks.engine import AFTER_FAULTS, Context, ItemInput, Stage, Unsettled, each_async
from tasks.engine.definition import Rows
from tasks.engine.kept_rows import keep_rows
from tasks.engine.run import Run
from tasks.judge.calls import JudgingCall, judging_call
from tasks.llm.affordable import Affordable
from tasks.llm.door import asker
from tasks.llm.question import Question
from tasks.llm.reply import Unscored

QUESTIONS = (WORK_NOVELTY, WORK_DISRUPTION, PATH_RATIONALITY)
_MOST_OF_ABSTRACT = 3_000  # characters of each work of a path


@dataclass(frozen=True, slots=True)
class GradedThing:
    """All that one grade rests on: a work, or a path as text."""

    task_id: str  # of a path; "" of a work
    work: int | None
    quality: Literal["novelty", "disruption", "rationality"]
    title: str  # of a path: what was asked for
    text: str  # the abstract; of a path its works


@dataclass(frozen=True, slots=True)
class _Described:
    title: str
    year: int
    abstract: str


def graded_things(outcomes: Iterable[Outcome], release: NetworkRows) -> list[GradedThing]:
    """What is to be graded of these answers: each work once for each quality, and each path that lists a work."""
    came = list(outcomes)
    known = _described(
        {work for one in came for work in (*one.found, one.task.subject, one.task.target) if work}, release
    )
    things: dict[str, GradedThing] = {}
    for outcome in came:
        for thing in _of_answer(outcome, known):
            things.setdefault(_name(thing), thing)
    return list(things.values())


def grading_call(run: Run, things: Iterable[GradedThing]) -> JudgingCall:
    """The judge's grades; a work that was graded before, for whatever answer, is not graded again."""
    rows = {_name(thing): thing for thing in things}
    kept = keep_rows(run.storage, "graded-things", "things", GradedThing, rows)
    return judging_call(GRADE, run, kept, lambda item: _question(item.one(GradedThing)), QUESTIONS)


def _name(thing: GradedThing) -> str:
    return f"{thing.quality} {thing.task_id or thing.work}"


def _of_answer(outcome: Outcome, known: dict[int, _Described]) -> Iterator[GradedThing]:
    task = outcome.task
    if task.relation == "lineage":
        if outcome.works:
            told = [
                _told(known[work]) if work in known else "(a work that nobody knows)" for work in outcome.path if work
            ]
            yield GradedThing(task.task_id, None, "rationality", task.prompt.split("\n", 1)[0], "\n\n".join(told))
    elif task.relation in ("novel", "disruptive"):
        quality: Any = "novelty" if task.relation == "novel" else "disruption"
        for work in outcome.found:
            yield GradedThing("", work, quality, known[work].title, known[work].abstract or NO_ABSTRACT)


def _told(work: _Described) -> str:
    abstract = " ".join((work.abstract or NO_ABSTRACT)[:_MOST_OF_ABSTRACT].split())
    return f"{work.title} ({work.year}): {abstract}"


def _described(works: Iterable[int], release: NetworkRows) -> dict[int, _Described]:
    wanted = pa.array(sorted(set(works)), pa.int64())
    rows = release.works.filter(pc.is_in(release.works["work"], wanted)).select(["work", "title", "year"]).to_pylist()
    abstracts: dict[int, str] = {}
    if release.abstracts is not None:
        chosen = release.abstracts.filter(pc.is_in(release.abstracts["work"], wanted))
        abstracts = dict(zip(chosen["work"].to_pylist(), chosen["abstract"].to_pylist(), strict=True))
    return {row["work"]: _Described(row["title"], row["year"], abstracts.get(row["work"], "")) for row in rows}


def _question(thing: GradedThing) -> tuple[Question[Grade], dict[str, str]]:
    if thing.quality == "rationality":
        return PATH_RATIONALITY, {"asked": thing.title, "path": thing.text}
    question = WORK_NOVELTY if thing.quality == "novelty" else WORK_DISRUPTION
    return question, {"title": thing.title, "abstract": thing.text}


async def _grade(item: ItemInput, context: Context) -> Rows | Unsettled:
    thing = item.one(GradedThing)
    reply = await Affordable(asker(context)).ask(*_question(thing))
    told = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        why = f"{reply.answer.reason}: {reply.answer.detail}" if reply.answer.detail else reply.answer.reason
        return Unsettled({"grades": [WorkGrade(thing.task_id, thing.work, thing.quality, None, why, *told)]})
    score, reason = reply.answer.score, reply.answer.reason
    return {"grades": [WorkGrade(thing.task_id, thing.work, thing.quality, score, reason, *told)]}


GRADE = Stage(
    "work-grades",
    reads={"things": GradedThing},
    writes={"grades": WorkGrade},
    compute=each_async(_grade),
    batch=50,
    asks=lambda _item, _context: [],  # forecast as a whole: `foresee_calls`
    retries=AFTER_FAULTS,
)
