"""Stretches that are no text: verbatim, comments, text that latexdiff marks as deleted, and all after the end."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re

from tasks.tex.expansion import arguments
from tasks.tex.expansion.inputs import plain_name
from tasks.tex.expansion.machine import KEEP, Frame, Handler, Machine

VERBATIM = frozenset(
    """
    verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim SaveVerbatim VerbatimOut lstlisting minted comment
    spverbatim tcblisting filecontents filecontents*
    """.split()  # noqa: SIM905
)
_NAME = re.compile(r"[ \t\n]*\{[ \t]*([^{}\\\n]{1,60}?)[ \t]*\}")
_VERB = re.compile(r"\*?([^a-zA-Z\s*])")
_ADDRESS = re.compile(r"[ \t]*(?:\[[^\[\]\n]{0,200}\])?\{(?:[^{}\\]|\\.|\{[^{}]{0,2000}\}){0,2000}+\}", re.DOTALL)
_BETWEEN = re.compile(r"([^a-zA-Z\s*{\[%\\])[^\n]{0,2000}?\1")
_LINE_END = re.compile(r"%\n[ \t]*")
_DELETED_END = {"DIFdelbegin": "\\DIFdelend", "DIFdelbeginFL": "\\DIFdelendFL"}


def _begin(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = _NAME.match(frame.text, position, frame.end)
    if machine.skipping or not named:
        return KEEP
    name = named.group(1)
    if name == "document":
        if machine.begun or frame.silent:
            return named.end()
        machine.begun, machine.body_start = True, machine.length
        return named.end()
    if name not in machine.excluded:
        return KEEP
    closing = f"\\end{{{name}}}"
    end = machine.closing(frame, closing, named.end())
    if end < 0:
        machine.note("warning", "environment-open", f"\\begin{{{name}}} is never closed", frame)
        return KEEP
    if name.startswith("filecontents"):
        _keep_file(machine, frame.text[named.end() : end])
    return end + len(closing)


def _keep_file(machine: Machine, content: str) -> None:
    """filecontents writes a file that the document may read: it joins the tree unless the tree has it."""
    given = arguments.option(content, 0, len(content))
    named = arguments.group(content, given.end if given else 0, len(content))
    if named:
        machine.tree.add(plain_name(machine, content[named.start : named.stop]), content[named.end :])


def _end(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = _NAME.match(frame.text, position, frame.end)
    if machine.skipping or frame.silent or not named or named.group(1) != "document" or not machine.begun:
        return KEEP
    for index in range(len(machine.frames) - 1, -1, -1):
        if machine.frames[index].own_document:
            del machine.frames[index:]
            return named.end()
    machine.frames.clear()
    return named.end()


def _verb(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping:
        return position
    start = position
    if word == "verb" and frame.text[start : start + 1] == " ":  # biber's own \\verb: the rest of the line
        stop = frame.text.find("\n", start, frame.end)
        stop = frame.end if stop < 0 else stop
        machine.emit_text(frame, f"\\verb{frame.text[start:stop]}", position)
        return stop
    if word == "lstinline" and (given := arguments.option(frame.text, start, frame.end)):
        start = given.end
    if word == "mintinline":
        given = arguments.option(frame.text, start, frame.end)
        language = arguments.group(frame.text, given.end if given else start, frame.end)
        start = language.end if language else start
    if word != "verb" and (braced := arguments.group(frame.text, start, frame.end)):
        return braced.end
    mark = _VERB.match(frame.text, start, frame.end)
    if not mark:
        return KEEP
    line_end = machine.closing(frame, "\n", mark.end())
    end = frame.text.find(mark.group(1), mark.end(), line_end if line_end >= 0 else frame.end)
    return KEEP if end < 0 else end + 1


def _address(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """\\url{a%20b}: a percent sign in an address is one, unless the line ends there."""
    inside = _ADDRESS.match(frame.text, position, frame.end) or _BETWEEN.match(frame.text, position, frame.end)
    if not inside or "%" not in inside.group():
        return KEEP
    machine.emit_text(frame, f"\\{word}{_LINE_END.sub('', inside.group())}", position)
    return inside.end()


def _deleted(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """latexdiff's \\DIFdel{...}."""
    inside = arguments.argument(frame.text, position, frame.end)
    return inside.end if inside else KEEP


def _deleted_stretch(machine: Machine, frame: Frame, word: str, position: int) -> int:
    end = machine.closing(frame, _DELETED_END[word], position)
    return KEEP if end < 0 else end + len(_DELETED_END[word])


def _exclude(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = arguments.group(frame.text, position, frame.end)
    if machine.skipping or not named:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    if word == "includecomment":
        machine.excluded.discard(name)
    else:
        machine.excluded.add(name)
    return named.end


HANDLERS: dict[str, Handler] = {
    "begin": _begin,
    "end": _end,
    "verb": _verb,
    "Verb": _verb,
    "lstinline": _verb,
    "mintinline": _verb,
    **dict.fromkeys(("url", "path", "nolinkurl", "burl", "href", "harvardurl", "doi", "dodoi"), _address),
    "DIFdel": _deleted,
    "DIFdelFL": _deleted,
    "DIFdelbegin": _deleted_stretch,
    "DIFdelbeginFL": _deleted_stretch,
    "excludecomment": _exclude,
    "includecomment": _exclude,
    "lstnewenvironment": _exclude,
    "DefineVerbatimEnvironment": _exclude,
}
