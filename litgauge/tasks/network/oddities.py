"""Oddities in the tables of a network, counted: no row is dropped without notice."""

from __future__ import annotations

from dataclasses import dataclass

MEANINGS = {
    "broken-row": "broken rows (too many or too few fields, an open quote, no UTF-8), left out",
    "no-work": "rows without a work, left out",
    "repeated-work": "rows that give a work again; its earliest date stands",
    "no-date": "works without a date",
    "unusable-date": "works whose date is invalid",
    "no-venue": "works without a venue, as references in no pair",
    "no-count": "works without a citation count, counted as 0",
    "unusable-count": "counts of citations that are no whole number from 0, taken as 0",
    "no-end": "citations without a citing or a cited work, left out",
    "unknown-work": "citations of or by a work that is not among the works, left out",
    "self-citation": "citations of a work by itself, left out",
    "repeated-citation": "citations given again, left out",
    "cites-the-future": "citations of a work that is later than the one that cites it, kept",
}


@dataclass(frozen=True, slots=True)
class Oddity:
    """Number of rows of a table that share an oddity, with examples."""

    table: str
    code: str
    count: int
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        more = ", …" if self.count > len(self.examples) else ""
        shown = f" ({', '.join(self.examples)}{more})" if self.examples else ""
        return f"{self.table}: {MEANINGS[self.code]}: {self.count:,}{shown}"
