"""What came of every task, out of the rows of a score run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from tasks.benchmark import Rows
from tasks.benchmarks.taxobench.release_rows import TaxoRows
from tasks.benchmarks.taxobench.tables import TreeAnswer, TreeGrade, TreeScore
from tasks.records import Unscored
from tasks.records.unscored import left_by_budget
from tasks.statistics import JudgedItem, TaskResult

_JUDGED = ("tree_grades", "tree_errors")


def task_results(rows: Rows, release: TaxoRows) -> tuple[TaskResult, ...]:
    """Every task of the modes that the agent took part in; a stage that failed on a tree leaves it unscored."""
    scores = {row.task_id: row for row in own_scores(rows)}
    grades: dict[str, dict[str, TreeGrade]] = defaultdict(dict)
    for grade in rows.get("tree_grades", ()):
        grades[grade.task_id][grade.dimension] = grade
    results = []
    for answer in rows["answers"]:
        if answer.task_id in release.task:
            results.append(_result(answer, scores.get(answer.task_id), grades[answer.task_id], release))
    return tuple(results)


def own_scores(rows: Rows) -> list[TreeScore]:
    """The scores of the agent's own trees."""
    return [row for row in rows["tree_scores"] if row.source == "answer"]


def _result(
    answer: TreeAnswer, scores: TreeScore | None, grades: Mapping[str, TreeGrade], release: TaxoRows
) -> TaskResult:
    task = release.task[answer.task_id]
    return TaskResult(
        task_id=task.task_id,
        cluster=task.survey_id,
        groups={"mode": task.mode},
        given=scores is None or scores.state != "missing",
        parts={"scores": scores or Unscored("the tree could not be measured"), "mode": task.mode, "grades": grades},
    )


def readdress(old: Rows, new: Rows) -> Rows:
    """The old judge's grades beside what the new run measured: that rests on the release, and asks nobody."""
    answered = {answer.task_id for answer in new["answers"]}
    judged = {name: [row for row in old.get(name, ()) if row.task_id in answered] for name in _JUDGED}
    return {**new, **judged}


def count_rows(rows: Rows) -> Mapping[str, int]:
    """Trees by state, and their papers."""
    own = own_scores(rows)
    states = Counter(row.state for row in own)
    return {
        "trees": states["measured"],
        "unreadable_trees": states["unreadable"],
        "papers_found": sum(row.found for row in own),
        "papers_invented": sum(row.invented for row in own),
        "left_by_budget": sum(left_by_budget(reason) for reason in _judged(rows)),
    }


def failures(rows: Rows) -> Iterator[str]:
    """Of everything that the judge was asked about a tree why there is no answer; "" where there is one.

    What the budget did not reach is not among it.
    """
    return (reason for reason in _judged(rows) if not left_by_budget(reason))


def _judged(rows: Rows) -> Iterator[str]:
    """One reason for each tree and question, "" for an answer."""
    asked: dict[tuple[str, str], str] = {}
    for grade in rows.get("tree_grades", ()):
        asked["grades", grade.task_id] = grade.reason if grade.score is None else ""
    for errors in rows.get("tree_errors", ()):
        asked["errors", errors.task_id] = errors.reason
    yield from asked.values()


def grade_labels(rows: Rows) -> Iterator[JudgedItem]:
    """The grades as a rater's labels, one kind a dimension."""
    for grade in rows.get("tree_grades", ()):
        label = None if grade.score is None else str(grade.score)
        yield JudgedItem(f"judge_{grade.dimension}", (grade.task_id,), label)
