"""The tables of a ReportBench score run: every row between an agent's reports and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields

from tasks.declaration import Rows
from tasks.records import (
    AgentReport,
    CitedWork,
    EvidencePage,
    FactVerdict,
    PageVerdict,
    PairVerdict,
    ReferenceMatch,
    Statement,
    StatementLink,
    Table,
    UnscoredPart,
    Violation,
)

RUN_TABLES = (
    Table(
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
        },
        key=("report_id",),
    ),
    Table(
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
        },
        key=("report_id", "number"),
    ),
    Table(
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
    ),
    Table(
        "works",
        CitedWork,
        "a distinct work or page that a report cites",
        {
            "report_id": "the report",
            "number": "from 0, in the order of first citation",
            "page": "the address that stands for the page; none without an address",
            "url": "first address given for it",
            "identity": "what identifies it",
            "title": "title by its entry or anchor text",
            "authors": "family names by its entry",
            "year": "year by its entry",
            "statements": "numbers of the statements that cite it",
        },
        key=("report_id", "number"),
    ),
    Table(
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
        },
        key=("page",),
    ),
    Table(
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
    ),
    Table(
        "matches",
        ReferenceMatch,
        "a scholarly work that a report cites, and the reference that it is",
        {
            "report_id": "the report",
            "cited": "number of the cited work",
            "key": "key of the reference; empty if it is none of the list",
            "rule": "rule of the match; empty without one",
            "evidence": "what the rule went by",
        },
        key=("report_id", "cited"),
    ),
    Table(
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
    ),
    Table(
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
    ),
    Table(
        "facts",
        FactVerdict,
        "a verdict on a statement without citation",
        {
            "report_id": "the report",
            "statement": "number of the statement",
            "truth": "true, false, undecided or unscored",
            "confidence": "share of the majority",
            "bound": "whether not all votes were cast",
            "votes": "the votes",
            "models": "who cast each vote",
            "reasons": "the reason of each vote",
            "replies": "key of the raw reply of each vote",
        },
        key=("report_id", "statement"),
    ),
    Table(
        "unscored",
        UnscoredPart,
        "a part of a report that we failed on as a whole",
        {
            "report_id": "the report",
            "part": "what has no rows for it: reading, references, pairs or facts",
            "reason": "why",
        },
        key=("report_id", "part"),
    ),
)
"""In the order from reports to numbers; each is one Parquet file."""


@dataclass(frozen=True, slots=True)
class RunTables:
    """The rows of a score run, typed. A table that was not asked for when the run was loaded is empty."""

    reports: tuple[AgentReport, ...] = ()
    statements: tuple[Statement, ...] = ()
    links: tuple[StatementLink, ...] = ()
    works: tuple[CitedWork, ...] = ()
    pages: tuple[EvidencePage, ...] = ()
    page_verdicts: tuple[PageVerdict, ...] = ()
    matches: tuple[ReferenceMatch, ...] = ()
    violations: tuple[Violation, ...] = ()
    pairs: tuple[PairVerdict, ...] = ()
    facts: tuple[FactVerdict, ...] = ()
    unscored: tuple[UnscoredPart, ...] = ()

    @classmethod
    def of(cls, rows: Rows) -> RunTables:
        """The tables among the rows of a run."""
        return cls(**{field.name: tuple(rows.get(field.name, ())) for field in fields(cls)})

    def rows(self) -> Rows:
        """The rows by table name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
