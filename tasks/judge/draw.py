"""Which of a report's factual claims are voted on: a draw that anybody can repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tasks.judge.settings import FactSettings
from tasks.records import Statement


def drawn(facts: Sequence[Statement], settings: FactSettings) -> tuple[list[Statement], list[Statement]]:
    """The facts to be voted on and the others, each in the order of the report.

    Every fact has the same chance, so shares among the drawn ones are unbiased for the report. What decides is the
    seed with the statement's place and words: who judges does not matter, and a larger sample holds a smaller one.
    """
    if settings.sample == "all" or len(facts) <= settings.sample:
        return list(facts), []
    ranked = sorted(facts, key=lambda fact: _rank(fact, settings.seed))
    chosen = {fact.number for fact in ranked[: settings.sample]}
    return [one for one in facts if one.number in chosen], [one for one in facts if one.number not in chosen]


def _rank(fact: Statement, seed: int) -> str:
    return hashlib.sha256(f"{seed}\0{fact.number}\0{fact.text}".encode("utf-8", "replace")).hexdigest()
