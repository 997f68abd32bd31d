"""What is scored: agents' reports, what they state and cite, the evidence behind it, and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MarkerKind = Literal["link", "number", "footnote", "anchor", "author-year", "url", "source-mark"]
PairOutcome = Literal["supported", "not-supported", "unreachable", "judge-failed"]
Vote = Literal["true", "false", "abstain", "failed"]
Truth = Literal["true", "false", "undecided", "unscored"]


@dataclass(frozen=True, slots=True)
class GivenReference:
    """A work of a list that an agent wrote beside its report, not in its text."""

    label: str  # as the text cites it: "3"
    url: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class AgentReport:
    """One report of an agent, as it was found on disk."""

    report_id: str  # "<agent>/<task id or file stem>"
    agent: str
    task_id: str | None  # None: it answers no task of the release
    survey_id: str | None
    file: str  # relative to the folder that was ingested, with "#line" in a JSON-lines file
    format: str  # "markdown", "html", "reportbench-json", …
    text: str  # as the agent wrote it; all offsets are into this text, in code points
    sha256: str  # of the text
    given: tuple[GivenReference, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkIdentity:
    """What identifies a cited work or page, as far as its address or its entry tells."""

    doi: str | None = None
    arxiv_id: str | None = None  # no version
    openreview_id: str | None = None
    acl_id: str | None = None
    pubmed_id: str | None = None
    semantic_scholar_id: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a report."""

    report_id: str
    number: int  # from 0, in the order of the text
    start: int
    end: int
    text: str  # without its citation markers
    section: str
    cited: bool
    origin: str  # "rules" or the model that found it; always verbatim in the report


@dataclass(frozen=True, slots=True)
class StatementLink:
    """One (statement, citation) pair."""

    report_id: str
    statement: int
    marker: MarkerKind
    label: str  # the marker as it stands: "[3]", "(Smith, 2020)"
    start: int
    end: int
    url: str | None  # cleaned; None where neither marker nor reference list has one
    page: str | None  # the address that stands for the page: two URLs are one page only if they are
    identity: WorkIdentity
    entry: str | None  # the text of its entry in the reference list


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """A cited page as it was fetched once, frozen by the hash of its bytes."""

    page: str
    url: str  # as asked
    final_url: str  # after redirects
    status: Literal["ok", "unreachable", "refused", "failed"]  # failed: our side, tried again
    reason: str  # kebab-case, "" if ok: "http-404", "time-out", "private-address", "too-large", "robots", …
    http_status: int  # 0 if there was no answer
    content_type: str  # told by content, not by header
    fetched: str  # ISO 8601, UTC
    sha256: str  # of the bytes, "" if there are none
    blob: str
    title: str | None  # by the page's own metadata
    identity: WorkIdentity  # by the page's own metadata
    text_blob: str  # its text, kept as a blob
    scholarly: bool | None  # a scholarly article; None: not decided by rules


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """How one (statement, page) pair came out."""

    report_id: str
    statement: int
    page: str
    outcome: PairOutcome
    passage: str  # verbatim from the page; "" if there is none
    reason: str
    hallucination: Literal["", "citation", "statement"]  # the page is not what it is said to be, or does not say it
    evidence_sha256: str
    question: str
    model: str
    reply: str  # key of the raw reply that decided it; "" for the rules
    passage_reply: str = ""  # key of the raw reply that found the passage, where another question gave the verdict


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """How one statement without citation came out."""

    report_id: str
    statement: int
    truth: Truth
    confidence: float | None  # share of the majority; None if unscored
    bound: bool  # not all votes were cast, so the confidence is a bound
    votes: tuple[Vote, ...]
    models: tuple[str, ...]  # one per vote
    reasons: tuple[str, ...]
    replies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReferenceMatch:
    """A cited work and the reference it is, with the rule that says so."""

    report_id: str
    cited: int  # number of the cited work
    key: str  # of the reference; "" if it is none of the list
    rule: str  # "doi", "arxiv", "title", "fuzzy"; "" without a match
    evidence: str
