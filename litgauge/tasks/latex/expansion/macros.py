"""Definitions in the text, and calls of what they define where that decides what is cited."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from litgauge.tasks.latex.expansion import (
    arguments,
    assignments,
    conditions,
    definitions,
    environments,
    packages,
    primitives,
)
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.machine import (
    KEEP,
    LONGEST_EXPANSION,
    MOST_EXPANDED,
    MOST_EXPANSIONS,
    Frame,
    Handler,
    Machine,
)
from litgauge.tasks.latex.expansion.scopes import group_end
from litgauge.tasks.latex.expansion.standard_commands import STANDARD_COMMANDS

_CITES = (
    r"[a-zA-Z@]*[cC]it[a-zA-Z@]*|[a-zA-Z@]*(?:true|false)(?![a-zA-Z@])|input|include(?:standalone)?|subfile(?:include)?|InputIfFileExists"
    r"|(?:sub)?(?:import|inputfrom|includefrom)|bibliography"
    r"|addbibresource|bibentry|bibitem|set(?:boolean|bool|toggle)|begin\{(?:comment|verbatim|document)\}|end\{document\}"
)
_CITING = re.compile(rf"\\(?:{_CITES})(?![a-zA-Z@])")
_DECIDING = re.compile(rf"\\(?:{_CITES}|if[a-zA-Z@]*|else|fi|DIFdel|appendix|(?:sub)*section|chapter)(?![a-zA-Z@])")
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_COMMENTING = re.compile(r"\\comment(?![a-zA-Z])|\\begin\{comment\}|\\iffalse")
_BOXING = re.compile(r"\\setbox|\\lrbox|\\begin\{lrbox\}")
_UNBOXING = re.compile(r"\\(?:usebox|box|copy|unhbox|unvbox|unhcopy|unvcopy)(?![a-zA-Z])")
_LET = re.compile(r"[ \t]*+\\([a-zA-Z@]++)[ \t]*+=?[ \t]*+\\([a-zA-Z@]++)")
_GOBBLING = {
    name: Macro(name, count, None, "") for name, count in (("@gobble", 1), ("@gobbletwo", 2), ("@gobblefour", 4))
}


def _define(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A definition; one in a group ends with it."""
    if machine.skipping:
        return position
    read = definitions.read_definition(word, frame.text, position, frame.end)
    if not read:
        return KEEP
    if frame.silent and not packages.may_be_authors(machine, frame, word, read.macro):
        if read.macro.name == "input@path":
            _remember(machine, read.macro)
        return read.end
    if read.macro.name in STANDARD_COMMANDS and "@" in read.macro.body:
        return read.end  # how a class typesets it, copied into the paper
    close = -1 if frame.silent or word in ("gdef", "xdef") else group_end(machine, frame, position - len(word) - 1)
    if close >= read.end:
        _until(machine, frame, read.macro.name, read.end, close)
    keep_first = word in ("providecommand", "ProvideDocumentCommand", "providerobustcmd")
    if not (keep_first and read.macro.name in machine.macros):
        _remember(machine, replace(read.macro, packaged=True) if frame.silent else read.macro)
    return close if close >= read.end else read.end


def _until(machine: Machine, frame: Frame, name: str, position: int, close: int) -> None:
    """Read the rest of a group as a frame of its own, after which a command means what it means now."""
    tables: tuple[dict[str, Any], ...] = (machine.handlers, machine.macros, machine.facts.meanings)
    before = [table.get(name) for table in tables]

    def restore() -> None:
        for table, value in zip(tables, before, strict=True):
            if value is None:
                table.pop(name, None)
            else:
                table[name] = value
        machine.expands.clear()

    machine.push(replace(frame.part(position, close), restore=restore))


def _remember(machine: Machine, macro: Macro) -> None:
    if macro.name == "input@path":
        machine.search_path.extend(re.findall(r"\{([^{}]+)\}", macro.body))
        return
    previous = machine.handlers.get(macro.name)
    if (previous is not None and previous is not call) or macro.name in definitions.BIBLIOGRAPHIC:
        return  # what we read ourselves stays as it is
    machine.macros[macro.name] = macro
    machine.handlers[macro.name] = call
    machine.expands.clear()


