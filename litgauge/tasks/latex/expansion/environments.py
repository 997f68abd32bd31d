"""Stretches that are no text: verbatim, comments, text that latexdiff marks as deleted, and all after the end."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import re
from dataclasses import replace

from litgauge.tasks.latex.expansion import arguments, definitions
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.machine import (
    KEEP,
    LONGEST_EXPANSION,
    MOST_EXPANDED,
    MOST_EXPANSIONS,
    Frame,
    Handler,
    Machine,
    handlers_of,
)

VERBATIM = frozenset(
    """
    verbatim verbatim* Verbatim Verbatim* BVerbatim BVerbatim* LVerbatim LVerbatim* SaveVerbatim VerbatimOut
    verbatimtab boxedverbatim lstlisting minted comment spverbatim tcblisting filecontents filecontents* luacode
    luacode* pycode sagesilent sageblock asy Sinput Soutput
    """.split()  # noqa: SIM905
)
_NAME = re.compile(r"[ \t\n]*\{[ \t]*([^{}\\\n]{1,60}?)[ \t]*\}")
_LONGEST_CHOICE = 300
_CITING = re.compile(r"\\(?:[a-zA-Z@]*[cC]it[a-zA-Z@]*|input|include|import|subfile)(?![a-zA-Z@])")
_ORDERING = r"forest|tikzpicture|tabular[xy]?|longtable|itemize|enumerate|description"
_ORDERS = re.compile(rf"\\(?:begin[ \t]*\{{)?(?:{_ORDERING})(?![a-zA-Z@])|\\Forest(?![a-zA-Z@])")
_AS_COMMAND = re.compile(rf"\\(end)?({_ORDERING})(?![a-zA-Z@])")
_VERB = re.compile(r"\*?([^a-zA-Z\s*])")
_ADDRESS = re.compile(r"[ \t]*(?:\[[^\[\]\n]{0,200}\])?\{(?:[^{}\\]|\\.|\{[^{}]{0,2000}\}){0,2000}+\}", re.DOTALL)
_BETWEEN = re.compile(r"([^a-zA-Z\s*{\[%\\])[^\n]{0,2000}?\1")
_LINE_END = re.compile(r"%\n[ \t]*")
_DEFAULTS = re.compile(r"\{[^{}]*\}")
_CHARACTER = re.compile(r"\*?+\s*+(?:\[[^\[\]\n]{0,200}\]\s*+)?\{?+\s*+\\?+([^a-zA-Z\s{}\\%])\s*+\}?+")
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
    if name not in machine.excluded or _with_commands(frame, named.end()):
        return _around(machine, frame, name, named.end(), word)
    closing = f"\\end{{{name}}}"
    end = machine.closing(frame, closing, named.end())
    if end < 0:
        machine.note("warning", "environment-open", f"\\begin{{{name}}} is never closed", frame)
        return KEEP
    if name.startswith("filecontents"):
        _keep_file(machine, frame.text[named.end() : end])
    return end + len(closing)


def _with_commands(frame: Frame, position: int) -> bool:
    r"""True if verbatim text begins that holds commands all the same: [commandchars=\\\{\}] of fancyvrb."""
    option = arguments.option(frame.text, position, frame.end, longest=_LONGEST_CHOICE)
    return option is not None and "commandchars=\\\\\\{\\}" in frame.text[option.start : option.stop].replace(" ", "")


def _around(machine: Machine, frame: Frame, name: str, position: int, word: str) -> int:
    """Return what the author's environment puts before and after its contents, where that decides how they are read."""
    pair, command = machine.environments.get(name), f"\\{word}{{{name}}}"
    if pair is None or machine.skipping or frame.silent or command in frame.inside:
        return KEEP
    if word == "begin":
        opening, ending = pair
        read = definitions.arguments_of(opening, frame.text, position, frame.end)
        if not read or machine.expansions >= MOST_EXPANSIONS or machine.expanded >= MOST_EXPANDED:
            return KEEP
        text = command + definitions.substitute(opening, frame.text, read[0])
        ending = definitions.substitute(replace(opening, body=ending), frame.text, read[0])
        if len(text) + len(ending) > LONGEST_EXPANSION:
            return KEEP
        position = read[1]
        machine.expansions += 1
        machine.expanded += len(text) + len(ending)
        machine.endings.setdefault(name, []).append(ending)
    elif open_ones := machine.endings.get(name):
        text = open_ones.pop() + command
    else:
        return KEEP
    place = frame.frozen if frame.frozen is not None else frame.position
    inside = frame.inside | {command}
    machine.push(Frame(text, 0, len(text), frame.file, place, folder=frame.folder, inside=inside))
    return position


