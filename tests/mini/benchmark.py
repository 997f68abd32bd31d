"""The miniature benchmark, declared."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.benchmark import (
    About,
    Answer,
    AnswerRows,
    Answers,
    Benchmark,
    Flows,
    GivenTask,
    NoAnswer,
    Notation,
    Release,
    Rows,
    Scoring,
    metrics_in,
)
from litgauge.tasks.benchmark.plain import assemble_tables
from litgauge.tasks.statistics import TaskResult
from tests.mini import metrics
from tests.mini.rows import HITS, HUNTS, RANKED, RELEVANT, TOPICS, Hit, Hunt, Ranked, Relevant, Topic

ABOUT = About(
    title="Paper hunts",
    summary="Find the papers of a topic.",
    made="Made up for the tests.",
    limits=("Nobody should compare agents by it.",),
)


@dataclass(frozen=True)
class MiniRows:
    """A release of hunts."""

    name: str
    digest: str
    hunts: tuple[Hunt, ...]
    topics: Mapping[str, Topic]
    points: Mapping[tuple[str, str], int]


def load_rows(release: Release) -> MiniRows:
    """The rows that scoring needs."""
    return MiniRows(
        release.name,
        release.digest,
        tuple(release.rows("hunts", Hunt)),
        {topic.topic_id: topic for topic in release.rows("topics", Topic)},
        {(row.topic_id, row.paper): row.points for row in release.rows("relevant", Relevant)},
    )


def given(release: MiniRows) -> Iterator[GivenTask]:
    """What an agent is told."""
    for hunt in release.hunts:
        yield GivenTask(hunt.task_id, f"Name {hunt.wanted} papers about {release.topics[hunt.topic_id].words}.")


def parse_list(answer: Answer, hunt: Hunt) -> AnswerRows | NoAnswer:
    """The ranked list: a paper a line, the best first."""
    papers = [line[0] for line in csv.reader(answer.text.splitlines()) if line]
    if not papers:
        return NoAnswer("it names no paper")
    return {"ranked": [Ranked(hunt.task_id, rank, paper) for rank, paper in enumerate(papers, start=1)]}


def derive(rows: Rows, release: MiniRows) -> Rows:
    """The hits among the ranked papers."""
    topics = {hunt.task_id: hunt.topic_id for hunt in release.hunts}
    hits = [
        Hit(row.task_id, row.paper, release.points[topics[row.task_id], row.paper])
        for row in rows["ranked"]
        if (topics.get(row.task_id, ""), row.paper) in release.points
    ]
    return {**rows, "hits": tuple(hits)}


def results(rows: Rows, release: MiniRows) -> tuple[TaskResult, ...]:
    """Every hunt with what came of it."""
    by_task: dict[str, dict[str, list[Any]]] = defaultdict(lambda: {"ranked": [], "hits": []})
    for name in ("ranked", "hits"):
        for row in rows[name]:
            by_task[row.task_id][name].append(row)
    return tuple(
        TaskResult(
            task_id=hunt.task_id,
            cluster=hunt.topic_id,
            groups={"field": release.topics[hunt.topic_id].field},
            answered=bool(by_task[hunt.task_id]["ranked"]),
            parts=dict(by_task[hunt.task_id]),
        )
        for hunt in release.hunts
    )


MINI = Benchmark(
    name="mini",
    title="Paper hunts",
    paper="none",
    tables=(TOPICS, RELEVANT, HUNTS),
    about=ABOUT,
    assemble=assemble_tables(TOPICS, RELEVANT, HUNTS),
    load=load_rows,
    answers=Answers(
        given_tasks=lambda release: tuple(given(release)),
        naming="<task>.csv",
        parse=parse_list,
        notation=Notation(whole=("table", "text")),
        tasks=lambda release: release.hunts,
        unanswered=lambda _hunt: {"ranked": []},
    ),
    scoring=Scoring(
        tables=(RANKED, HITS),
        derive=derive,
        results=results,
        metrics=metrics_in(metrics),
        headline=("points",),
        groups=("field",),
    ),
    flows=Flows(
        build="tests.mini.flows:build_mini",
        build_config="tests.mini.flows:MiniBuild",
    ),
    tasks="hunts",
    task_columns=("wanted",),
)
