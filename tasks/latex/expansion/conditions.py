r"""Which branch of an \if… is text. What cannot be decided without running TeX counts with all branches."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from tasks.latex.expansion import arguments, decisions, values
from tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine

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
    r"\\[\\%]|%[^\n]*+|\\newif\s*+\\(?P<new>if[a-zA-Z@]*+)"
    r"|\\let\s*+\\[a-zA-Z@]++[ \t]*+=?+[ \t]*+\\(?:if[a-zA-Z@]*+|fi)(?![a-zA-Z@])"
    r"|\\(?:[gex]?def|(?:re)?newcommand|providecommand)\s*+\*?+\s*+\{?+\s*+\\if[a-zA-Z@]*+"
    r"|\\(?P<close>fi|repeat)(?![a-zA-Z@])|\\(?P<open>if[a-zA-Z@]*+)"
)
_NEXT = re.compile(r"\s*+\\(if[a-zA-Z@]*+)")
_LONGEST_DEFINING = 60
_NEAR = 64
_LONGEST_TEST, _LONGEST_BRANCHES = 60, 2_000
_MATTERING = re.compile(r"\\(?:[a-zA-Z@]*[cC]it|input|include|import|subfile|bibliography|addbibresource)")
MOST_TESTS_SHOWN = 20


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
        test = frame.text[position - len(word) - 1 : min(end, position + _LONGEST_TEST)]
        undecided(machine, frame, test, _until_closed(frame, end))
    elif negated:
        taken = not taken
    machine.branches.append(taken)
    machine.skipping = int(taken is False)
    return end


def _is_conditional(machine: Machine, frame: Frame, word: str, position: int) -> bool:
    if word in decisions.PRIMITIVE or values.switch(word) in machine.switches:
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
    if text not in machine.facts.doubtful:
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
        machine.facts.doubtful[text] = closed > sum(word in known or word[2:] in machine.switches for word in opened)
    return machine.facts.doubtful[text]


def undecided(machine: Machine, frame: Frame, test: str, branches: str) -> None:
    """Says that all branches are read, of the first conditionals that only TeX can decide and on which keys depend."""
    if frame.silent or machine.facts.tests_shown >= MOST_TESTS_SHOWN or not _MATTERING.search(branches):
        return
    machine.facts.tests_shown += 1
    shown = " ".join(test.split())
    message = f"{shown}: only TeX can tell, so what every branch cites counts"
    machine.note("info", "condition-undecided", message, frame)


def _until_closed(frame: Frame, position: int) -> str:
    limit = min(frame.end, position + _LONGEST_BRANCHES)
    end = frame.text.find("\\fi", position, limit)
    return frame.text[position : end if end >= 0 else limit]


def _open_case(machine: Machine, frame: Frame, position: int) -> int:
    number, end = decisions.case(machine, frame, position)
    if number is None:
        undecided(machine, frame, "\\ifcase", _until_closed(frame, end))
        machine.branches.append(None)
        return end
    machine.branches.append(number == 0)
    machine.skipping = int(number != 0)
    if number > 0:
        machine.facts.cases[len(machine.branches)] = number
    return end


def _or(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.branches:
        return position
    here, cases = len(machine.branches), machine.facts.cases
    if machine.branches[-1]:
        machine.skipping = 1
    elif machine.branches[-1] is False and cases.get(here):
        cases[here] -= 1
        if not cases[here]:
            machine.branches[-1], machine.skipping = True, 0
    return position


def _else(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1 or not machine.branches:
        return position
    if machine.branches[-1]:
        machine.skipping = 1
    elif machine.branches[-1] is False:
        machine.branches[-1], machine.skipping = True, 0
    return position


def _fi(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping > 1:
        machine.skipping -= 1
        return position
    machine.skipping = 0
    if machine.branches:
        machine.facts.cases.pop(len(machine.branches), None)
        machine.branches.pop()
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
    """The conditional `name` ("ifdraft") exists from here on, with the commands that set it."""
    set_switch(machine, name[2:], value)
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
    if name in machine.handlers:  # \\newif\\ifdef, in a document without etoolbox
        machine.handlers[name] = _if
    for ending in ("true", "false"):
        machine.handlers[name[2:] + ending] = _set_flag


def set_switch(machine: Machine, name: str, value: bool | None) -> None:
    """A flag gets a value; between branches that are all read, nobody knows which value stays."""
    known = machine.switches.get(name, value)
    machine.switches[name] = value if known == value or not in_doubt(machine) else None


def in_doubt(machine: Machine) -> bool:
    """Whether all branches of a conditional near are read."""
    return None in machine.branches[-_NEAR:]


def _set_flag(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if not machine.skipping:
        value = word.endswith("true")
        set_switch(machine, word.removesuffix("true" if value else "false"), value)
    return position


def let(machine: Machine, name: str, meaning: str) -> None:
    """What \\let makes of a control word that is no macro's: a conditional, an end of one, a command of TeX's."""
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
        machine.wanted.clear()
    if name in _SHAPES or (name in machine.handlers and name not in machine.facts.meanings):
        return  # what we read ourselves stays as it is
    machine.facts.meanings.pop(name, None)
    machine.switches.pop(values.switch(name), None)
    if meaning in ("iftrue", "iffalse") and name.startswith("if"):
        declare(machine, name, meaning == "iftrue")
    elif meaning.startswith("if") and meaning[2:] in machine.switches and name.startswith("if"):
        declare(machine, name, machine.switches[meaning[2:]])
    else:
        machine.handlers.pop(name, None)
        known = machine.facts.meanings[name] = machine.facts.meanings.get(meaning, meaning)
        handler = machine.handlers.get(known) or (_if if known in decisions.PRIMITIVE else None)
        if handler is not None:
            machine.handlers[name] = _under_another_name(known, handler)


def _under_another_name(word: str, handler: Handler) -> Handler:
    return lambda machine, frame, _name, position: handler(machine, frame, word, position)


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
