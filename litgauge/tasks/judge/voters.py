"""Voters: models that independently say whether a statement is true, and the count of their votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.base.errors import BudgetExhausted, EndpointRefused
from litgauge.tasks.judge.asking import NOTHING, ask_until_sound, why
from litgauge.tasks.judge.questions import FACT_VOTE, FactVote
from litgauge.tasks.judge.search import Finding, Searcher, shown_findings
from litgauge.tasks.llm.door import unasked
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records.scoring import Truth, Vote
from litgauge.tasks.records.unscored import BUDGET, ENDPOINT

_LONGEST_REASON = 1000  # characters


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote, with the data for an audit."""

    vote: Vote
    model: str
    reason: str  # the judge's, with its sources, or why the vote failed
    reply: str  # key of the raw reply; "" for the rules
    cast: bool = True  # False: the budget was used up, or the endpoint had stopped answering


@dataclass(frozen=True, slots=True)
class Voter:
    """One model with its votes."""

    asker: Asker
    model: str
    votes: int
    searcher: Searcher | None  # None: the model searches by itself, or answers from memory
    first_sample: int  # so that two voters with one model do not read each other's stored replies
    findings_characters: int
    sources_needed: bool  # whether true and false must be based on pages from the search
    attempts: int

    async def vote(self, statement: str, context: str, number: int) -> Ballot:
        """Return the voter's vote with this number, from 0. A vote that we could not get is "failed", never false."""
        findings: tuple[Finding, ...] | Unscored = ()
        if self.searcher is not None:
            findings = await _findings(self.searcher, statement, context)
        if isinstance(findings, Unscored):
            return self._failed(findings, "")
        return await self._judge(statement, context, findings, self.first_sample + number)

    async def _judge(self, statement: str, context: str, findings: tuple[Finding, ...], sample: int) -> Ballot:
        """Return a vote by the findings; one that is based on other pages is refused and asked again."""

        def resting_on_findings(answer: FactVote) -> FactVote | Unscored:
            fault = self._fault(answer, findings)
            return Unscored("sources-not-found", fault) if fault else answer

        shown = shown_findings(findings, self.findings_characters)
        inputs = {"statement": statement, "context": context or NOTHING, "findings": shown}
        samples = [sample] * self.attempts
        answer, reply = await ask_until_sound(self.asker, FACT_VOTE, inputs, resting_on_findings, samples)
        if isinstance(answer, Unscored):
            return self._failed(answer, reply.key)
        sources = f" [{'; '.join(answer.sources)}]" if answer.sources else ""
        return Ballot(answer.vote, reply.model, answer.reason[:_LONGEST_REASON] + sources, reply.key)

    def _failed(self, unscored: Unscored, reply: str) -> Ballot:
        is_cast = unscored.reason not in (BUDGET, ENDPOINT)
        return Ballot("failed", self.model, why(unscored)[:_LONGEST_REASON], reply, is_cast)

    def _fault(self, answer: FactVote, findings: tuple[Finding, ...]) -> str:
        if not self.sources_needed or answer.vote == "abstain":
            return ""
        addresses = {finding.url for finding in findings}
        strangers = [source for source in answer.sources if source not in addresses]
        if strangers:
            return f"This address is not among the pages found: {strangers[0][:300]}"
        return "" if answer.sources else "A vote of true or false names the pages that it rests on; otherwise abstain"


async def _findings(searcher: Searcher, statement: str, context: str) -> tuple[Finding, ...] | Unscored:
    try:
        return await searcher.search(statement, context)
    except BudgetExhausted as error:
        return Unscored(BUDGET, error.what)
    except EndpointRefused as refusal:
        return unasked(refusal)


@dataclass(frozen=True, slots=True)
class Tally:
    """Result of the votes."""

    truth: Truth
    confidence: float | None  # share of the leading one of true and false among the votes that did not fail
    bound: bool  # votes are missing: the share is at least this


def tally(votes: Sequence[Vote], *, planned: int, least: int) -> Tally:
    """Return the outcome of the votes cast so far, of `planned`; true needs `least` votes for true, false as many.

    Failed votes do not count. Abstentions do not decide, but they lower the confidence. A tie, or too few votes
    for the leading one, is undecided; if votes are too few because others failed, the statement is unscored: that says
    something about us, not about the statement. Votes not cast (`stop_when_decided`) count as if they were against.

    >>> tally(["true", "true", "false", "abstain"], planned=4, least=2)
    Tally(truth='true', confidence=0.5, bound=False)
    >>> tally(["true", "true", "false", "abstain"], planned=4, least=3).truth
    'undecided'
    >>> tally(["failed", "failed"], planned=2, least=1)
    Tally(truth='unscored', confidence=None, bound=False)
    """
    yes, no, failed = votes.count("true"), votes.count("false"), votes.count("failed")
    counted, leading = planned - failed, max(votes.count("true"), votes.count("false"))
    is_bound = len(votes) < planned
    if counted == 0 or leading < least <= leading + failed:
        return Tally("unscored", None, is_bound)
    share = leading / counted
    if leading < least or yes == no:
        return Tally("undecided", share, is_bound)
    return Tally("true" if yes > no else "false", share, is_bound)


def decided(votes: Sequence[Vote], *, planned: int, least: int) -> bool:
    """Return whether no further vote could change the outcome."""
    yes, no = votes.count("true"), votes.count("false")
    return max(yes, no) >= least and abs(yes - no) > planned - len(votes)
