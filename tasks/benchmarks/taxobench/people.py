"""What people grade beside the judge: the same topics of both trees, in the same four dimensions (appendix D)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tasks.benchmark import PeopleGrading, Rows
from tasks.benchmarks.taxobench.judging import DIMENSIONS, judged_inputs
from tasks.benchmarks.taxobench.release_rows import TaxoRows
from tasks.sheets.grades import GradedItem, GradeScale

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
    for answer in rows["answers"]:
        task = release.task.get(answer.task_id)
        shown = judged_inputs(answer.answer, release.trees[task.survey_id]) if task else None
        if task and shown:
            columns = {"topic": shown["topic"], "experts": shown["expert"], "tree": shown["tree"]}
            yield GradedItem(task.task_id, "", "", task.survey_id, columns, grades[task.task_id])


GRADING = PeopleGrading(SCALE, graded_items)
