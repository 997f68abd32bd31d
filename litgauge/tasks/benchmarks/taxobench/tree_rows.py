"""An agent's answer, or a trivial tree, to the rows that a score run keeps of it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

from litgauge.tasks.benchmarks.taxobench.baselines import baseline_trees
from litgauge.tasks.benchmarks.taxobench.match_trees import TreeAlignment, align_trees
from litgauge.tasks.benchmarks.taxobench.name_vectors import Kind, NameVectors, cosines, name_vectors
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import AnswerNode, AnswerPaper, Ask, ReviewedTree, TreeAnswer, TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_distances import (
    TreeDistances,
    measure,
    measure_aligned,
    worst,
)
from litgauge.tasks.benchmarks.taxobench.trees import Placed, ReadTree, Tree, read_tree
from litgauge.tasks.benchmarks.taxobench.trees.known_leaves import leaves_as_papers
from litgauge.tasks.engine.definition import Context, ItemInput

RELEASED = "as released"
"""Source of a score that the published evaluators would give; trees that they leave out have none."""
REVIEWER = "reviewer"
"""How the source of a score begins that compares two reviewers' trees."""
Reviewed = Mapping[str, tuple[ReviewedTree, ...]]
"""Trees that reviewers left, by task."""
_AT_ONCE = 1_000  # topics that are compared with all of the other tree


@dataclass(frozen=True, slots=True)
class StoredTree:
    """A tree as a stage reads it."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    titles: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def tree(self) -> Tree:
        """Return the tree itself."""
        return Tree(self.names, self.parents, tuple(map(Placed, self.titles, self.places)))


def stored(tree: Tree) -> StoredTree:
    """A tree as a stage reads it."""
    titles, places = [placed.title for placed in tree.papers], [placed.node for placed in tree.papers]
    return StoredTree(tree.names, tree.parents, tuple(titles), tuple(places))


@dataclass(frozen=True, slots=True)
class TreePair:
    """All that the measures of one answer rest on."""

    task_id: str
    mode: Ask
    given: tuple[str, ...]  # titles of the papers that the agent was given
    expert: StoredTree
    answer: str

    @property
    def listed(self) -> tuple[str, ...]:
        """Return the titles that the task lists: none where it gives the topic alone."""
        return self.given if self.mode == "bottom-up" else ()

    @property
    def read(self) -> ReadTree:
        """Return the answer's tree, read with the titles that it may hold."""
        return read_tree(self.answer, (*self.listed, *self.expert.titles), self.listed)


def tree_pairs(answers: Sequence[TreeAnswer], release: TaxoRows) -> list[TreePair]:
    """Each answer with the experts' tree and the papers that were given."""
    pairs = []
    for answer in answers:
        task = release.task[answer.task_id]
        titles = tuple(paper.title for paper in release.papers[task.survey_id])
        pairs.append(TreePair(task.task_id, task.mode, titles, stored(release.trees[task.survey_id]), answer.answer))
    return pairs


