"""Document that a tree of sources means: one text, every \\input followed, and where it came from."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from litgauge.tasks.latex.expansion.definitions import Macro, spelled_out
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Diagnostic


class Place(NamedTuple):
    """A line of a file, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Piece(NamedTuple):
    """A stretch of the document's text; a frozen piece is a macro's expansion, all of it at the call's place."""

    start: int
    file: str
    offset: int
    frozen: bool


@dataclass(frozen=True)
class Document:
    """A paper's text without comments, verbatim, deleted text and branches not taken; macros that cite are expanded."""

    main: str
    text: str
    body_start: int  # where \\begin{document} ends in the text; 0 where there is none
    pieces: tuple[Piece, ...]
    files: tuple[str, ...]  # in the order of reading
    macros: Mapping[str, Macro]
    diagnostics: tuple[Diagnostic, ...]
    tree: SourceTree = field(repr=False)

    @property
    def body(self) -> str:
        """Return the text after \\begin{document}."""
        return self.text[self.body_start :]

    def place(self, offset: int) -> Place:
        """Return the file and line of a position in `text`."""
        file, position = self.origin(offset)
        return Place(file, bisect_right(self._lines(file), position))

    def origin(self, offset: int) -> tuple[str, int]:
        """Return the file and the position in it of a position in `text`."""
        if not self.pieces:
            return self.main, 0
        piece = self.pieces[max(0, bisect_right(self._starts, offset) - 1)]
        return piece.file, piece.offset if piece.frozen else piece.offset + offset - piece.start

    def call(self, offset: int) -> tuple[str, int] | None:
        """Where the macro is called that a position in `text` was expanded from; None of what the author wrote."""
        piece = self.pieces[max(0, bisect_right(self._starts, offset) - 1)] if self.pieces else None
        return (piece.file, piece.offset) if piece and piece.frozen else None

    def plain(self, raw: str) -> str:
        """A file name or key with the macros that it holds replaced by what they stand for."""
        return spelled_out(raw, self.macros, self.job)

    @property
    def job(self) -> str:
        """Return the value of \\jobname: the main file's name without its ending."""
        return posixpath.splitext(posixpath.basename(self.main))[0]

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.start for piece in self.pieces]

    @cached_property
    def _line_starts(self) -> dict[str, list[int]]:
        return {}

    def _lines(self, file: str) -> list[int]:
        if file not in self._line_starts:
            self._line_starts[file] = line_starts(self.tree.text(file)) if file in self.tree.members else [0]
        return self._line_starts[file]


def line_starts(text: str) -> list[int]:
    """Return the position of every line's first character."""
    lengths = map(len, text.split("\n"))
    return [0, *(end + number for number, end in enumerate(accumulate(lengths), 1))][:-1]
