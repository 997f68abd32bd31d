"""Merges references of one work under several keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from litgauge.tasks.records.references import Diagnostic, Reference
from litgauge.tasks.text import compact_title


def merge_duplicates(references: Sequence[Reference]) -> tuple[list[Reference], list[Diagnostic]]:
    """Merge references with one DOI, one arXiv id, or one title, first author and year; the first key stays.

    Never by title alone, and never with two different titles: chapters share the DOI of their book.
    """
    distinct: list[Reference] = []
    notes: list[Diagnostic] = []
    positions: dict[tuple[str, ...], int] = {}
    for reference in references:
        marks = _marks(reference)
        home = next(
            (positions[mark] for mark in marks if mark in positions and _agree(distinct[positions[mark]], reference)),
            None,
        )
        if home is None:
            home = len(distinct)
            distinct.append(reference)
        else:
            first = distinct[home]
            distinct[home] = _merge(first, reference)
            notes.append(
                Diagnostic(
                    "info", "duplicate-merged", f"{reference.key} is the same work as {first.key}", *_place(reference)
                )
            )
        for mark in marks:
            positions.setdefault(mark, home)
    return _without_shared_dois(distinct, notes), notes


def _without_shared_dois(references: list[Reference], notes: list[Diagnostic]) -> list[Reference]:
    """Return the references, without a DOI that different works share: it may be truncated, or another work's."""
    sharing: dict[str, list[int]] = {}
    for number, reference in enumerate(references):
        if reference.doi:
            sharing.setdefault(reference.doi, []).append(number)
    for doi, numbers in sharing.items():
        if len(numbers) < 2:
            continue
        works = [references[number] for number in numbers]
        message = f"{doi}: {', '.join(work.key for work in works[:5])} have it, which are different works"
        notes.append(Diagnostic("warning", "doi-shared", message, *_place(works[0], "doi")))
        for number in numbers:
            provenance = tuple(item for item in references[number].provenance if item.field != "doi")
            references[number] = replace(references[number], doi=None, provenance=provenance)
    return references


def _marks(reference: Reference) -> list[tuple[str, ...]]:
    marks: list[tuple[str, ...]] = []
    if reference.doi:
        marks.append(("doi", reference.doi))
    if reference.arxiv_id:
        marks.append(("arxiv", reference.arxiv_id))
    if reference.title and reference.authors and reference.year:
        marks.append(
            ("title", compact_title(reference.title), compact_title(reference.authors[0].family), str(reference.year))
        )
    return marks


def _agree(first: Reference, second: Reference) -> bool:
    """True if nothing says that they are two works."""
    if not first.title or not second.title:
        return True
    left, right = compact_title(first.title), compact_title(second.title)
    if left == right:
        return not (first.doi and second.doi and first.doi != second.doi)
    shorter, longer = sorted((left, right), key=len)
    return len(shorter) >= 10 and longer.startswith(shorter)


def _merge(first: Reference, second: Reference) -> Reference:
    return replace(
        first,
        aliases=(*first.aliases, second.key),
        in_main_text=first.in_main_text or second.in_main_text,
        doi=first.doi or second.doi,
        arxiv_id=first.arxiv_id or second.arxiv_id,
        url=first.url or second.url,
        provenance=(
            *first.provenance,
            *(
                item
                for item in second.provenance
                if item.field in ("doi", "arxiv_id", "url") and not getattr(first, item.field)
            ),
        ),
    )


def _place(reference: Reference, field: str = "") -> tuple[str, int]:
    places = [item.place for item in reference.provenance if item.field == field or not field]
    file, _, line = places[0].rpartition(":") if places else ("", "", "0")
    return file, int(line)
