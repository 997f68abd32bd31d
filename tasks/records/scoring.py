"""What is scored: agents' reports, what they state and cite, the evidence behind it, and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.surveys import PersonName
from tasks.records.table import Table

MarkerKind = Literal["link", "number", "footnote", "anchor", "author-year", "url", "source-mark", "annotation"]
PairOutcome = Literal["supported", "not-supported", "unreachable", "judge-failed"]
Vote = Literal["true", "false", "abstain", "failed"]
Truth = Literal["true", "false", "undecided", "unscored", "not-sampled"]
ViolationKind = Literal["late", "survey"]
ScoringPart = Literal["reading", "references", "pairs", "facts"]

_NOWHERE = frozenset({"http-404", "http-410", "dns", "private-address", "scheme"})


@dataclass(frozen=True, slots=True)
class GivenReference:
    """A work of a list that an agent wrote beside its report, not in its text."""

    label: str  # as the text cites it: "3"
    url: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class PlacedCitation:
    """A page that an agent cites for a stretch of its text, said beside the text (annotations of an API)."""

    start: int  # into the report's text, in code points
    end: int
    url: str
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
    placed: tuple[PlacedCitation, ...] = ()


REPORTS = Table(
    "reports",
    AgentReport,
    "a report as it was found among the agent's answers",
    {
        "report_id": "agent and task, or agent and file",
        "agent": "the agent",
        "task_id": "the task that it answers; none if it answers no task",
        "survey_id": "the survey of that task",
        "file": "where it stood among the answers, with “#line” in JSON lines",
        "format": "what it was read as",
        "text": "the report as the agent wrote it; all offsets are into this text, in code points",
        "sha256": "hash of the text",
        "given": "a list of works that the agent wrote beside its text",
        "placed": "pages that the agent cites for stretches of its text, said beside it",
    },
    key=("report_id",),
)


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
    context: str = ""  # of a list item or a table row: its heading, the lines that lead up to it, the table's head


STATEMENTS = Table(
    "statements",
    Statement,
    "a statement of a report",
    {
        "report_id": "the report",
        "number": "from 0, in the order of the text",
        "start": "first code point in the report",
        "end": "behind the last code point",
        "text": "the statement without its citation markers",
        "section": "heading that it stands under",
        "cited": "whether it has a citation",
        "origin": "“rules”, or the model that drew its boundaries",
        "context": "of a list item or a table row: its heading, the lines that lead up to it, the head of its table",
    },
    key=("report_id", "number"),
)


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


LINKS = Table(
    "links",
    StatementLink,
    "a statement with one of its citations",
    {
        "report_id": "the report",
        "statement": "number of the statement; -1 outside of any",
        "marker": "kind of marker",
        "label": "the marker as it stands",
        "start": "first code point of the marker",
        "end": "behind its last code point",
        "url": "cleaned address; none where neither marker nor list has one",
        "page": "the address that stands for the page",
        "identity": "what identifies the cited work",
        "entry": "text of its entry in the report's list",
    },
    key=(),
)


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
    authors: tuple[PersonName, ...] = ()  # of the work, by the page's own metadata
    published: str = ""  # "YYYY-MM" or "YYYY", by the page's own metadata
    detail: str = ""  # of a page that we failed on: what happened, in words; of a fault of ours, where it broke

    @property
    def leads_nowhere(self) -> bool:
        """Whether the address leads nowhere for anybody: not to a page that was slow or would not let us in."""
        return self.status in ("unreachable", "refused") and self.reason in _NOWHERE


PAGES = Table(
    "pages",
    EvidencePage,
    "a cited page as it was fetched once",
    {
        "page": "the address that stands for it",
        "url": "address as asked for",
        "final_url": "address after redirects",
        "status": "ok, unreachable, refused, or failed by our fault",
        "reason": "why it is not ok",
        "http_status": "status of the answer; 0 without one",
        "content_type": "type, told by content",
        "fetched": "when, in UTC",
        "sha256": "hash of its bytes",
        "blob": "where its bytes are kept",
        "title": "title by its own metadata",
        "identity": "what identifies it, by its own metadata",
        "text_blob": "where its text is kept",
        "scholarly": "whether it is a scholarly article; none where rules cannot tell",
        "authors": "authors of the work, by its own metadata",
        "published": "month or year of publication, by its own metadata; empty where it gives none",
        "detail": "what happened, where we failed on it; empty where we did not",
    },
    key=("page",),
)


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


PAIRS = Table(
    "pairs",
    PairVerdict,
    "a verdict on a statement and one page it cites",
    {
        "report_id": "the report",
        "statement": "number of the statement",
        "page": "the page",
        "outcome": "supported, not-supported, unreachable or judge-failed",
        "passage": "the passage that decided it, word for word",
        "reason": "the reason given",
        "hallucination": "citation or statement; empty if none",
        "evidence_sha256": "hash of the page",
        "question": "name and version of the question",
        "model": "who answered",
        "reply": "key of the raw reply",
        "passage_reply": "key of the raw reply that found the passage",
    },
    key=("report_id", "statement", "page"),
)


@dataclass(frozen=True, slots=True)
class JointVerdict:
    """How a statement that cites several pages came out against all of them together."""

    report_id: str
    statement: int
    pages: tuple[str, ...]
    outcome: PairOutcome
    passage: str  # what the pages say, each under its title; "" where no question was needed
    reason: str
    question: str  # "" where the verdicts on its pairs settle it
    model: str
    reply: str  # key of the raw reply; "" for the rules, or without a question


JOINT = Table(
    "joint",
    JointVerdict,
    "a verdict on a statement and all the pages it cites together, where these are several",
    {
        "report_id": "the report",
        "statement": "number of the statement",
        "pages": "the pages",
        "outcome": "supported, not-supported, unreachable or judge-failed",
        "passage": "what the pages say, each under its title; empty where no question was needed",
        "reason": "the reason given",
        "question": "name and version of the question; empty where the verdicts on its pairs settle it",
        "model": "who answered",
        "reply": "key of the raw reply",
    },
    key=("report_id", "statement"),
)


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


FACTS = Table(
    "facts",
    FactVerdict,
    "a verdict on a statement without citation",
    {
        "report_id": "the report",
        "statement": "number of the statement",
        "truth": "true, false, undecided, unscored, or not-sampled: a factual claim that the draw left out",
        "confidence": "share of the majority",
        "bound": "whether not all votes were cast",
        "votes": "the votes",
        "models": "who cast each vote",
        "reasons": "the reason of each vote",
        "replies": "key of the raw reply of each vote",
    },
    key=("report_id", "statement"),
)


@dataclass(frozen=True, slots=True)
class ReferenceMatch:
    """A cited work and the reference it is, with the rule that says so."""

    report_id: str
    cited: int  # number of the cited work
    key: str  # of the reference; "" if it is none of the list
    rule: str  # "doi", "arxiv", "title", "fuzzy", "subtitle"; "" without a match
    evidence: str
    appeared: str = ""  # "YYYY-MM" or "YYYY"; "" where nobody knows when the cited work appeared


MATCHES = Table(
    "matches",
    ReferenceMatch,
    "a scholarly work that a report cites, and the reference that it is",
    {
        "report_id": "the report",
        "cited": "number of the cited work",
        "key": "key of the reference; empty if it is none of the list",
        "rule": "rule of the match; empty without one",
        "evidence": "what the rule went by",
        "appeared": "month or year in which the cited work appeared; empty where nobody knows",
    },
    key=("report_id", "cited"),
)


@dataclass(frozen=True, slots=True)
class Violation:
    """A cited work that the report must not cite."""

    report_id: str
    cited: int  # number of the cited work
    kind: ViolationKind  # it appeared after the cut-off; it is the survey itself
    appeared: str  # "YYYY-MM" or "YYYY"; "" for the survey itself
    evidence: str


VIOLATIONS = Table(
    "violations",
    Violation,
    "a cited work that the report must not cite",
    {
        "report_id": "the report",
        "cited": "number of the cited work",
        "kind": "late, or the survey itself",
        "appeared": "when it appeared",
        "evidence": "how that is known",
    },
    key=(),
)


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """Whether a cited page is a scholarly work, and who says so."""

    page: str
    evidence_sha256: str
    scholarly: bool | None  # None: it could not be told, or not be had
    title: str | None  # of the work
    reason: str
    question: str  # "" where the page's own metadata said it
    model: str
    reply: str  # key of the raw reply; "" for the rules


PAGE_VERDICTS = Table(
    "page_verdicts",
    PageVerdict,
    "whether a page is a scholarly work, and who says so",
    {
        "page": "the page",
        "evidence_sha256": "hash of what was judged",
        "scholarly": "the verdict; none where it could not be told or had",
        "title": "title of the work",
        "reason": "the reason given",
        "question": "name and version of the question; empty where the page's own metadata said it",
        "model": "who answered",
        "reply": "key of the raw reply",
    },
    key=("page",),
)


@dataclass(frozen=True, slots=True)
class UnscoredPart:
    """A part of a report's scoring that we failed on as a whole, so that it has no rows: the stage and the reason."""

    report_id: str
    part: ScoringPart
    reason: str


UNSCORED = Table(
    "unscored",
    UnscoredPart,
    "a part of a report that we failed on as a whole",
    {
        "report_id": "the report",
        "part": "what has no rows for it: reading, references, pairs or facts",
        "reason": "why",
    },
    key=("report_id", "part"),
)
