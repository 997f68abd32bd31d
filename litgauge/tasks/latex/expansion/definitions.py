"""Macros as a document defines them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from litgauge.tasks.latex.expansion import arguments

NEW_COMMAND = frozenset(
    """
    newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd providerobustcmd
    newcommandx renewcommandx
    """.split()  # noqa: SIM905
)
DEF = frozenset({"def", "gdef", "edef", "xdef"})
DOCUMENT_COMMAND = frozenset(
    {
        "NewDocumentCommand",
        "RenewDocumentCommand",
        "ProvideDocumentCommand",
        "DeclareDocumentCommand",
        "NewExpandableDocumentCommand",
    }
)
SKIPPED = {  # how many groups follow the name: their bodies are no text
    "DeclareMathOperator": 2,
    "DeclareCiteCommand": 5,
    "DeclareMultiCiteCommand": 3,
    "newtheorem": 2,
    "AtEveryCitekey": 1,
    "AtEveryBibitem": 1,
    "DeclareFieldFormat": 2,
    "newbibmacro": 2,
    "renewbibmacro": 2,
    "DeclareBibliographyDriver": 2,
    "hypersetup": 1,
    "lstset": 1,
    "titleformat": 5,
    "DeclareSourcemap": 1,
}
BIBLIOGRAPHIC = frozenset(
    "newblock url path href nolinkurl doi emph enquote bibinfo bibfield bibnamefont bibfnamefont citenamefont"  # noqa: SIM905
    " showarticletitle bysame BibitemOpen BibitemShut natexlab providecommand urlstyle bibitem Bibitem textsc"
    " bibAnnoteFile BIBforeignlanguage BIBentryALTinterwordspacing BIBentrySTDinterwordspacing"
    " bauthor oauthor bsnm bfnm binits bparticle bsuffix batitle bctitle btitle bbtitle bjtitle bjournal byear"
    " betal".split()
)
"""Commands that a .bbl defines for its own style: their meaning is known, their definition is typography."""
_PARAMETER = re.compile(r"#([1-9])")
_PARAMETER_MARK = re.compile(r"#[1-9]")
_AFTER_WORD = re.compile(r"(\\[a-zA-Z@]+)?#([1-9])")
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_WORD_AND_BLANKS = re.compile(r"\\([a-zA-Z@]+)[ \t]*")
_LONG = re.compile(r"\\long[ \t\n]*(?:\\global[ \t\n]*)?\\[gex]?def\Z")
_MOST_CALLS = 50
_LONGEST_CALL = 5_000
_DEEPEST_NAME, _LONGEST_NAME = 5, 1_000
_INTERNAL = re.compile(r"\\(?!@ifstar|@ifnextchar)(?=[a-zA-Z]*@)")
_DEFAULTS = re.compile(r"\{[^{}]*\}")
_XPARSE = re.compile(r"[ \t\n]*(?:([+!]*)([mosvb]|[OD](?=\{)|t.|r..|d..))")


@dataclass(frozen=True, slots=True)
class Macro:
    """A user's macro: how many arguments it takes, and what it stands for."""

    name: str
    arguments: int
    default: str | None  # of the first argument, where that is optional
    body: str
    delimited: bool = False  # its parameters end in marks of their own
    primitive: bool = False  # \\let to a command of LaTeX: stands for that one, whatever it is redefined to
    star: bool = False  # takes an optional star before the arguments
    optional: frozenset[int] = frozenset()  # xparse: which arguments are optional
    long: bool = False  # \\long or \\newcommand without star, which \\ifx tells from \\def
    marks: tuple[str, ...] = ()  # of \\def\\x<#1>#2;{...}: before the first parameter, and after each
    packaged: bool = False  # defined by a package or a class, not by the document

    @property
    def dropped(self) -> frozenset[int]:
        """Return the numbers of the arguments that the body does not use."""
        used = {int(number) for number in _PARAMETER.findall(self.body)}
        return frozenset(range(1, self.arguments + 1)) - used


def is_internal(body: str) -> bool:
    """True if a body calls commands with an @ in their names, besides LaTeX's tests for a star or an option."""
    return _INTERNAL.search(body) is not None


class Definition(NamedTuple):
    """A definition in the text: its macro, and where it ends."""

    macro: Macro
    end: int


def read_definition(command: str, text: str, position: int, limit: int) -> Definition | None:
    """Return the definition whose command word ends at `position`; None where it cannot be read."""
    if command in NEW_COMMAND:
        return _new_command(text, position, limit)
    if command in DEF:
        return _def(text, position, limit)
    return _document_command(text, position, limit)


def _new_command(text: str, position: int, limit: int) -> Definition | None:
    starred = text[position : position + 1] == "*"
    named = arguments.defined_name(text, position + starred, limit)
    if not named:
        return None
    name, position = named
    count, default = 0, None
    if number := arguments.option(text, position, limit):
        digits = text[number.start : number.stop].strip()
        count, position = int(digits) if digits.isdigit() and len(digits) == 1 else 0, number.end
        if option := arguments.option(text, position, limit):
            default, position = text[option.start : option.stop], option.end
    body = arguments.argument(text, position, limit)
    if not body:
        return None
    return Definition(Macro(name, count, default, text[body.start : body.stop], long=not starred), body.end)


def taking(name: str, options: str, body: str) -> Macro:
    r"""A macro with as many arguments as the options of \newenvironment say: [2][default]."""
    number = arguments.option(options, 0, len(options))
    option = arguments.option(options, number.end, len(options)) if number else None
    digits = options[number.start : number.stop].strip() if number else ""
    count = int(digits) if digits.isdigit() and len(digits) == 1 else 0
    return Macro(name, count, options[option.start : option.stop] if option else None, body)


