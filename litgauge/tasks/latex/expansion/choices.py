"""Commands whose branches are arguments: those of the kernel, ifthen, etoolbox, xparse and xstring."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from litgauge.tasks.latex.expansion import arguments, conditions, values
from litgauge.tasks.latex.expansion.machine import KEEP, SOURCE_SUFFIXES, Frame, Handler, Machine

_BLANK = re.compile(r"[\s~]*+")
_NOT = re.compile(r"\\(?:NOT|not)(?![a-zA-Z])|not(?![a-zA-Z])|!")
_AND = re.compile(r"\\(?:AND|and)(?![a-zA-Z])|and(?![a-zA-Z])")
_OR = re.compile(r"\\(?:OR|or)(?![a-zA-Z])|or(?![a-zA-Z])")
_OPEN, _CLOSE = re.compile(r"\\?\("), re.compile(r"\\?\)")
_WORD = re.compile(r"\\?([a-zA-Z]+)")
_DEEPEST = 20
_LONGEST_TEST = 60
_NAME = re.compile(r"\s*+\\([a-zA-Z@]++)\s*+")

NamedTest = Callable[[Machine, list[str]], bool | None]
"""A test that takes its arguments as groups."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A test: the number of its arguments, and the branches that follow it ("TF", "T", "F")."""

    arguments: int
    test: NamedTest
    branches: str = "TF"


def _choose(machine: Machine, frame: Frame, word: str, position: int) -> int:
    choice = CHOICES[word]
    if machine.skipping:
        return KEEP
    end = position + (frame.text[position : position + 1] == "*")
    operands: list[str] = []
    for _ in range(choice.arguments):
        while word in _WITH_OPTION and (option := arguments.option(frame.text, end, frame.end)):
            end = option.end
        span = arguments.argument(frame.text, end, frame.end)
        if not span:
            return KEEP
        operands.append(frame.text[span.start : span.stop])
        end = span.end
    branches: dict[bool, arguments.Span] = {}
    for branch in choice.branches:
        span = arguments.argument(frame.text, end, frame.end)
        if not span:
            return KEEP
        branches[branch == "T"] = span
        end = span.end
    value = choice.test(machine, operands)
    if value is None and frame.silent:
        return KEEP
    if value is None:
        test = f"\\{word}{''.join(f'{{{part[:_LONGEST_TEST]}}}' for part in operands)}"
        conditions.undecided(
            machine, frame, test, " ".join(frame.text[span.start : span.stop] for span in branches.values())
        )
    for outcome, span in sorted(branches.items()):  # the branch that is pushed last is read first
        if value in (None, outcome):
            machine.push(frame.part(span.start, span.stop))
    return end


def _name(text: str) -> str | None:
    match = _NAME.fullmatch(text)
    return match[1] if match else None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _negated(test: NamedTest) -> NamedTest:
    return lambda machine, operands: _not(test(machine, operands))


def _boolean(machine: Machine, operands: list[str]) -> bool | None:
    name = operands[0].strip()
    return name == "true" if name in ("true", "false") else machine.switches.get(name)


def _toggle(machine: Machine, operands: list[str]) -> bool | None:
    return machine.facts.toggles.get(operands[0].strip())


def _defined(machine: Machine, operands: list[str]) -> bool | None:
    name = _name(operands[0])
    return values.defined(machine, name) if name else None


def _named(machine: Machine, operands: list[str]) -> bool | None:
    name = values.plain(machine, operands[0])
    defined = values.defined(machine, name) if name else None
    return False if defined and name and machine.facts.meanings.get(name) == "relax" else defined


def _equal(machine: Machine, operands: list[str]) -> bool | None:
    return values.equal(machine, operands[0], operands[1])


def _same_tokens(_machine: Machine, operands: list[str]) -> bool | None:
    return operands[0].split() == operands[1].split()


def _empty(_machine: Machine, operands: list[str]) -> bool | None:
    return operands[0] == ""


def _blank(_machine: Machine, operands: list[str]) -> bool | None:
    return not operands[0].strip()


def _body(machine: Machine, text: str) -> str | None:
    """Return the body of a macro without parameters; None where that is not known."""
    macro = machine.macros.get(_name(text) or "")
    return macro.body if macro and macro.arguments == 0 and not macro.primitive else None


def _stands_for(machine: Machine, operands: list[str]) -> bool | None:
    body = _body(machine, operands[0])
    if body is None:
        return False if _defined(machine, operands) is False else None
    return body.split() == operands[1].split()


def _stand_for_the_same(machine: Machine, operands: list[str]) -> bool | None:
    left, right = _body(machine, operands[0]), _body(machine, operands[1])
    return None if left is None or right is None else left == right


def _stands_for_nothing(machine: Machine, operands: list[str]) -> bool | None:
    return _stands_for(machine, [operands[0], ""])


