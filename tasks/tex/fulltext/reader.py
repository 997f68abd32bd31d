"""One pass over a paper's LaTeX: what is prose goes on to be decoded, and everything else is left behind.

The reader looks at control words only, hops over what a table says is no text, and hands whole paragraphs to
tasks.text to decode. It never builds a tree: a source that is broken costs a paragraph, not the paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tasks.tex.expansion import arguments
from tasks.tex.expansion.definitions import Macro, arguments_of, substitute
from tasks.tex.fulltext import commands as table
from tasks.text import clean_text
from tasks.text.plain import tidy
from tasks.text.symbols import symbols

MAX_DEPTH = 24
MAX_EXPANSIONS = 50_000
MAX_READ = 20  # characters read per character that may be kept: bounds macros that double their argument
MAX_SNIPPET = 20_000
MAX_SNIPPETS = 3  # one inside the other: a footnote in a title in an abstract
MAX_MISSES = 200

_TOKEN = re.compile(r"\\(?:([a-zA-Z@]+)\*?|\\\*?(?:[ \t]*\[[^\[\]\n]{0,30}\])?|.)|\n[ \t]*\n\s*", re.DOTALL)


@dataclass(slots=True)
class Part:
    """A section as it is read: the rank of its heading (latex_commands.HEADINGS), its title, its paragraphs."""

    rank: int
    title: str
    paragraphs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Misses:
    """How many brackets of a paper never closed: looking for the end of each would take quadratic time."""

    left: int = MAX_MISSES

    def group(self, text: str, position: int) -> arguments.Span | None:
        """The group that follows, as long as the source keeps closing them."""
        return self._found(arguments.group, text, position, "{")

    def option(self, text: str, position: int) -> arguments.Span | None:
        """The option that follows, as long as the source keeps closing them."""
        return self._found(arguments.option, text, position, "[")

    def _found(
        self, search: Callable[[str, int, int], arguments.Span | None], text: str, position: int, opening: str
    ) -> arguments.Span | None:
        start = arguments.skip_blank(text, position, len(text))
        if self.left <= 0 or not text.startswith(opening, start):
            return None
        found = search(text, start, len(text))
        self.left -= found is None
        return found


@dataclass(slots=True)
class Frame:
    """A stretch of LaTeX being read; `macro` names the user's macro that it stands for."""

    text: str
    position: int
    misses: Misses
    macro: str = ""

    def option(self) -> str | None:
        """The option that follows, or None."""
        found = self.misses.option(self.text, self.position)
        if found is None:
            return None
        self.position = found.end
        return self.text[found.start : found.stop]

    def argument(self) -> str:
        """The next group's content, options before it left out; "" if none follows."""
        while self.option() is not None:
            pass
        found = self.misses.group(self.text, self.position)
        if found is None:
            return ""
        self.position = found.end
        return self.text[found.start : found.stop]

    def skip(self, groups: int) -> None:
        """Moves past this many groups and the options around them."""
        while self.option() is not None:
            pass
        for _ in range(groups):
            before = self.position
            self.argument()
            if self.position == before:
                break
            while self.option() is not None:
                pass


Handler = Callable[["Reader", Frame, str], None]


