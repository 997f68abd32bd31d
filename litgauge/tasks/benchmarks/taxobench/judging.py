"""Judgement of a tree: four grades (section 3.2, appendix G), and types of errors (appendix E).

Both questions are about the topics of two trees, the agent's and the experts', without papers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator

from litgauge.tasks.benchmarks.taxobench.rows import TreeErrors as TreeErrorRow
from litgauge.tasks.benchmarks.taxobench.rows import TreeGrade
from litgauge.tasks.benchmarks.taxobench.tree_rows import TreePair
from litgauge.tasks.benchmarks.taxobench.trees import Tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.judge.grades import out_of
from litgauge.tasks.judge.grading import Grading, Judgement
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.taxonomy import Topic, apart, covered, shaped, sound, taxonomy_errors

DIMENSIONS = ("coverage", "organisation", "logic", "topology")
_INDENT = "  "
_MOST_TOPICS = 3_000  # of a tree that a judge is shown
_DEEPEST = 30  # levels that are indented further
_LONGEST = 300  # characters of a name
_NO_LETTERS = re.compile(r"[^a-z]+")

CoverageType = Literal[
    "missing_core_branches", "irrelevant_additions", "conceptual_deviation", "missing_subfields", "incomplete_recall"
]
OrganisationType = Literal[
    "semantic_overlap",
    "inconsistent_classification",
    "mece_violation",
    "blurred_boundaries",
    "over_fragmentation",
    "under_fragmentation",
]
LogicType = Literal[
    "abstraction_mismatch",
    "misplaced_nodes",
    "forced_hierarchy",
    "logical_inconsistency",
    "missing_intermediate",
    "inverted_relationships",
]
TopologyType = Literal[
    "structural_imbalance", "over_expanded", "too_shallow", "under_expanded", "granularity_mismatch", "too_deep"
]

ERROR_TYPES: dict[str, tuple[str, ...]] = {
    "coverage": get_args(CoverageType),
    "organisation": get_args(OrganisationType),
    "logic": get_args(LogicType),
    "topology": get_args(TopologyType),
}
"""The types of each dimension, in the order of Table 6."""

_PUBLISHED = (
    0.775, 0.708, 0.679, 0.580, 0.166,
    0.759, 0.660, 0.512, 0.403, 0.118, 0.032,
    0.530, 0.461, 0.449, 0.285, 0.056, 0.006,
    0.834, 0.492, 0.446, 0.424, 0.363, 0.193,
)  # fmt: skip
PUBLISHED: dict[str, float] = dict(
    zip((name for names in ERROR_TYPES.values() for name in names), _PUBLISHED, strict=True)
)
"""The share of 1,000 trees of many models that the paper's judge found each type in (Table 6)."""


def in_words(error_type: str) -> str:
    """Return the type as people read it.

    >>> in_words("mece_violation"), in_words("too_deep"), in_words("over_expanded")
    ('MECE violation', 'Too deep', 'Over-expanded')
    """
    first, _, rest = error_type.partition("_")
    if first == "mece":
        return f"MECE {rest}"
    return f"{first.capitalize()}{'-' if first in ('over', 'under') else ' '}{rest.replace('_', ' ')}"


class Graded(BaseModel):
    """One grade."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    evidence: str = Field(description="Topics of either taxonomy, by their names, that the grade rests on.")
    reason: str = Field(min_length=1, description="One or two sentences: what fits and what does not.")
    score: Annotated[int, out_of(5)] = Field(ge=1, le=5, description="The grade, a whole number from 1 to 5.")


class TreeGrades(BaseModel):
    """All four; a reply that skips one is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    coverage: Graded
    organisation: Graded
    logic: Graded
    topology: Graded


def quality_inputs(topic: str, expert: Tree, tree: Tree) -> dict[str, str]:
    """Return what the question is given: the topics of both trees, without papers."""
    return {"topic": topic, "expert": _skeleton(expert), "tree": _skeleton(tree)}


def _skeleton(tree: Tree) -> str:
    """A nested list that is no longer than the tree is large, however deep it is."""
    shown = zip(tree.names[:_MOST_TOPICS], tree.depths, strict=False)
    lines = [f"{_INDENT * min(depth, _DEEPEST)}- {' '.join(name[:_LONGEST].split())}" for name, depth in shown]
    left_out = len(tree) - len(lines)
    return "\n".join([*lines, *([f"- … and {left_out:,} more topics"] if left_out else [])])


def _grades_by_rules(inputs: Mapping[str, Any]) -> TreeGrades:
    expert, tree = listed_topics(str(inputs["expert"])), listed_topics(str(inputs["tree"]))
    grades = (covered(expert, tree), apart(tree), sound(tree), shaped(expert, tree))
    return TreeGrades(**{name: Graded(**asdict(grade)) for name, grade in zip(DIMENSIONS, grades, strict=True)})


