"""Definitions in an author's class or style: shorthands and switches, never typography.

Classes and styles are uploaded with most papers. Run as if the author had written them, they make typography of every
heading and lose citations to commands of their own. So a package is read by itself, what it does to the page is left
out, and no conditional of it reaches the document.
"""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.definitions import Macro, is_internal
from litgauge.tasks.latex.expansion.document import Piece
from litgauge.tasks.latex.expansion.machine import KEEP, Frame, Machine
from litgauge.tasks.latex.expansion.relevance import UsedWords, matters, used_words
from litgauge.tasks.latex.expansion.standard_commands import STANDARD_COMMANDS

MOST_NESTED = 60
MOST_PARTS = 20_000

_INTERNAL_DEFINITION = (
    r"\\(?:[gex]?def|(?:re)?newcommand|providecommand|DeclareRobustCommand)[ \t]*+\*?\{?"
    rf"\\(?!input@path)[a-zA-Z]*+@[a-zA-Z@]*+\}}?[^{{}}\\%]*+{arguments.GROUP}"
)
_TOKEN = re.compile(r"(?:[^\\%{]++|%[^\n]*+|\\[^a-zA-Z@])*+(?:\\([a-zA-Z@]++)|\{)", re.DOTALL)
_OUTSIDE = re.compile(
    rf"(?:[^\\%{{]++|%[^\n]*+|\\[^a-zA-Z@]|{_INTERNAL_DEFINITION}|{arguments.GROUP})*+(?:\\([a-zA-Z@]++)|\{{)",
    re.DOTALL,
)
"""The next control word that is in no group and defines no internal name."""
_ENTERED = re.compile(r"At(?:Begin|End).*|@?[iI]f.*|(?:AddToHook|BeforeBegin|AfterEnd).*")
_TESTED = re.compile(r"@?[iI]f")
_RENEWING = frozenset({"renewcommand", "renewrobustcmd", "RenewDocumentCommand", "renewcommandx"})
_CHANGED = re.compile(
    r"\\(?:[gex]?def|(?:re)?newcommand\*?|providecommand\*?|DeclareRobustCommand\*?)[ \t]*+\{?\\([a-zA-Z]++)\}?[ \t]*+"
    r"(?:\[\d\][ \t]*+)?\{?[ \t]*+##|\\let[ \t]*+\\([a-zA-Z]++)"
)
_OPTION_NAME = re.compile(r"[^\s,={}]+")


@dataclass(slots=True)
class _Package:
    """A class or style being read: the options that it was given, and those that it declares."""

    machine: Machine
    options: frozenset[str]
    declared: dict[str, Frame] = field(default_factory=dict)


def read_package(machine: Machine, frame: Frame, options: str = "") -> None:
    """Remember what a class or style defines that an author could have meant; its text does not count.

    Whatever it leaves open is closed where it ends. The packages that it loads are read where it loads them.
    """
    if not machine.packages or not _matters(machine, frame.file):
        return
    branches, skipping = machine.branches, machine.skipping
    machine.branches, machine.skipping = [], 0
    _read(_Package(machine, frozenset(_OPTION_NAME.findall(f"{options},{machine.class_options}"))), frame)
    machine.branches, machine.skipping = branches, skipping


def _matters(machine: Machine, path: str) -> bool:
    if path not in machine.tree.members:
        return True
    return matters(machine.tree, path, _used(machine).by_author, set(), whole_text=machine.leave is not None)


def _used(machine: Machine) -> UsedWords:
    if machine.used is None:
        machine.used = used_words(machine.tree)
    return machine.used


def may_be_authors(machine: Machine, frame: Frame, command: str, macro: Macro) -> bool:
    """True if an author could have meant this definition in a class or style.

    A shorthand has a name of its own and a body without internal names. What only one branch of an undecided
    conditional defines, or what other code of the file defines anew, may not hide its arguments.
    """
    if "@" in macro.name or macro.delimited or macro.name in STANDARD_COMMANDS or is_internal(macro.body):
        return False
    if macro.name in _used(machine).by_list:
        return False
    defined = macro.name in machine.macros
    if command in _RENEWING and not defined:
        return False  # a command of LaTeX, or of another package
    doubtful = None in machine.branches
    if not macro.dropped or doubtful:
        return not (doubtful and (defined or macro.dropped))
    return _changes(frame.text)[macro.name] <= (command == "let")


@lru_cache(maxsize=16)
def _changes(text: str) -> Counter[str]:
    """Return how often a text defines each command from inside another definition, or lets it be something else."""
    return Counter(match[1] or match[2] for match in _CHANGED.finditer(text))