def _let(machine: Machine, frame: Frame, word: str, position: int) -> int:
    match = _LET.match(frame.text, position, frame.end)
    if machine.skipping or not match:
        return KEEP
    name = match[1]
    if not frame.silent and (close := group_end(machine, frame, position - len(word) - 1)) >= match.end():
        _until(machine, frame, name, match.end(), close)
        _let_be(machine, frame, word, match)
        return close
    return _let_be(machine, frame, word, match)


def _let_be(machine: Machine, frame: Frame, word: str, match: re.Match[str]) -> int:
    name, meaning = match.groups()
    if not frame.silent:
        if meaning not in machine.macros and meaning != "bibitem" and "cit" not in meaning.lower():
            assignments.let(machine, name, meaning)
            return match.end()
        machine.facts.meanings.pop(name, None)
    original = machine.macros.get(meaning) or _GOBBLING.get(meaning)
    alias = replace(original, name=name) if original else Macro(name, 0, None, f"\\{meaning}")
    if frame.silent and not packages.may_be_authors(machine, frame, word, alias):
        return match.end()
    if original and machine.handlers.get(name, call) is call:
        machine.macros[name] = original
        machine.expands.clear()
        machine.handlers[name] = call
    elif meaning in ("iftrue", "iffalse") and name.startswith("if"):
        machine.switches[name[2:]] = meaning == "iftrue"
    elif ("cit" in meaning.lower() or meaning == "bibitem") and name != meaning:
        _remember(machine, Macro(name, 0, None, f"\\{meaning}", primitive=True))
    return match.end()


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
    while option := arguments.option(frame.text, end, frame.end):
        end = option.end
    begin = arguments.argument(frame.text, end, frame.end)
    finish = arguments.argument(frame.text, begin.end, frame.end) if begin else None
    if not begin or not finish:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    if frame.silent and (None in machine.branches or "@" in name or name in STANDARD_COMMANDS):
        return finish.end
    boxed = _BOXING.search(frame.text, begin.start, begin.stop) and not frame.silent
    if _COMMENTING.search(frame.text, begin.start, begin.stop) or (
        boxed and not _UNBOXING.search(frame.text, finish.start, finish.stop)
    ):
        machine.excluded.add(name)
    opening = definitions.taking(name, frame.text[named.end : begin.start - 1], frame.text[begin.start : begin.stop])
    environments.remember(machine, frame, opening, frame.text[finish.start : finish.stop])
    return finish.end