def listed_topics(text: str) -> list[Topic]:
    """Return the topics of a nested list, as `quality_inputs` writes it."""
    lines = [(line, line.lstrip(" ")) for line in text.split("\n")]
    return [Topic(plain.removeprefix("- "), (len(line) - len(plain)) // len(_INDENT)) for line, plain in lines]


TAXONOMY_QUALITY: Question[TreeGrades] = Question(
    name="taxonomy_quality",
    version=1,
    answer=TreeGrades,
    offline=_grades_by_rules,
    parameters={"temperature": 0},
    expected_tokens=700,
)


TAXONOMY_QUALITY_OF_PAPER = replace(TAXONOMY_QUALITY, name="taxonomy_quality_paper")
"""The rubric of the paper's figure 14, in our words."""


class _Error(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    evidence: str = Field(description="Topics of either taxonomy, by their names, that show the error.")

    @field_validator("type", mode="before", check_fields=False)
    @classmethod
    def _plain(cls, value: Any) -> Any:
        """The types as models write them: "MECE Violation" is mece_violation."""
        return _NO_LETTERS.sub("_", value.strip().lower()) if isinstance(value, str) else value


class CoverageError(_Error):
    """What is missing, or has no place there."""

    type: CoverageType


class OrganisationError(_Error):
    """What is wrong among topics under the same parent."""

    type: OrganisationType


class LogicError(_Error):
    """What is wrong between a topic and the one above it."""

    type: LogicType


class TopologyError(_Error):
    """What is wrong with the shape."""

    type: TopologyType


class TreeErrors(BaseModel):
    """The errors of each dimension, none for an empty list; a reply that skips a dimension is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    coverage: list[CoverageError]
    organisation: list[OrganisationError]
    logic: list[LogicError]
    topology: list[TopologyError]


def _errors_by_rules(inputs: Mapping[str, Any]) -> TreeErrors:
    expert, tree = listed_topics(str(inputs["expert"])), listed_topics(str(inputs["tree"]))
    errors = taxonomy_errors(expert, tree)
    return TreeErrors.model_validate(
        {
            dimension: [{"type": name, "evidence": errors[name]} for name in names if name in errors]
            for dimension, names in ERROR_TYPES.items()
        }
    )


TAXONOMY_ERRORS: Question[TreeErrors] = Question(
    name="taxonomy_errors",
    version=1,
    answer=TreeErrors,
    offline=_errors_by_rules,
    parameters={"temperature": 0},
    expected_tokens=600,
)


def judged_inputs(pair: TreePair) -> dict[str, str] | None:
    """Return the inputs of both questions; None where no tree was given, or what was given is none."""
    tree, expert = pair.read.tree, pair.expert.tree
    if tree is None:
        return None
    return quality_inputs(expert.names[0], expert, leaves_as_papers(tree, pair.expert.titles, pair.listed))


def _about_grades(pair: TreePair) -> tuple[Question[TreeGrades], dict[str, str]] | None:
    inputs = judged_inputs(pair)
    return None if inputs is None else (TAXONOMY_QUALITY, inputs)


def _about_grades_of_paper(pair: TreePair) -> tuple[Question[TreeGrades], dict[str, str]] | None:
    inputs = judged_inputs(pair)
    return None if inputs is None else (TAXONOMY_QUALITY_OF_PAPER, inputs)


def _about_errors(pair: TreePair) -> tuple[Question[TreeErrors], dict[str, str]] | None:
    inputs = judged_inputs(pair)
    return None if inputs is None else (TAXONOMY_ERRORS, inputs)


def _grade_rows(pair: TreePair, judgement: Judgement[TreeGrades]) -> list[TreeGrade]:
    if judgement.answer is None:
        failed = (None, "", judgement.failure, *judgement.source)
        return [TreeGrade(pair.task_id, name, *failed) for name in DIMENSIONS]
    grades = {name: getattr(judgement.answer, name) for name in DIMENSIONS}
    return [
        TreeGrade(pair.task_id, name, grade.score, grade.evidence, grade.reason, *judgement.source)
        for name, grade in grades.items()
    ]


def _error_rows(pair: TreePair, judgement: Judgement[TreeErrors]) -> list[TreeErrorRow]:
    if judgement.answer is None:
        failed = (False, (), (), judgement.failure, *judgement.source)
        return [TreeErrorRow(pair.task_id, name, *failed) for name in DIMENSIONS]
    rows = []
    for name in DIMENSIONS:
        errors: dict[str, str] = {}
        for error in getattr(judgement.answer, name):
            errors.setdefault(error.type, error.evidence)  # named twice: the first
        rows.append(
            TreeErrorRow(pair.task_id, name, True, tuple(errors), tuple(errors.values()), "", *judgement.source)
        )
    return rows


TREE_GRADES = Grading(
    name="tree-grades",
    role="trees",
    things="pairs",
    thing=TreePair,
    table="tree_grades",
    row=TreeGrade,
    questions=(TAXONOMY_QUALITY,),
    ask=_about_grades,
    rows=_grade_rows,
)
TREE_GRADES_OF_PAPER = replace(
    TREE_GRADES, name="tree-grades-paper", questions=(TAXONOMY_QUALITY_OF_PAPER,), ask=_about_grades_of_paper
)
Rubric = Literal["ours", "paper"]
GRADES_BY_RUBRIC: dict[Rubric, Grading[TreePair, TreeGrades]] = {"ours": TREE_GRADES, "paper": TREE_GRADES_OF_PAPER}
TREE_ERRORS = Grading(
    name="tree-errors",
    role="trees",
    things="pairs",
    thing=TreePair,
    table="tree_errors",
    row=TreeErrorRow,
    questions=(TAXONOMY_ERRORS,),
    ask=_about_errors,
    rows=_error_rows,
    failed=lambda row: not row.judged,
)
