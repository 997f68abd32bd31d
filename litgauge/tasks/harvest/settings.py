"""Settings of harvesting, selecting and downloading."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from litgauge.tasks.base.secrets import without_credentials
from litgauge.tasks.base.shipped_files import OwnOrShippedPath

LicenseName = Literal[
    "CC-BY-4.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "arXiv-nonexclusive-1.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-3.0",
    "CC-BY-NC-SA-3.0",
    "public-domain",
]
EvidenceField = Literal["comments", "journal_ref", "doi"]


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return text


def _web_address(text: str) -> str:
    if not re.match(r"https?://[^/\s]+", text):
        raise ValueError("give an address that starts with http:// or https://")
    return without_credentials(text)


def _download_address(text: str) -> str:
    if "{arxiv_id}" not in text:
        raise ValueError("the address must hold {arxiv_id}")
    return _web_address(text)


Pattern = Annotated[str, AfterValidator(_pattern)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
Word = Annotated[str, Field(min_length=1)]


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SelectionSettings(_Settings):
    """Which rows are surveys to build from; the defaults are ReportBench's rules (section 2.1.1 and A.1)."""

    submitted_after: datetime.date | None = Field(
        datetime.date(2020, 1, 1),
        title="Submitted after",
        description="Keep papers whose first version is later than this day. Empty: any date, also none.",
    )
    title_words: tuple[Word, ...] = Field(
        ("survey", "review"),
        title="Title words",
        description="The title must hold one of these words, its plural, or open with its -ing form. Empty: any title.",
    )
    evidence_required: bool = Field(
        True, title="Must be published", description="Keep only papers with evidence of acceptance or publication."
    )
    evidence_fields: tuple[EvidenceField, ...] = Field(
        ("comments", "journal_ref"),
        title="Evidence is looked for in",
        description="A DOI counts only if it is not one of a preprint server.",
    )
    evidence_patterns: tuple[Pattern, ...] = Field(
        (
            r"\baccept(?:ed|ance)?\b",
            r"\bpublish(?:ed|ing)\b",
            r"\b(?:to|will) appear\b",
            r"\bappears in\b",
            r"\bin press\b",
            r"\bforthcoming in\b",
            r"\bcamera[- ]ready\b",
        ),
        title="Words that indicate publication",
        description="Regular expressions; case is ignored.",
    )
    no_evidence_patterns: tuple[Pattern, ...] = Field(
        (
            r"\b(?:not|never|nor|without|yet to|\w+n['’]t)\s+(?:\w+\s+){0,5}?(?:accepted|published|acceptance)\b",
            r"\b(?:until|till|before|unless|once|if|when|upon|pending|awaiting|wait(?:ing)? for|subject to)\s+"
            r"(?:\w+\s+){0,4}?(?:accepted|published|acceptance|publishing)\b",
            r"\bto be (?:accepted|published)\s+(?:until|once|if|when|upon|after|on arxiv)\b",
            r"\b(?:expect|hope|hoping|intend|plan|aim|wish|consider|may|might|could|should|would|possibl[ey])\w*\s+(?:\w+\s+){0,4}?"
            r"(?:accepted|published|acceptance|publishing)\b",
            r"\b(?:submitted|submission|resubmitted)\s+(?:to|in|at|for)\s+(?:be|being|get)\s+(?:accepted|published)\b",
            r"\bsubmitted\s+to\s+(?:[\w&]+\s+){1,8}?(?:to be|for being|publishing)\b(?:\s+(?:accepted|published))?",
            r"\bsubmitted\b(?:\s+(?:to|in|at|for)\s+(?:[\w&]+\s+){0,8}?[\w&]+)?\s*[,;:(–—-]+\s*(?:and\s+)?"
            r"(?:to be|will be|to get|for being)\s+(?:\w+\s+){0,2}?(?:published|accepted)\b",
            r"\bto be submitted\b[^.;]{0,60}?\b(?:published|publishing|accepted)\b",
            r"\b(?:widely|generally|commonly|universally|well)[- ]accepted\b",
            r"\baccepted\s+for\s+(?:peer[- ])?(?:review|submission|consideration)\b",
            r"\b(?:code|codes|data|datasets?|software|repository|materials?|models?|toolkit|implementation)\s+(?:\w+\s+){0,3}?"
            r"(?:will|to|is|are|can|shall|has been|have been)\b[^.;,]{0,60}?\b(?:published|accepted|acceptance)\b",
            r"\bafter\s+(?:\w+\s+){0,2}?acceptance\b",
            r"\b(?:papers|articles|studies|works|publications|literature|approaches|methods|surveys|preprints)\s+(?:\w+\s+){0,3}?"
            r"(?:published|accepted)\b",
            r"\bpublished\s+(?:\w+\s+){0,3}?(?:arxiv|preprints?|zenodo|github|researchgate|ssrn|techrxiv|biorxiv|medrxiv|"
            r"authorea|research\s?square|blog|website)\b",
            r"\bpublished\s+(?:\w+\s+)?(?:on|at|in|via|through)\s+(?:the\s+)?(?:openreview|osf|hal|medium|substack|vixra)\b",
            r"\b(?:self|previously)[- ]published\b",
            r"\bpublished\s+(?:\w+\s+)?(?:on|at|in|via|through)\s+(?:[\w’']+\s+){0,2}?(?:home\s?page|web\s?page)s?\b",
            r"\b(?:code|codes|data|datasets?|software|repository|materials?)\s+published\b",
            r"\b(?:technical|tech\.?|research|internal)[\s-]+(?:reports?|notes?)\s+(?:\w+\s+){0,2}?published\b",
            r"\b(?:conditionally|provisionally|tentatively)\s+accepted\b",
            r"\baccepted\s+(?:with|pending|after|subject to)\s+(?:\w+\s+)?major\s+(?:revisions?|changes)\b",
            r"\b(?:to|will) be published\s+(?:soon|shortly|later|elsewhere)\b",
            r"\b(?:published|accepted|appears?|appear)\s+(?:\w+\s+)?(?:as|in)\s+(?:[\w’']+[\s-]+){0,4}?(?:white\s?papers?|"
            r"working\s+papers?|(?:technical|tech\.?|research|internal)[\s-]+(?:reports?|notes?)|thes[ie]s|dissertations?)\b",
            r"\b(?:comments|feedback|suggestions|contributions)\s+(?:\w+\s+){0,3}?accepted\b",
            r"\bto appear (?:on|in|at) arxiv\b",
        ),
        title="Phrases that only seem to",
        description="Matches of these regular expressions are removed before words of publication are searched.",
    )
    preprint_dois: tuple[Word, ...] = Field(
        (
            "10.48550/",
            "10.13140/",
            "10.21203/",
            "10.5281/",
            "10.2139/",
            "10.36227/",
            "10.20944/",
            "10.1101/",
            "10.26434/",
            "10.6084/",
            "10.22541/",
            "10.31219/",
            "10.31234/",
            "10.31224/",
            "10.17605/",
        ),
        title="DOIs of preprint servers",
        description="A DOI with such a prefix is no evidence.",
    )
    licenses: tuple[LicenseName, ...] = Field(
        ("CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "arXiv-nonexclusive-1.0"),
        title="Licences",
        description="Licences to keep. Empty: any licence.",
    )
    allow_no_license: bool = Field(
        False,
        title="Keep papers without a licence",
        description="Keep papers without a licence; old rows and local corpora often have none.",
    )
    categories: tuple[Word, ...] = Field(
        (),
        title="Categories",
        description="The paper is in one of these: 'cs' or 'cs.' for a whole archive, 'cs.CL' for one. Empty: any.",
    )
    withdrawn_out: bool = Field(
        True,
        title="Drop withdrawn papers",
        description="Drop papers whose comments or abstract say that they were withdrawn.",
    )
    duplicates_out: bool = Field(
        True,
        title="Drop duplicates",
        description="Of one id the later version stays; of one title and first author, the paper updated last.",
    )
    ask_model: bool = Field(
        True,
        title="Ask: is it a literature survey?",
        description="Ask the model about papers that the rules keep.",
    )


class HarvestSettings(_Settings):
    """Source of the rows."""

    source: Literal["snapshot", "local"] = Field(
        "snapshot", title="Source", description="arXiv's metadata snapshot, or a corpus of your own."
    )
    path: OwnOrShippedPath = Field(
        "",
        title="Path or URL",
        description="JSON lines, plain, .gz or the Kaggle .zip; for a local corpus its JSONL, or a folder of papers. "
        "Empty: named when a build is started.",
    )
    root: str | None = Field(
        None,
        title="Root of the local sources",
        description="Folder that `source` paths start from. Empty: the folder of papers, or the JSONL's folder.",
    )
    refresh: Literal["oai", "api"] = Field(
        "oai",
        title="Refresh through",
        description="OAI-PMH (also sees new comments and licences) or the search interface.",
    )
    sets: tuple[Word, ...] = Field(
        (), title="OAI sets", description="For example cs or physics:hep-ph; one harvest each. Empty: all of arXiv."
    )
    oai_url: WebAddress = Field(
        "https://oaipmh.arxiv.org/oai", title="OAI-PMH address", description="Base address of the OAI-PMH service."
    )
    api_url: WebAddress = Field(
        "https://export.arxiv.org/api/query", title="Search address", description="Address of arXiv's search interface."
    )
    page_size: int = Field(100, ge=1, le=2000, title="Page size", description="Results per search request.")
    request_interval_s: float = Field(
        3.0, ge=0, title="Seconds between requests", description="arXiv asks for at least three."
    )
    timeout_s: float = Field(60.0, gt=0, title="Time-out", description="Seconds to wait for an answer.")
    attempts: int = Field(
        5, ge=1, le=20, title="Attempts", description="Attempts per request before the harvest fails."
    )
    max_retry_after_s: float = Field(
        600.0,
        ge=0,
        title="Longest wait",
        description="Seconds; if a server asks for more, the next run tries again.",
    )


class SourceSettings(_Settings):
    """Settings of fetching e-prints."""

    download_url: Annotated[str, AfterValidator(_download_address)] = Field(
        "https://export.arxiv.org/e-print/{arxiv_id}",
        title="Download address",
        description="Address with {arxiv_id} in it.",
    )
    max_bytes: int = Field(
        200_000_000, ge=1, title="Largest source", description="Bytes, compressed; a larger one is rejected."
    )
    request_interval_s: float = Field(
        3.0, ge=0, title="Seconds between downloads", description="arXiv asks for at least three."
    )
    timeout_s: float = Field(60.0, gt=0, title="Time-out", description="Seconds without a byte.")
    total_timeout_s: float = Field(
        1800.0, gt=0, title="Longest download", description="Seconds for one source, retries included."
    )
    attempts: int = Field(
        5, ge=1, le=20, title="Attempts", description="Attempts per download before the source fails."
    )
    max_retry_after_s: float = Field(
        600.0,
        ge=0,
        title="Longest wait",
        description="Seconds; if a server asks for more, the next run tries again.",
    )
