r"""Tests of the packages ifthen (\ifthenelse) and etoolbox (\ifboolexpr): small expressions with three values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tasks.latex.expansion import arguments, decisions, values
from tasks.latex.expansion.machine import Machine

_BLANK = re.compile(r"[\s~]*+")
_NOT = re.compile(r"\\(?:NOT|not)(?![a-zA-Z])|not(?![a-zA-Z])|!")
_AND = re.compile(r"\\(?:AND|and)(?![a-zA-Z])|and(?![a-zA-Z])")
_OR = re.compile(r"\\(?:OR|or)(?![a-zA-Z])|or(?![a-zA-Z])")
_OPEN, _CLOSE = re.compile(r"\\?\("), re.compile(r"\\?\)")
_WORD = re.compile(r"\\?([a-zA-Z]+)")
_SIGN = re.compile(r"\s*+([<=>])")
_DEEPEST = 20

NamedTest = Callable[[Machine, list[str]], bool | None]
"""A test that takes its arguments as groups."""


@dataclass(slots=True)
class Expression:
    """A test being read; `tests` are the named ones, each with the number of its arguments."""

    machine: Machine
    text: str
    tests: dict[str, tuple[int, NamedTest]]
    position: int = 0
    depth: int = 0

    def value(self) -> bool | None:
        """What the whole expression comes to; None where only TeX knows or it cannot be read."""
        try:
            found = self._any()
        except ValueError:
            return None
        return found if self._blank() == len(self.text) else None

    def _any(self) -> bool | None:
        """\\AND and \\OR bind alike, from left to right."""
        left = self._one()
        while True:
            if self._take(_AND):
                right = self._one()
                left = False if left is False or right is False else (None if None in (left, right) else True)
            elif self._take(_OR):
                right = self._one()
                left = True if left is True or right is True else (None if None in (left, right) else False)
            else:
                return left

    def _one(self) -> bool | None:
        negated = False
        while self._take(_NOT):
            negated = not negated
        found = self._operand()
        return found if found is None or not negated else not found

    def _operand(self) -> bool | None:
        if self._take(_OPEN):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ValueError
            found = self._any()
            if not self._take(_CLOSE):
                raise ValueError
            self.depth -= 1
            return found
        word = _WORD.match(self.text, self._blank())
        if word and word[1] in self.tests:
            self.position = word.end()
            count, test = self.tests[word[1]]
            return test(self.machine, [self._argument() for _ in range(count)])
        left, end = values.number(self.machine, self.text, self._blank(), len(self.text))
        sign = _SIGN.match(self.text, end)
        if not sign:
            raise ValueError
        right, self.position = values.number(self.machine, self.text, sign.end(), len(self.text))
        return decisions.compare(left, sign[1], right)

    def _argument(self) -> str:
        found = arguments.argument(self.text, self.position, len(self.text))
        if not found:
            raise ValueError
        self.position = found.end
        return self.text[found.start : found.stop]

    def _blank(self) -> int:
        found = _BLANK.match(self.text, self.position)
        return found.end() if found else self.position

    def _take(self, mark: re.Pattern[str]) -> bool:
        found = mark.match(self.text, self._blank())
        if found:
            self.position = found.end()
        return found is not None
