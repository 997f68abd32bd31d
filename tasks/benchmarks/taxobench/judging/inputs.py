"""What a judge is shown of an answer: the topics of both trees, without papers."""

from __future__ import annotations

from tasks.benchmarks.taxobench.judging.question import quality_inputs
from tasks.benchmarks.taxobench.tree_distances import leaves_as_papers
from tasks.benchmarks.taxobench.trees import Tree, read_tree


def judged_inputs(answer: str, expert: Tree) -> dict[str, str] | None:
    """The inputs of the judge's questions; None where no tree was given, or what was given is none."""
    tree = read_tree(answer).tree
    if tree is None:
        return None
    titles = [placed.title for placed in expert.papers]
    return quality_inputs(expert.names[0], expert, leaves_as_papers(tree, titles))
