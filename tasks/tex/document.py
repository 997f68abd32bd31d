"""The document that a tree of sources means: one text, every \\input followed, and where it came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tasks.errors import Rejected
from tasks.records.references import Diagnostic
from tasks.tex.definitions import Macro
from tasks.tex.source import SourceTree

_WORD = re.compile(r"\\([a-zA-Z@]+)[ \t]*")


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
        """The text after \\begin{document}."""
        return self.text[self.body_start :]

    def place(self, offset: int) -> Place:
        """The file and line of a position in `text`."""
        file, position = self.origin(offset)
        return Place(file, bisect_right(self._lines(file), position))

    def origin(self, offset: int) -> tuple[str, int]:
        """The file and the position in it of a position in `text`."""
        if not self.pieces:
            return self.main, 0
        piece = self.pieces[max(0, bisect_right(self._starts, offset) - 1)]
        return piece.file, piece.offset if piece.frozen else piece.offset + offset - piece.start

    def plain(self, raw: str) -> str:
        """A file name or key with the macros that it holds replaced by what they stand for."""
        for _ in range(5):
            if "\\" not in raw:
                break
            raw = _WORD.sub(self._meaning, raw)[:1_000]
        return raw.strip()

    def _meaning(self, found: re.Match[str]) -> str:
        macro = self.macros.get(found.group(1))
        return macro.body if macro is not None and macro.arguments == 0 else found.group()

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
    """The position of every line's first character."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def expand(tree: SourceTree, main: str | None = None) -> Document:
    """The document that TeX would make of the tree, from `main` or the file that `choose_main` picks.

    Raises Rejected("no-latex") where the tree holds no TeX document. Limits on depth, inputs and output bound the
    work on hostile sources; passing one ends the expansion with a diagnostic.
    """
    from tasks.tex.mainfile import choose_main

    choice = choose_main(tree)
    chosen = main or choice.main
    if chosen is None or chosen not in tree.members:
        unread = f"; not read: {tree.left_out}" if tree.skipped else ""
        raise Rejected("no-latex", f"there is no TeX document in it{unread}", where=tree.name)
    return _expand(tree, chosen, choice.diagnostics)


def _expand(tree: SourceTree, main: str, diagnostics: tuple[Diagnostic, ...]) -> Document:
    from tasks.tex import conditions, environments, inputs, macros
    from tasks.tex.machine import Machine

    copy = SourceTree(tree.name, dict(tree.members), tree.kind, tree.skipped, tree.texts)
    handlers = conditions.HANDLERS | environments.HANDLERS | inputs.HANDLERS | macros.HANDLERS
    machine = Machine(copy, main, handlers, excluded=set(environments.VERBATIM))
    machine.run(inputs.open_main(machine))
    return Document(
        main,
        "".join(machine.out),
        machine.body_start,
        tuple(machine.pieces),
        tuple(dict.fromkeys(machine.files)),
        machine.macros,
        (*diagnostics, *machine.diagnostics),
        machine.tree,
    )


def expand_file(document: Document, path: str) -> Document:
    """Another file of the document's tree (a .bbl) read in the same way, with the document's macros known."""
    return _expand(document.tree, path, ())