def remember(machine: Machine, frame: Frame, opening: Macro, ending: str) -> None:
    """Keep what an environment of the author's puts before and after its contents, where that cites or inputs.

    For a reader of the whole text also where it begins a drawing, a table or a list, as \\forest or \\begin{forest}.
    """
    bodies = (opening.body, ending)
    internal = frame.silent and any(definitions.is_internal(body) for body in bodies)
    orders = machine.leave is not None and _ORDERS.search(opening.body)
    if not internal and (orders or any(_CITING.search(body) for body in bodies)):
        beginning, ended = map(_spelled, bodies) if orders else bodies
        machine.environments[opening.name] = (replace(opening, body=beginning), ended)
    else:
        machine.environments.pop(opening.name, None)


def _spelled(body: str) -> str:
    r"""\forest and \endforest as \begin{forest} and \end{forest}."""
    return _AS_COMMAND.sub(lambda match: f"\\{match[1] or 'begin'}{{{match[2]}}}", body)


def _keep_file(machine: Machine, content: str) -> None:
    """filecontents writes a file that the document may read: it joins the tree unless the tree has it."""
    option = arguments.option(content, 0, len(content))
    named = arguments.group(content, option.end if option else 0, len(content))
    if named:
        machine.tree.add(machine.file_name(content[named.start : named.stop]), content[named.end :])


def _end(machine: Machine, frame: Frame, word: str, position: int) -> int:
    named = _NAME.match(frame.text, position, frame.end)
    if named and named.group(1) in machine.environments:
        return _around(machine, frame, named.group(1), named.end(), word)
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
    if word in ("mintinline", "mint"):
        option = arguments.option(frame.text, start, frame.end)
        language = arguments.group(frame.text, option.end if option else start, frame.end)
        start = language.end if language else start
    elif word != "verb" and (option := arguments.option(frame.text, start, frame.end)):
        start = option.end
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
    if inside and "\\" in inside.group() and not inside.group().lstrip().startswith(("{", "[")):
        return inside.end()
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
    position = _after_options(frame, position)
    named = arguments.group(frame.text, position, frame.end)
    if machine.skipping or not named:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    if word in ("includecomment", "includeversion"):
        machine.excluded.discard(name)
    else:
        machine.excluded.add(name)
    return named.end


