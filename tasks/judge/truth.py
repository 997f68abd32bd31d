"""The offline rule for statements without citation: true, false or cannot tell, by the pages that a search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tasks.judge.findings import Finding
from tasks.judge.support import Support, find_quotes, support

_BORNE_OUT = 0.65  # of the weight, with nothing against it, for "true"
_ABOUT_IT = 0.5  # of the weight for a denial to be about the statement
_SAME_CLAIM = 0.75  # of the weight of the words for another figure to contradict the statement's


def truth_by_findings(
    statement: str, findings: Sequence[Finding]
) -> tuple[Literal["true", "false", "abstain"], str, tuple[str, ...]]:
    """A vote with its reason and sources; abstains unless some page says the same, or the same with a difference.

    A page speaks against a statement by denying it, or by saying it with another figure. Where pages disagree, the
    vote is an abstention.
    """
    votes = [(_vote(statement, finding), finding) for finding in findings]
    decided = [(vote, reason, finding) for (vote, reason), finding in votes if vote != "abstain"]
    if len({vote for vote, _, _ in decided}) > 1:
        return "abstain", "the pages found disagree", tuple(finding.url for _, _, finding in decided)
    for vote, reason, finding in decided:
        return vote, reason, (finding.url,)
    return "abstain", "no page found says the same or denies it" if findings else "nothing was found", ()


def _vote(statement: str, finding: Finding) -> tuple[Literal["true", "false", "abstain"], str]:
    quotes = find_quotes(
        statement, [part for part in (finding.text, *finding.text.split("\n\n")) if part.strip()], finding.title
    )
    if not quotes:
        return "abstain", ""
    found = support(statement, " ".join(quotes), finding.title)
    if not found.contradicted:
        return ("true", found.reason) if found.coverage >= _BORNE_OUT else ("abstain", "")
    return ("false", found.reason) if _denies(found) else ("abstain", "")


def _denies(found: Support) -> bool:
    if found.denied or found.opposite:
        return found.coverage >= _ABOUT_IT
    return bool(found.rivals) and found.by_words >= _SAME_CLAIM
