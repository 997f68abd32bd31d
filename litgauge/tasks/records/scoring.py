"""Rows of scoring: agents' reports, statements, cited works, evidence and verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.records.table import Table, column, row

MarkerKind = Literal["link", "number", "footnote", "anchor", "author-year", "url", "source-mark", "annotation"]
CitationScope = Literal["sentence", "item", "block", "paragraph"]
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


@row
class AgentReport:
    """One report of an agent, as it was found on disk."""

    report_id: str = column("agent and task, or agent and file")
    agent: str = column("the agent")
    task_id: str | None = column("the task that it answers; none if it answers no task")
    survey_id: str | None = column("the survey of that task")
    file: str = column("where it stood among the answers, with “#line” in JSON lines")
    format: str = column("what it was read as")
    text: str = column("the report as the agent wrote it; all offsets are into this text, in code points")
    sha256: str = column("hash of the text")
    given: tuple[GivenReference, ...] = column("a list of works that the agent wrote beside its text", default=())
    placed: tuple[PlacedCitation, ...] = column(
        "pages that the agent cites for stretches of its text, said beside it", default=()
    )


REPORTS = Table(
    "reports",
    AgentReport,
    "a report as it was found among the agent's answers",
    key=("report_id",),
)


@dataclass(frozen=True, slots=True)
class WorkIdentity:
    """Identifiers of a cited work or page, from its address or its entry."""

    doi: str | None = None
    arxiv_id: str | None = None  # no version
    openreview_id: str | None = None
    acl_id: str | None = None
    pubmed_id: str | None = None
    semantic_scholar_id: str | None = None
    title: str | None = None


@row
class Statement:
    """One statement of a report."""

    report_id: str = column("the report")
    number: int = column("from 0, in the order of the text")
    start: int = column("first code point in the report")
    end: int = column("behind the last code point")
    text: str = column("the statement without its citation markers")
    section: str = column("heading that it stands under")
    cited: bool = column("whether it has a citation")
    origin: str = column("“rules”, or the model that drew its boundaries")
    context: str = column(
        "of a list item or a table row: its heading, the lines that lead up to it, the head of its table", default=""
    )


STATEMENTS = Table(
    "statements",
    Statement,
    "a statement of a report",
    key=("report_id", "number"),
)


@row
class StatementLink:
    """One (statement, citation) pair."""

    report_id: str = column("the report")
    statement: int = column("number of the statement; -1 outside of any")
    marker: MarkerKind = column("kind of marker")
    label: str = column("the marker as it stands: [3], (Smith, 2020)")
    start: int = column("first code point of the marker")
    end: int = column("behind its last code point")
    url: str | None = column("cleaned address; none where neither marker nor list has one")
    page: str | None = column("the address that stands for the page")
    identity: WorkIdentity = column("what identifies the cited work")
    entry: str | None = column("text of its entry in the report's list")
    scope: CitationScope = column(
        "why it is the statement's: it stands in the sentence or behind it; it begins the list item or table row; it"
        " titles the block; it stands alone behind the paragraph",
        default="sentence",
    )


LINKS = Table(
    "links",
    StatementLink,
    "a statement with one of its citations",
    key=(),
)


@row
class EvidencePage:
    """A cited page as it was fetched once, frozen by the hash of its bytes."""

    page: str = column("the address that stands for it")
    url: str = column("address as asked for")
    final_url: str = column("address after redirects")
    status: Literal["ok", "unreachable", "refused", "failed"] = column(
        "ok, unreachable, refused, or failed by our fault"
    )
    reason: str = column("why it is not ok, in kebab-case: http-404, time-out, private-address, robots; empty if ok")
    http_status: int = column("status of the answer; 0 without one")
    content_type: str = column("type, told by content")
    fetched: str = column("when it was fetched, ISO 8601, UTC")
    sha256: str = column("hash of its bytes")
    blob: str = column("where its bytes are kept")
    title: str | None = column("title by its own metadata")
    identity: WorkIdentity = column("what identifies it, by its own metadata")
    text_blob: str = column("where its text is kept")
    scholarly: bool | None = column("whether it is a scholarly article; none where rules cannot tell")
    authors: tuple[PersonName, ...] = column("authors of the work, by its own metadata", default=())
    published: str = column("month or year of publication, by its own metadata; empty where it gives none", default="")
    detail: str = column("what happened, where we failed on it; empty where we did not", default="")

    @property
    def leads_nowhere(self) -> bool:
        """Return whether the address leads nowhere for anybody: not to a page that was slow or would not let us in."""
        return self.status in ("unreachable", "refused") and self.reason in _NOWHERE


PAGES = Table(
    "pages",
    EvidencePage,
    "a cited page as it was fetched once",
    key=("page",),
)


@row
class PairVerdict:
    """Verdict on one (statement, page) pair."""

    report_id: str = column("the report")
    statement: int = column("number of the statement")
    page: str = column("the page")
    outcome: PairOutcome = column("supported, not-supported, unreachable or judge-failed")
    passage: str = column("the passage that decided it, word for word")
    reason: str = column("the reason given")
    hallucination: Literal["", "citation", "statement"] = column("citation or statement; empty if none")
    evidence_sha256: str = column("hash of the page")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("key of the raw reply that decided it; empty for the rules")
    passage_reply: str = column("key of the raw reply that found the passage", default="")


PAIRS = Table(
    "pairs",
    PairVerdict,
    "a verdict on a statement and one page it cites",
    key=("report_id", "statement", "page"),
)


@row
class JointVerdict:
    """Verdict on a statement against all its cited pages together."""

    report_id: str = column("the report")
    statement: int = column("number of the statement")
    pages: tuple[str, ...] = column("the pages")
    outcome: PairOutcome = column("supported, not-supported, unreachable or judge-failed")
    passage: str = column("what the pages say, each under its title; empty where no question was needed")
    reason: str = column("the reason given")
    question: str = column("name and version of the question; empty where the verdicts on its pairs settle it")
    model: str = column("who answered")
    reply: str = column("key of the raw reply")


JOINT = Table(
    "joint",
    JointVerdict,
    "a verdict on a statement and all the pages it cites together, where these are several",
    key=("report_id", "statement"),
)


@row
class FactVerdict:
    """Verdict on one statement without citation."""

    report_id: str = column("the report")
    statement: int = column("number of the statement")
    truth: Truth = column("true, false, undecided, unscored, or not-sampled: a factual claim that the draw left out")
    confidence: float | None = column("share of the majority")
    bound: bool = column("whether not all votes were cast")
    votes: tuple[Vote, ...] = column("the votes")
    models: tuple[str, ...] = column("who cast each vote")
    reasons: tuple[str, ...] = column("the reason of each vote")
    replies: tuple[str, ...] = column("key of the raw reply of each vote")


FACTS = Table(
    "facts",
    FactVerdict,
    "a verdict on a statement without citation",
    key=("report_id", "statement"),
)


@row
class ReferenceMatch:
    """A cited work and the reference it is, with the rule that says so."""

    report_id: str = column("the report")
    cited: int = column("number of the cited work")
    key: str = column("key of the reference; empty if it is none of the list")
    rule: str = column("rule of the match: doi, arxiv, title, fuzzy or subtitle; empty without a match")
    evidence: str = column("what the rule went by")
    appeared: str = column("when the cited work appeared, YYYY-MM or YYYY; empty where nobody knows", default="")


MATCHES = Table(
    "matches",
    ReferenceMatch,
    "a scholarly work that a report cites, and the reference that it is",
    key=("report_id", "cited"),
)


@row
class Violation:
    """A cited work that the report must not cite."""

    report_id: str = column("the report")
    cited: int = column("number of the cited work")
    kind: ViolationKind = column("late, or the survey itself")
    appeared: str = column("when it appeared, YYYY-MM or YYYY; empty for the survey itself")
    evidence: str = column("how that is known")


VIOLATIONS = Table(
    "violations",
    Violation,
    "a cited work that the report must not cite",
    key=(),
)


@row
class PageVerdict:
    """Verdict on whether a cited page is a scholarly work, with its source."""

    page: str = column("the page")
    evidence_sha256: str = column("hash of what was judged")
    scholarly: bool | None = column("the verdict; none where it could not be told or had")
    title: str | None = column("title of the work")
    reason: str = column("the reason given")
    question: str = column("name and version of the question; empty where the page's own metadata said it")
    model: str = column("who answered")
    reply: str = column("key of the raw reply")


PAGE_VERDICTS = Table(
    "page_verdicts",
    PageVerdict,
    "whether a page is a scholarly work, and who says so",
    key=("page",),
)


@row
class UnscoredPart:
    """A part of a report's scoring that we failed on as a whole, so that it has no rows: the stage and the reason."""

    report_id: str = column("the report")
    part: ScoringPart = column("what has no rows for it: reading, references, pairs or facts")
    reason: str = column("why")


UNSCORED = Table(
    "unscored",
    UnscoredPart,
    "a part of a report that we failed on as a whole",
    key=("report_id", "part"),
)
