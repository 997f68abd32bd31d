"""Lists of works in plain TeX: AMS-TeX's \\ref ... \\endref, and harvmac's and phyzzx's \\lref\\name{...}.

The latter cite by the names themselves (\\refs{\\name,\\other}), so they are read here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Locate
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.records.references import Citation

_AMS_ITEM = re.compile(r"\\ref(?=[ \t\n]*\\(?:key|no|by)(?![a-zA-Z]))|\\endref(?![a-zA-Z])")
_AMS_KEY = re.compile(r"\\(?:key|no)(?![a-zA-Z])[ \t\n]*(?:\{([^{}]{1,100})\}|([^\\{}\n]{1,100}))")
_LISTED = re.compile(r"\\(?:lref|nref|listrefs|REF|refout)(?![a-zA-Z])")
_NAMED = re.compile(r"\\(?:lref|nref|ref|REFS|REFSCON|REF|Ref|REFNUM)[ \t\n]*\\([a-zA-Z@]+)[ \t\n]*(?=\{)")
_SILENT = ("\\lref", "\\REF")
"""They name a work without citing it; \\nref and \\ref cite at once."""
_WORD = re.compile(r"\\([a-zA-Z@]+)")


def read_plain_lists(text: str, locate: Locate, macros: Mapping[str, Macro]) -> list[Item]:
    """Return the items of AMS-TeX's and harvmac's lists; a harvmac key is the name without its backslash."""
    items: list[Item] = []
    if "\\endref" in text:
        items.extend(_ams_items(text, locate, macros))
    if _LISTED.search(text):
        for match, body in _definitions(text):
            content = text[body.start : body.stop]
            place = locate(match.start())
            items.append(Item(match[1], "", content, body.start, locate, place, "thebibliography", macros))
    return items


def ams_keys(text: str) -> frozenset[str]:
    """Return the keys of AMS-TeX's list, whose \\cite{key, Theorem 2} takes one key.

    Empty where there is no such list.
    """
    if "\\endref" not in text:
        return frozenset()
    return frozenset(" ".join((match[1] or match[2]).split()) for match in _AMS_KEY.finditer(text))


def plain_citations(document: Document, survey_id: str) -> list[Citation]:
    """Return where a document cites by the names that harvmac's \\lref gives to works."""
    text = document.text
    if not _LISTED.search(text):
        return []
    bodies = {match.start(1) - 1: body for match, body in _definitions(text)}
    silent = {match.start(1) - 1 for match, _ in _definitions(text) if match[0].startswith(_SILENT)}
    names = {match[1] for match, _ in _definitions(text)}
    citations, after = [], 0
    for match in _WORD.finditer(text):
        if match.start() < after or match[1] not in names:
            continue
        body = bodies.get(match.start())
        after = body.end if body else after
        if match.start() not in silent:
            place = document.place(match.start())
            citations.append(Citation(survey_id, match[1], place.file, place.line, "refs", "", False))
    return citations


def _definitions(text: str) -> Iterator[tuple[re.Match[str], arguments.Span]]:
    for match in _NAMED.finditer(text):
        if body := arguments.group(text, match.end(), len(text)):
            yield match, body


def _ams_items(text: str, locate: Locate, macros: Mapping[str, Macro]) -> Iterator[Item]:
    before: Item | None = None
    marks = list(_AMS_ITEM.finditer(text))
    for mark, following in zip_longest(marks, marks[1:]):
        if mark.group() != "\\ref":
            continue
        stop = following.start() if following else len(text)
        key = _AMS_KEY.search(text, mark.end(), stop)
        body = text[mark.end() : stop]
        previous = before if "\\bysame" in body else None
        name = " ".join((key[1] or key[2]).split()) if key else ""
        item = Item(name, "", body, mark.end(), locate, locate(mark.start()), "thebibliography", macros, previous)
        before = item
        if name:
            yield item