def _skip(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A definition whose bodies are no text."""
    end = position + (frame.text[position : position + 1] == "*")
    for number in range(definitions.SKIPPED[word]):
        while option := arguments.option(frame.text, end, frame.end):
            end = option.end
        read = arguments.group if number else arguments.argument  # a command after it is the next thing that is said
        body = read(frame.text, end, frame.end)
        if not body:
            break
        end = body.end
    return end


def call(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """A macro of the author's: expanded where its body cites or inputs, rid of the arguments that it throws away.

    For a reader of the whole text, every macro is expanded that it does not know itself.
    """
    macro = machine.macros[word]
    if machine.skipping or frame.silent or (macro.delimited and not macro.marks):
        return KEEP
    if word not in machine.expands:
        machine.expands[word] = _decides(machine, macro, 0) if machine.leave is None else not machine.leave(macro)
    expanded = machine.expands[word]
    if word in frame.inside:  # it would call itself for ever
        return position if machine.leave else KEEP
    if not expanded and (machine.leave or not macro.dropped):
        return KEEP
    if expanded and (machine.expansions >= MOST_EXPANSIONS or machine.expanded >= MOST_EXPANDED):
        return _stop_expanding(machine, frame)
    call_arguments = definitions.arguments_of(macro, frame.text, position, frame.end)
    if not call_arguments:
        return primitives.with_following(machine, frame, word, position)
    spans, end = call_arguments
    if not expanded:
        _push_typeset(machine, frame, macro, spans)
        return end
    machine.expansions += 1
    _expand(machine, frame, word, spans)
    return end


def _stop_expanding(machine: Machine, frame: Frame) -> int:
    """Too much: what is left of the source is read without its macros, so that the work stays bounded."""
    machine.note(
        "warning",
        "macro-limit",
        f"more than {MOST_EXPANSIONS:,} macro calls, or {MOST_EXPANDED:,} characters of them: the rest stays as it is",
        frame,
    )
    for name in [name for name, handler in machine.handlers.items() if handler is call]:
        del machine.handlers[name]
    return KEEP


def _decides(machine: Machine, macro: Macro, depth: int, pattern: re.Pattern[str] | None = None) -> bool:
    """True if what a macro stands for cites, inputs, or chooses between texts.

    An internal one that only chooses is typography: the links of a printed list (\\mn@doi in every list of MNRAS).
    """
    if depth > 9:
        return False
    deciding = pattern or (_CITING if "@" in macro.name else _DECIDING)
    return deciding.search(macro.body) is not None or any(
        _decides(machine, inner, depth + 1, deciding)
        for name in _WORD.findall(macro.body)
        if (inner := machine.macros.get(name)) and inner is not macro
    )


def _push_typeset(machine: Machine, frame: Frame, macro: Macro, spans: Sequence[arguments.Span | None]) -> None:
    """Put the arguments that are typeset back into the text, and drop the others."""
    for number, span in reversed(list(enumerate(spans, 1))):
        if span and number not in macro.dropped:
            machine.push(frame.part(span.start, span.stop))


def _expand(machine: Machine, frame: Frame, word: str, spans: Sequence[arguments.Span | None]) -> None:
    macro = machine.macros[word]
    place = frame.frozen if frame.frozen is not None else frame.position
    if macro.primitive:
        machine.emit_text(frame, macro.body, place)
        return

    def push(body: str) -> None:
        machine.expanded += len(body)
        inside = frame.inside | {word}
        machine.push(
            Frame(body, 0, len(body), frame.file, place, silent=frame.silent, folder=frame.folder, inside=inside)
        )

    if (
        macro.arguments == 0
        or any(name in machine.handlers for name in _WORD.findall(macro.body) if name not in _BARE)
        or _TESTED.search(macro.body)
    ):  # what the body holds may need its arguments as a whole
        body = definitions.substitute(macro, frame.text, spans)
        if len(body) <= LONGEST_EXPANSION:
            push(body)
        return
    following = ""  # the first letter after the part that is pushed
    for part in reversed(_PART.findall(macro.body)):
        number = int(part[1]) if part[0] == "#" and part[1:] in _NUMBERS else 0
        span = spans[number - 1] if 0 < number <= len(spans) else None
        if span:
            machine.expanded += span.stop - span.start
            machine.push(frame.part(span.start, span.stop))
            following = frame.text[span.start : min(span.start + 1, span.stop)]
            continue
        text = (macro.default or "") if number else part
        push(f"{text} " if following.isalpha() and _WORD_END.search(text) else text)
        following = text[:1]


_WORD_END = re.compile(r"\\[a-zA-Z@]+$")
_NUMBERS = frozenset("123456789")
_PART = re.compile(r"#[1-9]|(?:[^#]|#(?![1-9]))+")
_TESTED = re.compile(r"\\(?:if|if(?:x|cat|num|dim|odd|case|defined|csname))(?![a-zA-Z@])[^#]{0,60}#")
_BARE = conditions.PRIMITIVE | {"else", "fi", "or", "unless", "expandafter", "cite"}


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(definitions.NEW_COMMAND | definitions.DEF | definitions.DOCUMENT_COMMAND, _define),
    **dict.fromkeys(definitions.SKIPPED, _skip),
    "let": _let,
    "newenvironment": _environment,
    "renewenvironment": _environment,
}
