"""Questions of verification (ReportBench, sections 2.2 and 4), with their typed answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from litgauge.tasks.judge.asking import NOTHING
from litgauge.tasks.judge.search import read_findings
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.facts import is_factual, vote_by_sources
from litgauge.tasks.offline.support import find_quotes, support

PASSAGE_GAP = "\n\n[…]\n\n"
"""Separator of passages of a page that do not follow each other."""

FactAnswer = Literal["true", "false", "abstain"]


class SupportingPassage(BaseModel):
    """Where a document says what a statement says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    quotes: list[str] = Field(
        description="The sentences of the document that the statement can rest on, copied character by character, "
        "at most four; empty if the document has none."
    )


class StatementVerdict(BaseModel):
    """Whether a passage says what a statement says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(description="One sentence: what in the passage decides it.")
    supported: StrictBool = Field(description="true if the passage bears the whole statement out, else false.")


class FactualClaim(BaseModel):
    """One statement that is a factual claim."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: StrictInt = Field(description="The statement's number.")
    opening: str = Field(description="Its first five words, copied (all of them if it has fewer).")


class UncitedFacts(BaseModel):
    """Which statements are factual claims that could be looked up."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    facts: list[FactualClaim] = Field(description="The factual claims in their order; empty if there are none.")


class SourceFound(BaseModel):
    """A page that speaks of a statement."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = Field(description="The page's address.")
    title: str = Field(description="Its title.")
    text: str = Field(description="The sentences that speak of the matter, word for word.")


class FactSources(BaseModel):
    """What a search for a statement found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sources: list[SourceFound] = Field(description="The pages, the most telling first; empty if there are none.")


class FactVote(BaseModel):
    """Whether a statement is true."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(description="Two or three sentences: what was found and what follows from it.")
    sources: list[str] = Field(description="Addresses of the sources that decide it; may be empty.")
    vote: FactAnswer = Field(description="true, false, or abstain where the sources do not settle it.")


def _offline_passage(inputs: Mapping[str, Any]) -> SupportingPassage:
    passages = str(inputs["document"]).split(PASSAGE_GAP)
    return SupportingPassage(quotes=list(find_quotes(str(inputs["statement"]), passages, _title(inputs))))


def _offline_verdict(inputs: Mapping[str, Any]) -> StatementVerdict:
    verdict = support(str(inputs["statement"]), str(inputs["passage"]), _title(inputs))
    return StatementVerdict(reason=verdict.reason, supported=verdict.supported)


def _offline_joint_verdict(inputs: Mapping[str, Any]) -> StatementVerdict:
    verdict = support(str(inputs["statement"]), str(inputs["passages"]), "")
    return StatementVerdict(reason=verdict.reason, supported=verdict.supported)


def _offline_facts(inputs: Mapping[str, Any]) -> UncitedFacts:
    claims = []
    for number, statement in numbered_statements(str(inputs["statements"])):
        if is_factual(statement):
            claims.append(FactualClaim(number=number, opening=" ".join(statement.split()[:5])))
    return UncitedFacts(facts=claims)


def _offline_vote(inputs: Mapping[str, Any]) -> FactVote:
    findings = [(page.url, page.title, page.text) for page in read_findings(str(inputs["findings"]))]
    vote, reason, sources = vote_by_sources(str(inputs["statement"]), findings)
    return FactVote(reason=reason, sources=list(sources), vote=vote)


def numbered(statements: Mapping[int, str]) -> str:
    """Statements as they are shown to a judge: one a line, with their numbers."""
    return "\n".join(f"[{number}] {' '.join(text.split())}" for number, text in statements.items())


def numbered_statements(shown: str) -> list[tuple[int, str]]:
    """Number and text of each line that `numbered` wrote."""
    lines = (re.fullmatch(r"\[([0-9]+)\] (.*)", line) for line in shown.splitlines())
    return [(int(line[1]), line[2]) for line in lines if line]


def _title(inputs: Mapping[str, Any]) -> str:
    title = str(inputs["title"])
    return "" if title == NOTHING else title


SUPPORTING_PASSAGE: Question[SupportingPassage] = Question(
    name="supporting_passage",
    version=1,
    answer=SupportingPassage,
    offline=_offline_passage,
    parameters={"temperature": 0},
    expected_tokens=150,
)

STATEMENT_VERDICT: Question[StatementVerdict] = Question(
    name="statement_verdict",
    version=1,
    answer=StatementVerdict,
    offline=_offline_verdict,
    parameters={"temperature": 0},
    expected_tokens=60,
)

JOINT_VERDICT: Question[StatementVerdict] = Question(
    name="joint_verdict",
    version=1,
    answer=StatementVerdict,
    offline=_offline_joint_verdict,
    parameters={"temperature": 0},
    expected_tokens=80,
)

UNCITED_FACTS: Question[UncitedFacts] = Question(
    name="uncited_facts",
    version=1,
    answer=UncitedFacts,
    offline=_offline_facts,
    parameters={"temperature": 0},
    expected_tokens=250,
)

FACT_VOTE: Question[FactVote] = Question(
    name="fact_vote", version=1, answer=FactVote, offline=_offline_vote, expected_tokens=200
)

FACT_SOURCES: Question[FactSources] = Question(
    name="fact_sources",
    version=1,
    answer=FactSources,
    offline=lambda _inputs: FactSources(sources=[]),  # rules have no web
    expected_tokens=900,
)

PAIR_QUESTIONS = (SUPPORTING_PASSAGE, STATEMENT_VERDICT, JOINT_VERDICT)
FACT_QUESTIONS = (UNCITED_FACTS, FACT_SOURCES, FACT_VOTE)
QUESTIONS = (*PAIR_QUESTIONS, *FACT_QUESTIONS)
