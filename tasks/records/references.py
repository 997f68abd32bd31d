"""What a survey cites, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.surveys import PersonName
from tasks.records.table import Table

ReferenceOrigin = Literal["bib", "bbl", "thebibliography", "amsrefs", "grobid", "published"]
Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Which file and line a field's value came from ("refs.bib:12")."""

    field: str
    place: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One place in the text where a key is cited."""

    survey_id: str
    key: str
    file: str
    line: int  # from 1; 0 where the format has no lines (GROBID)
    command: str  # "citep", without the backslash
    section: str  # title of the section it stands in, "" before the first
    in_appendix: bool


CITATIONS = Table(
    "citations",
    Citation,
    "every place where a survey cites a reference",
    {
        "survey_id": "the survey",
        "key": "key of the reference cited, or one of its aliases",
        "file": "file of the source",
        "line": "line in it, from 1; 0 where the format has no lines",
        "command": "citation command, without the backslash",
        "section": "title of the section it stands in",
        "in_appendix": "whether it stands in the appendix",
    },
    refers_to={"survey_id": "surveys.survey_id"},
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A work that the survey cites in its text. Text is NFC Unicode without LaTeX, on one line."""

    survey_id: str
    key: str
    type: str  # BibTeX entry type in lower case; "misc" where the source does not say
    title: str | None
    authors: tuple[PersonName, ...]
    et_al: bool  # the author list ends in "and others"
    year: int | None
    venue: str | None
    doi: str | None  # lower case, no resolver
    arxiv_id: str | None  # no version
    url: str | None
    origin: ReferenceOrigin
    in_main_text: bool  # cited before the appendix at least once
    aliases: tuple[str, ...]  # other keys of the same work that were merged into this one
    provenance: tuple[Provenance, ...]


REFERENCES = Table(
    "references",
    Reference,
    "the works that each survey cites",
    {
        "survey_id": "the survey that cites the work",
        "key": "citation key in the source",
        "type": "kind of entry, as in BibTeX; misc where the source does not say",
        "title": "title of the work",
        "authors": "family and given names; a body has no given name",
        "et_al": "whether the author list ends in “and others”",
        "year": "year of publication",
        "venue": "journal, proceedings, school or publisher",
        "doi": "DOI, lower case, without resolver",
        "arxiv_id": "arXiv id without version",
        "url": "address given in the source",
        "origin": "what the fields were read from",
        "in_main_text": "whether it is cited before the appendix at least once",
        "aliases": "other keys of the same work that were merged into this row",
        "provenance": "file and line that each value came from",
    },
    refers_to={"survey_id": "surveys.survey_id"},
)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something a person should know about a source; codes are listed in docs/diagnostics.md."""

    severity: Severity
    code: str
    message: str
    file: str
    line: int  # 0 where there is none

    def of_survey(self, survey_id: str) -> SourceDiagnostic:
        """The diagnostic as a row of a stage's output."""
        return SourceDiagnostic(survey_id, self.severity, self.code, self.message, self.file, self.line)


@dataclass(frozen=True, slots=True)
class SourceDiagnostic:
    """A diagnostic and the survey whose source it is about."""

    survey_id: str
    severity: Severity
    code: str
    message: str
    file: str
    line: int  # 0 where there is none


@dataclass(frozen=True, slots=True)
class CitationContext:
    """What a survey says where it cites a work."""

    survey_id: str
    key: str
    citation: int  # index into the survey's citations
    paragraph: str  # at most 5,000 characters around the callout
    sentence: str | None  # None where the server was not asked for sentences
    callout: str  # as printed: "[12]", "(Liu et al., 2025a)"