@dataclass(frozen=True, slots=True)
class BaselineInput:
    """All that the trivial trees of one task rest on."""

    task_id: str
    given: tuple[str, ...]
    expert: StoredTree
    another: StoredTree | None
    reviewed: tuple[ReviewedTree, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """Embedding that names are compared by."""

    kind: Kind | None = None
    released: bool = False  # also what the published evaluators compute


@functools.lru_cache(maxsize=2)
def names_of(kind: Kind | None) -> NameVectors:
    """Return the vectors of names, whose model is loaded once in a process."""
    return name_vectors(kind)


def measured_answer(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    """Return the rows of one answer: its topics, its papers, its scores."""
    pair, names = item.only_row(TreePair), names_of(context.settings.kind)
    expert, read = pair.expert.tree, pair.read
    if read.tree is None:
        state = "missing" if read.missing else "unreadable"
        return {"tree_scores": [_score(pair.task_id, "answer", state, worst(expert), names, read)]}
    tree = leaves_as_papers(read.tree, pair.expert.titles, pair.listed)
    aligned = align_trees(expert, tree)
    measured = measure_aligned(expert, tree, aligned, names, titles=pair.listed)
    scores = [_score(pair.task_id, "answer", "measured", measured, names, read)]
    if context.settings.released:
        published = measure(expert, read.tree, names, titles=pair.listed, mode="released")
        if not (pair.listed and published.papers.missing):
            scores.append(_score(pair.task_id, RELEASED, "measured", published, names, read))
    return {
        "answer_nodes": _nodes(pair.task_id, expert, tree, names),
        "answer_papers": list(_papers(pair.task_id, tree, aligned)),
        "tree_scores": scores,
    }


def measured_baselines(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    """Return the scores of the trivial trees of one task, and of each reviewer's tree beside each other's."""
    task, names = item.only_row(BaselineInput), names_of(context.settings.kind)
    expert = task.expert.tree
    trees = baseline_trees(expert, task.another.tree if task.another else None, seed=task.task_id)
    pairs = [(name, expert, tree, task.given) for name, tree in trees] + list(_reviewed_pairs(task))
    return {
        "tree_scores": [
            _score(
                task.task_id,
                name,
                "measured",
                measure(truth, tree, names, titles=given_titles),
                names,
                ReadTree(truth, ()),
            )
            for name, truth, tree, given_titles in pairs
        ]
    }


def _reviewed_pairs(task: BaselineInput) -> Iterator[tuple[str, Tree, Tree, tuple[str, ...]]]:
    """Yield each reviewer's tree as the answer where another's is the truth; a tree without papers is neither."""
    reviewed = [tree for tree in task.reviewed if tree.titles]
    for truth, answer in permutations(reviewed, 2):
        source = f"{REVIEWER} {answer.reviewer} beside {truth.reviewer}"
        yield source, _tree_of(truth), _tree_of(answer), truth.titles if task.given else ()


def _tree_of(row: ReviewedTree) -> Tree:
    return StoredTree(row.names, row.parents, row.titles, row.places).tree


def _score(
    task_id: str, source: str, state: str, measured: TreeDistances, names: NameVectors, read: ReadTree
) -> TreeScore:
    return TreeScore(
        task_id=task_id,
        source=source,
        state=state,
        **measured.columns,
        **asdict(measured.papers),
        embedding=names.name,
        remarks="\n".join([*(diagnostic.message for diagnostic in read.diagnostics), *measured.reasons]),
    )


def _nodes(task_id: str, expert: Tree, tree: Tree, names: NameVectors) -> list[AnswerNode]:
    ours, theirs = names.of(expert.names), names.of(tree.names)
    nearest: list[tuple[int, float]] = []
    for start in range(0, len(theirs), _AT_ONCE):
        alike = cosines(theirs[start : start + _AT_ONCE], ours)
        nearest += [(int(row.argmax()), float(row.max())) for row in alike]
    return [
        AnswerNode(task_id, node, parent, name, *nearest[node])
        for node, (name, parent) in enumerate(zip(tree.names, tree.parents, strict=True))
    ]


def _papers(task_id: str, tree: Tree, aligned: TreeAlignment) -> Iterator[AnswerPaper]:
    alignment = aligned.papers
    matches = {pair.found: (pair.expected, str(pair.rule)) for pair in (*alignment.pairs, *aligned.again)}
    matches |= dict.fromkeys(alignment.doubled, (-1, "doubled")) | dict.fromkeys(alignment.invented, (-1, "invented"))
    for position, placed in enumerate(tree.papers):
        expected, rule = matches[position]
        yield AnswerPaper(task_id, position, placed.node, placed.title, expected, rule)


def reviewed_trees(release: TaxoRows) -> Reviewed:
    """Return the reviewers' trees of each task's survey, where it has any."""
    return {task.task_id: release.reviews.get(task.survey_id, ()) for task in release.tasks}


def baseline_inputs(tasks: Sequence[TreePair], reviewed: Reviewed) -> list[BaselineInput]:
    """Return what the trivial trees of these tasks rest on: each with the next survey's tree as another's."""
    trees = list(dict.fromkeys(pair.expert for pair in tasks))
    after = {tree: trees[(at + 1) % len(trees)] for at, tree in enumerate(trees)}
    return [
        BaselineInput(
            pair.task_id,
            pair.listed,
            pair.expert,
            None if after[pair.expert] == pair.expert else after[pair.expert],
            reviewed.get(pair.task_id, ()),
        )
        for pair in tasks
    ]
