"""From papers to a taxonomy of them: ask, check, and ask again with what is wrong, until it holds or tries are used up.

It knows no model: whoever answers is a callable, so the same loop serves a run, a test and a notebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tasks.benchmarks.taxobench.bottom_up.checking import Checked, check_tree
from tasks.benchmarks.taxobench.bottom_up.question import (
    ORGANISE_AGAIN,
    ORGANISE_PAPERS,
    Taxonomy,
    as_lines,
    organising_inputs,
    tree_of_answer,
)
from tasks.benchmarks.taxobench.trees import Tree
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored

MOST_ATTEMPTS = 10


class Ask(Protocol):
    """Whoever answers: a door, or the session of a run."""

    async def __call__(
        self, question: Question[Taxonomy], inputs: Mapping[str, Any], *, sample: int = 0
    ) -> Reply[Taxonomy]:
        """The reply."""
        ...


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper to be organised."""

    title: str
    told: str  # its lines, as this input tells it: the title first


@dataclass(frozen=True, slots=True)
class Organised:
    """What came of it."""

    tree: Tree | None  # with the titles as they were given
    faults: tuple[str, ...]  # of the last tree, where none was without
    failure: Unscored | None  # where whoever answers failed to
    replies: int


def numbered(papers: Sequence[Paper]) -> dict[int, str]:
    """The papers' lines by their numbers in the list."""
    return {number: paper.told for number, paper in enumerate(papers, 1)}


async def organise(topic: str, papers: Sequence[Paper], ask: Ask, *, attempts: int, sample: int = 0) -> Organised:
    """The taxonomy of the papers, after at most `attempts` answers (1 to `MOST_ATTEMPTS`).

    It is a function of the replies alone. The numbers of the papers are those of the list, from 1. A reply that is no
    tree at all ends it: the door has asked for one often enough.
    """
    inputs = organising_inputs(topic, numbered(papers))
    titles = [paper.title for paper in papers]
    question, asked = ORGANISE_PAPERS, inputs
    checked = Checked(None, ())
    for attempt in range(1, attempts + 1):
        # The same fault twice is the same question twice: only another sample is asked anew.
        reply = await ask(question, asked, sample=sample * MOST_ATTEMPTS + attempt - 1)
        if isinstance(reply.answer, Unscored):
            return Organised(None, checked.faults, reply.answer, attempt)
        tree = tree_of_answer(reply.answer)
        checked = check_tree(tree, titles)
        if checked.tree is not None:
            return Organised(checked.tree, (), None, attempt)
        question, asked = ORGANISE_AGAIN, {**inputs, "tree": as_lines(tree), "faults": checked.told()}
    return Organised(None, checked.faults, None, attempts)
