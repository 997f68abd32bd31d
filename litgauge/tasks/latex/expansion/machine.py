"""TeX's reading of a source, as far as it decides which text there is.

A tokenizer of our own: pylatexenc builds a tree of nodes for all of it, at a hundredth of the speed, and follows
neither conditionals nor definitions. This one looks only at what adds or removes text and lets all else pass.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from litgauge.tasks.latex.expansion.definitions import Macro, spelled_out
from litgauge.tasks.latex.expansion.document import Piece
from litgauge.tasks.latex.expansion.relevance import UsedWords
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Diagnostic, Severity

_COMMENT = re.compile(r"%[^\n]*(?:\n[ \t]*+(?!\n))?")
SOURCE_SUFFIXES = (".tex", ".ltx")
KEEP = -1
"""Result of a handler that leaves the token in the text."""
DEEPEST = 100
MOST_NOTES = 500
LARGEST_OUTPUT = 60_000_000
MOST_EXPANSIONS = 50_000
LONGEST_EXPANSION = 500_000
MOST_EXPANDED = 10_000_000
"""Characters that macros put in the place of their calls, their arguments included, over all calls."""


@dataclass(slots=True)
class Frame:
    """A stretch of text being read; `frozen` is the place of the macro call that it came from."""

    text: str
    position: int
    end: int
    file: str
    frozen: int | None = None
    is_file: bool = False
    own_document: bool = False  # a file with a preamble of its own, inside another document
    folder: str | None = None  # where \\import looks first
    silent: bool = False  # packages and classes: definitions count, text does not
    inside: frozenset[str] = frozenset()  # the macros that it is the expansion of
    restore: Callable[[], None] | None = None  # called at its end, which is that of a group
    counted: int = 0  # how far its braces were counted, and how many groups are open there
    depth: int = 0

    def __post_init__(self) -> None:
        self.counted, self.depth = self.position, 0

    def part(self, start: int, stop: int) -> Frame:
        """A stretch of this frame's text as a frame of its own."""
        return replace(self, position=start, end=stop, is_file=False, own_document=False, restore=None)


@dataclass(slots=True)
class Facts:
    """Values that the document's conditionals may ask for, as set so far; None: only TeX knows the value."""

    toggles: dict[str, bool | None] = field(default_factory=dict)
    numbers: dict[str, int | None] = field(default_factory=dict)  # counters ("c@part"), registers, constants
    meanings: dict[str, str] = field(default_factory=dict)  # control words that were \\let to commands of TeX's
    packages: dict[str, str] = field(default_factory=dict)  # those that were loaded, with their options
    classes: dict[str, str] = field(default_factory=dict)
    cases: dict[int, int] = field(default_factory=dict)  # \\ifcase: how many \\or are to come, by depth
    doubtful: dict[str, bool] = field(default_factory=dict)  # whether a text closes its unknown \\if...
    used: frozenset[str] | None = None  # control words that the source uses, once a test needs them
    tests_shown: int = 0  # diagnostics about conditionals that only TeX can decide
    names_in_making: int = 0  # \\csname inside \\csname
    looped: int = 0  # characters that loops put into the text


@lru_cache(maxsize=64)
def _tokens(short_verbs: str) -> re.Pattern[str]:
    """Tokens that the machine looks at: control words and symbols, percent signs, characters that stand for \\verb."""
    return re.compile(rf"\\(?:([a-zA-Z@]+)|.)|[%{re.escape(short_verbs)}]", re.DOTALL)


Leave = Callable[[Macro], bool]
"""Predicate: a reader of the whole text knows a command better than its definition tells."""
Handler = Callable[["Machine", Frame, str, int], int]
"""Called with the frame, the control word and the position after it; returns where reading goes on, or KEEP."""


def handlers_of(words: str, handler: Handler) -> dict[str, Handler]:
    """Return one handler under several control words."""
    return dict.fromkeys(words.split(), handler)