def _void(machine: Machine, operands: list[str]) -> bool | None:
    return True if _defined(machine, operands) is False else _stands_for_nothing(machine, operands)


def _numbers(sign: str) -> NamedTest:
    return lambda machine, operands: conditions.compare(
        _number(machine, operands[0]), sign, _number(machine, operands[1])
    )


def _comparison(machine: Machine, operands: list[str]) -> bool | None:
    return (
        _numbers(operands[1].strip())(machine, [operands[0], operands[2]])
        if operands[1].strip() in ("<", "=", ">")
        else None
    )


def _number(machine: Machine, text: str) -> int | None:
    value, end = values.number(machine, text, 0, len(text))
    return value if not text[end:].strip() else None


def _odd(machine: Machine, operands: list[str]) -> bool | None:
    value = _number(machine, operands[0])
    return None if value is None else value % 2 == 1


def _lengths(machine: Machine, operands: list[str]) -> bool | None:
    left, sign, right = (
        re.split(r"([<=>])", operands[0], maxsplit=1) if re.search("[<=>]", operands[0]) else ("", "", "")
    )
    if not sign:
        return None
    return conditions.compare(
        values.length(machine, left, 0, len(left))[0], sign, values.length(machine, right, 0, len(right))[0]
    )


def _exists(machine: Machine, operands: list[str]) -> bool | None:
    name = machine.file_name(operands[0])
    if machine.find(name, SOURCE_SUFFIXES, machine.frames[-1]) is not None:
        return True
    return None if name.endswith((".sty", ".cls", ".def", ".cfg", ".bbl", ".aux", ".toc")) or "\\" in name else False


def _package(machine: Machine, operands: list[str]) -> bool | None:
    return values.loaded(machine, operands[0].strip(), "sty")


def _class(machine: Machine, operands: list[str]) -> bool | None:
    return values.loaded(machine, operands[0].strip(), "cls")


def _has_value(_machine: Machine, operands: list[str]) -> bool | None:
    return operands[0].strip() not in ("", "-NoValue-")


def _starred(_machine: Machine, operands: list[str]) -> bool | None:
    return {"*": True, "\\BooleanTrue": True, "": False, "\\BooleanFalse": False}.get(operands[0].strip())


def _draft(machine: Machine, _operands: list[str]) -> bool | None:
    options = ",".join((*machine.facts.classes.values(), machine.facts.packages.get("ifdraft", "")))
    return "draft" in options.replace(" ", "").split(",")


def _contains(place: Callable[[str, str], bool]) -> NamedTest:
    def test(machine: Machine, operands: list[str]) -> bool | None:
        whole, part = (values.plain(machine, text) for text in operands)
        return None if whole is None or part is None else place(whole, part)

    return test


@dataclass(slots=True)
class Expression:
    """A test of ifthen (\\ifthenelse) or etoolbox (\\ifboolexpr), with three values.

    `tests` are the named ones, each with the number of its arguments.
    """

    machine: Machine
    text: str
    tests: dict[str, tuple[int, NamedTest]]
    position: int = 0
    depth: int = 0

    def value(self) -> bool | None:
        """Return the value of the whole expression; None where only TeX knows it or it cannot be read."""
        try:
            value = self._any()
        except ValueError:
            return None
        return value if self._blank() == len(self.text) else None

    def _any(self) -> bool | None:
        """\\AND and \\OR bind alike, from left to right."""
        left = self._factor()
        while True:
            if self._take(_AND):
                right = self._factor()
                left = False if left is False or right is False else (None if None in (left, right) else True)
            elif self._take(_OR):
                right = self._factor()
                left = True if left is True or right is True else (None if None in (left, right) else False)
            else:
                return left

    def _factor(self) -> bool | None:
        negated = False
        while self._take(_NOT):
            negated = not negated
        value = self._operand()
        return _not(value) if negated else value

    def _operand(self) -> bool | None:
        if self._take(_OPEN):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise ValueError
            value = self._any()
            if not self._take(_CLOSE):
                raise ValueError
            self.depth -= 1
            return value
        word = _WORD.match(self.text, self._blank())
        if word and word[1] in self.tests:
            self.position = word.end()
            count, test = self.tests[word[1]]
            return test(self.machine, [self._argument() for _ in range(count)])
        start = self._blank()
        value, self.position = conditions.comparison(self.machine, self.text, start, len(self.text), values.number)
        if self.position == start:
            raise ValueError
        return value

    def _argument(self) -> str:
        span = arguments.argument(self.text, self.position, len(self.text))
        if not span:
            raise ValueError
        self.position = span.end
        return self.text[span.start : span.stop]

    def _blank(self) -> int:
        blank = _BLANK.match(self.text, self.position)
        return blank.end() if blank else self.position

    def _take(self, mark: re.Pattern[str]) -> bool:
        match = mark.match(self.text, self._blank())
        if match:
            self.position = match.end()
        return match is not None


