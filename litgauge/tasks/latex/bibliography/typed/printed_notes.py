"""Works in the notes of a REVTeX document, which prints them in its list."""

from __future__ import annotations

import re

from litgauge.tasks.latex.bibliography.typed.note_parts import notes_of
from litgauge.tasks.latex.bibliography.typed.typed_list import CitedItem, TypedList, item_at
from litgauge.tasks.latex.expansion.document import Document

_REVTEX = re.compile(r"\\documentclass\s*(?:\[[^\[\]]*\])?\s*\{revtex")
_PHYSICS = re.compile(
    r"(?:[^\W\d_a-z]\.[\s~-]*){1,4}(?:(?:van|von|de|der|den)[\s~])*[^\W\d_a-z][^\s,;]{1,40}[,\s~].{0,400}?"
    r"\d[\d}]{0,6},?\s.{0,60}?\((?:1[89]|20)\d\d\)",
    re.DOTALL,
)
"""Initials, a family, and later a volume and a year in brackets: "A. Ames, Phys. Rev. \\textbf{12}, 345 (2001)"."""
_BACK = re.compile(r"\b(?:ibid(?:em)?|op\. ?cit|loc\. ?cit|id\.)", re.IGNORECASE)


def read_printed_notes(document: Document) -> TypedList:
    """Return the works in footnotes of a document whose class prints those in its list (REVTeX)."""
    if _REVTEX.search(document.text) is None:
        return TypedList(document)
    works = printed_notes(document.text, document.body_start)
    items = tuple(item_at(document, key, start, stop) for key, start, stop in works)
    return TypedList(document, items, tuple(CitedItem(start, stop, key) for key, start, stop in works), "footnote")


def printed_notes(text: str, start: int) -> list[tuple[str, int, int]]:
    """Return key, begin and end of each work in the notes that REVTeX prints in its list, with REVTeX's keys.

    Remarks, and notes that do not begin with a work, are left out.
    """
    works = []
    for number, note in enumerate(notes_of(text, start), 1):
        spans = [
            (begin, end)
            for begin, end in note.parts
            if _PHYSICS.match(text, begin, end) and not _BACK.search(text, begin, end)
        ]
        names = [f"Note{number}", *(f"Note{number}-{part}" for part in range(2, len(spans) + 1))]
        works += [(name, *span) for name, span in zip(names, spans, strict=False)]
    return works
