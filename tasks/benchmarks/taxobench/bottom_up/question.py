"""What a model is asked that organises papers from the bottom up (section 4, appendix F), and what it may answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tasks.benchmarks.taxobench.trees import Tree
from tasks.benchmarks.taxobench.trees.json_trees import tree_of
from tasks.benchmarks.taxobench.trees.tree import TreeBuilder, nested
from tasks.llm.question import PROMPTS, Question
from tasks.offline.title_groups import grouped_by_words

_FOLDER = PROMPTS / "agents"
_KEYS = {"name", "subtopics", "papers"}


class Topic(BaseModel):
    """A topic with what is below it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="A short name.")
    subtopics: list[Topic] = Field(description="The topics below it; empty where it holds papers.")
    papers: list[str] = Field(description="The numbers of its papers; empty where it has sub-topics.")


class Taxonomy(Topic):
    """The topic at the top, with everything below it."""

    @model_validator(mode="before")
    @classmethod
    def _in_any_shape(cls, value: Any) -> Any:
        """What models write for a tree, whatever they call its parts, in the one shape."""
        if not isinstance(value, dict) or _is_plain(value):
            return value
        tree, _ = tree_of(value)
        return value if tree is None else _whole(nested(tree))


def tree_of_answer(answer: Taxonomy) -> Tree:
    """The answer as a tree whose papers are as the model named them."""
    builder = TreeBuilder()
    waiting: list[tuple[Topic, int]] = [(answer, -1)]
    while waiting:
        topic, parent = waiting.pop()
        node = builder.add(" ".join(topic.name.split()), parent)
        for paper in topic.papers:
            builder.place(paper, node)
        waiting += [(child, node) for child in reversed(topic.subtopics)]
    return builder.build()


def organising_inputs(topic: str, papers: Mapping[int, str]) -> dict[str, str]:
    """What the question is given; `papers` are their lines by their numbers."""
    listed = "\n\n".join(f"[{number}] {told}" for number, told in papers.items())
    return {"topic": topic, "count": str(len(papers)), "papers": listed}


def _is_plain(value: Mapping[str, Any]) -> bool:
    """Whether it is in the shape that was asked for, all the way down."""
    waiting: list[Any] = [value]
    while waiting:
        topic = waiting.pop()
        if not isinstance(topic, dict) or topic.keys() != _KEYS or not isinstance(topic["subtopics"], list):
            return False
        if not isinstance(topic["papers"], list) or not all(isinstance(one, str) for one in topic["papers"]):
            return False
        waiting += topic["subtopics"]
    return True


def _whole(topic: dict[str, Any]) -> dict[str, Any]:
    """A tree in the published format with both lists at every topic."""
    waiting = [topic]
    while waiting:
        one = waiting.pop()
        one.setdefault("subtopics", [])
        one.setdefault("papers", [])
        waiting += one["subtopics"]
    return topic


def _offline(inputs: Mapping[str, Any]) -> Taxonomy:
    numbered = [line for line in str(inputs["papers"]).split("\n") if line.startswith("[")]
    found = [(line[1:].partition("] ")[0], line.partition("] ")[2]) for line in numbered]
    papers = [(number, title) for number, title in found if number.isdecimal()]
    groups = grouped_by_words([title for _, title in papers])
    topics = [
        {"name": name, "subtopics": [], "papers": [papers[position][0] for position in positions]}
        for name, positions in groups.items()
    ]
    return Taxonomy.model_validate({"name": str(inputs["topic"]), "subtopics": topics, "papers": []})


ORGANISE_PAPERS: Question[Taxonomy] = Question(
    name="organise_papers",
    version=1,
    answer=Taxonomy,
    offline=_offline,
    parameters={"max_output_tokens": 8192},
    expected_tokens=1_500,
    folder=_FOLDER,
)
ORGANISE_AGAIN: Question[Taxonomy] = Question(
    name="organise_papers_again",
    version=1,
    answer=Taxonomy,
    offline=_offline,
    parameters={"max_output_tokens": 8192},
    expected_tokens=1_500,
    folder=_FOLDER,
)


def as_lines(tree: Tree) -> str:
    """A tree as a model is shown it again."""
    return "\n".join(tree.lines())
