"""Preferences of people and of the judge among the reviews on one topic (Table 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean

from litgauge.tasks.benchmark import PeopleRanking, Rows
from litgauge.tasks.benchmarks.literature_review.judging import DIMENSIONS
from litgauge.tasks.benchmarks.literature_review.prompts import WANTED
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import ReviewGrade
from litgauge.tasks.benchmarks.literature_review.settings import BASE
from litgauge.tasks.sheets.ranks import RankedItem
from litgauge.tasks.statistics import Ranking
from litgauge.tasks.text.markdown import shorten

_LONGEST = 1_000  # characters of a task on a sheet
BY_GRADES, SIDE_BY_SIDE = "grades", "side by side"
"""The two ways in which a judge ranks: by the mean of its five grades, and by its rankings, over all orders."""


def ranked_items(rows: Rows, study: StudyRows) -> Iterator[RankedItem]:
    """Yield every written review, with the task and without the material of its writer."""
    for answer in rows["answers"]:
        task = study.task.get(answer.task_id)
        if task is not None and answer.text.strip():
            topic = study.topics[task.topic]
            question = shorten(topic.asked.removesuffix(WANTED), _LONGEST)
            yield RankedItem(task.topic, question, task.setting, task.task_id, answer.text)


def judged_rankings(rows: Rows, study: StudyRows) -> Iterator[Ranking]:
    """Yield the judge's rankings on each topic, in both ways; reviews on which it failed are left out."""
    for topic, grades in _grades(rows, study).items():
        means = {task: -fmean(of.values()) for task, of in grades.items() if len(of) == len(DIMENSIONS)}
        if means:
            yield Ranking(BY_GRADES, topic, means)
    for topic, ranks in _ranks(rows).items():
        yield Ranking(SIDE_BY_SIDE, topic, {task: fmean(of) for task, of in ranks.items()})


def _grades(rows: Rows, study: StudyRows) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    grades: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    grade: ReviewGrade
    for grade in rows.get("grades", ()):
        if grade.score is not None and grade.task_id in study.task:
            grades[study.task[grade.task_id].topic][grade.task_id][grade.dimension] = grade.score
    return grades


def _ranks(rows: Rows) -> Mapping[str, Mapping[str, list[int]]]:
    ranks: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows.get("judged_ranks", ()):
        if row.rank is not None:
            ranks[row.topic][row.task_id].append(row.rank)
    return ranks


PREFERRING = PeopleRanking(ranked_items, judged_rankings, BASE, across=(BY_GRADES,))
