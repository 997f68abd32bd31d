"""One pass over a paper's LaTeX: what is prose goes on to be decoded, and everything else is left behind.

What the author's macros and conditionals mean was settled by the expansion. The reader looks at control words only,
hops over what a table says is no text, and hands whole paragraphs to litgauge.tasks.text to decode. It never builds a
tree: a source that is broken costs a paragraph, not the paper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from litgauge.tasks.latex.expansion.arguments import Cursor
from litgauge.tasks.papers.latex_text import commands as table
from litgauge.tasks.text import clean_text
from litgauge.tasks.text.plain import tidy
from litgauge.tasks.text.symbols import symbols

MAX_DEPTH = 24
MAX_SNIPPET = 20_000
LONGEST_PARAGRAPH = 100_000
"""Characters of LaTeX that are decoded at once; a longer paragraph, which no person wrote, is cut into several."""
MOST_READ = 10
"""Characters of LaTeX that are read for each one that may be kept: of commands that print nothing there is an end."""
MAX_SNIPPETS = 3  # one inside the other: a footnote in a title in an abstract

_TOKEN = re.compile(r"\\(?:([a-zA-Z@]+)\*?|\\\*?(?:[ \t]*\[[^\[\]\n]{0,30}\])?|.)|\n[ \t]*\n\s*", re.DOTALL)


@dataclass(slots=True)
class Part:
    """A section as it is read: the rank of its heading (commands.HEADINGS), its title, its paragraphs."""

    rank: int
    title: str
    paragraphs: list[str] = field(default_factory=list)


Handler = Callable[["Reader", Cursor, str], None]


class Reader:
    """Reads one paper; `parts`, `abstract` and `front` are its outcome."""

    def __init__(self, handlers: Mapping[str, Handler], acronyms: Mapping[str, str], max_chars: int) -> None:
        self.parts: list[Part] = []
        self.abstract: list[str] = []
        self.front: list[str] = []  # text before the title, the abstract and any section
        self.heading_above = ""  # of the abstract: a title that no \\title states
        self.acronyms = acronyms
        self._handlers, self._max_chars = handlers, max_chars
        self._into = self.front
        self._after_abstract: list[str] | None = None
        self._raw: list[str] = []
        self._chars = self._depth = 0
        self._waiting = self._read = 0  # characters of LaTeX: in the paragraph, and decoded before it
        self._stack: list[Cursor] = []

    def read(self, text: str, start: int = 0) -> None:
        """Reads the text from a position to its end, or until enough of it is kept."""
        self._stack.append(Cursor(text, start))
        while self._stack and self._chars < self._max_chars and self._read < MOST_READ * self._max_chars:
            cursor = self._stack[-1]
            token = _TOKEN.search(cursor.text, cursor.position)
            self._raw.append(cursor.text[cursor.position : token.start() if token else len(cursor.text)])
            self._waiting += (token.end() if token else len(cursor.text)) - cursor.position
            if self._waiting > LONGEST_PARAGRAPH:
                self.flush()
            if token is None:
                self._stack.pop()
                continue
            cursor.position = token.end()
            if token[1] is not None:
                self._command(cursor, token[1], token[0])
            elif token[0][0] != "\\":
                self.flush()
            else:
                self._raw.append(_SYMBOLS.get(token[0], " " if token[0].startswith("\\\\") else token[0]))
        self._stack.clear()
        self.flush()

    def paragraphs(self, text: str) -> list[str]:
        """A stretch of LaTeX as paragraphs of clean text."""
        if self._depth >= MAX_SNIPPETS:
            return [tidy(clean_text(text))]
        stretch = Reader(self._handlers, self.acronyms, self._max_chars)
        stretch._depth = self._depth + 1
        stretch.read(text)
        return [
            *stretch.abstract,
            *stretch.front,
            *(paragraph for part in stretch.parts for paragraph in part.paragraphs),
        ]

    def inline(self, text: str) -> str:
        """A snippet of LaTeX (a title, a label) as one line of clean text."""
        return " ".join(self.paragraphs(text[:MAX_SNIPPET]))

    def put(self, raw: str) -> None:
        """Adds LaTeX to the paragraph as it is."""
        self._raw.append(raw)

    def push(self, text: str) -> None:
        """Reads this stretch before what is left of the present one."""
        if len(self._stack) < MAX_DEPTH:
            self._stack.append(Cursor(text))

    def flush(self) -> None:
        """Ends the paragraph: decodes it and puts it where it belongs."""
        raw = "".join(self._raw)
        self._raw.clear()
        self._waiting, self._read = 0, self._read + len(raw)
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
        """Begin the abstract; a single heading above it is the paper's title."""
        self.flush()
        if len(self.parts) == 1 and self.parts[0].title and not self.heading_above:
            above = self.parts.pop()
            self.heading_above = above.title
            self.front.extend(above.paragraphs)  # names, mostly; the paper's text where there is no other
            self._into = self.front
        self._after_abstract, self._into = self._into, self.abstract

    def close_abstract(self) -> None:
        """End the abstract."""
        self.flush()
        if self._after_abstract is not None:
            self._into, self._after_abstract = self._after_abstract, None
        self.leave_front()

    def leave_front(self) -> None:
        """End the front matter: text follows, though no section has begun."""
        self.flush()
        if self._into is self.front and not self.parts:
            self.open_part(0, "")

    def _command(self, cursor: Cursor, word: str, token: str) -> None:
        handler = self._handlers.get(word)
        if handler is not None:
            handler(self, cursor, word)
        elif word in table.DROPPED:
            cursor.skip(table.DROPPED[word])
        elif table.CITE.fullmatch(word):
            _skip_citation(cursor)
        elif table.REF.fullmatch(word):
            cursor.skip(1)
        elif word[0].islower() or word in symbols() or cursor.text.startswith("{", cursor.position):
            self._raw.append(token)  # else a switch that nobody knows, which prints nothing


_SYMBOLS: Mapping[str, str] = {"\\[": " $", "\\]": "$ "}


def _skip_citation(cursor: Cursor) -> None:
    """Moves past a citation: its options and keys, however many pairs of them (\\textcites[1]{a}[2]{b})."""
    for opening in ("(", "<"):
        if cursor.text.startswith(opening, cursor.position):
            cursor.option(opening)
    while True:
        before = cursor.position
        cursor.skip(1)
        if cursor.position == before or cursor.text[cursor.position : cursor.position + 1] not in ("{", "["):
            break
