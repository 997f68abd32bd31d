r"""Assignments that conditionals may test: flags, booleans, toggles, counters, registers, names set with \let."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re
from typing import TypeVar

from litgauge.tasks.latex.expansion import arguments, conditions, values
from litgauge.tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine, handlers_of

_EQUALS = re.compile(r"[ \t\n]*+=[ \t\n]*+")
_BY = re.compile(r"[ \t\n]*+\\([a-zA-Z@]++)[ \t\n]*+(?:by)?+[ \t\n]*+")
Value = TypeVar("Value", bool, int)
_NEAR = 64  # open conditionals that are looked at
_BRANCH_MARKS = frozenset({"else", "fi", "or", "repeat"})


def _newif(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = arguments.defined_name(frame.text, position, frame.end)
    if machine.skipping or not named or not named[0].startswith("if"):
        return KEEP
    declare(machine, named[0], False)
    return named[1]


def declare(machine: Machine, name: str, value: bool | None) -> None:
    """Define the conditional `name` ("ifdraft") and the two commands that set it."""
    set_switch(machine, name[2:], value)
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
    if name in machine.handlers:  # \\newif\\ifdef, in a document without etoolbox
        machine.handlers[name] = conditions.open_branch
    for ending in ("true", "false"):
        machine.handlers[name[2:] + ending] = _set_flag


def set_switch(machine: Machine, name: str, value: bool | None) -> None:
    """Set a flag; where all branches of a conditional are read, its value becomes unknown if they differ."""
    _set(machine, machine.switches, name, value)


def _set(machine: Machine, assigned: dict[str, Value | None], name: str, value: Value | None) -> None:
    in_doubt = None in machine.branches[-_NEAR:]
    assigned[name] = value if assigned.get(name, value) == value or not in_doubt else None


def _set_flag(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if not machine.skipping:
        value = word.endswith("true")
        set_switch(machine, word.removesuffix("true" if value else "false"), value)
    return position


def let(machine: Machine, name: str, meaning: str) -> None:
    """Give a control word the meaning of one that is no macro: a conditional, an end of one, a command of TeX."""
    if machine.macros.pop(name, None) is not None:
        machine.handlers.pop(name, None)
        machine.expands.clear()
    if name in _BRANCH_MARKS or (name in machine.handlers and name not in machine.facts.meanings):
        return  # our own handlers stay
    machine.facts.meanings.pop(name, None)
    machine.switches.pop(values.switch(name), None)
    if meaning in ("iftrue", "iffalse") and name.startswith("if"):
        declare(machine, name, meaning == "iftrue")
    elif meaning.startswith("if") and meaning[2:] in machine.switches and name.startswith("if"):
        declare(machine, name, machine.switches[meaning[2:]])
    else:
        machine.handlers.pop(name, None)
        primitive = machine.facts.meanings[name] = machine.facts.meanings.get(meaning, meaning)
        handler = machine.handlers.get(primitive) or (
            conditions.open_branch if primitive in conditions.PRIMITIVE else None
        )
        if handler is not None:
            machine.handlers[name] = _under_another_name(primitive, handler)


def _under_another_name(word: str, handler: Handler) -> Handler:
    return lambda machine, frame, _name, position: handler(machine, frame, word, position)


def _boolean(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\newboolean{x} defines \ifx with \xtrue and \xfalse; \setboolean, \booltrue and the like set it."""
    name, end = _group(frame, position)
    if machine.skipping or name is None:
        return KEEP
    value: bool | None = word == "booltrue"
    if word in ("setboolean", "setbool"):
        text, end = _group(frame, end)
        if text is None:
            return KEEP
        value = _truth(machine, text)
    if name in machine.switches:
        if not word.startswith("provide"):
            set_switch(machine, name, value)
    else:
        declare(machine, f"if{name}", value)
    return end


def _toggle(machine: Machine, frame: Frame, word: str, position: int) -> int:
    name, end = _group(frame, position)
    if machine.skipping or name is None:
        return KEEP
    value: bool | None = word == "toggletrue"
    if word == "settoggle":
        text, end = _group(frame, end)
        if text is None:
            return KEEP
        value = _truth(machine, text)
    if word != "providetoggle" or name not in machine.facts.toggles:
        _set(machine, machine.facts.toggles, name, value)
    return end


def _truth(machine: Machine, text: str) -> bool | None:
    return {"true": True, "false": False}.get(values.plain(machine, text) or "")


def _counter(machine: Machine, frame: Frame, word: str, position: int) -> int:
    name, end = _group(frame, position)
    if machine.skipping or name is None:
        return KEEP
    key, numbers = f"c@{name}", machine.facts.numbers
    if word == "newcounter":
        within = arguments.option(frame.text, end, frame.end)
        _set_number(machine, key, None if within else 0)
    elif word in ("stepcounter", "refstepcounter"):
        _set_number(machine, key, _sum(numbers.get(key), 1))
    else:
        text, end = _group(frame, end)
        value = values.number(machine, text, 0, len(text))[0] if text is not None else None
        _set_number(machine, key, value if word == "setcounter" else _sum(numbers.get(key), value))
    return KEEP


def _set_number(machine: Machine, name: str, value: int | None) -> None:
    _set(machine, machine.facts.numbers, name, value)


def _sum(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def _register(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\newcount\x, \chardef\x=1."""
    named = arguments.defined_name(frame.text, position, frame.end)
    if machine.skipping or not named:
        return KEEP
    name = named[0]
    if word == "newcount":
        _set_number(machine, name, 0)
        machine.handlers.setdefault(name, _assign)
        return named[1]
    value, end = _assigned(machine, frame, named[1])
    _set_number(machine, name, value)
    return end


def _assign(machine: Machine, frame: Frame, word: str, position: int) -> int:
    value, end = _assigned(machine, frame, position)
    if machine.skipping or word not in machine.facts.numbers or end == position:
        return KEEP
    _set_number(machine, word, value)
    return end


def _assigned(machine: Machine, frame: Frame, position: int) -> tuple[int | None, int]:
    """Return the number after an equals sign, and where it ends; (None, position) without one."""
    equals = _EQUALS.match(frame.text, position, frame.end)
    return values.number(machine, frame.text, equals.end(), frame.end) if equals else (None, position)


def _advance(machine: Machine, frame: Frame, word: str, position: int) -> int:
    register = _BY.match(frame.text, position, frame.end)
    numbers = machine.facts.numbers
    if machine.skipping or not register or register[1] not in numbers:
        return KEEP
    by, end = values.number(machine, frame.text, register.end(), frame.end)
    _set_number(machine, register[1], _sum(numbers[register[1]], by) if word == "advance" else None)
    return end


def _group(frame: Frame, position: int) -> tuple[str | None, int]:
    span = arguments.group(frame.text, position, frame.end)
    return (frame.text[span.start : span.stop].strip(), span.end) if span else (None, position)


HANDLERS: dict[str, Handler] = {
    "newif": _newif,
    **handlers_of("newboolean provideboolean setboolean newbool providebool setbool booltrue boolfalse", _boolean),
    **handlers_of("newtoggle providetoggle settoggle toggletrue togglefalse", _toggle),
    **handlers_of("newcounter setcounter addtocounter stepcounter refstepcounter", _counter),
    **handlers_of("newcount chardef mathchardef", _register),
    **handlers_of("advance multiply divide", _advance),
}
