"""Definitions in the text, and calls of what they define where that decides what is cited."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from tasks.tex.expansion import arguments, definitions
from tasks.tex.expansion.definitions import Macro
from tasks.tex.expansion.machine import KEEP, Frame, Handler, Machine

_HOT = re.compile(
    r"\\(?:[a-zA-Z@]*[cC]it[a-zA-Z@]*|[a-zA-Z@]*(?:true|false)(?![a-zA-Z@])|input|include|subfile|import|subimport|bibliography"
    r"|addbibresource|bibentry|if[a-zA-Z@]*|else|fi|DIFdel|begin\{(?:comment|verbatim|document)\}|end\{document\}|bibitem|appendix"
    r"|(?:sub)*section|chapter)(?![a-zA-Z@])"
)
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_HIDING = re.compile(r"\\comment(?![a-zA-Z])|\\begin\{comment\}|\\iffalse|\\setbox|\\lrbox")
_LET = re.compile(r"[ \t]*\\([a-zA-Z@]+)[ \t]*=?[ \t]*\\([a-zA-Z@]+)")
MOST_EXPANSIONS = 50_000
LONGEST_EXPANSION = 500_000


def _define(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping:
        return position
    read = definitions.read_definition(word, frame.text, position, frame.end)
    if not read:
        return KEEP
    keep_first = word in ("providecommand", "ProvideDocumentCommand", "providerobustcmd")
    if not (keep_first and read.macro.name in machine.macros):
        _remember(machine, read.macro)
    return read.end


def _remember(machine: Machine, macro: Macro) -> None:
    if macro.name == "input@path":
        machine.search_path.extend(re.findall(r"\{([^{}]+)\}", macro.body))
        return
    previous = machine.handlers.get(macro.name)
    if (previous is not None and previous is not call) or macro.name in definitions.BIBLIOGRAPHIC:
        return  # what we read ourselves stays as it is
    machine.macros[macro.name] = macro
    machine.handlers[macro.name] = call


def _let(machine: Machine, frame: Frame, word: str, position: int) -> int:
    found = _LET.match(frame.text, position, frame.end)
    if machine.skipping or not found:
        return KEEP
    name, meaning = found.groups()
    known = machine.macros.get(meaning)
    if known:
        _remember(machine, known)
        machine.macros[name] = known
        machine.handlers.setdefault(name, call)
    elif meaning in ("iftrue", "iffalse") and name.startswith("if"):
        machine.switches[name[2:]] = meaning == "iftrue"
    elif "cit" in meaning.lower() and name != meaning:
        _remember(machine, Macro(name, 0, None, f"\\{meaning}", primitive=True))
    return found.end()


def _environment(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """\\newenvironment: its two bodies are no text; one that hides its contents is remembered."""
    if machine.skipping:
        return position
    if frame.text[position : position + 1] == "*":
        position += 1
    named = arguments.group(frame.text, position, frame.end)
    if not named:
        return KEEP
    end = named.end
    while given := arguments.option(frame.text, end, frame.end):
        end = given.end
    begin = arguments.argument(frame.text, end, frame.end)
    finish = arguments.argument(frame.text, begin.end, frame.end) if begin else None
    if not begin or not finish:
        return KEEP
    if _HIDING.search(frame.text, begin.start, begin.stop):
        machine.excluded.add(frame.text[named.start : named.stop].strip())
    return finish.end


def _skip(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A definition whose bodies are no text."""
    end = position
    for _ in range(definitions.SKIPPED[word]):
        while given := arguments.option(frame.text, end, frame.end):
            end = given.end
        body = arguments.argument(frame.text, end, frame.end)
        if not body:
            break
        end = body.end
    return end


def call(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A macro of the user's: expanded where its body cites or inputs, rid of the arguments that it throws away."""
    macro = machine.macros[word]
    if machine.skipping or frame.silent or macro.delimited:
        return KEEP
    hot = _is_hot(machine, macro, 0)
    if not hot and not macro.dropped:
        return KEEP
    found = definitions.arguments_of(macro, frame.text, position, frame.end)
    if not found:
        return KEEP
    spans, end = found
    if not hot:
        return _without_dropped(machine, frame, macro, spans, end)
    machine.expansions += 1
    if machine.expansions > MOST_EXPANSIONS:
        machine.note(
            "warning", "macro-limit", f"more than {MOST_EXPANSIONS:,} macro calls: the others stay as they are", frame
        )
        return KEEP
    return _expand(machine, frame, macro, spans, end)


def _is_hot(machine: Machine, macro: Macro, depth: int) -> bool:
    if _HOT.search(macro.body):
        return True
    if depth > 8:
        return False
    return any(
        _is_hot(machine, inner, depth + 1)
        for name in _WORD.findall(macro.body)
        if (inner := machine.macros.get(name)) and inner is not macro
    )


def _without_dropped(machine: Machine, frame: Frame, macro: Macro, spans: list[arguments.Span | None], end: int) -> int:
    """The arguments that are typeset stay in the text, the others go."""
    kept = [span for number, span in enumerate(spans, 1) if span and number not in macro.dropped]
    for span in reversed(kept):
        machine.push(frame.part(span.start, span.stop))
    return end


def _expand(machine: Machine, frame: Frame, macro: Macro, spans: list[arguments.Span | None], end: int) -> int:
    place = frame.frozen if frame.frozen is not None else frame.position
    if macro.primitive:
        machine.emit_text(frame, macro.body, place)
        return end
    parts = [part for part in re.split(r"(#[1-9])", macro.body) if part]
    whole = any(name in machine.handlers for name in _WORD.findall(macro.body) if name not in _BARE)
    if whole or macro.arguments == 0:
        values = [_value(frame, macro, span, number) for number, span in enumerate(spans, 1)]
        body = definitions.substitute(macro, values)
        if len(body) <= LONGEST_EXPANSION:
            machine.push(Frame(body, 0, len(body), frame.file, place, silent=frame.silent, folder=frame.folder))
        return end
    for part in reversed(parts):
        if part[0] == "#" and len(part) == 2:
            span = spans[int(part[1]) - 1] if int(part[1]) <= len(spans) else None
            if span:
                machine.push(frame.part(span.start, span.stop))
                continue
            part = macro.default or ""
        machine.push(Frame(part, 0, len(part), frame.file, place, silent=frame.silent, folder=frame.folder))
    return end


_BARE = frozenset({"else", "fi", "if", "or", "iftrue", "iffalse", "cite"})


def _value(frame: Frame, macro: Macro, span: arguments.Span | None, number: int) -> str:
    if span:
        return frame.text[span.start : span.stop]
    return macro.default or "" if number == 1 else ""


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(definitions.NEW_COMMAND | definitions.DEF | definitions.DOCUMENT_COMMAND, _define),
    **dict.fromkeys(definitions.SKIPPED, _skip),
    "let": _let,
    "newenvironment": _environment,
    "renewenvironment": _environment,
}
