"""LaTeX to Unicode text in one pass over the string, for short strings (titles, names, captions).

A machine with an explicit stack, so that nesting costs memory and never the interpreter's stack, and each
character is looked at once. pylatexenc, which gives the symbol table, needs 100 times as long for the same work,
gives up on 1,000 nested groups, and loses text on `\\texttt{a\\_b}`, `\\href{u}{T}` and `100% off`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from litgauge.tasks.text import symbols as table

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z@]+)\*?(?P<eaten>[ \t\r\n]*)"
    r"|\\(?P<symbol>[^a-zA-Z@])"
    r"|(?P<text>[^\\{}$^_~%`'\-]+)"
    r"|(?P<open>\{)|(?P<close>\})|(?P<math>\$\$?)"
    r"|(?P<script>[\^_])|(?P<comment>%[^\n]{0,0}\n[ \t]*)"
    r"|(?P<ligature>---|--|``|''|`)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_URL_COMMANDS = frozenset({"url", "path", "nolinkurl", "doi", "verb", "burl"})
_OPTIONAL = re.compile(r"\[[^\[\]]{0,200}\][ \t\r\n]*")
_CHAR = re.compile(r"[ \t]*(?:(\d{1,7})|\"([0-9A-F]{1,6})|'([0-7]{1,7})|`\\?(.)) ?", re.DOTALL)
_SPACES = {
    ",": " ",
    ";": " ",
    ":": " ",
    ">": " ",
    " ": " ",
    "\n": " ",
    "\t": " ",
    "\\": " ",
    "!": "",
    "-": "",
    "/": "",
    "@": "",
    "(": "",
    ")": "",
    "[": "",
    "]": "",
    "<": "",
    "+": "",
}
_LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘"}
_ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI"]
_CHARGES = frozenset(map(str, range(1, len(_ROMAN))))
_DOTLESS = {"ı": "i", "ȷ": "j"}
SOFT_SPACE = "\ue000"
"""Between an operator's name and its neighbours: becomes a space between letters, nothing elsewhere."""

_BY_MODE = re.compile(
    r"\\ifmmode(?![a-zA-Z@])((?:[^\\]|\\(?!(?:if[a-zA-Z]*|else|fi)(?![a-zA-Z@])).)*+)"
    r"(?:\\else(?![a-zA-Z@])\s*+((?:[^\\]|\\(?!(?:if[a-zA-Z]*|fi)(?![a-zA-Z@])).)*+))?\\fi(?![a-zA-Z@])"
    r"[ \t\n]*+(?:\{\})?",
    re.DOTALL,
)

Operation = Callable[..., str]


@dataclass(slots=True)
class _Pending:
    """A command that waits for its arguments."""

    operation: Operation
    needed: int
    arguments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    math: bool
    out: list[str] = field(default_factory=list)
    pending: list[_Pending] = field(default_factory=list)


