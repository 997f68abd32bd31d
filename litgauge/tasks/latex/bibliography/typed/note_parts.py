"""Notes of a source and the parts of each: what stands between semicolons, without "see" and the like before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from litgauge.tasks.latex.expansion import arguments

_NOTE = re.compile(r"\\(?:v?footnote|footnotetext|endnote|endnotetext|sidenote|sidenotetext|marginnote)(?![a-zA-Z])")
_NOTE_MARK = re.compile(r"\s*(?:\*{1,3}|\\d?dag(?:ger)?(?![a-zA-Z])|\$[^$]{1,20}\$)")
_LONGEST_MARK = 20
_ALSO = (
    r"(?:[\s~,]+(?:also|e\.\s?g\.|for example|for instance|esp\.|especially|generally|auch|etwa|z\.\s?B\.|aussi"
    r"|par exemple|también|anche))*"
)
_LEAD = re.compile(
    rf"(?:\s|%[^\n]*\n|(?:see{_ALSO}|cf\.{_ALSO}|compare|also|and|but|e\.\s?g\.|quoted in|cited in|for this"
    rf"|vgl\.{_ALSO}|siehe{_ALSO}"
    rf"|so(?: auch)?|anders"
    rf"|(?:ausführlich(?:er)?|grundlegend|allgemein|ähnlich|ebenso|hier(?:für|zu)?|zum folgenden)"
    rf"(?: (?:dazu|hierzu|auch))?|dazu|accord|contra|similarly|following|on this"
    rf"|zit\. nach|s\.|voir{_ALSO}|cité par|véase{_ALSO}"
    rf"|vid\.|si veda|cfr\.|см\.)(?=[\s~,:]),?:?~?)++",
    re.IGNORECASE,
)
_LATE_LEAD = re.compile(
    rf"[^.;{{}}\\]{{0,120}}?\b(?i:see|cf\.|vgl\.|siehe|voir|véase|cfr\.){_ALSO}[\s~,:]+(?=[^\W\d_a-z])"
)
_SEMICOLON = re.compile(r"\\.|[{};]", re.DOTALL)


class Note(NamedTuple):
    """A note with its command, and where each part of what it says begins and ends."""

    start: int
    stop: int
    parts: tuple[tuple[int, int], ...]


def notes_of(text: str, start: int) -> Iterator[Note]:
    """Yield the footnotes, endnotes and notes in the margin, in their order."""
    for note in _NOTE.finditer(text, start):
        if group := _group(text, note.end()):
            yield Note(note.start(), group.end, tuple(_all_parts(text, group.start, group.stop)))


def _group(text: str, position: int) -> arguments.Span | None:
    """What a note says; plain TeX has its mark before that, in braces or without."""
    option = arguments.option(text, position, len(text)) or _NOTE_MARK.match(text, position)
    position = position if option is None else option.end() if isinstance(option, re.Match) else option.end
    group = arguments.group(text, position, len(text))
    if group and group.stop - group.start < _LONGEST_MARK and text.startswith("{", group.end):
        return arguments.group(text, group.end, len(text))
    return group


def _all_parts(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The parts of a note between semicolons, without "see" and the like before them."""
    depth, bounds = 0, [start]
    for mark in _SEMICOLON.finditer(text, start, stop):
        depth += (mark.group() == "{") - (mark.group() == "}")
        if mark.group() == ";" and depth == 0:
            bounds.append(mark.end())
    for begin, end in zip(bounds, [*(bound - 1 for bound in bounds[1:]), stop], strict=True):
        lead = _LEAD.match(text, begin, end)
        begin = lead.end() if lead else begin
        late = _LATE_LEAD.match(text, begin, end)
        yield late.end() if late else begin, end
