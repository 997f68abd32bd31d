r"""TeX primitives: \expandafter, \csname, arguments that are chosen or dropped, loops."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from litgauge.tasks.latex.expansion import arguments, values
from litgauge.tasks.latex.expansion.machine import KEEP, Frame, Handler, Machine

_CSNAME = re.compile(r"([^{}]{1,200}?)\\endcsname")
_VARIABLES = re.compile(r"\s*+((?:\\[a-zA-Z@]++\s*+/?\s*+)++)(?:\[[^\]]{0,300}\]\s*+)?in\s*+")
_FOR = re.compile(r"\s*+\\([a-zA-Z@]++)\s*+:=")
_DO = re.compile(r"\\do(?![a-zA-Z@])")
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_DECIDING = re.compile(r"\\(?:input|include|import|subfile|subimport|[a-zA-Z@]*[cC]ite|bibliography|addbibresource)")
_CITING = re.compile(r"\\[a-zA-Z@]*[cC]ite")
_DEEP = 20
MOST_LOOPED = 250_000
MOST_ITEMS, LONGEST_LOOP, LONGEST_LIST = 1_000, 200_000, 20_000


def _leave_out(machine: Machine, frame: Frame, word: str, position: int) -> int:
    return position


def _csname(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """\\csname x\\endcsname stands for \\x."""
    match = _CSNAME.match(frame.text, position, frame.end)
    name = values.plain(machine, match[1]) if match and not machine.skipping else None
    if not match or not name or not name.replace("@", "a").isalpha():
        return KEEP
    handler = machine.handlers.get(name) if machine.facts.names_in_making < _DEEP else None
    machine.facts.names_in_making += 1  # \\csname csname\\endcsname may go on
    end = handler(machine, frame, name, match.end()) if handler else KEEP
    machine.facts.names_in_making -= 1
    if end == KEEP:
        machine.emit_text(frame, f"\\{name}", position)
        return match.end()
    return end


def _next_character(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\@ifstar{a}{b}, \@ifnextchar[{a}{b}: the branch depends on what follows, here or after the macro that asks."""
    character = "*"
    if word != "@ifstar":
        position = arguments.skip_blank(frame.text, position, frame.end)
        character, position = frame.text[position : min(position + 1, frame.end)], position + 1
    yes = arguments.argument(frame.text, position, frame.end)
    no = arguments.argument(frame.text, yes.end, frame.end) if yes else None
    if machine.skipping or not yes or not no:
        return KEEP
    frame.position = no.end
    reader = _reader(machine)
    start = arguments.skip_blank(reader.text, reader.position, reader.end) if reader else 0
    present = reader is not None and reader.text.startswith(character, start, reader.end)
    if reader is not None and present and word == "@ifstar":
        reader.position = start + 1
    branch = yes if present else no
    _push(machine, frame, frame.text[branch.start : branch.stop] + _following(machine))
    return frame.position