class _Machine:
    def __init__(self, raw: str, unknown: set[str] | None) -> None:
        self.raw = raw
        self.unknown = unknown
        self.position = 0
        self.groups = [_Group(math=False)]

    def run(self) -> str:
        raw, match = self.raw, _TOKEN.match
        while self.position < len(raw):
            token = match(raw, self.position)
            assert token is not None  # the last alternative takes any character
            self.position = token.end()
            self._take(token)
        while len(self.groups) > 1:
            self._close()
        self._flush(self.groups[0])
        return "".join(self.groups[0].out)

    def _take(self, token: re.Match[str]) -> None:
        kind, text = token.lastgroup, token.group()
        if kind == "eaten":
            self._word(token.group("word"), token.group("eaten"))
        elif kind == "symbol":
            self._symbol(token.group("symbol"))
        elif kind == "open":
            self.groups.append(_Group(self.groups[-1].math))
        elif kind == "close":
            if len(self.groups) > 1:
                self._close()
        elif kind == "math":
            self.groups[-1].math = not self.groups[-1].math
        elif kind == "script":
            self._script(text)
        elif kind == "ligature" and not self.groups[-1].math:
            self._emit(_LIGATURES[text])
        elif kind == "comment":
            return
        else:
            self._text(" " if text == "~" else "′" if text == "'" and self.groups[-1].math else text)

    def _emit(self, text: str) -> None:
        group = self.groups[-1]
        while group.pending:
            waiting = group.pending[-1]
            waiting.arguments.append(text)
            if len(waiting.arguments) < waiting.needed:
                return
            group.pending.pop()
            text = waiting.operation(*waiting.arguments)
        group.out.append(text)

    def _text(self, text: str) -> None:
        while self.groups[-1].pending:
            text = text.lstrip()
            if not text:
                return
            self._emit(text[0])
            text = text[1:]
        if text:
            self.groups[-1].out.append(text)

    def _flush(self, group: _Group) -> None:
        while group.pending:
            waiting = group.pending.pop()
            missing = [""] * (waiting.needed - len(waiting.arguments))
            text = waiting.operation(*waiting.arguments, *missing)
            if group.pending:
                group.pending[-1].arguments.append(text)
                group.pending[-1].arguments = group.pending[-1].arguments[: group.pending[-1].needed]
            else:
                group.out.append(text)

    def _close(self) -> None:
        group = self.groups.pop()
        self._flush(group)
        self._emit("".join(group.out))

    def _wait(self, operation: Operation, arguments_needed: int) -> None:
        self.groups[-1].pending.append(_Pending(operation, arguments_needed))

    def _script(self, mark: str) -> None:
        group = self.groups[-1]
        if mark == "_" and not group.math:
            self._text("_")
            return
        self._wait(superscript if mark == "^" else subscript, 1)

    def _symbol(self, name: str) -> None:
        if name in table.ACCENTS:
            self._wait(accent(table.ACCENTS[name], name), 1)
        elif name in "()[]":
            self.groups[-1].math = name in "(["
        elif name in _SPACES:
            if _SPACES[name] and not self.groups[-1].pending and not (self.groups[-1].math and name == ","):
                self._text(_SPACES[name])
        else:
            self._emit(name)

    def _word(self, name: str, eaten: str) -> None:
        if name in _URL_COMMANDS:
            self._emit(self._verbatim())
        elif name in table.ACCENTS:
            self._wait(accent(table.ACCENTS[name], ""), 1)
        elif name == "char" and (match := _CHAR.match(self.raw, self.position - len(eaten))):
            self.position = match.end()
            self._emit(_character(match))
        elif name in _OPERATIONS:
            self._skip_optional()
            self._wait(*_OPERATIONS[name])
        elif name == "href":
            self._verbatim()
        elif name in table.LOG_LIKE:
            self._emit(f"{SOFT_SPACE}{name}{SOFT_SPACE}")
        else:
            self._plain(name, eaten)

    def _plain(self, name: str, eaten: str) -> None:
        if name in table.WITHOUT_ARGUMENTS:
            self._skip_optional()
            for _ in range(table.WITHOUT_ARGUMENTS[name]):
                if self.raw[self.position : self.position + 1] == "{":
                    self.position = group_end(self.raw, self.position)
            return
        text = table.symbols().get(name)
        if text:
            spaced = eaten and self.groups[-1].math and not text.isalpha() and self.groups[-1].out[-1:] == [" "]
            self._emit(text + " " if spaced else text)
        elif text is None and (self.raw[self.position : self.position + 1] != "{" or self._empty_group()):
            if name in table.PRINTS_NOTHING:
                return
            if self.unknown is not None:
                self.unknown.add(name)
            if name[0].isupper() and len(name) > 1:
                self._emit(name + (" " if eaten else ""))

    def _empty_group(self) -> bool:
        return self.raw.startswith("{}", self.position)

    def _skip_optional(self) -> None:
        while match := _OPTIONAL.match(self.raw, self.position):
            self.position = match.end()

    def _verbatim(self) -> str:
        """Return the next argument as it stands, with the escapes that a URL needs undone."""
        start = self.position
        while start < len(self.raw) and self.raw[start].isspace():
            start += 1
        if self.raw[start : start + 1] != "{":
            self.position = min(start + 1, len(self.raw))
            return self.raw[start : self.position]
        self.position = group_end(self.raw, start)
        inside = (
            self.raw[start + 1 : self.position - 1] if self.raw[self.position - 1] == "}" else self.raw[start + 1 :]
        )
        return plain_url(inside)


def group_end(text: str, start: int) -> int:
    """Return the position after the brace that closes the group opened at `start`; the end of the text if none does."""
    depth = 0
    for match in _BRACE.finditer(text, start):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(text)


_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_URL_ESCAPE = re.compile(r"\\([%#&_$~{}\-/ ])|\{?\\(?:textasciitilde|sim)\}?(?:\{\})?|\\textunderscore ?")


