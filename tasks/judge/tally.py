"""Votes counted: true, false, undecided or unscored, and how sure (ReportBench, section 3.1; specified anew)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.records.scoring import Truth, Vote


@dataclass(frozen=True, slots=True)
class Tally:
    """What the votes come to."""

    truth: Truth
    confidence: float | None  # share of the leading one of true and false among the votes that did not fail
    bound: bool  # votes are missing: the share is at least this


def tally(votes: Sequence[Vote], *, planned: int, least: int) -> Tally:
    """The outcome of the votes cast so far, of `planned`; a decision needs `least` votes for true or false.

    Failed votes count for nobody. Abstentions do not decide, but they lower the confidence. A tie, or too few votes
    for either, is undecided; where votes are too few because they failed, the statement is unscored: that says
    something about us, not about the statement. Votes not cast (`stop_when_decided`) count as if they were against.

    >>> tally(["true", "true", "false", "abstain"], planned=4, least=2)
    Tally(truth='true', confidence=0.5, bound=False)
    >>> tally(["failed", "failed"], planned=2, least=1)
    Tally(truth='unscored', confidence=None, bound=False)
    """
    yes, no, failed = votes.count("true"), votes.count("false"), votes.count("failed")
    heard = planned - failed
    bound = len(votes) < planned
    if yes + no < least and yes + no + failed >= least:
        return Tally("unscored", None, bound)
    if heard == 0:
        return Tally("unscored", None, bound)
    share = max(yes, no) / heard
    if yes + no < least or yes == no:
        return Tally("undecided", share, bound)
    return Tally("true" if yes > no else "false", share, bound)


def decided(votes: Sequence[Vote], *, planned: int, least: int) -> bool:
    """Whether no further vote, whatever it is, could change the outcome."""
    yes, no = votes.count("true"), votes.count("false")
    return yes + no >= least and abs(yes - no) > planned - len(votes)
