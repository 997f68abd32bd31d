"""Pair-wise queries: works that cite a work, with a sentiment, and works co-cited with it (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgauge.tasks.benchmarks.scinetbench.build.network.engine import fetch
from litgauge.tasks.benchmarks.scinetbench.build.queries.prompts import list_prompt, named
from litgauge.tasks.benchmarks.scinetbench.build.queries.relations import asked_about
from litgauge.tasks.benchmarks.scinetbench.build.settings import QuerySettings
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkTask, Relation

if TYPE_CHECKING:
    from ibis.expr.types import Table


class Titled(NamedTuple):
    """A work as people know it."""

    title: str
    year: int
    citations: int

    def named(self, work: int) -> str:
        """As queries name it."""
        return named(work, self.title, self.year)


def drawn_subjects(members: Table, measures: Table, settings: QuerySettings) -> list[tuple[str, int]]:
    """Sub-field and work of each query to be, one of every sub-field before a second one of any."""
    rows = fetch(asked_about(members, measures, settings)).to_pylist()
    return [(row["sub_field"], row["work"]) for row in rows][: settings.pair_wise]


def pair_queries(
    subjects: Sequence[tuple[str, int]],
    works: Mapping[int, Titled],
    settings: QuerySettings,
    sentiments: Mapping[int, frozenset[str]],
) -> Iterator[NetworkTask]:
    """A query for each work, the relations taking turns.

    `sentiments` holds the sentiments with which a work is known to be cited: only for those is a query with a sentiment
    drawn. Without texts of citing works the queries are for citations and for co-citations.
    """
    for number, (sub_field, work) in enumerate(subjects):
        relation = _relation(number, sentiments.get(work, frozenset()))
        prompt = list_prompt(relation, subject=works[work].named(work), length=settings.wanted)
        name = f"{sub_field}-{relation}-W{work}"
        yield NetworkTask(name, "pair-wise", relation, sub_field, work, None, settings.wanted, prompt, reviewed=False)


def _relation(number: int, sentiments: frozenset[str]) -> Relation:
    if number % 2:
        return "together"
    if number % 4 == 2 and "negative" in sentiments:
        return "cites-critically"
    return "cites-positively" if "positive" in sentiments else "cites"
