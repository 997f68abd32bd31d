"""References and citations of a survey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.records.table import Table, column, row

ReferenceOrigin = Literal["bib", "bbl", "thebibliography", "amsrefs", "grobid", "pdf", "published"]
Severity = Literal["info", "warning", "error"]


Basis = Literal["stated", "parsed", "guessed"]
PrintedCheck = Literal["", "confirmed", "contradicted"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """File and line of a field's value ("refs.bib:12"), and what speaks for it."""

    field: str
    place: str
    basis: Basis = "stated"  # its source names it; parsed: told by its form in another text; guessed: by its look
    printed: PrintedCheck = ""  # what the printed list beside a database says of it; "" where it does not say


@row
class Citation:
    """One place in the text where a key is cited."""

    survey_id: str = column("the survey")
    key: str = column("key of the reference cited, or one of its aliases")
    file: str = column("file of the source")
    line: int = column("line in it, from 1; 0 where the format has no lines")
    command: str = column("citation command, without the backslash")
    section: str = column("title of the section it stands in; empty before the first")
    in_appendix: bool = column("whether it stands in the appendix")


CITATIONS = Table(
    "citations",
    Citation,
    "every place where a survey cites a reference",
    refers_to={"survey_id": "surveys.survey_id"},
)


@row
class Reference:
    """A work that the survey cites in its text. Text is NFC Unicode without LaTeX, on one line."""

    survey_id: str = column("the survey that cites the work")
    key: str = column("citation key in the source")
    type: str = column("kind of entry, as in BibTeX; misc where the source does not say")
    title: str | None = column("title of the work")
    authors: tuple[PersonName, ...] = column("family and given names; a body has no given name")
    et_al: bool = column("whether the author list ends in “and others”")
    year: int | None = column("year of publication")
    venue: str | None = column("journal, proceedings, school or publisher")
    doi: str | None = column("DOI, lower case, without resolver")
    arxiv_id: str | None = column("arXiv id without version")
    url: str | None = column("address given in the source")
    origin: ReferenceOrigin = column("what the fields were read from")
    in_main_text: bool = column("whether it is cited before the appendix at least once")
    aliases: tuple[str, ...] = column("other keys of the same work that were merged into this row")
    provenance: tuple[Provenance, ...] = column("file and line that each value came from, and what speaks for it")


REFERENCES = Table(
    "references",
    Reference,
    "the works that each survey cites",
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
        """Return the diagnostic as a row of a stage's output."""
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
    """Text of a survey around a citation."""

    survey_id: str
    key: str
    citation: int  # index into the survey's citations
    paragraph: str  # at most 5,000 characters around the callout
    sentence: str | None  # None where the server was not asked for sentences
    callout: str  # as printed: "[12]", "(Liu et al., 2025a)"