def _def(text: str, position: int, limit: int) -> Definition | None:
    long = _LONG.search(text, max(0, position - 40), position) is not None
    named = arguments.defined_name(text, position, limit)
    if not named:
        return None
    name, position = named
    opening = text.find("{", position, min(limit, position + 300))
    body = arguments.group(text, opening, limit) if opening >= 0 else None
    if not body:
        return None
    parameters = text[position:opening].strip()
    count = len(_PARAMETER.findall(parameters))
    delimited = bool(_PARAMETER.sub("", parameters).strip())
    marks = tuple(_PARAMETER_MARK.split(text[position:opening].lstrip())) if delimited else ()
    macro = Macro(name, count, None, text[body.start : body.stop], delimited, long=long, marks=marks)
    return Definition(macro, body.end)


def _document_command(text: str, position: int, limit: int) -> Definition | None:
    named = arguments.defined_name(text, position, limit)
    pattern = arguments.group(text, named[1], limit) if named else None
    body = arguments.group(text, pattern.end, limit) if pattern else None
    if not named or not pattern or not body:
        return None
    kinds = [match.group(2) for match in _XPARSE.finditer(_DEFAULTS.sub("{}", text[pattern.start : pattern.stop]))]
    star = bool(kinds) and kinds[0] == "s"
    content = text[body.start : body.stop]
    optional = frozenset(number for number, kind in enumerate(kinds, 1) if kind[0] in "oO")
    simple = all(kind[0] in "moO" or (kind == "s" and number == 0) for number, kind in enumerate(kinds))
    return Definition(Macro(named[0], len(kinds), None, content, not simple, star=star, optional=optional), body.end)


def arguments_of(macro: Macro, text: str, position: int, limit: int) -> tuple[list[arguments.Span | None], int] | None:
    """Return the spans of a call's arguments (None: an absent option) and where the call ends.

    None if it is cut off.
    """
    if macro.marks:
        return _delimited(macro.marks, text, position, limit)
    spans: list[arguments.Span | None] = []
    for number in range(1, macro.arguments + 1):
        if number == 1 and macro.star:
            starred = text[position : position + 1] == "*"
            spans.append(arguments.Span(position, position + 1, position + 1) if starred else None)
            position += starred
            continue
        if number in macro.optional or (number == 1 and macro.default is not None):
            span = arguments.option(text, position, limit)
            spans.append(span)
            position = span.end if span else position
            continue
        span = arguments.argument(text, position, limit)
        if not span:
            return None
        spans.append(span)
        position = span.end
    return spans, position


def _delimited(
    marks: Sequence[str], text: str, position: int, limit: int
) -> tuple[list[arguments.Span | None], int] | None:
    """Return the arguments of a call whose parameters end in marks; None where the text does not match them."""
    if marks[0] and not text.startswith(marks[0], position := arguments.skip_blank(text, position, limit)):
        return None
    position += len(marks[0])
    spans: list[arguments.Span | None] = []
    for mark in marks[1:]:
        span = arguments.until(text, position, limit, mark) if mark else arguments.argument(text, position, limit)
        if not span:
            return None
        spans.append(span)
        position = span.end
    return spans, position


def called(macro: Macro, text: str, position: int, limit: int) -> tuple[str, int] | None:
    """Return what a call stands for, its arguments put in, and where the call ends; None if it is cut off."""
    call = arguments_of(macro, text, position, limit)
    return (substitute(macro, text, call[0]), call[1]) if call else None


def substitute(macro: Macro, text: str, spans: Sequence[arguments.Span | None]) -> str:
    """Return the macro's body with the arguments put in that stand in these spans of a text."""
    values = [text[span.start : span.stop] if span else macro.default or "" for span in spans]

    def argument(match: re.Match[str]) -> str:
        number = int(match[2])
        value = values[number - 1] if number <= len(values) else ""
        return f"{match[1]} {value}" if match[1] and value[:1].isalpha() else f"{match[1] or ''}{value}"

    return _AFTER_WORD.sub(argument, macro.body)


def expand_macros(text: str, macros: Mapping[str, Macro]) -> str:
    """Text with the calls of user macros replaced by what they stand for, a bounded number of times."""
    budget = _MOST_CALLS
    position = 0
    while budget and (match := _WORD.search(text, position)):
        macro = macros.get(match[1])
        expandable = macro is not None and not macro.delimited and not macro.primitive
        call = called(macro, text, match.end(), len(text)) if macro and expandable else None
        if call is None:
            position = match.end()
            continue
        body, end = call
        if len(body) + 2 > _LONGEST_CALL:
            return text
        position = match.start()
        text = f"{text[:position]}{{{body}}}{text[end:]}"
        budget -= 1
    return text


def spelled_out(raw: str, macros: Mapping[str, Macro], job: str) -> str:
    """A file name or key in which macros without arguments, and \\jobname, are replaced by what they stand for."""

    def meaning(match: re.Match[str]) -> str:
        macro = macros.get(match[1])
        if macro is not None and macro.arguments == 0:
            return macro.body
        return job if match[1] == "jobname" else match[0]

    for _ in range(_DEEPEST_NAME):
        if "\\" not in raw:
            break
        raw = _WORD_AND_BLANKS.sub(meaning, raw)[:_LONGEST_NAME]
    return raw.strip()
