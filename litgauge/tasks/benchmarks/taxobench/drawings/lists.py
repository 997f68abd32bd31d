r"""Nested lists: \begin{itemize} \item topic \begin{itemize} \item leaf … ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.latex.expansion.arguments import group, option

_NAMES = (
    "itemize|enumerate|description|compactitem|compactenum|compactdesc|inparaitem|inparaenum|asparaenum|asparaitem"
    "|easylist|tightitemize|etaremune"
)
_MARK = re.compile(rf"\\(?P<edge>begin|end)[ \t]*\{{(?:{_NAMES})\*?\}}|\\item(?![a-zA-Z])")
_SET_OFF = re.compile(
    r"\s*(?:\{\s*)?\\(?:textbf|emph|textit|underline|textsc|texttt|bf|bfseries|em|it|itshape)(?![a-zA-Z])\s*"
)
_SWITCH = frozenset({"bf", "bfseries", "em", "it", "itshape"})
_NAME_END = re.compile(r"[:.;—(]|\s[–-]\s|\\[a-zA-Z]*[cC]ite|\\(?:footnote|ref|begin)|~\\")
_COUNTED = re.compile(r"[\W\d_]*(?:[a-zA-Z]|[ivxIVX]+)?[\W\d_]*")
"""Labels that only count: (a), iv., 3)."""
_COMMAND = re.compile(r"\\[a-zA-Z@]+")
_LONGEST_NAME = 120


@dataclass(slots=True)
class _Open:
    """A list that is being read."""

    start: int
    items: list[Box]
    since: int = 0  # where the text of its last item goes on


def lists(text: str, start: int) -> Iterator[Drawn]:
    """Every outermost list of the text from `start`, with the lists in it."""
    opened: list[_Open] = []
    count = 0
    for mark in _MARK.finditer(text, start):
        if opened:
            _more(opened[-1], text[opened[-1].since : mark.start()])
            opened[-1].since = mark.end()
        if mark["edge"] == "begin":
            if len(opened) > DEEPEST:
                return
            inside = opened[-1].items[-1].children if opened and opened[-1].items else []
            opened.append(_Open(mark.start(), inside, mark.end()))
        elif mark["edge"] == "end" and opened:
            ended = opened.pop()
            if not opened:
                yield Drawn("list", _named(ended.items), ended.start, mark.end())
                count = 0
            else:
                opened[-1].since = mark.end()
        elif mark["edge"] is None and opened and count < MOST_BOXES:
            count += 1
            options = option(text, mark.end(), len(text))
            label = text[options.start : options.stop] if options else ""
            opened[-1].items.append(Box(mark.start(), label, "", hidden=False))
            opened[-1].since = options.end if options else mark.end()


def _more(opened: _Open, raw: str) -> None:
    """Add the text of an item before or after a list in it."""
    if opened.items:
        opened.items[-1].besides += raw


def _named(items: list[Box]) -> list[Box]:
    """Return the items with names: their labels, what is set off at their beginning, or their first words."""
    for item in items:
        for box in item.all():
            if _COUNTED.fullmatch(_COMMAND.sub("", box.label).strip()):
                box.label = _name(box.besides)
    return items


def _name(raw: str) -> str:
    if lead := _SET_OFF.match(raw):
        if lead[0].strip().lstrip("{ \n\t\\") in _SWITCH:
            return raw[lead.end() :].partition("}")[0]
        if words := group(raw, lead.end(), len(raw)):
            return raw[words.start : words.stop]
    end = _NAME_END.search(raw.lstrip())
    first = raw.lstrip()[: end.start() if end else None]
    return first if len(first) <= _LONGEST_NAME else first[:_LONGEST_NAME].rpartition(" ")[0]
