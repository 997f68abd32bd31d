"""Does a row say that its paper was peer reviewed and published?

ReportBench searched the comments for "published" or "accepted". Taken literally that also finds "unpublished", "not
yet accepted", "re-organization is required until it is published", "code will be published upon acceptance" and "a
review of papers published since 2015". So the phrases that only seem to say it are taken out first, and the words of
publication are looked for in what is left. All 100 published rows still pass, among them one whose comments end in
"Submitted for publishing": the gerund counts, "submitted to …" and "submitted for publication" do not.
"""

from __future__ import annotations

import re

from litgauge.tasks.harvest.rows import ArxivRow
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.text import normalise_doi

_NO_JOURNAL = re.compile(
    r"\b(?:submitted|submission|under review|in review|in preparation|rejected|unpublished|preprint|arxiv|corr|"
    r"openreview|zenodo|ssrn|researchgate|white\s?paper|thes[ie]s|dissertation|(?:technical|tech\.?)\s+report)\b",
    re.IGNORECASE,
)


class PublicationEvidence:
    """Finds the words that speak of publication, by the config's patterns."""

    def __init__(self, settings: SelectionSettings) -> None:
        self._fields = settings.evidence_fields
        self._speaks = _any_of(settings.evidence_patterns)
        self._seems = _any_of(settings.no_evidence_patterns)
        self._preprint_dois = settings.preprint_dois

    def of(self, row: ArxivRow) -> str | None:
        """Return the evidence of publication: words, the journal reference, or the DOI; None if there is none."""
        for field in self._fields:
            if field == "comments":
                evidence = self._in_text(row.comments)
            elif field == "journal_ref":
                evidence = self._in_reference(row.journal_ref)
            else:
                evidence = self._in_doi(row.doi)
            if evidence:
                return evidence
        return None

    def _in_text(self, text: str | None) -> str | None:
        if not text:
            return None
        line = " ".join(text.split())
        remaining = self._seems.sub(" | ", line) if self._seems else line
        match = self._speaks.search(remaining) if self._speaks else None
        return match.group() if match else None

    def _in_reference(self, reference: str | None) -> str | None:
        line = " ".join((reference or "").split())
        if not line:
            return None
        return self._in_text(line) if _NO_JOURNAL.search(line) else line

    def _in_doi(self, raw: str | None) -> str | None:
        doi = normalise_doi(raw) if raw else None
        return None if doi is None or doi.startswith(self._preprint_dois) else doi


def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE) if patterns else None
