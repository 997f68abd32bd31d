"""Text of a source as a reader sees it, each character with the place that it came from.

Formulas, environments of formulas and code, front matter and addresses become one mark; raised text stands between two.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.text import symbols

RAISED, RAISED_END, APART, BREAK = "\ue020", "\ue021", "\ufffc", "\n\n"

_TOKEN = re.compile(
    r"\\(?P<edge>begin|end)[ \t]*\{(?P<name>[^{}]{0,60})\}"
    r"|\\(?P<word>[a-zA-Z@]+)\*?(?:[ \t]*\n(?![ \t]*\n)|[ \t]+)?"
    r"|\\(?P<symbol>[^a-zA-Z@])"
    r"|(?P<text>[^\\{}$~\n^]+)"
    r"|(?P<break>\n[ \t]*\n\s*)"
    r"|(?P<math>\$\$?)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_HIDDEN = re.compile(
    r"(?:equation|align|alignat|flalign|eqnarray|gather|multline|displaymath|math|verbatim|Verbatim|lstlisting|minted"
    r"|tabular|tabularx|array|tikzpicture|picture)\*?"
)
_SUPERSCRIPT = re.compile(r"(?:\s|\\[,;:!]|\{\})*[.,;]?\s*\^\s*(?=[\d{\\])")
_NOT_TEXT = frozenset(symbols.WITHOUT_ARGUMENTS) - {"footnote", "begin", "end", "bibinfo", "bibfield"}
_FRONT = frozenset(
    "author title date affil affiliation address institute thanks email authorrunning titlerunning keywords".split()  # noqa: SIM905
)
_ADDRESSES = frozenset(["url", "path", "nolinkurl"])
_RAISING = frozenset(["textsuperscript", "up", "fup", "sup", "sp"])
_BREAKING = frozenset(["item", "itemitem", "par", "newline", "bigskip", "medskip"])
_OPTIONS = re.compile(r"(?:\s*\[[^\[\]]*\])+(?=\s*\{)")
_BASE = re.compile(r"\s*(?:\{\s*)?(?:\\([ij])(?![a-zA-Z])|([^\W\d_]))(?:\s*\})?")
_LONGEST_FORMULA, _LONGEST_ENVIRONMENT = 3_000, 50_000


@dataclass(slots=True)
class Surface:
    """Plain text and the stretches that it was put together from."""

    text: str = ""
    starts: list[int] = field(default_factory=list)  # where each stretch begins here,
    sources: list[int] = field(default_factory=list)  # and in the source

    def source(self, offset: int) -> int:
        """Return the position in the source of a character here."""
        number = max(0, bisect_right(self.starts, offset) - 1)
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.sources[number] + min(offset, end) - self.starts[number] if self.starts else 0


def surface_of(text: str, start: int, stop: int) -> Surface:
    """Return what a reader sees of a stretch of LaTeX. Takes time in proportion to it."""
    return _Scanner(text, stop).scan(start)


class _Scanner:
    def __init__(self, text: str, stop: int) -> None:
        self.text, self.stop = text, stop
        self.surface = Surface()
        self.out: list[str] = []
        self.length = 0
        self.raised: list[int] = []  # where the groups of raised text end

    def scan(self, position: int) -> Surface:
        while position < self.stop and (token := _TOKEN.match(self.text, position, self.stop)):
            while self.raised and position >= self.raised[-1]:
                self.emit(RAISED_END, self.raised.pop())
            after = self.take(token)
            position = max(after, token.end() if after == position else after)
        while self.raised:
            self.emit(RAISED_END, self.raised.pop())
        self.surface.text = "".join(self.out)
        return self.surface

    def emit(self, words: str, source: int) -> None:
        if words:
            self.surface.starts.append(self.length)
            self.surface.sources.append(source)
            self.out.append(words)
            self.length += len(words)

    def take(self, token: re.Match[str]) -> int:
        """Emit what a token prints; where reading goes on."""
        start, end, kind = token.start(), token.end(), token.lastgroup
        if kind == "text":
            self.emit(token.group(), start)
        elif kind == "name":
            return self.environment(token)
        elif kind == "word":
            return self.word(token["word"], start, end)
        elif kind == "symbol":
            return self.symbol(token["symbol"], start, end)
        elif kind == "break":
            self.emit(BREAK, start)
        elif kind == "math":
            return self.formula(token.group(), start, end)
        elif token.group() == "^":
            return self.raise_group(start, end)
        elif token.group() not in "{}":
            self.emit(" " if token.group() in "~\n" else token.group(), start)
        return end

    def environment(self, token: re.Match[str]) -> int:
        if token["edge"] == "begin" and _HIDDEN.fullmatch(token["name"]):
            self.emit(APART, token.start())
            end = min(self.stop, token.end() + _LONGEST_ENVIRONMENT)
            closing = self.text.find(f"\\end{{{token['name']}}}", token.end(), end)
            return closing if closing >= 0 else token.end()
        self.emit(BREAK, token.start())
        return token.end()

    def word(self, name: str, start: int, end: int) -> int:
        if name in symbols.ACCENTS and (base := _BASE.match(self.text, end, self.stop)):
            self.accented(name, base, start)
            return base.end()
        if name in _RAISING and self.text.startswith("{", end):
            return self.raise_group(start, end)
        if options := _OPTIONS.match(self.text, end, self.stop):
            end = options.end()
        if name in _BREAKING:
            self.emit(BREAK, start)
        elif name in _FRONT or name in _ADDRESSES:
            self.emit(APART, start)
            return self.after_group(end)
        elif name in _NOT_TEXT:
            for _ in range(symbols.WITHOUT_ARGUMENTS[name]):
                end = self.after_group(end)
        elif name not in symbols.PRINTS_NOTHING:
            self.emit(symbols.symbols().get(name, ""), start)
        return end

    def symbol(self, name: str, start: int, end: int) -> int:
        if name in symbols.ACCENTS and (base := _BASE.match(self.text, end, self.stop)):
            self.accented(name, base, start)
            return base.end()
        if name in "([":
            closing = self.text.find("\\)" if name == "(" else "\\]", end, min(self.stop, end + _LONGEST_FORMULA))
            self.emit(APART, start)
            return closing + 2 if closing >= 0 else end
        self.emit(BREAK if name == "\\" else " " if name in " ,;:>\n\t" else name if name in "&%#$_{}" else "", start)
        return end

    def accented(self, name: str, base: re.Match[str], start: int) -> None:
        self.emit(unicodedata.normalize("NFC", (base[1] or base[2]) + symbols.ACCENTS[name]), start)

    def formula(self, mark: str, start: int, end: int) -> int:
        closing = self.text.find(mark, end, min(self.stop, end + _LONGEST_FORMULA))
        while closing > 0 and self.text[closing - 1] == "\\":
            closing = self.text.find(mark, closing + 1, min(self.stop, end + _LONGEST_FORMULA))
        if closing < 0:
            return end
        if (script := _SUPERSCRIPT.match(self.text, end, closing)) and mark == "$":
            inner = _Scanner(self.text, closing).scan(script.end())
            if RAISED not in inner.text:
                self.emit(RAISED, start)
                for number, offset in enumerate(inner.starts):
                    stop = inner.starts[number + 1] if number + 1 < len(inner.starts) else len(inner.text)
                    self.emit(inner.text[offset:stop], inner.sources[number])
                self.emit(RAISED_END, closing)
                return closing + len(mark)
        self.emit(APART, start)
        return closing + len(mark)

    def raise_group(self, start: int, position: int) -> int:
        self.emit(RAISED, start)
        if span := arguments.group(self.text, position, self.stop):
            self.raised.append(span.stop)
            return span.start
        end = min(position + 1, self.stop)
        self.emit(self.text[position:end] + RAISED_END, position)
        return end

    def after_group(self, position: int) -> int:
        span = arguments.group(self.text, position, self.stop)
        return span.end if span else position
