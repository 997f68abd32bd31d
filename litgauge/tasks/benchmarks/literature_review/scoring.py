"""Results of the tasks, from the rows of a score run."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.literature_review.judging import REVIEW_GRADES, REVIEW_RANKS
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import ReviewGrade
from litgauge.tasks.judge.grading import budget_left, failures
from litgauge.tasks.statistics import TaskResult

_TELLS = re.compile(
    r"\b(?:provided|given|supplied|above|attached) (?:material|list|lists|data|paths?|works|abstracts|citations)\b"
    r"|\bmaterial (?:provided|given|supplied|above)\b",
    re.IGNORECASE,
)
_JUDGED = ("grades", "judged_ranks", "person_ranks")


def task_results(rows: Rows, study: StudyRows) -> tuple[TaskResult, ...]:
    """Return the result of every task in the settings of the agent's answers; intervals resample topics."""
    grades: dict[str, dict[str, ReviewGrade]] = defaultdict(dict)
    for grade in rows.get("grades", ()):
        grades[grade.task_id][grade.dimension] = grade
    return tuple(
        TaskResult(
            task_id=task.task_id,
            cluster=task.topic,
            groups={"setting": task.setting},
            answered=bool(answer.text.strip()),
            parts={"grades": grades[task.task_id]},
        )
        for answer in rows["answers"]
        if (task := study.task.get(answer.task_id)) is not None
    )


def readdress(old: Rows, new: Rows) -> Rows:
    """Return the old grades and ranks of the reviews that the new run has."""
    answered = {answer.task_id for answer in new["answers"]}
    return {**new, **{name: [row for row in old.get(name, ()) if row.task_id in answered] for name in _JUDGED}}


def count_rows(rows: Rows) -> Mapping[str, int]:
    """Return the counts of a run; telling reviews mention the material of their writer."""
    judged = (REVIEW_GRADES, REVIEW_RANKS)
    return {
        "reviews": sum(bool(answer.text.strip()) for answer in rows["answers"]),
        "empty_reviews": sum(bool(answer.file) and not answer.text.strip() for answer in rows["answers"]),
        "telling_reviews": sum(_TELLS.search(answer.text) is not None for answer in rows["answers"]),
        "rankings": len({(row.topic, row.round) for row in rows.get("judged_ranks", ()) if row.rank is not None}),
        "judge_failed": sum(map(bool, failures(judged, rows))),
        "left_by_budget": budget_left(judged, rows),
        "people": len({row.rater for row in rows.get("person_ranks", ())}),
    }
