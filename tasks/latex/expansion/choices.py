"""Commands whose branches are arguments: the kernel's, of ifthen, etoolbox, xparse and xstring."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tasks.latex.expansion import arguments, conditions, decisions, inputs, values
from tasks.latex.expansion.boolean import Expression, NamedTest
from tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine

_LONGEST_TEST = 60
_SUFFIXES = (".tex", ".ltx")
_NAME = re.compile(r"\s*+\\([a-zA-Z@]++)\s*+")


@dataclass(frozen=True, slots=True)
class Choice:
    """A test with so many arguments, and which branches follow it: "TF", "T", "F"."""

    arguments: int
    test: NamedTest
    branches: str = "TF"


def _choose(machine: Machine, frame: Frame, word: str, position: int) -> int:
    choice = CHOICES[word]
    if machine.skipping:
        return KEEP
    end = position + (frame.text[position : position + 1] == "*")
    given: list[str] = []
    for _ in range(choice.arguments):
        while word in _WITH_OPTION and (option := arguments.option(frame.text, end, frame.end)):
            end = option.end
        found = arguments.argument(frame.text, end, frame.end)
        if not found:
            return KEEP
        given.append(frame.text[found.start : found.stop])
        end = found.end
    branches: dict[bool, arguments.Span] = {}
    for branch in choice.branches:
        found = arguments.argument(frame.text, end, frame.end)
        if not found:
            return KEEP
        branches[branch == "T"] = found
        end = found.end
    value = choice.test(machine, given)
    if value is None and frame.silent:
        return KEEP
    if value is None:
        test = f"\\{word}{''.join(f'{{{part[:_LONGEST_TEST]}}}' for part in given)}"
        conditions.undecided(
            machine, frame, test, " ".join(frame.text[one.start : one.stop] for one in branches.values())
        )
    for wanted, span in sorted(branches.items()):  # what is pushed last is read first
        if value in (None, wanted):
            machine.push(frame.part(span.start, span.stop))
    return end


def _name(text: str) -> str | None:
    found = _NAME.fullmatch(text)
    return found[1] if found else None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _negated(test: NamedTest) -> NamedTest:
    return lambda machine, given: _not(test(machine, given))


def _boolean(machine: Machine, given: list[str]) -> bool | None:
    name = given[0].strip()
    return name == "true" if name in ("true", "false") else machine.switches.get(name)


def _toggle(machine: Machine, given: list[str]) -> bool | None:
    return machine.facts.toggles.get(given[0].strip())


def _defined(machine: Machine, given: list[str]) -> bool | None:
    name = _name(given[0])
    return values.defined(machine, name) if name else None


def _named(machine: Machine, given: list[str]) -> bool | None:
    name = values.plain(machine, given[0])
    known = values.defined(machine, name) if name else None
    return False if known and name and machine.facts.meanings.get(name) == "relax" else known


def _equal(machine: Machine, given: list[str]) -> bool | None:
    return values.equal(machine, given[0], given[1])


def _same_tokens(_machine: Machine, given: list[str]) -> bool | None:
    return given[0].split() == given[1].split()


def _empty(_machine: Machine, given: list[str]) -> bool | None:
    return given[0] == ""


def _blank(_machine: Machine, given: list[str]) -> bool | None:
    return not given[0].strip()


def _body(machine: Machine, text: str) -> str | None:
    """What a macro without parameters stands for; None where that is not known."""
    macro = machine.macros.get(_name(text) or "")
    return macro.body if macro and macro.arguments == 0 and not macro.primitive else None


def _stands_for(machine: Machine, given: list[str]) -> bool | None:
    body = _body(machine, given[0])
    if body is None:
        return False if _defined(machine, given) is False else None
    return body.split() == given[1].split()


def _stand_for_the_same(machine: Machine, given: list[str]) -> bool | None:
    left, right = _body(machine, given[0]), _body(machine, given[1])
    return None if left is None or right is None else left == right


def _stands_for_nothing(machine: Machine, given: list[str]) -> bool | None:
    return _stands_for(machine, [given[0], ""])


def _void(machine: Machine, given: list[str]) -> bool | None:
    return True if _defined(machine, given) is False else _stands_for_nothing(machine, given)


def _numbers(sign: str) -> NamedTest:
    return lambda machine, given: decisions.compare(_number(machine, given[0]), sign, _number(machine, given[1]))


def _compared(machine: Machine, given: list[str]) -> bool | None:
    return _numbers(given[1].strip())(machine, [given[0], given[2]]) if given[1].strip() in ("<", "=", ">") else None


def _number(machine: Machine, text: str) -> int | None:
    value, end = values.number(machine, text, 0, len(text))
    return value if not text[end:].strip() else None


def _odd(machine: Machine, given: list[str]) -> bool | None:
    value = _number(machine, given[0])
    return None if value is None else value % 2 == 1


def _lengths(machine: Machine, given: list[str]) -> bool | None:
    left, sign, right = re.split(r"([<=>])", given[0], maxsplit=1) if re.search("[<=>]", given[0]) else ("", "", "")
    if not sign:
        return None
    return decisions.compare(
        values.length(machine, left, 0, len(left))[0], sign, values.length(machine, right, 0, len(right))[0]
    )


def _exists(machine: Machine, given: list[str]) -> bool | None:
    name = inputs.plain_name(machine, given[0])
    if machine.tree.find(name, _SUFFIXES, inputs.folders(machine, machine.frames[-1])) is not None:
        return True
    return None if name.endswith((".sty", ".cls", ".def", ".cfg", ".bbl", ".aux", ".toc")) or "\\" in name else False


def _package(machine: Machine, given: list[str]) -> bool | None:
    return values.loaded(machine, given[0].strip(), "sty")


def _class(machine: Machine, given: list[str]) -> bool | None:
    return values.loaded(machine, given[0].strip(), "cls")


def _given(_machine: Machine, given: list[str]) -> bool | None:
    return given[0].strip() not in ("", "-NoValue-")


def _starred(_machine: Machine, given: list[str]) -> bool | None:
    return {"*": True, "\\BooleanTrue": True, "": False, "\\BooleanFalse": False}.get(given[0].strip())


def _draft(machine: Machine, _given: list[str]) -> bool | None:
    options = ",".join((*machine.facts.classes.values(), machine.facts.packages.get("ifdraft", "")))
    return "draft" in options.replace(" ", "").split(",")


def _contains(place: Callable[[str, str], bool]) -> NamedTest:
    def test(machine: Machine, given: list[str]) -> bool | None:
        whole, part = (values.plain(machine, text) for text in given)
        return None if whole is None or part is None else place(whole, part)

    return test


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
    "ifnumcomp": Choice(3, _compared),
    "ifnumequal": Choice(2, _numbers("=")),
    "ifnumgreater": Choice(2, _numbers(">")),
    "ifnumless": Choice(2, _numbers("<")),
    "ifnumodd": Choice(1, _odd),
}


def _ifthen(machine: Machine, given: list[str]) -> bool | None:
    return Expression(machine, given[0], _IFTHEN).value()


def _boolexpr(machine: Machine, given: list[str]) -> bool | None:
    return Expression(machine, given[0], _BOOLEXPR).value()


def _tested(machine: Machine, given: list[str]) -> bool | None:
    return Expression(machine, given[0], {word: (one.arguments, one.test) for word, one in _ETOOLBOX.items()}).value()


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
    "ifSubfilesClassLoaded": Choice(0, lambda machine, _given: _class(machine, ["subfiles"])),
    "IfStandalone": Choice(0, lambda machine, _given: _class(machine, ["standalone"])),
    "onlyifstandalone": Choice(0, lambda machine, _given: _class(machine, ["standalone"]), "T"),
    "IfNoValueTF": Choice(1, _negated(_given)),
    "IfNoValueT": Choice(1, _negated(_given), "T"),
    "IfNoValueF": Choice(1, _negated(_given), "F"),
    "IfValueTF": Choice(1, _given),
    "IfValueT": Choice(1, _given, "T"),
    "IfValueF": Choice(1, _given, "F"),
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
