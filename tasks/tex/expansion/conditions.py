r"""Which branch of an \if… is text. What cannot be decided without running TeX counts with all branches."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from tasks.tex.expansion import arguments, decisions
from tasks.tex.expansion.facts import Conditional
from tasks.tex.expansion.machine import KEEP, Frame, Handler, Machine

_BRANCHES_ARE_ARGUMENTS = re.compile(
    r"if(?:f|thenelse|toggle|bool|boolexpr|boolexpe|def|undef|csdef|csundef|defmacro|defparam|defempty|defvoid|defstring|defstrequal"
    r"|defcounter|deflength|defdimen|blank|notblank|strempty|strequal|str|numcomp|numequal|numgreater|numless|numodd|dimcomp"
    r"|dimequal|inlist|xinlist|packageloaded|nextchar|entrytype|keyword|category|field(?:undef|equals|equalstr|int|num|nums|xref)?"
    r"|name(?:undef|equals|sequal)?|list(?:undef|equals|equal)?|truthy|cite\w*|FileExists|Classloaded|moreitems|hyperref)$"
)
_DEFINING = re.compile(
    r"\\(?:newif|let|[gex]?def|(?:re)?newcommand|providecommand|DeclareRobustCommand|protect|string|noexpand)"
    r"[ \t\n]*+\*?+[ \t\n]*+\{?+[ \t\n]*+\Z"
)
_COUNTED = re.compile(
    r"\\[\\%]|%[^\n]*+|\\newif\s*+\\(?P<new>if[a-zA-Z@]*+)|\\let\s*+\\[a-zA-Z@]++[ \t]*+=?+[ \t]*+\\(?:if[a-zA-Z@]*+|fi)(?![a-zA-Z@])"
    r"|\\(?:[gex]?def|(?:re)?newcommand|providecommand)\s*+\*?+\s*+\{?+\s*+\\if[a-zA-Z@]*+"
    r"|\\(?P<close>fi|repeat)(?![a-zA-Z@])|\\(?P<open>if[a-zA-Z@]*+)"
)
_NEXT = re.compile(r"\s*+\\(if[a-zA-Z@]*+)")
_LONGEST_DEFINING = 60
_LONGEST_TEST = 60


def _if(machine: Machine, frame: Frame, word: str, position: int) -> int:
    return _open(machine, frame, word, position)


def _open(machine: Machine, frame: Frame, word: str, position: int, *, negated: bool = False) -> int:
    if not _is_conditional(machine, frame, word, position):
        return KEEP
    if machine.skipping:
        machine.skipping += 1
        return position
    if word == "ifcase":
        return _open_case(machine, frame, position)
    taken, end = decisions.decide(machine, frame, word, position)
    if taken is None:
        undecided(machine, frame, frame.text[position - len(word) - 1 : min(end, position + _LONGEST_TEST)])
    elif negated:
        taken = not taken
    machine.facts.enter(Conditional(taken))
    machine.skipping = int(taken is False)
    return end


def _is_conditional(machine: Machine, frame: Frame, word: str, position: int) -> bool:
    if word in decisions.PRIMITIVE or word in machine.facts.switches:
        return True
    if _BRANCHES_ARE_ARGUMENTS.match(word):
        return False
    if word in decisions.OF_KERNEL or word in decisions.ENGINE:
        return True
    start = position - len(word) - 1
    if _DEFINING.search(frame.text, max(0, start - _LONGEST_DEFINING), start):
        return False
    return _unknown_ones_close(machine, frame.text)


def _unknown_ones_close(machine: Machine, text: str) -> bool:
    r"""Whether a text holds more \fi than known conditionals: then its unknown \if… are conditionals of some package.

    An \if… that nobody defines is none to TeX, which skips over it without counting it.
    """
    if text not in machine.doubtful:
        opened: list[str] = []
        declared: set[str] = set()
        closed = 0
        for found in _COUNTED.finditer(text):
            if found["open"]:
                opened.append(found["open"])
            elif found["new"]:
                declared.add(found["new"])
            elif found["close"]:
                closed += 1
        known = decisions.PRIMITIVE | decisions.OF_KERNEL | decisions.ENGINE.keys() | declared
        machine.doubtful[text] = closed > sum(word in known or word in machine.facts.switches for word in opened)
    return machine.doubtful[text]


def undecided(machine: Machine, frame: Frame, test: str) -> None:
    """Says that both branches are read, of the first conditionals of a document that only TeX can decide."""
    if not frame.silent and machine.tests_left:
        machine.tests_left -= 1
        shown = " ".join(test.split())
        machine.note("info", "condition-undecided", f"{shown}: only TeX can tell, so all branches are read", frame)


def _open_case(machine: Machine, frame: Frame, position: int) -> int:
    number, end = decisions.case(machine, frame, position)
    if number is None:
        undecided(machine, frame, "\\ifcase")
        machine.facts.enter(Conditional(None))
        return end
    machine.facts.enter(Conditional(number == 0, cases=max(number, -1)))
    machine.skipping = int(number != 0)
    return end


def _or(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.facts.open:
        return position
    here = machine.facts.open[-1]
    if here.taken:
        machine.skipping = 1
    elif here.taken is False and here.cases > 0:
        here.cases -= 1
        if here.cases == 0:
            here.taken, machine.skipping = True, 0
    return position


def _else(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.facts.open:
        return position
    here = machine.facts.open[-1]
    if here.taken:
        machine.skipping = 1
    elif here.taken is False:
        here.taken, machine.skipping = True, 0
    return position


def _fi(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1:
        machine.skipping -= 1
        return position
    machine.skipping = 0
    machine.facts.leave()
    return position


def _unless(machine: Machine, frame: Frame, word: str, position: int) -> int:
    found = _NEXT.match(frame.text, position, frame.end)
    if machine.skipping or not found:
        return KEEP
    return _open(machine, frame, found[1], found.end(), negated=True)


def _newif(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = arguments.defined_name(frame.text, position, frame.end)
    if machine.skipping or not named or not named[0].startswith("if"):
        return KEEP
    declare(machine, named[0], False)
    return named[1]


def declare(machine: Machine, name: str, value: bool | None) -> None:
    """The conditional `name` exists from here on, with the commands that set it."""
    machine.facts.set_switch(name, value)
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
    if not name.startswith("if"):
        machine.handlers[name] = _if
    for ending in ("true", "false"):
        machine.handlers[name[2:] + ending] = _set_flag


def _set_flag(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if not machine.skipping:
        value = word.endswith("true")
        machine.facts.set_switch("if" + word.removesuffix("true" if value else "false"), value)
    return position


def let(machine: Machine, name: str, meaning: str) -> None:
    """What \\let makes of a control word that is no macro's: a conditional, an end of one, a command of TeX's."""
    facts = machine.facts
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
        machine.wanted.clear()
    if name in _SHAPES or (name in machine.handlers and name not in facts.switches and name not in facts.meanings):
        return  # what we read ourselves stays as it is
    facts.meanings.pop(name, None)
    if meaning in ("iftrue", "iffalse"):
        declare(machine, name, meaning == "iftrue")
    elif meaning in facts.switches:
        declare(machine, name, facts.switches[meaning])
    else:
        facts.switches.pop(name, None)
        facts.meanings[name] = facts.meanings.get(meaning, meaning)
        if meaning in _SHAPES:
            machine.handlers[name] = machine.handlers[meaning]


_SHAPES = frozenset({"else", "fi", "or", "repeat"})
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(decisions.PRIMITIVE - {"iftrue", "iffalse"}, _if),
    "if": _if,
    "else": _else,
    "fi": _fi,
    "repeat": _fi,  # \\loop ... \\if... \\repeat
    "or": _or,
    "unless": _unless,
    "newif": _newif,
}
