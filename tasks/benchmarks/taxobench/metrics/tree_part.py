"""A value out of what was measured of a tree."""

from __future__ import annotations

from tasks.benchmarks.taxobench.tables import Ask, TreeScore
from tasks.metrics import Found, Inapplicable, NotGiven, Ratio
from tasks.records import Unscored


def tree_value(scores: TreeScore, name: str) -> Found:
    """The value as it was measured; none of a tree that was not given, or is no tree."""
    if scores.state != "measured":
        return NotGiven("the answer is no tree" if scores.state == "unreadable" else "no tree was given")
    value: float | None = getattr(scores, name)
    return Unscored(scores.remarks or f"{name} was not measured") if value is None else Ratio(value, 1)


def bottom_up_value(scores: TreeScore, mode: Ask, name: str) -> Found:
    """The same, for agents that were given the papers: the others' clusters hold other papers (section 3.1)."""
    if mode != "bottom-up":
        return Inapplicable("the agent was not given the papers")
    return tree_value(scores, name)
