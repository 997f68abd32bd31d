"""Booleans, toggles, counters, registers, meanings and packages as the document sets them."""

from __future__ import annotations

import re

from tasks.latex.expansion import arguments, choices, conditions, environments, inputs, macros, values
from tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine

_LET = re.compile(r"[ \t]*+\\([a-zA-Z@]++)[ \t]*+=?[ \t]*+\\([a-zA-Z@]++)")
_CLASSES = frozenset({"documentclass", "documentstyle", "LoadClass", "LoadClassWithOptions"})
_EQUALS = re.compile(r"[ \t\n]*+=[ \t\n]*+")
_BY = re.compile(r"[ \t\n]*+\\([a-zA-Z@]++)[ \t\n]*+(?:by)?+[ \t\n]*+")


def _boolean(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\newboolean{x} makes \ifx with \xtrue and \xfalse; \setboolean, \booltrue and their like set it."""
    name, end = _group(frame, position)
    if machine.skipping or name is None:
        return KEEP
    value: bool | None = word == "booltrue"
    if word in ("setboolean", "setbool"):
        given, end = _group(frame, end)
        if given is None:
            return KEEP
        value = _truth(machine, given)
    if name in machine.switches:
        if not word.startswith("provide"):
            conditions.set_switch(machine, name, value)
    else:
        conditions.declare(machine, f"if{name}", value)
    return end


def _toggle(machine: Machine, frame: Frame, word: str, position: int) -> int:
    name, end = _group(frame, position)
    if machine.skipping or name is None:
        return KEEP
    value: bool | None = word == "toggletrue"
    if word == "settoggle":
        given, end = _group(frame, end)
        if given is None:
            return KEEP
        value = _truth(machine, given)
    if word != "providetoggle" or name not in machine.facts.toggles:
        known = machine.facts.toggles.get(name, value)
        machine.facts.toggles[name] = value if known == value or not conditions.in_doubt(machine) else None
    return end


def _truth(machine: Machine, given: str) -> bool | None:
    value = values.plain(machine, given)
    return {"true": True, "false": False}.get(value) if value is not None else None


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
        given, end = _group(frame, end)
        value = values.number(machine, given, 0, len(given))[0] if given is not None else None
        _set_number(machine, key, value if word == "setcounter" else _sum(numbers.get(key), value))
    return KEEP


def _set_number(machine: Machine, name: str, value: int | None) -> None:
    known = machine.facts.numbers.get(name, value)
    machine.facts.numbers[name] = value if known == value or not conditions.in_doubt(machine) else None


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
    """The number after an equals sign, and where it ends; (None, position) without one."""
    equals = _EQUALS.match(frame.text, position, frame.end)
    return values.number(machine, frame.text, equals.end(), frame.end) if equals else (None, position)


def _advance(machine: Machine, frame: Frame, word: str, position: int) -> int:
    found = _BY.match(frame.text, position, frame.end)
    if machine.skipping or not found:
        return KEEP
    numbers = machine.facts.numbers
    if found[1] in numbers:
        by, end = values.number(machine, frame.text, found.end(), frame.end)
        _set_number(machine, found[1], _sum(numbers[found[1]], by) if word == "advance" else None)
        return end
    return KEEP


def _let(machine: Machine, frame: Frame, word: str, position: int) -> int:
    found = _LET.match(frame.text, position, frame.end)
    if found and not machine.skipping and not frame.silent:
        name, meaning = found.groups()
        if meaning not in machine.macros and meaning != "bibitem" and "cit" not in meaning.lower():
            conditions.let(machine, name, meaning)
            return found.end()
        machine.facts.meanings.pop(name, None)
    return macros.HANDLERS["let"](machine, frame, word, position)


def _load(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A package or class is loaded: what it is called counts for tests, and some options silence commands."""
    given = arguments.option(frame.text, position, frame.end)
    names = arguments.group(frame.text, given.end if given else position, frame.end)
    if names and not machine.skipping:
        options = frame.text[given.start : given.stop] if given else ""
        loaded = machine.facts.classes if word in _CLASSES else machine.facts.packages
        listed = [name.strip() for name in frame.text[names.start : names.stop].split(",")]
        for name in listed + (options.split(",") if word == "documentstyle" else []):
            loaded.setdefault(name.strip(), options)
            if not frame.silent and word not in _CLASSES:
                environments.silence(machine, name, options)
                for command, choice in choices.OF_PACKAGES.get(name, {}).items():
                    machine.handlers.setdefault(command, choice)
    handler = inputs.HANDLERS.get(word)
    return handler(machine, frame, word, position) if handler else KEEP


def _bye(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""LaTeX knows no \bye."""
    return KEEP if machine.facts.classes else inputs.HANDLERS[word](machine, frame, word, position)


def _group(frame: Frame, position: int) -> tuple[str | None, int]:
    found = arguments.group(frame.text, position, frame.end)
    return (frame.text[found.start : found.stop].strip(), found.end) if found else (None, position)


def _named(words: str, handler: Handler) -> dict[str, Handler]:
    return dict.fromkeys(words.split(), handler)


HANDLERS: dict[str, Handler] = {
    **_named("newboolean provideboolean setboolean newbool providebool setbool booltrue boolfalse", _boolean),
    **_named("newtoggle providetoggle settoggle toggletrue togglefalse", _toggle),
    **_named("newcounter setcounter addtocounter stepcounter refstepcounter", _counter),
    **_named("newcount chardef mathchardef", _register),
    **_named("advance multiply divide", _advance),
    **_named("usepackage RequirePackage RequirePackageWithOptions documentclass documentstyle LoadClass", _load),
    "LoadClassWithOptions": _load,
    "let": _let,
    "bye": _bye,
}