_ETOOLBOX: dict[str, Choice] = {
    "ifbool": Choice(1, _boolean),
    "iftoggle": Choice(1, _toggle),
    "ifdef": Choice(1, _defined),
    "ifundef": Choice(1, _negated(_defined)),
    "ifcsdef": Choice(1, _named),
    "ifcsundef": Choice(1, _negated(_named)),
    "ifdefempty": Choice(1, _stands_for_nothing),
    "ifdefvoid": Choice(1, _void),
    "ifdefstring": Choice(2, _stands_for),
    "ifdefstrequal": Choice(2, _stand_for_the_same),
    "ifstrequal": Choice(2, _same_tokens),
    "ifstrempty": Choice(1, _empty),
    "ifblank": Choice(1, _blank),
    "ifnumcomp": Choice(3, _comparison),
    "ifnumequal": Choice(2, _numbers("=")),
    "ifnumgreater": Choice(2, _numbers(">")),
    "ifnumless": Choice(2, _numbers("<")),
    "ifnumodd": Choice(1, _odd),
}


def _ifthen(machine: Machine, operands: list[str]) -> bool | None:
    return Expression(machine, operands[0], _IFTHEN).value()


def _boolexpr(machine: Machine, operands: list[str]) -> bool | None:
    return Expression(machine, operands[0], _BOOLEXPR).value()


def _tested(machine: Machine, operands: list[str]) -> bool | None:
    return Expression(
        machine, operands[0], {word: (choice.arguments, choice.test) for word, choice in _ETOOLBOX.items()}
    ).value()


_IFTHEN: dict[str, tuple[int, NamedTest]] = {
    "boolean": (1, _boolean),
    "equal": (2, _equal),
    "isodd": (1, _odd),
    "isundefined": (1, _negated(_defined)),
    "lengthtest": (1, _lengths),
    "isempty": (1, _blank),
    "isin": (2, _contains(lambda part, whole: part in whole)),
    "isnamedefined": (1, _named),
}
_BOOLEXPR: dict[str, tuple[int, NamedTest]] = {"bool": (1, _boolean), "togl": (1, _toggle), "test": (1, _tested)}

CHOICES: dict[str, Choice] = {
    **_ETOOLBOX,
    "notbool": Choice(1, _negated(_boolean)),
    "nottoggle": Choice(1, _negated(_toggle)),
    "notblank": Choice(1, _negated(_blank)),
    "ifboolexpr": Choice(1, _boolexpr),
    "ifthenelse": Choice(1, _ifthen),
    "@ifundefined": Choice(1, _negated(_named)),
    "@ifpackageloaded": Choice(1, _package),
    "@ifclassloaded": Choice(1, _class),
    "IfPackageLoadedTF": Choice(1, _package),
    "IfClassLoadedTF": Choice(1, _class),
    "IfFileExists": Choice(1, _exists),
    "ifSubfilesClassLoaded": Choice(0, lambda machine, _operands: _class(machine, ["subfiles"])),
    "IfStandalone": Choice(0, lambda machine, _operands: _class(machine, ["standalone"])),
    "onlyifstandalone": Choice(0, lambda machine, _operands: _class(machine, ["standalone"]), "T"),
    "IfNoValueTF": Choice(1, _negated(_has_value)),
    "IfNoValueT": Choice(1, _negated(_has_value), "T"),
    "IfNoValueF": Choice(1, _negated(_has_value), "F"),
    "IfValueTF": Choice(1, _has_value),
    "IfValueT": Choice(1, _has_value, "T"),
    "IfValueF": Choice(1, _has_value, "F"),
    "IfBooleanTF": Choice(1, _starred),
    "IfBooleanT": Choice(1, _starred, "T"),
    "IfBooleanF": Choice(1, _starred, "F"),
    "IfBlankTF": Choice(1, _blank),
    "IfBlankT": Choice(1, _blank, "T"),
    "IfBlankF": Choice(1, _blank, "F"),
    "IfStrEq": Choice(2, _equal),
    "IfEq": Choice(2, _equal),
    "IfSubStr": Choice(2, _contains(lambda whole, part: part in whole)),
    "IfBeginWith": Choice(2, _contains(str.startswith)),
    "IfEndWith": Choice(2, _contains(str.endswith)),
}
_OF_IFDRAFT = {
    "ifdraft": Choice(0, _draft),
    "ifoptiondraft": Choice(0, _draft),
    "ifoptionfinal": Choice(0, _negated(_draft)),
}
_WITH_OPTION = frozenset({"IfSubStr", "IfStrEq"})

HANDLERS: dict[str, Handler] = dict.fromkeys(CHOICES, _choose)
OF_PACKAGES: dict[str, dict[str, Handler]] = {"ifdraft": dict.fromkeys(_OF_IFDRAFT, _choose)}
"""Choices that exist where a package is loaded."""
CHOICES |= _OF_IFDRAFT
