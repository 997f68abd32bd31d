"""Results of tasks from the rows of a score run, and the items that people grade beside the judge."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from litgauge.tasks.benchmark import PeopleGrading, Rows
from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS, TREE_ERRORS, TREE_GRADES, judged_inputs
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import TreeAnswer, TreeGrade, TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_rows import tree_pairs
from litgauge.tasks.judge.grading import budget_left
from litgauge.tasks.records import Unscored
from litgauge.tasks.sheets.grades import GradedItem, GradeScale
from litgauge.tasks.statistics import TaskResult


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
    """Return the scores of the agent's own trees."""
    return [row for row in rows["tree_scores"] if row.source == "answer"]


def _result(
    answer: TreeAnswer, scores: TreeScore | None, grades: Mapping[str, TreeGrade], release: TaxoRows
) -> TaskResult:
    task = release.task[answer.task_id]
    return TaskResult(
        task_id=task.task_id,
        cluster=task.survey_id,
        groups={"mode": task.mode},
        answered=scores is None or scores.state != "missing",
        parts={"scores": scores or Unscored("the tree could not be measured"), "mode": task.mode, "grades": grades},
    )


def readdress(old: Rows, new: Rows) -> Rows:
    """Return the old judge's grades beside what the new run measured: that rests on the release, and asks nobody."""
    answered = {answer.task_id for answer in new["answers"]}
    tables = (TREE_GRADES.table, TREE_ERRORS.table)
    judged = {name: [row for row in old.get(name, ()) if row.task_id in answered] for name in tables}
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
        "left_by_budget": budget_left((TREE_GRADES, TREE_ERRORS), rows),
    }


SCALE = GradeScale(
    DIMENSIONS,
    also={
        "organization": "organisation",
        "semantic_coverage": "coverage",
        "sibling_organization": "organisation",
        "hierarchical_logic": "logic",
        "structural_topology": "topology",
    },
)
"""The last four are the names in the paper's own judge (figure 14)."""


def graded_items(rows: Rows, release: TaxoRows) -> Iterator[GradedItem]:
    """Every tree that was given, as the judge sees it; what is no tree has nothing to grade."""
    grades: dict[str, dict[str, int | None]] = defaultdict(dict)
    for grade in rows.get("tree_grades", ()):
        grades[grade.task_id][grade.dimension] = grade.score
    for pair in tree_pairs([answer for answer in rows["answers"] if answer.task_id in release.task], release):
        if shown := judged_inputs(pair):
            columns = {"topic": shown["topic"], "experts": shown["expert"], "tree": shown["tree"]}
            yield GradedItem(pair.task_id, "", "", release.task[pair.task_id].survey_id, columns, grades[pair.task_id])


GRADING = PeopleGrading(SCALE, graded_items)
