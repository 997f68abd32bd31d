r"""Works in footnotes, as history and law cite: every note that names a title and a year is one or more references."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.latex.expansion import arguments

_NOTE = re.compile(r"\\(?:footnote|footnotetext|endnote|endnotetext)(?![a-zA-Z])")
_LEAD = re.compile(
    r"(?:\s|%[^\n]*\n|(?:see(?: also| e\.g\.,?| for example,?)?|cf\.|compare"
    r"|also|and|e\.g\.,?|quoted in|cited in|for this,?"
    r"|vgl\.|siehe(?: auch)?|s\.|voir(?: aussi)?|véase|si veda|см\.)(?=[\s~])~?)++",
    re.IGNORECASE,
)
_BACK = re.compile(r"\b(?:ibid(?:em)?|op\. ?cit|loc\. ?cit|id\.|ebd|ebenda|там же)\b", re.IGNORECASE)
_TITLE = re.compile(r"\\(?:emph|textit|textsl|enquote)(?![a-zA-Z])|\{\\(?:it|em|sl)(?:shape)?(?![a-zA-Z])|``|“|«|„")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_PHYSICS = re.compile(
    r"(?:[^\W\d_a-z]\.[\s~-]*){1,4}(?:(?:van|von|de|der|den)[\s~])*[^\W\d_a-z][^\s,;]{1,40}[,\s~].{0,400}?"
    r"\d[\d}]{0,6},?\s.{0,60}?\((?:1[89]|20)\d\d\)",
    re.DOTALL,
)
"""Initials, a family, and later a volume and a year in brackets: "A. Ames, Phys. Rev. \\textbf{12}, 345 (2001)"."""
_SEMICOLON = re.compile(r"\\.|[{};]", re.DOTALL)
_FEWEST, _SHORTEST = 2, 25


def footnote_works(text: str, start: int) -> list[tuple[int, int]]:
    """Where the works begin and end that notes name in full, those of one note parted by semicolons.

    Empty where there are fewer than two: a remark may name a work, too.
    """
    works = [
        span
        for note in _NOTE.finditer(text, start)
        if (group := _group(text, note.end()))
        for span in _parts(text, group.start, group.stop)
    ]
    return works if len(works) >= _FEWEST else []


def printed_notes(text: str, start: int) -> list[tuple[str, int, int]]:
    """Keys, begins and ends of the works in notes that REVTeX prints in its list, under the keys that it gives them.

    A remark, and a note that names a work later than at its beginning, is none.
    """
    works = []
    for number, note in enumerate(_NOTE.finditer(text, start), 1):
        if group := _group(text, note.end()):
            found = [
                (begin, end)
                for begin, end in _all_parts(text, group.start, group.stop)
                if _PHYSICS.match(text, begin, end) and not _BACK.search(text, begin, end)
            ]
            names = [f"Note{number}", *(f"Note{number}-{part}" for part in range(2, len(found) + 1))]
            works += [(name, *span) for name, span in zip(names, found, strict=False)]
    return works


def _group(text: str, position: int) -> arguments.Span | None:
    option = arguments.option(text, position, len(text))
    return arguments.group(text, option.end if option else position, len(text))


def _parts(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    for begin, end in _all_parts(text, start, stop):
        named = _TITLE.search(text, begin, end)
        if end - begin >= _SHORTEST and named and _YEAR.search(text, begin, end) and not _BACK.search(text, begin, end):
            yield begin, end


def _all_parts(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The parts of a note between semicolons, without "see" and the like before them."""
    depth, bounds = 0, [start]
    for mark in _SEMICOLON.finditer(text, start, stop):
        depth += (mark.group() == "{") - (mark.group() == "}")
        if mark.group() == ";" and depth == 0:
            bounds.append(mark.end())
    for begin, end in zip(bounds, [*(bound - 1 for bound in bounds[1:]), stop], strict=True):
        lead = _LEAD.match(text, begin, end)
        yield lead.end() if lead else begin, end
