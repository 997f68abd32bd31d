"""What a survey cites, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.surveys import PersonName

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
