"""What several metrics share: ranks, links and grades of the works that an answer lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.lookup import Ranks
from tasks.records import Unscored
from tasks.statistics import Found, Inapplicable, NotGiven, Ratio, Undefined

Grades = Sequence[int | Unscored]
"""A judge's grades of the listed works, or of the path."""
NONE_FOUND = "none of its works is in the network"
NO_TEXT = "no text that cites the work asked about was read"


def mean_rank(outcome: Outcome, rank: Callable[[Ranks], float | None], *, missing_is_zero: bool = False) -> Found:
    """The mean rank, [0, 10], of the listed works that have one; with `missing_is_zero` of all that are listed."""
    known = [rank(found) for work in outcome.found if (found := outcome.network.ranks.get(work)) is not None]
    ranks = [one for one in known if one is not None]
    if missing_is_zero:
        return Ratio(sum(ranks), len(outcome.works)) if outcome.works else NotGiven("the answer lists no work")
    if ranks:
        return Ratio(sum(ranks), len(ranks))
    if not outcome.found:
        return NotGiven(NONE_FOUND)
    return Inapplicable("none of its works is ranked: they cite or are cited too little")


def recall_of_truth(outcome: Outcome) -> Found:
    """Share of the truth's works that are listed; with a truth of 50 works that is hits / 50."""
    hits = len(set(outcome.found) & set(outcome.truth))
    return Ratio(hits, len(outcome.truth)) if outcome.truth else Undefined("the sub-field has no such works")


def share_of_others(outcome: Outcome, holds: Callable[[int], bool | None]) -> Found:
    """Share of the listed works for which something holds, of those for which that is known (not None)."""
    if not outcome.others:
        return NotGiven(NONE_FOUND)
    told = [found for work in outcome.others if (found := holds(work)) is not None]
    return Ratio(sum(told), len(told)) if told else Inapplicable("of none of its works the text is known")


def mean_grade(grades: Grades, outcome: Outcome) -> Found:
    """The mean of a judge's grades, [0, 10]; where it failed on some these are left out, on all it is unscored."""
    if not outcome.found:
        return NotGiven(NONE_FOUND)
    told = [grade for grade in grades if not isinstance(grade, Unscored)]
    failed = next((grade for grade in grades if isinstance(grade, Unscored)), None)
    if told:
        return Ratio(fmean(told), 1)
    return failed or Unscored("the judge gave no grade")


def connected_pairs_of(outcome: Outcome) -> list[bool]:
    """Of each step along the path whether the one work cites the next."""
    return [
        one is not None and other is not None and outcome.network.cite(one, other)
        for one, other in pairwise(outcome.path)
    ]
