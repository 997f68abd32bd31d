"""Labels of boxes: the name, the cited keys, and the sections that a box points to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from litgauge.tasks.latex.citations import Citing
from litgauge.tasks.latex.expansion.arguments import Cursor
from litgauge.tasks.papers.latex_text.handlers import HANDLERS
from litgauge.tasks.papers.latex_text.reader import Reader

LONGEST_LABEL = 20_000
"""Characters of LaTeX of one box that are read."""
LONGEST_NAME = 200
_WRAPPED: Mapping[str, int] = {
    "parbox": 1,
    "makecell": 0,
    "thead": 0,
    "shortstack": 0,
    "multirow": 2,
    "multicolumn": 2,
    "rotatebox": 1,
    "rotcell": 0,
    "scalebox": 1,
    "resizebox": 2,
    "adjustbox": 1,
    "colorbox": 1,
    "fcolorbox": 2,
    "cellcolor": 1,
    "rowcolor": 1,
    "columncolor": 1,
    "pagecolor": 1,
    "raisebox": 1,
    "hypertarget": 1,
    "href": 1,
    "multirowcell": 1,
    "SetCell": 1,
    "textcolor": 1,
    "adjincludegraphics": 1,
    "makebox": 0,
    "framebox": 0,
    "Block": 1,
}
"""Commands that put a box around their last argument, or only set one up, and how many arguments come before it."""
_BOXED = frozenset(
    {"turn", "rotate", "tabular", "tabularx", "minipage", "varwidth", "adjustbox", "array", "center", "flushleft"}
)
_COMMAND = re.compile(r"\\([a-zA-Z@]+)\*?[ \t]*")
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]*\{([a-zA-Z]+)\*?\}")
_BREAK = re.compile(
    r"\\(?:\\|newline|linebreak|tabularnewline|cr|par|quad|qquad)(?![a-zA-Z])\*?(?:[ \t]*\[[^\[\]]{0,20}\])?"
)
_JOINED = re.compile(
    r"(?<=[^\W\d_])-[ \t]*\\(?:\\\*?|(?:newline|linebreak)(?![a-zA-Z]))(?:[ \t]*\[[^\[\]]{0,20}\])?\s*(?=[^\W\d_])"
)
"""A hyphen at which a word goes on in the next line: Super-\\\\Resolution."""
_GAP = re.compile(r"\\hspace\*?[ \t]*\{(?!\s*-)[^{}]{0,40}\}")
_NOTE = re.compile(
    r"\\(?:footnote|thanks|DTcomment|marginpar|pgfsetlinewidth|todo|ding|tikz|fa[A-Z][a-zA-Z]*|symbol)[ \t]*(?=[\[{])"
)
"""Commands whose argument is no part of a name: notes, signs, and pictures in the line."""
_POINTING = re.compile(
    r"\\(?:ref|autoref|[cC]ref|[vV]ref|nameref|fullref|secref|titleref|[sS]ecref|hyperlink|hyperref|labelcref|pageref)\*?"
    r"[ \t]*(?:\{([^{}\\]{1,200})\}|\[([^\[\]\\]{1,200})\])"
)
_PLACE = r"(?:§+|[Ss]ec(?:tion|t|s)?s?\.?|[Cc]h(?:apter|ap)?\.?|[Aa]pp(?:endix)?\.?|[Tt]ab(?:le)?\.?|[Ff]ig(?:ure)?\.?)"
_ONE_PLACE = rf"(?:{_PLACE}[\s~]*(?:[\d.,–-]*|[IVX]+(?:-[A-Z])?)|[\d.]+)"
_BRACKETED_PLACE = re.compile(
    rf"[(\[]\s*(?:see\s+|in\s+)?(?:{_ONE_PLACE}(?:\s*(?:[,;&]|and\b)\s*(?:{_ONE_PLACE})?){{0,5}})?\s*[)\]]",
    re.IGNORECASE,
)
_MARKS = re.compile(r"(?<=[^\W\d_]{3})[¹²³⁰⁴-⁹†‡§*]+(?=[\s,;:]|$)")
_PLACE_AT_END = re.compile(rf"(?:[\s,;:–—-]+(?:{_PLACE})|\s*§+)\s*[\d.]*\s*$")
_PLACE_AT_START = re.compile(r"^\s*§+\s*[\d.]*\s*")
_EXAMPLES_FIRST = re.compile(
    r"^\s*(?:e\.?\s?g\.?|such as|for example|for instance|including)[\s,:.]+(?=\S)", re.IGNORECASE
)
_OVERLAY = re.compile(r"(\\[a-zA-Z]+)<[^<>{}]{0,30}>")
_FULL_STOP = re.compile(r"[^\W\d_]{4,}\.$|[\])]\.$")
_AROUND = " \t,;:–—-•·|/&*"
_EXAMPLES = re.compile(
    r"[\s,;:(]*\b(?:e\.?\s?g\.?|i\.?\s?e\.?|such as|for example|for instance|including|see(?: also)?|cf\.?)[\s,:.]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Label:
    """A box in words: `cited` are the words before each citation, and its keys."""

    name: str
    keys: tuple[str, ...]
    cited: tuple[tuple[str, tuple[str, ...]], ...]
    points_to: tuple[str, ...]  # labels of sections


class LabelReader:
    """Reads what is written in the boxes of one document."""

    def __init__(self, citing: Citing, acronyms: Mapping[str, str]) -> None:
        self._citing, self._acronyms = citing, acronyms

    def read(self, raw: str, besides: str = "") -> Label:
        """A box in words; `besides` only counts for what it cites."""
        raw, besides = raw[:LONGEST_LABEL], besides[:LONGEST_LABEL]
        spans = self._citing.spans(raw)
        keys = [key for span in spans for key in span.keys]
        keys += [key for span in self._citing.spans(besides) for key in span.keys]
        bounds = [0, *(span.stop for span in spans)]
        ends = [*(span.start for span in spans), len(raw)]
        parts = [raw[start:end] for start, end in zip(bounds, ends, strict=True) if start <= end]
        name = self.plain(" ".join(parts) if spans else raw)
        words = map(self.plain, parts) if len(spans) > 1 else (name,)
        cited = tuple((text, tuple(span.keys)) for text, span in zip(words, spans, strict=False))
        return Label(name, tuple(dict.fromkeys(keys)), cited, _points_to(f"{raw} {besides}"))

    def plain(self, raw: str) -> str:
        """LaTeX as the words that it prints, without what points elsewhere."""
        if not raw.strip():
            return ""
        text = Reader(HANDLERS, self._acronyms, LONGEST_LABEL).inline(_unboxed(raw))
        text = _MARKS.sub("", _BRACKETED_PLACE.sub(" ", text))
        text = _EXAMPLES.sub("", _PLACE_AT_START.sub("", _PLACE_AT_END.sub("", text)))
        text = _EXAMPLES_FIRST.sub("", text)
        text = " ".join(text.split()).strip(_AROUND)
        return (text[:-1] if _FULL_STOP.search(text) else text)[:LONGEST_NAME]


def _points_to(raw: str) -> tuple[str, ...]:
    named = (label for match in _POINTING.finditer(raw) for label in (match[1] or match[2]).split(","))
    return tuple(dict.fromkeys(label.strip() for label in named))


def _unboxed(raw: str) -> str:
    """Without what only sets a box around the words, and with a space for each line break."""
    raw = _GAP.sub(" ", _JOINED.sub("-", _OVERLAY.sub(r"\1", raw)))
    raw = _BREAK.sub(" ", raw.replace("&", " ") if "\\&" not in raw else re.sub(r"(?<!\\)&", " ", raw))
    if "\\begin" in raw:
        raw = _without_environments(raw)
    parts, position = [], 0
    for command in _COMMAND.finditer(raw):
        if command.start() < position:
            continue
        note = _NOTE.match(raw, command.start())
        if command[1] not in _WRAPPED and not note:
            continue
        cursor = Cursor(raw, command.end())
        cursor.skip_options()
        for _ in range(1 if note else _WRAPPED[command[1]]):
            if cursor.group() is None and cursor.text[cursor.position : cursor.position + 1] == "*":
                cursor.position += 1  # \multirow{2}*{words}
            cursor.skip_options()
        parts.append(raw[position : command.start()])
        parts.append(" ")
        position = cursor.position
    return "".join([*parts, raw[position:]])


def _without_environments(raw: str) -> str:
    parts, position = [], 0
    for match in _ENVIRONMENT.finditer(raw):
        if match.start() < position or match[2] not in _BOXED:
            continue
        parts.append(raw[position : match.start()])
        cursor = Cursor(raw, match.end())
        if match[1] == "begin" and match[2] not in ("center", "flushleft"):
            cursor.skip_options()
            for _ in range(2 if match[2] == "tabularx" else 1):
                cursor.group()
        parts.append(" ")
        position = cursor.position
    return "".join([*parts, raw[position:]])
