"""Cited statements that say the same of the same pages, as the released code of TVIR counts them once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from litgauge.tasks.benchmarks.tvir.rows import SupportVerdict
from litgauge.tasks.records import Statement
from litgauge.tasks.text.words import stems

ALIKE = 0.8
"""Share of their words that two statements have in common, from which on they say the same."""


def distinct_facts(facts: Sequence[SupportVerdict], statements: Sequence[Statement]) -> frozenset[int]:
    """Return the numbers of the statements that repeat no earlier one.

    The released code asks a model about each pair of statements with the same list of numbers. Here a rule decides:
    two say the same if they cite the same pages and have the same numbers and `ALIKE` of their words in common.
    """
    words = {statement.number: stems(statement.text) for statement in statements}
    pages = {fact.statement: frozenset(fact.pages) for fact in facts}
    by_pages: dict[frozenset[str], list[frozenset[str]]] = defaultdict(list)
    distinct = set()
    for number in sorted(pages):
        own = words.get(number, frozenset())
        if not any(_alike(own, other) for other in by_pages[pages[number]]):
            by_pages[pages[number]].append(own)
            distinct.add(number)
    return frozenset(distinct)


def _alike(first: frozenset[str], second: frozenset[str]) -> bool:
    differing = first ^ second
    shared = len(first & second)
    return shared > 0 and shared >= ALIKE * len(first | second) and not any(word[0].isdecimal() for word in differing)