@dataclass
class Machine:
    """Reads the main file and all that it inputs; `out` and `pieces` are what is left."""

    tree: SourceTree
    main: str
    handlers: dict[str, Handler]
    leave: Leave | None = None
    packages: bool = True  # whether classes and styles of the source count
    out: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    length: int = 0
    body_start: int = 0
    begun: bool = False
    files: list[str] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    macros: dict[str, Macro] = field(default_factory=dict)
    expands: dict[str, bool] = field(default_factory=dict)  # whether a macro is to be expanded, once it is known
    branches: list[bool | None] = field(default_factory=list)  # open conditionals: None where both branches count
    skipping: int = 0  # depth inside a branch not taken
    switches: dict[str, bool | None] = field(default_factory=dict)  # \\newif flags and booleans; None: only TeX knows
    excluded: set[str] = field(default_factory=set)  # environments whose body is no text
    environments: dict[str, tuple[Macro, str]] = field(default_factory=dict)  # what begins and ends those that cite
    endings: dict[str, list[str]] = field(default_factory=dict)  # of those that are open, their arguments put in
    include_only: frozenset[str] | None = None
    search_path: list[str] = field(default_factory=list)
    expansions: int = 0
    expanded: int = 0  # characters that macros put in the place of their calls
    class_options: str = ""
    used: UsedWords | None = None  # once a class or style is met
    package_parts: int = 0  # stretches of classes and styles that were read
    inputs: int = 0
    notes: int = 0
    unclosed: set[tuple[str, str]] = field(default_factory=set)  # closing marks that a text no longer holds
    facts: Facts = field(default_factory=Facts)
    short_verbs: str = ""  # characters that stand for \\verb
    search: Callable[[str, int, int], re.Match[str] | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.set_short_verbs("")

    def set_short_verbs(self, characters: str) -> None:
        """From here on, each of these characters begins and ends verbatim text on its line."""
        self.short_verbs = characters
        self.search = _tokens(characters).search

    @property
    def job(self) -> str:
        """Return the value of \\jobname: the main file's name without its ending."""
        return posixpath.splitext(posixpath.basename(self.main))[0]

    def file_name(self, raw: str) -> str:
        """Return a file name with macros without arguments replaced by what they stand for."""
        return spelled_out(raw, self.macros, self.job)

    def find(self, name: str, suffixes: tuple[str, ...], frame: Frame, first: tuple[str, ...] = ()) -> str | None:
        """Return the member that a frame means by a file name, looked for in TeX's order.

        Folders: `first`, that of \\import, the main file's, those of \\input@path, that of the frame's file.
        """
        folder = posixpath.dirname(self.main)
        folders = [
            *first,
            *(() if frame.folder is None else (frame.folder,)),
            folder,
            *(posixpath.join(folder, place) for place in self.search_path),
            posixpath.dirname(frame.file),
            "",
        ]
        return self.tree.find(name, suffixes, tuple(dict.fromkeys(folders)))

    def run(self, frame: Frame) -> None:
        """Read the frame and everything it leads to."""
        self.frames.append(frame)
        while self.frames:
            if self.length > LARGEST_OUTPUT:
                self.note(
                    "error", "document-too-large", f"cut off after {LARGEST_OUTPUT:,} characters", self.frames[-1]
                )
                return
            self._read(self.frames[-1])

    def push(self, frame: Frame) -> bool:
        """Read this frame next; False where the nesting is too deep."""
        if len(self.frames) >= DEEPEST:
            self.note("warning", "nesting-too-deep", f"inputs or macros nest deeper than {DEEPEST}", self.frames[-1])
            return False
        self.frames.append(frame)
        return True

    def pop(self) -> None:
        """Leave the frame on top."""
        frame = self.frames.pop()
        if frame.restore:
            frame.restore()

    def closing(self, frame: Frame, mark: str, position: int) -> int:
        """Return where the mark stands next in the frame, or -1; looked for once where it stands nowhere."""
        if (mark, frame.text) in self.unclosed:
            return -1
        end = frame.text.find(mark, position, frame.end)
        if end < 0 and frame.end == len(frame.text):
            self.unclosed.add((mark, frame.text))
        return end

    def note(self, severity: Severity, code: str, message: str, frame: Frame) -> None:
        """Keep a diagnostic with the frame's place; the same one is kept once."""
        self.notes += 1
        if self.notes > MOST_NOTES:
            return
        offset = frame.frozen if frame.frozen is not None else frame.position
        whole = self.tree.text(frame.file) if frame.file in self.tree.members else ""
        diagnostic = Diagnostic(severity, code, message, frame.file, whole.count("\n", 0, offset) + 1)
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)

    def _read(self, frame: Frame) -> None:
        """Read until another frame goes on top, or to the end of this one."""
        text, handlers = frame.text, self.handlers
        mark = position = frame.position
        while token := self.search(text, position, frame.end):
            position = token.end()
            word = token.group(1)
            if word is None:
                if token.group() == "%":
                    self._emit(frame, mark, token.start())
                    mark = position = self._after_comment(text, token.start(), frame.end)
                elif len(token.group()) == 1 and token.group() != "\\" and not self.skipping:
                    mark = position = self._after_short_verb(frame, mark, token.start())
                continue
            handler = handlers.get(word) or (handlers["if"] if word.startswith("if") else None)
            if handler is None:
                continue
            self._emit(frame, mark, token.start())
            frame.position = position
            after = handler(self, frame, word, position)
            mark, position = (token.start(), position) if after == KEEP else (after, after)
            frame.position = mark
            if not self.frames or self.frames[-1] is not frame:
                return
        self._emit(frame, mark, frame.end)
        self.pop()
        if frame.is_file and self.skipping:
            self._close(frame)

    def _close(self, frame: Frame) -> None:
        """Close what the file skips, at its end."""
        self.skipping = 0
        if self.branches:
            self.branches.pop()
        frame.position = frame.end
        message = f"{frame.file} ends inside a branch that is not taken: it is closed there"
        if not frame.silent:
            self.note("warning", "conditional-open", message, frame)

    def _after_short_verb(self, frame: Frame, mark: int, start: int) -> int:
        """Return where reading goes on after |verbatim|, which ends on its line."""
        line_end = self.closing(frame, "\n", start)
        end = frame.text.find(frame.text[start], start + 1, line_end if line_end >= 0 else frame.end)
        self._emit(frame, mark, start if end >= 0 else start + 1)
        return end + 1 if end >= 0 else start + 1

    def emit_text(self, frame: Frame, text: str, place: int) -> None:
        """Put text into the document that is not read again."""
        if not self.skipping and not frame.silent:
            self.pieces.append(Piece(self.length, frame.file, place, True))
            self.out.append(text)
            self.length += len(text)

    @staticmethod
    def _after_comment(text: str, start: int, end: int) -> int:
        comment = _COMMENT.match(text, start, end)
        return comment.end() if comment else start + 1

    def _emit(self, frame: Frame, start: int, stop: int) -> None:
        if start < stop and not self.skipping and not frame.silent:
            frozen = frame.frozen is not None
            self.pieces.append(
                Piece(self.length, frame.file, frame.frozen if frame.frozen is not None else start, frozen)
            )
            self.out.append(frame.text[start:stop])
            self.length += stop - start
