"""The question that a judge is asked about a tree: four grades, each with evidence and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.benchmarks.taxobench.trees import Tree
from tasks.judge.grades import out_of
from tasks.llm.question import Question
from tasks.offline.taxonomy import Topic, apart, covered, shaped, sound

DIMENSIONS = ("coverage", "organisation", "logic", "topology")
_INDENT = "  "
_MOST_TOPICS = 3_000  # of a tree that a judge is shown
_DEEPEST = 30  # levels that are indented further
_LONGEST = 300  # characters of a name


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
    """What the question is given: the topics of both trees, without papers."""
    return {"topic": topic, "expert": _skeleton(expert), "tree": _skeleton(tree)}


def _skeleton(tree: Tree) -> str:
    """A nested list that is no longer than the tree is large, however deep it is."""
    shown = zip(tree.names[:_MOST_TOPICS], tree.depths, strict=False)
    lines = [f"{_INDENT * min(depth, _DEEPEST)}- {' '.join(name[:_LONGEST].split())}" for name, depth in shown]
    left_out = len(tree) - len(lines)
    return "\n".join([*lines, *([f"- … and {left_out:,} more topics"] if left_out else [])])


def _offline(inputs: Mapping[str, Any]) -> TreeGrades:
    expert, tree = listed_topics(str(inputs["expert"])), listed_topics(str(inputs["tree"]))
    found = (covered(expert, tree), apart(tree), sound(tree), shaped(expert, tree))
    return TreeGrades(**{name: Graded(**asdict(grade)) for name, grade in zip(DIMENSIONS, found, strict=True)})


def listed_topics(text: str) -> list[Topic]:
    """The topics of a nested list, as `quality_inputs` writes it."""
    lines = [(line, line.lstrip(" ")) for line in text.split("\n")]
    return [Topic(plain.removeprefix("- "), (len(line) - len(plain)) // len(_INDENT)) for line, plain in lines]


TAXONOMY_QUALITY: Question[TreeGrades] = Question(
    name="taxonomy_quality",
    version=1,
    answer=TreeGrades,
    offline=_offline,
    parameters={"temperature": 0},
    expected_tokens=700,
)
