"""Works that a document lists or notes without a \\bibitem, and the places that cite them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.citations import parts_of
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.records.references import Citation, Diagnostic


@dataclass(frozen=True, slots=True)
class CitedItem:
    """A place of the document that cites an item of the list by its key."""

    start: int
    stop: int
    key: str


@dataclass(frozen=True, slots=True)
class TypedList:
    """Works of a list and the places of a document that cite them, in the order of its text."""

    document: Document
    items: tuple[Item, ...] = ()
    cited: tuple[CitedItem, ...] = ()
    command: str = "typed"
    diagnostics: tuple[Diagnostic, ...] = ()

    def beside(self, citations: Sequence[Citation]) -> tuple[Citation, ...]:
        r"""Return what commands cite but those that print callouts of the list: \citeproc, a \cite of the author's."""
        keys = {at.key for at in self.cited}
        return tuple(citation for citation in citations if citation.key not in keys)

    def citations(self, survey_id: str) -> tuple[Citation, ...]:
        """Return a row for each place, with its line and section."""
        parts = parts_of(self.document) if self.cited else []
        starts = [part.start for part in parts]
        rows = []
        for at in self.cited:
            place, part = self.document.place(at.start), parts[bisect_right(starts, at.start) - 1]
            rows.append(
                Citation(survey_id, at.key, place.file, place.line, self.command, part.section, part.in_appendix)
            )
        return tuple(rows)


def item_at(document: Document, key: str, start: int, stop: int) -> Item:
    """Return an item of a list that has no other macros than its document."""
    place, body = document.place(start), document.text[start:stop]
    return Item(key, "", body, start, document.place, place, "thebibliography", document.macros)
