"""Which branch of a conditional is text. What cannot be decided without running TeX counts with both branches."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from tasks.tex.expansion import arguments
from tasks.tex.expansion.machine import KEEP, Frame, Handler, Machine

_NO_CONDITIONAL = re.compile(
    r"if(?:f|thenelse|toggle|bool|boolexpr|boolexpe|def|undef|csdef|csundef|defmacro|defparam|defempty|defvoid|defstring|defstrequal"
    r"|defcounter|deflength|defdimen|blank|notblank|strempty|strequal|str|numcomp|numequal|numgreater|numless|numodd|dimcomp"
    r"|dimequal|inlist|xinlist|packageloaded|nextchar|entrytype|keyword|category|field(?:undef|equals|equalstr|int|num|nums|xref)?"
    r"|name(?:undef|equals|sequal)?|list(?:undef|equals|equal)?|truthy|cite\w*|FileExists|Classloaded|moreitems|hyperref)$"
)
_LITERALS = re.compile(r"[ \t\n]*([^\\\s])[ \t]*([^\\\s]|(?=\\))")
_NUMBERS = re.compile(r"[ \t\n]*(\d{1,9})[ \t]*([<=>])[ \t]*(\d{1,9})")
_CONTROL_WORD = re.compile(r"[ \t\n]*\\([a-zA-Z@]+)")
_BOOLEAN = re.compile(r"\s*(\\NOT|\\not|!)?\s*\\boolean\s*\{([^{}]+)\}\s*")
_EQUAL = re.compile(r"\s*\\equal\s*\{([^\\{}]*)\}\s*\{([^\\{}]*)\}\s*")
_COMPARED = re.compile(r"\s*(\d{1,9})\s*([<=>])\s*(\d{1,9})\s*")


def _if(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if _NO_CONDITIONAL.match(word) and word not in machine.switches:
        return KEEP
    if machine.skipping:
        machine.skipping += 1
        return position
    known, position = _decide(machine, frame, word, position)
    machine.branches.append(known)
    if known is False:
        machine.skipping = 1
    return position


def _decide(machine: Machine, frame: Frame, word: str, position: int) -> tuple[bool | None, int]:
    if word in ("iftrue", "iffalse"):
        return word == "iftrue", position
    if word[2:] in machine.switches:
        return machine.switches[word[2:]], position
    if word == "if" and (found := _LITERALS.match(frame.text, position, frame.end)):
        return found.group(1) == found.group(2), found.end()
    if word == "ifnum" and (found := _NUMBERS.match(frame.text, position, frame.end)):
        return _compare(*found.groups()), found.end()
    if word == "ifdefined" and (found := _CONTROL_WORD.match(frame.text, position, frame.end)):
        return (True if found.group(1) in machine.macros else None), found.end()
    return None, position


def _compare(left: str, sign: str, right: str) -> bool:
    return {"<": int(left) < int(right), "=": int(left) == int(right), ">": int(left) > int(right)}[sign]


def _else(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1:
        return position
    if machine.skipping == 1:
        if machine.branches and machine.branches[-1] is False:
            machine.skipping = 0
    elif machine.branches and machine.branches[-1] is True:
        machine.skipping = 1
    return position


def _fi(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1:
        machine.skipping -= 1
        return position
    machine.skipping = 0
    if machine.branches:
        machine.branches.pop()
    return position


def _newif(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = arguments.defined_name(frame.text, position, frame.end)
    if machine.skipping or not named or not named[0].startswith("if"):
        return KEEP
    name = named[0][2:]
    machine.switches.setdefault(name, False)
    machine.handlers[f"{name}true"] = machine.handlers[f"{name}false"] = _set_flag
    return named[1]


def _set_flag(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if not machine.skipping:
        value = word.endswith("true")
        machine.switches[word.removesuffix("true") if value else word.removesuffix("false")] = value
    return position


def _set_named(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = arguments.group(frame.text, position, frame.end)
    if machine.skipping or not named:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    value = word.endswith("true")
    end = named.end
    if word in ("setboolean", "setbool", "settoggle"):
        given = arguments.group(frame.text, named.end, frame.end)
        if not given:
            return KEEP
        value, end = frame.text[given.start : given.stop].strip() == "true", given.end
    machine.switches[name] = value
    return end


def _choose(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """\\ifthenelse, \\iftoggle, \\ifbool: condition and both branches are arguments."""
    condition = arguments.group(frame.text, position, frame.end)
    yes = arguments.group(frame.text, condition.end, frame.end) if condition else None
    no = arguments.group(frame.text, yes.end, frame.end) if yes else None
    if machine.skipping or not condition or not yes or not no:
        return KEEP
    test = frame.text[condition.start : condition.stop]
    value = machine.switches.get(test.strip()) if word != "ifthenelse" else _test(machine, test)
    for span, wanted in ((no, value is not True), (yes, value is not False)):
        if wanted:
            machine.push(frame.part(span.start, span.stop))
    return no.end


def _test(machine: Machine, test: str) -> bool | None:
    if found := _BOOLEAN.fullmatch(test):
        value = machine.switches.get(found.group(2).strip())
        return value if value is None or not found.group(1) else not value
    if found := _EQUAL.fullmatch(test):
        return found.group(1).strip() == found.group(2).strip()
    if found := _COMPARED.fullmatch(test):
        return _compare(*found.groups())
    return None


def _or(machine: Machine, frame: Frame, word: str, position: int) -> int:
    return position


HANDLERS: dict[str, Handler] = {
    "if": _if,
    "else": _else,
    "fi": _fi,
    "or": _or,
    "newif": _newif,
    "ifthenelse": _choose,
    "iftoggle": _choose,
    "ifbool": _choose,
    **dict.fromkeys(
        (
            "setboolean",
            "setbool",
            "settoggle",
            "newboolean",
            "provideboolean",
            "newbool",
            "providebool",
            "booltrue",
            "boolfalse",
            "newtoggle",
            "providetoggle",
            "toggletrue",
            "togglefalse",
        ),
        _set_named,
    ),
}
