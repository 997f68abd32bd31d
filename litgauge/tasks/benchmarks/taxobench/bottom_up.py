"""Bottom-up organisation of papers by a model (section 4, appendix F): question, check of the tree, and retries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator

from litgauge.tasks.base.shipped_files import PROMPTS
from litgauge.tasks.benchmarks.taxobench.match_papers import Alignment, align_papers
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.benchmarks.taxobench.trees.json_trees import tree_of
from litgauge.tasks.benchmarks.taxobench.trees.tree import TreeBuilder, nested
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Reply, Unscored
from litgauge.tasks.offline.title_groups import grouped_by_words

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
        """Return a tree in any shape that models write in the shape of this class."""
        if not isinstance(value, dict) or _is_plain(value):
            return value
        tree, _ = tree_of(value)
        return value if tree is None else _whole(nested(tree))


def tree_of_answer(answer: Taxonomy) -> Tree:
    """Return the answer as a tree whose papers are as the model named them."""
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
    """Return the inputs of the question; `papers` are descriptions by number."""
    listed = "\n\n".join(f"[{number}] {lines}" for number, lines in papers.items())
    return {"topic": topic, "count": str(len(papers)), "papers": listed}


def _is_plain(value: Mapping[str, Any]) -> bool:
    """Return whether a value has the shape of the answer model at every level."""
    waiting: list[Any] = [value]
    while waiting:
        topic = waiting.pop()
        if not isinstance(topic, dict) or topic.keys() != _KEYS or not isinstance(topic["subtopics"], list):
            return False
        if not isinstance(topic["papers"], list) or not all(isinstance(paper, str) for paper in topic["papers"]):
            return False
        waiting += topic["subtopics"]
    return True


def _whole(topic: dict[str, Any]) -> dict[str, Any]:
    """A tree in the published format with both lists at every topic."""
    waiting = [topic]
    while waiting:
        node = waiting.pop()
        node.setdefault("subtopics", [])
        node.setdefault("papers", [])
        waiting += node["subtopics"]
    return topic


def _offline(inputs: Mapping[str, Any]) -> Taxonomy:
    numbered = [line for line in str(inputs["papers"]).split("\n") if line.startswith("[")]
    pairs = [(line[1:].partition("] ")[0], line.partition("] ")[2]) for line in numbered]
    papers = [(number, title) for number, title in pairs if number.isdecimal()]
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


MOST_FAULTS = 60
"""Faults that are listed for a model at once."""
_SHOWN = 100  # characters of a title or a name


@dataclass(frozen=True, slots=True)
class Checked:
    """A tree with its papers under the titles that were given, as far as they are such papers, and its faults."""

    tree: Tree
    faults: tuple[str, ...]  # in words that a model can act on

    def listed(self) -> str:
        """Return the faults as a list."""
        more = len(self.faults) - MOST_FAULTS
        lines = [f"- {fault}" for fault in self.faults[:MOST_FAULTS]]
        return "\n".join([*lines, *([f"- and {more} more"] if more > 0 else [])])


def check_tree(tree: Tree, titles: Sequence[str]) -> Checked:
    """Return the tree; it has no faults if each paper is in it exactly once, at a leaf, and every topic has a name.

    Papers are named by their numbers in the list, from 1, or by titles as models write them.
    """
    alignment = align_papers(titles, [placed.title for placed in tree.papers])
    title_at = {pair.found: titles[pair.expected] for pair in alignment.pairs}
    for position in alignment.doubled:
        for pair in align_papers(titles, [tree.papers[position].title]).pairs:
            title_at[position] = titles[pair.expected]
    papers = (Placed(title_at.get(at, placed.title), placed.node) for at, placed in enumerate(tree.papers))
    faults = (*_of_papers(tree, titles, alignment), *_of_topics(tree))
    return Checked(Tree(tree.names, tree.parents, tuple(papers)), faults)


def _of_papers(tree: Tree, titles: Sequence[str], alignment: Alignment) -> Iterator[str]:
    for position in alignment.missing:
        yield f"paper {position + 1} is missing: {_short(titles[position])}"
    for position in alignment.doubled:
        placed = tree.papers[position]
        yield f"{_short(placed.title)} under {_where(tree, placed.node)} stands somewhere else already"
    for position in alignment.invented:
        placed = tree.papers[position]
        yield f"{_short(placed.title)} under {_where(tree, placed.node)} is none of the papers"


def _of_topics(tree: Tree) -> Iterator[str]:
    holding: dict[int, list[str]] = defaultdict(list)
    for placed in tree.papers:
        holding[placed.node].append(placed.title)
    for node, name in enumerate(tree.names):
        if not name.strip():
            children = ", ".join(_short(tree.names[child]) for child in tree.children[node][:5])
            if node == 0:
                yield f"there is no topic at the top: put {children or 'everything'} under one, and give it a name"
            else:
                yield f"a topic under {_where(tree, tree.parents[node])} has no name"
        if tree.children[node] and node in holding:
            papers = ", ".join(map(_short, holding[node][:5]))
            yield f"{_where(tree, node)} has papers beside its sub-topics: put {papers} below one of them"
        if not tree.children[node] and node not in holding:
            yield f"{_where(tree, node)} has neither papers nor sub-topics"


def _where(tree: Tree, node: int) -> str:
    path = [_short(name) for name in tree.named_path(node)]
    return " > ".join(path if len(path) < 5 else [path[0], "…", *path[-3:]])


def _short(text: str) -> str:
    """In quotation marks, cut off where it is long.

    >>> _short("a" * 200) == "“" + "a" * 100 + "…”"
    True
    """
    return f"“{text}”" if len(text) <= _SHOWN else f"“{text[:_SHOWN]}…”"


MOST_ATTEMPTS = 10


class Ask(Protocol):
    """Whoever answers: a door, or the session of a run."""

    async def __call__(
        self, question: Question[Taxonomy], inputs: Mapping[str, Any], *, sample: int = 0
    ) -> Reply[Taxonomy]:
        """Return the reply."""
        ...


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper to be organised."""

    title: str
    lines: str  # its description in the chosen input, the title first


