"""A small benchmark of another kind: its answers are ranked lists, its scores leave [0, 1], it declares no page.

Each task asks for papers; an answer is a list of ids. `gain` is a number of points in [-10, 30], `rank` the place of
the best paper, and `skill` goes from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from litgauge.tasks.benchmark import Page, Rows, Scoring, metric, score_rows
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import Judge, ScoreRun, Spending, Table
from litgauge.tasks.records.table import column, row
from litgauge.tasks.statistics import Inapplicable, MetricValue, NotGiven, Ratio, TaskResult


@row
class Ranking:
    """An answer: papers, the best first."""

    task_id: str = column("the task")
    papers: tuple[str, ...] = column("ids")


@dataclass(frozen=True, slots=True)
class Library:
    """The loaded release: what is wanted for each task, and its topic."""

    name: str
    digest: str
    wanted: Mapping[str, str]
    topics: Mapping[str, str]


points = partial(metric, source="ours", shown="paper", charted=True, unit="points", digits=1)


@points("Gain", range=(-10.0, 30.0))
def gain(ranking: Ranking, wanted: str) -> MetricValue:
    """Points for the wanted paper.

    30 in the first place, 10 less for each place below, 10 taken off without it.
    """
    if not ranking.papers:
        return NotGiven("empty list")
    return Ratio(max(30 - 10 * ranking.papers.index(wanted), -10) if wanted in ranking.papers else -10, 1)


@points("Rank", unit="places", range=(1.0, None), direction="lower", digits=2)
def rank(ranking: Ranking, wanted: str) -> MetricValue:
    """Place of the wanted paper."""
    if wanted not in ranking.papers:
        return Inapplicable("not in the list")
    return Ratio(ranking.papers.index(wanted) + 1, 1)


@points("Skill", range=(-1.0, 1.0))
def skill(ranking: Ranking, wanted: str) -> MetricValue:
    """First or not."""
    if wanted not in ranking.papers:
        return Ratio(-1, 1)
    return Ratio(int(ranking.papers[0] == wanted), 1)


METRICS = (gain, rank, skill)


def results(rows: Rows, library: Library) -> Sequence[TaskResult]:
    """Every task with the list that answers it."""
    given = {row.task_id: row for row in rows["rankings"]}
    return [
        TaskResult(
            task_id,
            task_id,
            {"topic": library.topics[task_id]},
            task_id in given,
            {"ranking": given.get(task_id, Ranking(task_id, ())), "wanted": wanted},
        )
        for task_id, wanted in library.wanted.items()
    ]


RANKING = replace(  # what releases and flows ask of a benchmark, no page does
    REPORTBENCH,
    name="ranking",
    title="Ranking",
    paper="no paper",
    tables=(),
    page=Page(),
    scoring=Scoring(
        tables=(Table("rankings", Ranking, "an answer", key=("task_id",)),),
        results=results,
        metrics=METRICS,
        headline=("gain",),
        groups=("topic",),
        count=lambda rows: {"papers_listed": sum(len(row.papers) for row in rows["rankings"])},
    ),
)
LIBRARY = Library(
    "ranking@1",
    "7c" * 32,
    {"<t1>": "a", "t2": "b", "t3": "c", "t4": "d"},
    {"<t1>": "Maps & charts", "t2": "Maps & charts", "t3": "", "t4": "Sound"},
)
ANSWERS = {
    "good": {"<t1>": "a b c", "t2": "b", "t3": "a c", "t4": "d a"},
    "poor": {"<t1>": "b c", "t2": "a c d b", "t4": ""},
    "idle": {},
}


def ranking_run(agent: str) -> LoadedRun:
    """A score run of one of the agents."""
    answers = tuple(Ranking(task_id, tuple(papers.split())) for task_id, papers in ANSWERS[agent].items())
    rows, counts = score_rows(RANKING.scoring, {"rankings": answers}, LIBRARY, ())
    run = ScoreRun(
        run_id=f"2026-01-02-{agent}-1",
        agent=agent,
        agent_run="",
        answers="",
        release=LIBRARY.name,
        release_digest=LIBRARY.digest,
        judges=(Judge("none", "openai", "no-model", "{}", ()),),
        code={},
        settings="{}",
        spent=Spending(),
        evidence="",
        litgauge="0.1.0",
        started="2026-01-02T10:00:00+00:00",
        ended="2026-01-02T10:01:00+00:00",
        benchmark=RANKING.name,
        counts=counts,
    )
    return LoadedRun(run, rows)
