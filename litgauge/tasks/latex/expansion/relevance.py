"""Quick test of whether a class or style can matter to a paper, so that most are not read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from litgauge.tasks.latex.expansion import definitions
from litgauge.tasks.latex.expansion.standard_commands import STANDARD_COMMANDS
from litgauge.tasks.latex.sources.tree import SourceTree

SUFFIXES = (".cls", ".sty", ".clo", ".def", ".cfg", ".ldf", ".fd", ".rtx")
"""Files that TeX reads for what they define."""

LONGEST_REMEMBERED = 1_000_000
_DEFINED = re.compile(
    r"\\(let|newif|newcount|chardef|[gex]?def|(?:re)?newcommandx?|providecommand|DeclareRobustCommand|(?:re)?newrobustcmd|providerobustcmd"
    r"|[A-Z][a-z]+(?:Expandable)?DocumentCommand)\*?[ \t\n]*+\{?[ \t\n]*+\\([a-zA-Z]++)(?!@)"
)
_LOADED = re.compile(
    r"\\(?:RequirePackage|usepackage|LoadClass|@?input|InputIfFileExists)(?:WithOptions)?[ \t\n]*+"
    r"(?:\[[^\[\]]{0,2000}\][ \t\n]*+)?\{?([^{}\\%\[\]]{1,2000})"
)
_ALWAYS = re.compile(
    r"\\[gex]?def[ \t]*+\\input@path|\\(?:newmint|begin\{filecontents"
    r"|(?:MakeShortVerb|DefineShortVerb|lstMakeShortInline)\*?(?:\[[^\[\]]*\])?\{?(?:\\[^a-zA-Z]|[|!+])"
    r"|(?:addbibresource|addglobalbib|(?:no)?bibliography)[ \t]*+(?:\[[^\[\]]*\])?\{[^{}\\#]+\})"
)
_HIDING = re.compile(
    r"\\(?:(?:re)?newenvironment\*?[ \t\n]*+\{([^{}]*)\}[ \t\n]*+(?:\[[^\[\]]*\])*+[ \t\n]*+\{[^{}\\]*+"
    r"\\(?:comment|iffalse|begin\{comment)|(?:(?:exclude|include|special)comment|(?:exclude|include)version"
    r"|DefineVerbatimEnvironment|lstnewenvironment|(?:Ren|N)ewEnviron|newverbatim|[a-zA-Z]*(?:tcb|TCBL)isting"
    r"|[A-Z][a-z]+DocumentEnvironment)[ \t]*+(?:\[[^\[\]]*\])?\{([^{}]*)\})"
)
_SETTING = re.compile(
    r"\\(?:(?:set|new|provide)(?:boolean|bool|toggle)|(?:bool|toggle)(?:true|false)|(?:new|set)counter)[ \t]*+\{"
)
_TESTING = frozenset({"ifthenelse", "ifbool", "iftoggle", "ifboolexpr", "boolean", "value"})
_LET = re.compile(r"[ \t\n]*+\\[a-zA-Z@]++[ \t\n]*+=?[ \t\n]*+\\([a-zA-Z@]++)")
_NAME = re.compile(r"\\([a-zA-Z]++)")
_DECIDING = re.compile(
    r"\\(?:[a-zA-Z]*[cC]it[a-zA-Z]*|[a-zA-Z]*(?:true|false)|input|include|subfile|import|bibliography|addbibresource"
    r"|bibentry|bibitem|if[a-zA-Z]*|DIFdel|appendix|(?:sub)*section|chapter|begin)(?![a-zA-Z])"
)
_WORDS_ONLY = re.compile(r"(?:[^\\]++|\\[^a-zA-Z]|\\(?:text[a-z]++|emph|em|it|bf|rm|sc|xspace)(?![a-zA-Z]))*+")
_WORD = re.compile(rb"\\(?:begin[ \t]*+\{([a-zA-Z]++)|([a-zA-Z]++))")


@dataclass(frozen=True, slots=True)
class _Outline:
    """Definitions, loaded files and effects that a quick look at a class or style finds."""

    defined: Mapping[str, tuple[tuple[str, int], ...]]  # by name: the defining command, and where it ends
    loaded: tuple[str, ...]
    hidden: frozenset[str]  # environments
    always: bool
    setting: bool


def is_package(path: str) -> bool:
    """True if TeX reads a file for what it defines: a class, a style, or what these are split into."""
    return path.endswith(SUFFIXES)


@dataclass(frozen=True, slots=True)
class UsedWords:
    """Control words and environments that a source uses outside of its classes and styles."""

    by_author: frozenset[str]
    by_list: frozenset[str]  # used by a .bbl only: commands of the bibliography style, which the reader of lists knows


def used_words(tree: SourceTree) -> UsedWords:
    """Return the words that the texts of a tree use, without its classes and styles."""
    words: dict[bool, set[tuple[bytes, bytes]]] = {True: set(), False: set()}
    for path, data in tree.members.items():
        if not is_package(path):
            words[path.endswith(".bbl")].update(_WORD.findall(data))
    author, printed = (frozenset((first or second).decode() for first, second in words[key]) for key in (False, True))
    return UsedWords(author, printed - author)


def matters(tree: SourceTree, path: str, used: frozenset[str], paths: set[str], *, whole_text: bool = False) -> bool:
    """True if a class or style, or a member of the tree that it loads, may say something that the paper uses.

    That is: it defines a command that the paper uses, is not LaTeX's, and cites, chooses or hides or, for a
    reader of the `whole_text`, prints; or it hides an environment, or names a bibliography. Only True may be wrong.
    `paths` collects the files that were looked at.
    """
    if path in paths:
        return False
    paths.add(path)
    text = tree.text(path)
    outline = (_remembered if len(text) < LONGEST_REMEMBERED else _outline)(text)
    if outline.always or outline.hidden & used or (outline.setting and used & _TESTING):
        return True
    if any(
        _says_something(command, text, position, outline, whole_text)
        for name in outline.defined.keys() & used - STANDARD_COMMANDS
        for command, position in outline.defined[name]
    ):
        return True
    by_name = _by_name(tuple(tree.members))
    members = [by_name[name] for name in outline.loaded if name in by_name]
    return any(
        not is_package(member) or matters(tree, member, used, paths, whole_text=whole_text) for member in members
    )


def _says_something(command: str, text: str, position: int, outline: _Outline, whole_text: bool) -> bool:
    if command in ("newif", "newcount", "chardef"):
        return True
    if command == "let":
        meaning = _LET.match(text, position)
        return meaning is not None and (
            "cit" in meaning[1].lower()
            or meaning[1].startswith(("@gobble", "iftrue", "iffalse"))
            or (meaning[1] in outline.defined and meaning[1] not in STANDARD_COMMANDS)
        )
    read = definitions.read_definition(command, text, position, len(text))
    if read is None or "@" in read.macro.name or definitions.is_internal(read.macro.body):
        return False
    body = read.macro.body
    return (
        whole_text
        or bool(read.macro.dropped)
        or _DECIDING.search(body) is not None
        or _WORDS_ONLY.fullmatch(body) is not None
        or any(name in outline.defined and name not in STANDARD_COMMANDS for name in _NAME.findall(body))
    )


def _outline(text: str) -> _Outline:
    defined: dict[str, list[tuple[str, int]]] = {}
    for match in _DEFINED.finditer(text):
        defined.setdefault(match[2], []).append((match[1], match.end(1)))
    loaded = {part.strip() for names in _LOADED.findall(text) for part in names.split(",")}
    return _Outline(
        {name: tuple(places) for name, places in defined.items()},
        tuple(sorted(loaded)),
        frozenset(filter(None, (name.strip() for names in _HIDING.findall(text) for name in names))),
        _ALWAYS.search(text) is not None,
        _SETTING.search(text) is not None,
    )


_remembered = lru_cache(maxsize=128)(_outline)
"""Papers of one publisher bring the same classes."""


@lru_cache(maxsize=4)
def _by_name(members: tuple[str, ...]) -> dict[str, str]:
    """Return the members by the names with which a package may load them."""
    paths: dict[str, str] = {}
    for path in members:
        name = path.rpartition("/")[2]
        stem, _, suffix = name.rpartition(".")
        for name_form in (name, stem if suffix in ("sty", "cls", "tex") else name):
            paths.setdefault(name_form, path)
    return paths