class Reader:
    """Reads one paper; `parts`, `abstract` and `front` are its outcome."""

    def __init__(
        self, handlers: Mapping[str, Handler], macros: Mapping[str, Macro], acronyms: Mapping[str, str], max_chars: int
    ) -> None:
        self.parts: list[Part] = []
        self.abstract: list[str] = []
        self.front: list[str] = []  # text before the title, the abstract and any section
        self.heading_above = ""  # of the abstract: a title that no \\title states
        self.acronyms = acronyms
        self.misses = Misses()
        self._handlers, self._macros, self._max_chars = handlers, macros, max_chars
        self._into = self.front
        self._after_abstract: list[str] | None = None
        self._raw: list[str] = []
        self._chars = self._read_chars = self._expansions = self._depth = 0
        self._frames: list[Frame] = []

    def read(self, text: str, start: int = 0) -> None:
        """Reads the text from a position to its end, or until enough of it is kept."""
        self._frames.append(Frame(text, start, self.misses))
        while self._frames and self._chars < self._max_chars and self._read_chars < MAX_READ * self._max_chars:
            frame = self._frames[-1]
            token = _TOKEN.search(frame.text, frame.position)
            stop = token.start() if token else len(frame.text)
            self._raw.append(frame.text[frame.position : stop])
            self._read_chars += stop - frame.position
            if token is None:
                self._frames.pop()
                continue
            frame.position = token.end()
            if token[1] is not None:
                self._command(frame, token[1], token[0])
            elif token[0][0] != "\\":
                self.flush()
            else:
                self._raw.append(_SYMBOLS.get(token[0], " " if token[0].startswith("\\\\") else token[0]))
        self._frames.clear()
        self.flush()

    def paragraphs(self, text: str) -> list[str]:
        """A stretch of LaTeX as paragraphs of clean text."""
        if self._depth >= MAX_SNIPPETS:
            return [tidy(clean_text(text))]
        stretch = Reader(self._handlers, self._macros, self.acronyms, self._max_chars)
        stretch._depth, stretch.misses = self._depth + 1, self.misses
        stretch.read(text)
        return [*stretch.abstract, *stretch.front, *(one for part in stretch.parts for one in part.paragraphs)]

    def inline(self, text: str) -> str:
        """A snippet of LaTeX (a title, a label) as one line of clean text."""
        return " ".join(self.paragraphs(text[:MAX_SNIPPET]))

    def put(self, raw: str) -> None:
        """Adds LaTeX to the paragraph as it is."""
        self._raw.append(raw)

    def push(self, text: str, macro: str = "") -> None:
        """Reads this stretch before what is left of the present one."""
        if len(self._frames) < MAX_DEPTH:
            self._frames.append(Frame(text, 0, self.misses, macro))

    def flush(self) -> None:
        """Ends the paragraph: decodes it and puts it where it belongs."""
        raw = "".join(self._raw)
        self._raw.clear()
        if raw and not raw.isspace():
            text = tidy(clean_text(raw))
            if any(map(str.isalnum, text)):
                self._into.append(text)
                self._chars += len(text)

    def open_part(self, rank: int, title: str) -> None:
        """A section begins."""
        self.flush()
        self._after_abstract = None
        self.parts.append(Part(rank, title))
        self._into = self.parts[-1].paragraphs

    def open_abstract(self) -> None:
        """The abstract begins; a heading above it, if there is but one, is the paper's title."""
        self.flush()
        if len(self.parts) == 1 and self.parts[0].title and not self.heading_above:
            self.heading_above = self.parts.pop().title
            self._into = self.front
        self._after_abstract, self._into = self._into, self.abstract

    def close_abstract(self) -> None:
        """The abstract ends."""
        self.flush()
        if self._after_abstract is not None:
            self._into, self._after_abstract = self._after_abstract, None
        self.leave_front()

    def leave_front(self) -> None:
        """The front matter is over: what follows is text, though no section has begun."""
        self.flush()
        if self._into is self.front and not self.parts:
            self.open_part(0, "")

    def _command(self, frame: Frame, word: str, token: str) -> None:
        handler = self._handlers.get(word)
        if handler is not None:
            handler(self, frame, word)
        elif word in table.DROPPED:
            frame.skip(table.DROPPED[word])
        elif table.CITE.fullmatch(word):
            _skip_citation(frame)
        elif word in self._macros:
            self._expand(frame, self._macros[word])
        elif table.REF.fullmatch(word):
            frame.skip(1)
        elif word[0].islower() or word in symbols() or frame.text.startswith("{", frame.position):
            self._raw.append(token)  # else a switch that nobody knows, which prints nothing

    def _expand(self, frame: Frame, macro: Macro) -> None:
        """Puts a user's macro in place of its call, where that is possible and not too much."""
        self._expansions += 1
        if (
            macro.delimited
            or self._expansions > MAX_EXPANSIONS
            or self.misses.left <= 0
            or any(macro.name == other.macro for other in self._frames)
        ):
            self._raw.append(" ")
            return
        start = frame.position
        found = arguments_of(macro, frame.text, start, len(frame.text))
        if found is None:
            self.misses.left -= 1
            self._raw.append(" ")
            return
        spans, frame.position = found
        self._read_chars += frame.position - start
        if not macro.arguments and frame.text.startswith("{}", frame.position):
            frame.position += 2
        values = [frame.text[span.start : span.stop] if span else macro.default or "" for span in spans]
        self.push(substitute(macro, values)[: arguments.LONGEST_ARGUMENT], macro.name)


_SYMBOLS: Mapping[str, str] = {"\\[": " $", "\\]": "$ "}


def _skip_citation(frame: Frame) -> None:
    """Moves past a citation: its options and keys, however many pairs of them (\\textcites[1]{a}[2]{b})."""
    for opening in ("(", "<"):
        found = arguments.option(frame.text, frame.position, len(frame.text), opening)
        if found is not None and frame.text.startswith(opening, frame.position):
            frame.position = found.end
    while True:
        before = frame.position
        frame.skip(1)
        if frame.position == before or frame.text[frame.position : frame.position + 1] not in ("{", "["):
            break
