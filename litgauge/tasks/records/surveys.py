"""Surveys as harvested, what selection dropped, and their source files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

Origin = Literal["snapshot", "api", "oai", "local"]
SourceKind = Literal["tar", "zip", "tex", "pdf"]


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person (family and given, von part in family, Jr part in given) or, with given empty, a body."""

    family: str
    given: str


@dataclass(frozen=True, slots=True)
class Survey:
    """A paper used as ground truth, or a candidate for one. Text is NFC Unicode on one line."""

    survey_id: str  # arXiv id without version ("2003.00653", "cs/0112017") or "local/…"
    title: str  # "" where a local corpus names none: then it is read from the source
    abstract: str | None
    authors: tuple[PersonName, ...]
    categories: tuple[str, ...]
    license: str | None
    comments: str | None
    journal_ref: str | None
    doi: str | None
    submitted: date | None  # first version
    updated: date | None  # last version: the cut-off of its prompts
    version: int  # number of the last version, from 1
    source: str | None  # local corpus: where its source lies, relative to the corpus file
    origin: Origin

    def completed(
        self,
        title: str | None,
        abstract: str | None,
        authors: tuple[PersonName, ...] = (),
        written: date | None = None,
    ) -> Survey:
        """Return the survey with what its row does not say taken from its source.

        The day only where the row has no date.
        """
        return replace(
            self,
            title=self.title or title or "",
            abstract=self.abstract or abstract,
            authors=self.authors or authors,
            updated=self.updated or (None if self.submitted else written),
        )


@dataclass(frozen=True, slots=True)
class Dropped:
    """A harvested row that selection dropped: its id and the rule, not the row."""

    survey_id: str
    rule: str
    example: str  # what the rule saw, shortened to 120 characters


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A survey's source as it was fetched, kept whole under its hash."""

    survey_id: str
    sha256: str
    size: int  # bytes
    kind: SourceKind
    url: str  # where it came from
    blob: str  # path under the storage root