@dataclass(frozen=True, slots=True)
class Organised:
    """Outcome: the last tree, with its faults; none where no answer was a tree."""

    tree: Tree | None  # with the titles as they were given
    faults: tuple[str, ...]  # of that tree
    failure: Unscored | None  # of the last answer, where it was no tree
    replies: int


def numbered(papers: Sequence[Paper]) -> dict[int, str]:
    """Return the papers' lines by their numbers in the list."""
    return {number: paper.lines for number, paper in enumerate(papers, 1)}


async def organise(topic: str, papers: Sequence[Paper], ask: Ask, *, attempts: int, sample: int = 0) -> Organised:
    """Return the taxonomy of the papers, after at most `attempts` answers (1 to `MOST_ATTEMPTS`).

    It is a function of the replies alone. The numbers of the papers are those of the list, from 1. A reply that is no
    tree at all ends it: the door has asked for one often enough. The last tree counts, with its faults.
    """
    inputs = organising_inputs(topic, numbered(papers))
    titles = [paper.title for paper in papers]
    question, current = ORGANISE_PAPERS, inputs
    checked: Checked | None = None
    for attempt in range(1, attempts + 1):
        # The same fault twice is the same question twice: only another sample gives another reply.
        reply = await ask(question, current, sample=sample * MOST_ATTEMPTS + attempt - 1)
        if isinstance(reply.answer, Unscored):
            return _with_last(checked, reply.answer, attempt)
        tree = tree_of_answer(reply.answer)
        checked = check_tree(tree, titles)
        if not checked.faults:
            return Organised(checked.tree, (), None, attempt)
        question, current = ORGANISE_AGAIN, {**inputs, "tree": as_lines(tree), "faults": checked.listed()}
    return _with_last(checked, None, attempts)


def _with_last(checked: Checked | None, failure: Unscored | None, replies: int) -> Organised:
    tree, faults = (checked.tree, checked.faults) if checked else (None, ())
    return Organised(tree, faults, failure, replies)