def _read(package: _Package, frame: Frame) -> None:
    machine, text = package.machine, frame.text
    if len(machine.frames) >= MOST_NESTED or machine.package_parts >= MOST_PARTS:
        return
    machine.package_parts += 1
    machine.frames.append(frame)
    depth = len(machine.frames)
    while len(machine.frames) >= depth and (
        token := (_TOKEN if machine.skipping else _OUTSIDE).match(text, frame.position, frame.end)
    ):
        frame.position = position = token.end()
        if token[1] is not None:
            frame.position = max(position, _word(package, frame, token[1], position))
            for part in reversed(machine.frames[depth:]):
                del machine.frames[depth:]
                _read(package, part)
        elif not machine.skipping:  # what is local, or the argument of what does not matter
            inside = arguments.group(text, position - 1, frame.end)
            frame.position = inside.end if inside else position
    del machine.frames[depth - 1 :]


def _word(package: _Package, frame: Frame, word: str, position: int) -> int:
    """Return where reading goes on after a control word, or KEEP."""
    machine = package.machine
    handler = machine.handlers.get(word) or (machine.handlers["if"] if word.startswith("if") else None)
    if machine.skipping or word in machine.macros:
        return handler(machine, frame, word, position) if handler and word not in machine.macros else KEEP
    own = _OWN.get(word)
    if own:
        return own(package, frame, word, position)
    after = handler(machine, frame, word, position) if handler else KEEP
    return _enter(package, frame, word, position) if after == KEEP and _ENTERED.fullmatch(word) else after


def _enter(package: _Package, frame: Frame, word: str, position: int) -> int:
    """Code that runs later (\\AtBeginDocument) or perhaps (\\@ifpackageloaded): its groups are read."""
    machine = package.machine
    branches = machine.branches
    machine.branches = [*branches, None] if _TESTED.match(word) else list(branches)
    while inside := arguments.group(frame.text, position, frame.end):
        _read(package, frame.part(inside.start, inside.stop))
        position = inside.end
    machine.branches = branches
    return position


def _declare(package: _Package, frame: Frame, word: str, position: int) -> int:
    starred = frame.text.startswith("*", position)
    name = None if starred else arguments.group(frame.text, position, frame.end)
    body = arguments.group(frame.text, name.end if name else position + starred, frame.end)
    if name and body:
        package.declared[frame.text[name.start : name.stop].strip()] = frame.part(body.start, body.stop)
    return body.end if body else KEEP


def _execute(package: _Package, frame: Frame, word: str, position: int) -> int:
    names = arguments.group(frame.text, position, frame.end)
    if names:
        _run(package, _OPTION_NAME.findall(frame.text, names.start, names.stop))
    return names.end if names else KEEP


def _process(package: _Package, frame: Frame, word: str, position: int) -> int:
    _run(package, [name for name in package.declared if name in package.options])
    return position


def _run(package: _Package, names: list[str]) -> None:
    for name in names:
        if body := package.declared.get(name):
            _read(package, body.part(body.position, body.end))


def _resource(package: _Package, frame: Frame, word: str, position: int) -> int:
    """A bibliography that a style of the author's names is the document's."""
    option = arguments.option(frame.text, position, frame.end)
    named = arguments.group(frame.text, option.end if option else position, frame.end)
    if not named:
        return KEEP
    machine = package.machine
    start = position - len(word) - 1
    machine.pieces.append(Piece(machine.length, frame.file, start, False))
    machine.out.append(frame.text[start : named.end])
    machine.length += named.end - start
    return named.end


def _open_group(package: _Package, frame: Frame, word: str, position: int) -> int:
    package.machine.branches.append(None)  # what a group defines is forgotten after it
    return position


def _close_group(package: _Package, frame: Frame, word: str, position: int) -> int:
    if package.machine.branches and package.machine.branches[-1] is None:
        package.machine.branches.pop()
    return position


_OWN: dict[str, Callable[[_Package, Frame, str, int], int]] = {
    **dict.fromkeys(("DeclareOption", "DeclareOptionX", "DeclareVoidOption"), _declare),
    **dict.fromkeys(("ExecuteOptions", "ExecuteOptionsX"), _execute),
    **dict.fromkeys(("ProcessOptions", "ProcessOptionsX", "ProcessKeyvalOptions"), _process),
    **dict.fromkeys(("addbibresource", "addglobalbib", "bibliography", "nobibliography"), _resource),
    **dict.fromkeys(("begingroup", "bgroup"), _open_group),
    **dict.fromkeys(("endgroup", "egroup"), _close_group),
}
