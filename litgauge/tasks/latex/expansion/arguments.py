"""Arguments in TeX source: groups, options, names. The work is linear, however broken the source."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

BRACES = re.compile(r"\\.|[{}]|%[^\n]*", re.DOTALL)
_BRACKETS = re.compile(r"\\.|[{}\[\]]|%[^\n]*", re.DOTALL)
_BLANK = re.compile(r"(?:[ \t\r\n]|%[^\n]*(?:\n|$))*+")
_ANY_BLANK = re.compile(r"\s")
_PARAGRAPH_END = re.compile(r"\\par(?![a-zA-Z])|\n[ \t]*+\n")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([^{}\\]{1,60}?)\s*\}")
_CONTROL_WORD = re.compile(r"\\([a-zA-Z@]+)[ \t]*")
_WITHIN = r"[^{}\\%]++|\\.|%[^\n]*+"
GROUP = functools.reduce(lambda inner, _: rf"\{{(?:{_WITHIN}|{inner})*+\}}", range(5), rf"\{{(?:{_WITHIN})*+\}}")
"""A pattern (with re.DOTALL) of groups that nest six deep at most: found without leaving the engine."""
_GROUP = re.compile(GROUP, re.DOTALL)
LONGEST_ARGUMENT = 200_000
LONGEST_OPTION = 5_000
_NEAR = 8_000  # how far a group's end is looked for before the whole text is matched up


class Span(NamedTuple):
    """Positions of an argument's contents, and of the argument's end."""

    start: int
    stop: int
    end: int


def skip_blank(text: str, position: int, limit: int) -> int:
    """Return the first position that is neither white space nor comment."""
    match = _BLANK.match(text, position, limit)
    return match.end() if match else position


def group(text: str, position: int, limit: int, longest: int = LONGEST_ARGUMENT) -> Span | None:
    """Return the braced group at `position` (white space before it is skipped), of at most `longest` characters.

    None if there is none or it never closes.
    """
    position = skip_blank(text, position, limit)
    if position >= limit or text[position] != "{":
        return None
    if near := _GROUP.match(text, position, min(limit, position + _NEAR)):
        return Span(position + 1, near.end() - 1, near.end())
    end = closings(text).get(position)
    return Span(position + 1, end, end + 1) if end is not None and end < min(limit, position + longest) else None


@functools.lru_cache(maxsize=16)
def closings(text: str) -> Mapping[int, int]:
    """Return the position of the closing brace by that of the opening one.

    One pass, however many groups never close.
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    for token in BRACES.finditer(text):
        mark = token.group()
        if mark == "{":
            opened.append(token.start())
        elif mark == "}" and opened:
            ends[opened.pop()] = token.start()
    return ends


def option(text: str, position: int, limit: int, opening: str = "[", longest: int = LONGEST_OPTION) -> Span | None:
    """Return the bracketed option at `position`, of at most `longest` characters.

    Brackets inside braces do not close it.
    """
    position = skip_blank(text, position, limit)
    if position >= limit or text[position] != opening:
        return None
    return _option(text, position, min(limit, position + longest)) if opening == "[" else _pair(text, position, limit)


def _option(text: str, position: int, limit: int) -> Span | None:
    if text.find("]", position, limit) < 0:
        return None
    depth = 0
    for token in _BRACKETS.finditer(text, position + 1, limit):
        mark = token.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth < 0:
                return None
        elif mark == "]" and depth == 0:
            return Span(position + 1, token.start(), token.end())
    return None


def _pair(text: str, position: int, limit: int) -> Span | None:
    closing = {"(": ")", "<": ">"}[text[position]]
    end = text.find(closing, position + 1, min(limit, position + LONGEST_OPTION))
    return Span(position + 1, end, end + 1) if end >= 0 else None


def argument(text: str, position: int, limit: int) -> Span | None:
    """A macro's mandatory argument: a group, a control word or one character."""
    position = skip_blank(text, position, limit)
    if position >= limit or text[position] == "}":
        return None
    if text[position] == "{":
        return group(text, position, limit)
    word = _CONTROL_WORD.match(text, position, limit)
    end = word.end(1) if word else position + 1
    return Span(position, end, end)


def until(text: str, position: int, limit: int, mark: str) -> Span | None:
    """Text before the next `mark` outside braces, not far away; a blank is any, \\par an empty line too."""
    limit = min(limit, position + LONGEST_OPTION)
    end = position
    while True:
        pattern = _ANY_BLANK if mark.isspace() else _PARAGRAPH_END if mark.strip() == "\\par" else None
        match = pattern.search(text, end, limit) if pattern else None
        close = (match.start() if match else -1) if pattern else text.find(mark, end, limit)
        brace = text.find("{", end, limit)
        if close < 0:
            return None
        if brace < 0 or close <= brace:
            return Span(position, close, match.end() if match else close + len(mark))
        inner = group(text, brace, limit)
        if not inner:
            return None
        end = inner.end


def defined_name(text: str, position: int, limit: int) -> tuple[str, int] | None:
    """Return the control word that a definition names, `\\name` or `{\\name}`, and the position after it."""
    position = skip_blank(text, position, limit)
    braced = position < limit and text[position] == "{"
    word = _CONTROL_WORD.match(text, skip_blank(text, position + 1, limit) if braced else position, limit)
    if not word:
        return None
    end = skip_blank(text, word.end(), limit)
    if braced:
        if text[end : end + 1] != "}":
            return None
        end += 1
    return word.group(1), end


@functools.lru_cache(maxsize=16)
def environment_ends(text: str) -> Mapping[int, tuple[int, int]]:
    """Return where the \\end that closes an environment begins and ends, by where its \\begin{name} ends: one pass."""
    ends: dict[int, tuple[int, int]] = {}
    opened: dict[str, list[int]] = {}
    for mark in _ENVIRONMENT.finditer(text):
        starts = opened.setdefault(mark[2], [])
        if mark[1] == "begin":
            starts.append(mark.end())
        elif starts:
            ends[starts.pop()] = mark.span()
    return ends


@dataclass(slots=True)
class Cursor:
    """A place in a text that moves past the arguments it reads."""

    text: str
    position: int = 0

    def option(self, opening: str = "[") -> str | None:
        """Return the option that follows, or None."""
        return self._take(option(self.text, self.position, len(self.text), opening))

    def group(self) -> str | None:
        """Return the group that follows, or None."""
        return self._take(group(self.text, self.position, len(self.text)))

    def argument(self) -> str:
        """Return the next group, options before it left out; "" if none follows."""
        self.skip_options()
        return self.group() or ""

    def skip(self, groups: int) -> None:
        """Moves past this many groups and the options around them."""
        self.skip_options()
        while groups and self.group() is not None:
            groups -= 1
            self.skip_options()

    def skip_options(self) -> None:
        """Moves past the options that follow."""
        while self.option() is not None:
            pass

    def _take(self, span: Span | None) -> str | None:
        if span is None:
            return None
        self.position = span.end
        return self.text[span.start : span.stop]