def _minted(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\newminted[name]{python}{...} makes an environment, \newmint and \newmintinline a command."""
    option = arguments.option(frame.text, position, frame.end)
    language = arguments.group(frame.text, option.end if option else position, frame.end)
    options = arguments.group(frame.text, language.end, frame.end) if language else None
    if machine.skipping or not language:
        return KEEP
    ending = {"newminted": "code", "newmintinline": "inline", "newmint": ""}[word]
    name = frame.text[language.start : language.stop].strip() + ending
    if option:
        name = frame.text[option.start : option.stop].strip()
    if word == "newminted":
        machine.excluded |= {name, f"{name}*"}
    elif name.isalpha():
        machine.handlers.setdefault(name, _verb)
    return options.end if options else language.end


def _with_body(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\NewEnviron{x}{...} prints what the environment holds as \BODY, or never."""
    named = arguments.group(frame.text, position, frame.end)
    end = _after_options(frame, named.end) if named else position
    body = arguments.group(frame.text, end, frame.end) if named else None
    if machine.skipping or not named or not body:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    before, printed, after = frame.text[body.start : body.stop].partition("\\BODY")
    if frame.silent or printed:
        machine.excluded.discard(name)
        remember(machine, frame, definitions.taking(name, frame.text[named.end : end], before), after)
    else:
        machine.excluded.add(name)
    return _after_options(frame, body.end)


def _document_environment(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\NewDocumentEnvironment{x}{+b}{...}{...}: an environment whose contents are an argument that it may not use."""
    named = arguments.group(frame.text, position, frame.end)
    pattern = arguments.group(frame.text, named.end, frame.end) if named else None
    begin = arguments.group(frame.text, pattern.end, frame.end) if pattern else None
    finish = arguments.group(frame.text, begin.end, frame.end) if begin else None
    if machine.skipping or not named or not pattern or not begin or not finish:
        return KEEP
    name = frame.text[named.start : named.stop].strip()
    kinds = [kind for kind in _DEFAULTS.sub("", frame.text[pattern.start : pattern.stop]) if kind.isalpha()]
    parameters, before, after = (frame.text[part.start : part.stop] for part in (pattern, begin, finish))
    if kinds and kinds[-1] in "bc":
        contents = f"#{len(kinds)}"
        if not frame.silent:
            (machine.excluded.discard if contents in before + after else machine.excluded.add)(name)
        parameters = parameters.rstrip().rstrip("bc").rstrip().rstrip("+!")
        before, printed, behind = before.partition(contents)
        after = behind + after if printed else after
    as_command = f"\\x{{{parameters}}}{{{before}}}"
    if read := definitions.read_definition("NewDocumentCommand", as_command, 0, len(as_command)):
        remember(machine, frame, replace(read.macro, name=name), after)
    return finish.end


def _short_verb(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\MakeShortVerb{\|}: from here on |...| is verbatim."""
    match = _CHARACTER.match(frame.text, position, frame.end)
    if machine.skipping or not match:
        return KEEP
    others = machine.short_verbs.replace(match[1], "")
    machine.set_short_verbs(others if "elete" in word or "ndefine" in word else others + match[1])
    return match.end()


def silence(machine: Machine, package: str, options: str) -> None:
    """A package was loaded: some, with some options, print nothing of what their commands hold."""
    if package == "minted":
        machine.handlers.setdefault("mint", _verb)
    all_options = {part.strip() for part in (options, *machine.facts.classes.values()) for part in part.split(",")}
    silent = {
        "todonotes": "disable" in all_options or ("obeyDraft" in all_options and "draft" not in all_options),
        "changes": "final" in all_options and "draft" not in options,
        "fixme": "draft" not in all_options,
    }.get(package, False)
    for command in _SILENCED.get(package, ()) if silent else ():
        machine.handlers.setdefault(command, _drop_second if command == "replaced" else _drop)


def _drop(machine: Machine, frame: Frame, word: str, position: int) -> int:
    inside = arguments.group(frame.text, _after_options(frame, position), frame.end)
    return inside.end if inside else KEEP


def _drop_second(machine: Machine, frame: Frame, word: str, position: int) -> int:
    r"""\replaced{new}{old}."""
    new = arguments.group(frame.text, _after_options(frame, position), frame.end)
    old = arguments.group(frame.text, new.end, frame.end) if new else None
    if machine.skipping or not new or not old:
        return KEEP
    machine.push(frame.part(new.start, new.stop))
    return old.end


def _after_options(frame: Frame, position: int) -> int:
    while option := arguments.option(frame.text, position, frame.end):
        position = option.end
    return position


_SILENCED = {
    "todonotes": ("todo", "missingfigure"),
    "changes": ("deleted", "replaced"),
    "fixme": ("fxnote", "fxwarning", "fxerror"),
}


HANDLERS: dict[str, Handler] = {
    "begin": _begin,
    "end": _end,
    **handlers_of("verb Verb lstinline mintinline", _verb),
    **handlers_of("url path nolinkurl burl href harvardurl doi dodoi", _address),
    **handlers_of("DIFdel DIFdelFL", _deleted),
    **handlers_of("DIFdelbegin DIFdelbeginFL", _deleted_stretch),
    **handlers_of("excludecomment includecomment excludeversion includeversion", _exclude),
    **handlers_of("lstnewenvironment DefineVerbatimEnvironment newtcblisting renewtcblisting", _exclude),
    **handlers_of("NewTCBListing DeclareTCBListing RenewTCBListing ProvideTCBListing newverbatim", _exclude),
    **handlers_of("newminted newmint newmintinline", _minted),
    **handlers_of("NewEnviron RenewEnviron", _with_body),
    **handlers_of("NewDocumentEnvironment RenewDocumentEnvironment DeclareDocumentEnvironment", _document_environment),
    **handlers_of("MakeShortVerb DeleteShortVerb DefineShortVerb UndefineShortVerb", _short_verb),
    **handlers_of("lstMakeShortInline lstDeleteShortInline", _short_verb),
}