def plain_url(raw: str) -> str:
    """A URL without LaTeX's escapes and line breaks."""

    def undo(match: re.Match[str]) -> str:
        if match.group(1):
            return "" if match.group(1) in "/" else match.group(1)
        return "_" if "under" in match.group() else "~"

    plain = _URL_ESCAPE.sub(undo, re.sub(r"\\([~^])\{\}", r"\1", raw))
    return re.sub(r"[{}\s]+", "", plain.replace("$_$", "_").replace("$\\sim$", "~").replace("$~$", "~"))


def accent(mark: str, literal: str) -> Operation:
    """Return the operation that puts a combining mark on its argument's first character."""

    def accented(base: str) -> str:
        base = base.lstrip()
        if not base:
            return literal if literal in ("^", "~") else ""
        if not mark:
            return base
        first = 1
        while first < 4 and base[first : first + 1] and unicodedata.combining(base[first]):
            first += 1  # a letter that bears an accent already, as in Vietnamese
        return _DOTLESS.get(base[0], base[0]) + base[1:first] + mark + base[first:]

    return accented


def superscript(text: str) -> str:
    """Raised digits and signs; words stay as they are ("12th")."""
    text = text.strip()
    if text in ("∘", "°"):
        return "°"
    if text in ("′", "*", "†"):
        return text
    return _script(text, table.SUPERSCRIPTS)


def subscript(text: str) -> str:
    """Lowered digits and signs; words stay as they are ("Emax")."""
    return _script(text.strip(), table.SUBSCRIPTS)


def _script(text: str, glyphs: Mapping[str, str]) -> str:
    if len(text) > 1 and text.isalpha():
        return text
    raised = [glyphs.get(character) for character in text if character != " "]
    return text if None in raised else "".join(part for part in raised if part)


def _fraction(above: str, below: str) -> str:
    parts = [part if part.isalnum() or len(part) < 2 else f"({part})" for part in (above.strip(), below.strip())]
    return "/".join(parts)


def _root(under: str) -> str:
    return f"√{under}" if len(under) < 2 or under.isalnum() else f"√({under})"


def _roman(charge: str) -> str:
    """An ion's charge as AASTeX prints it: \\ion{H}{2} is H II."""
    charge = charge.strip()
    return _ROMAN[int(charge)] if charge in _CHARGES else charge.upper()


def _blackboard(text: str) -> str:
    return "".join(table.BLACKBOARD.get(character, character) for character in text)


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, octal, literal = match.groups()
    if literal:
        return literal
    point = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else int(octal, 8)
    return chr(point) if 32 <= point < 0xD800 else ""


_OPERATIONS: dict[str, tuple[Operation, int]] = {
    "frac": (_fraction, 2),
    "tfrac": (_fraction, 2),
    "dfrac": (_fraction, 2),
    "nicefrac": (_fraction, 2),
    "sqrt": (_root, 1),
    "mathbb": (_blackboard, 1),
    "texorpdfstring": (lambda tex, pdf: pdf if pdf.strip() else tex, 2),
    "textsuperscript": (superscript, 1),
    "textsubscript": (subscript, 1),
    "sp": (superscript, 1),
    "sb": (subscript, 1),
    "enquote": (lambda text: f"“{text}”", 1),
    "mkbibquote": (lambda text: f"“{text}”", 1),
    "ensuremath": (lambda text: text, 1),
    "ion": (lambda element, charge: f"{element} {_roman(charge)}", 2),
    "uppercase": (str.upper, 1),
    "MakeUppercase": (str.upper, 1),
    "lowercase": (str.lower, 1),
    "MakeLowercase": (str.lower, 1),
    "binom": (lambda n, k: f"({n} over {k})", 2),
}


def for_text(raw: str) -> str:
    r"""The string with the text's branch of `\ifmmode … \else … \fi{}`, in which APS exports its signs and accents.

    >>> for_text(r"Ji\ifmmode \check{r}\else \v{r}\fi{}")
    'Ji{\\v{r}}'
    """
    return _BY_MODE.sub(lambda match: f"{{{match[2]}}}" if match[2] else "", raw) if "\\ifmmode" in raw else raw


def decode(raw: str, unknown: set[str] | None = None) -> str:
    """Unicode text of a LaTeX string; white space is not yet collapsed, nor Unicode normalised.

    Commands that nobody knows go into `unknown`: one like \\LHCb stands for its name, others for nothing.
    """
    text = _Machine(for_text(raw), unknown).run()
    if SOFT_SPACE in text:
        text = re.sub(rf"(?<=[\w)]){SOFT_SPACE}+(?=\w|√)", " ", text).replace(SOFT_SPACE, "")
    return text
