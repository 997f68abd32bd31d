"""TopFive, declared: a survey's title in, its five most cited references out."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.answers.work_lists.lists import read_answer
from litgauge.tasks.benchmark import (
    About,
    Answer,
    AnswerRows,
    Answers,
    Benchmark,
    Flows,
    GivenTask,
    NoAnswer,
    Scoring,
    metric,
)
from litgauge.tasks.benchmark.plain import PlainRelease, assemble_tables, load_tables, results_by_task
from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.citations.resolving import KnownWork, Resolver
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.statistics import MetricValue, Ratio
from tests.topfive.rows import NAMED, TASKS, WORKS, NamedWork, TopTask, TopWork

WANTED = 5


def given_tasks(release: PlainRelease) -> tuple[GivenTask, ...]:
    """Return the question about each survey; the survey itself is kept from agents."""
    question = "Name the five works that the survey “{}” cites most often, the most cited first, one a line."
    return tuple(
        GivenTask(task.task_id, question.format(task.title), withheld=(WorkIdentity(title=task.title),))
        for task in release.tasks
    )


def parse(answer: Answer, task: TopTask) -> AnswerRows | NoAnswer:
    """Return the first five works that an answer lists."""
    works = read_answer(answer).works[:WANTED]
    if not works:
        return NoAnswer("it lists no work")
    rows = [NamedWork(task.task_id, place, one.title) for place, one in enumerate(works, 1)]
    return {NAMED.name: rows}


@metric("Recall@5", source="ours", range=(0, 1), shown="paper", charted=True)
def recall(named: Sequence[NamedWork], works: Sequence[TopWork]) -> MetricValue:
    """Share of the five most cited works that the answer names."""
    known = Resolver([KnownWork(work.place, work.title) for work in works])
    matches = known.resolve([PrintedWork(work.title) for work in named])
    return Ratio(len({match.key for match in matches} - {None}), WANTED)


TOPFIVE = Benchmark(
    name="topfive",
    title="TopFive",
    paper="none",
    tables=(WORKS, TASKS),
    about=About(
        title="TopFive",
        summary="Which five works does a survey cite most?",
        made="References and citations are read out of the LaTeX of each survey; places in the text are counted.",
        limits=("Surveys that cite few works often are easy to guess.",),
    ),
    assemble=assemble_tables(WORKS, TASKS),
    load=load_tables(WORKS, TASKS, tasks=TASKS),
    answers=Answers(given_tasks=given_tasks, naming="<task>.md, a work a line", parse=parse),
    scoring=Scoring(
        tables=(NAMED,),
        results=results_by_task(NAMED, truth_tables=(WORKS,), cluster="survey_id"),
        metrics=(recall,),
        headline=("recall",),
    ),
    flows=Flows("tests.topfive.build:build_topfive", "tests.topfive.build:TopFiveBuild"),
)