def with_following(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""A call whose arguments stand after the macro that it is the end of: \newcommand{\see}{\mycite}, \see{key}."""
    end = arguments.skip_blank(frame.text, _after_arguments(frame, position), frame.end)
    if frame.frozen is None or machine.skipping or end < frame.end:
        return KEEP
    frame.position = frame.end
    following = _following(machine)
    if not following:
        frame.position = position
        return KEEP
    _push(machine, frame, f"\\{word}{frame.text[position:end]}{following}")
    return end


def _reader(machine: Machine) -> Frame | None:
    """Return the innermost frame that has not come to its end."""
    return next((frame for frame in reversed(machine.frames[-_DEEP:]) if frame.position < frame.end), None)


def _following(machine: Machine) -> str:
    """Return the star, options and groups that come next, taken from the frame that they stand in."""
    reader = _reader(machine)
    if reader is None:
        return ""
    start, reader.position = reader.position, _after_arguments(reader, reader.position)
    return reader.text[start : reader.position]


def _after_arguments(frame: Frame, position: int) -> int:
    """Return where the star, options and groups that stand at a position end."""
    position += frame.text.startswith("*", position, frame.end)
    for _ in range(9):
        span = arguments.option(frame.text, position, frame.end) or arguments.group(frame.text, position, frame.end)
        if not span:
            break
        position = span.end
    return position


def _characters(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\string\cite{a} and \detokenize{\cite{a}} print a command; what is a key or a name in them stays."""
    read = arguments.group if word == "detokenize" else arguments.argument
    span = None if machine.skipping else read(frame.text, position, frame.end)
    return span.end if span and _CITING.search(frame.text, span.start, span.stop) else KEEP


def _select(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\@gobble{a}, \@secondoftwo{a}{b}: some arguments stay."""
    count, chosen = _SELECTED[word]
    spans: list[arguments.Span] = []
    end = position
    for _ in range(count):
        span = arguments.argument(frame.text, end, frame.end)
        if machine.skipping or not span:
            return KEEP
        spans.append(span)
        end = span.end
    if chosen:
        machine.push(frame.part(spans[chosen - 1].start, spans[chosen - 1].stop))
    return end


def _foreach(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\foreach \x/\y in {a/b,c/d} {...} of pgffor, where the loop inputs or cites; one that draws stays as it is."""
    option = arguments.option(frame.text, position, frame.end)
    variables = _VARIABLES.match(frame.text, option.end if option else position, frame.end)
    list_span = arguments.argument(frame.text, variables.end(), frame.end) if variables else None
    body = arguments.group(frame.text, list_span.end, frame.end) if list_span else None
    if machine.skipping or not variables or not list_span or not body:
        return KEEP
    names = _WORD.findall(variables[1])
    items = [item.split("/") for item in _items(machine, frame.text[list_span.start : list_span.stop])]
    rounds = [dict(zip(names, (*item, *[item[-1]] * len(names)), strict=False)) for item in items]
    return body.end if _repeat(machine, frame, body, rounds) else KEEP


def _for(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\@for\x:=a,b\do{...} of the kernel."""
    variable = _FOR.match(frame.text, position, frame.end)
    do = (
        _DO.search(frame.text, variable.end(), min(frame.end, variable.end() + arguments.LONGEST_OPTION))
        if variable
        else None
    )
    body = arguments.group(frame.text, do.end(), frame.end) if do else None
    if machine.skipping or not variable or not do or not body:
        return KEEP
    items = _items(machine, frame.text[variable.end() : do.start()])
    return body.end if _repeat(machine, frame, body, [{variable[1]: item} for item in items]) else KEEP


def _each(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\forcsvlist{\x}{a,b} and \docsvlist{a,b} of etoolbox."""
    handler = arguments.argument(frame.text, position, frame.end) if word == "forcsvlist" else None
    list_span = arguments.group(frame.text, handler.end if handler else position, frame.end)
    if machine.skipping or not list_span or (word == "forcsvlist" and not handler):
        return KEEP
    command = frame.text[handler.start : handler.stop] if handler else "\\do"
    items = _items(machine, frame.text[list_span.start : list_span.stop])
    _push(machine, frame, "".join(f"{command}{{{item}}}" for item in items))
    return list_span.end


def _repeat(machine: Machine, frame: Frame, body: arguments.Span, rounds: list[dict[str, str]]) -> bool:
    text = frame.text[body.start : body.stop]
    decides = _DECIDING.search(text) or any(machine.expands.get(word) for word in _WORD.findall(text))
    length = len(text) * len(rounds)
    if not decides or length > LONGEST_LOOP:
        return False
    machine.facts.looped += length
    if machine.facts.looped > MOST_LOOPED:
        machine.note(
            "warning", "macro-limit", f"loops over more than {MOST_LOOPED:,} characters stay as they are", frame
        )
        return False
    _push(machine, frame, "".join(_with(text, values_of) for values_of in rounds))
    return True


def _with(text: str, meanings: dict[str, str]) -> str:
    return _WORD.sub(lambda match: meanings.get(match[1], match[0]), text)


def _push(machine: Machine, frame: Frame, text: str) -> None:
    place = frame.frozen if frame.frozen is not None else frame.position
    if len(text) <= LONGEST_LOOP:
        machine.push(
            Frame(text, 0, len(text), frame.file, place, silent=frame.silent, folder=frame.folder, inside=frame.inside)
        )


def _items(machine: Machine, text: str) -> list[str]:
    """Return the items of a list between commas, with 1,...,5 written out."""
    if text.lstrip().startswith("\\"):
        text = values.expanded(machine, text[:LONGEST_LIST])
    parts = [part.strip().removeprefix("{").removesuffix("}") for part in text[:LONGEST_LIST].split(",")]
    items: list[str] = []
    for index, part in enumerate(parts):
        if part == "..." and items and index + 1 < len(parts):
            items += _between(items, parts[index + 1])
        elif part:
            items.append(part)
    return items[:MOST_ITEMS]


def _between(before: list[str], last: str) -> list[str]:
    """Return what the dots stand for in a, b, ..., z (numbers, or single letters), without the last."""
    first = before[-1]
    if first.isdecimal() and last.isdecimal():
        step = int(first) - int(before[-2]) if len(before) > 1 and before[-2].isdecimal() else 1
        step = step or 1
        return [str(number) for number in range(int(first) + step, int(last), step)[:MOST_ITEMS]]
    if len(first) == len(last) == 1:
        return [chr(code) for code in range(ord(first) + 1, ord(last))[:MOST_ITEMS]]
    return []


_SELECTED = {  # how many arguments, and which of them stays
    "@gobble": (1, 0),
    "@gobbletwo": (2, 0),
    "@gobblefour": (4, 0),
    "@firstofone": (1, 1),
    "@iden": (1, 1),
    "@firstoftwo": (2, 1),
    "@secondoftwo": (2, 2),
}
HANDLERS: dict[str, Handler] = {
    "expandafter": _leave_out,
    "csname": _csname,
    **dict.fromkeys(("@ifstar", "@ifnextchar", "kernel@ifnextchar"), _next_character),
    "string": _characters,
    "detokenize": _characters,
    "foreach": _foreach,
    "@for": _for,
    "forcsvlist": _each,
    "docsvlist": _each,
    **dict.fromkeys(_SELECTED, _select),
}
