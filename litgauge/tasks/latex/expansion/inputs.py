"""Commands that read other files: only members of the tree, never deeper or more often than the limits."""

# ruff: noqa: ARG001  (handlers share one signature)

from __future__ import annotations

import posixpath
import re

from litgauge.tasks.latex.expansion import arguments, choices, environments, packages
from litgauge.tasks.latex.expansion.machine import KEEP, SOURCE_SUFFIXES, Frame, Handler, Machine
from litgauge.tasks.latex.expansion.relevance import is_package
from litgauge.tasks.latex.sources.skim import PLAIN_FORMATS

_FILE_NAME = re.compile(
    r"[ \t\n]*(?:\{[ \t\n]*\"?([^{}\"]{1,300}?)\"?[ \t\n]*\}|\"([^\"\n]{1,300})\"|=?[ \t]*([^\s\\{}%\[\]]{1,300}))"
)
_BEGIN_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_CLASSES = ("documentclass", "documentstyle", "LoadClass", "LoadClassWithOptions")
MOST_INPUTS = 5_000


def open_main(machine: Machine) -> Frame:
    """Return the frame to start with."""
    text = machine.tree.text(machine.main)
    machine.files.append(machine.main)
    return Frame(text, 0, len(text), machine.main, is_file=True)


def _input(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping:
        return position
    start = position + (frame.text[position : position + 1] == "*")
    if word == "includestandalone" and (option := arguments.option(frame.text, start, frame.end)):
        start = option.end
    match = _FILE_NAME.match(frame.text, start, frame.end)
    if not match:
        return KEEP
    name = machine.file_name(next(part for part in match.groups() if part))
    end = match.end()
    if word == "include" and machine.include_only is not None and name not in machine.include_only:
        return end
    if word == "InputIfFileExists":
        return _if_exists(machine, frame, name, end)
    if word == "input" and "." not in name and name.startswith("\\"):
        return KEEP
    _read_file(machine, frame, name, (), word)
    return end


def _if_exists(machine: Machine, frame: Frame, name: str, end: int) -> int:
    yes = arguments.group(frame.text, end, frame.end)
    no = arguments.group(frame.text, yes.end, frame.end) if yes else None
    if not yes or not no:
        _read_file(machine, frame, name, (), "InputIfFileExists")
        return end
    exists = machine.find(name, SOURCE_SUFFIXES, frame) is not None
    if not exists:
        machine.push(frame.part(no.start, no.stop))
        return no.end
    machine.push(frame.part(yes.start, yes.stop))
    _read_file(machine, frame, name, (), "InputIfFileExists")
    return no.end


def _import(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.skipping:
        return position
    start = position + (frame.text[position : position + 1] == "*")
    folder = arguments.group(frame.text, start, frame.end)
    name = arguments.group(frame.text, folder.end, frame.end) if folder else None
    if folder and not name and "combine" in machine.facts.classes:  # a volume of papers: \import{paper}
        _read_file(machine, frame, machine.file_name(frame.text[folder.start : folder.stop]), (), word)
        return folder.end
    if not folder or not name:
        return KEEP
    where = machine.file_name(frame.text[folder.start : folder.stop])
    base = (frame.folder or "") if word.startswith("sub") else ""
    _read_file(
        machine, frame, machine.file_name(frame.text[name.start : name.stop]), (posixpath.join(base, where),), word
    )
    return name.end


def _read_file(machine: Machine, frame: Frame, name: str, first: tuple[str, ...], word: str) -> None:
    path = machine.find(name, SOURCE_SUFFIXES, frame, first)
    if frame.silent and (path is None or path.endswith(".bbl")):
        return  # TeX has what a class loads and the source does not hold; a list of works is no code
    if path is None:
        machine.note(
            "info" if word == "InputIfFileExists" else "warning",
            "input-missing",
            f"\\{word}{{{name[:120]}}}: there is no such file in the source",
            frame,
        )
        return
    if posixpath.splitext(posixpath.basename(path))[0].lower() in PLAIN_FORMATS:
        return  # typography, and what it does with works is known
    if any(open_frame.is_file and open_frame.file == path for open_frame in machine.frames):
        machine.note("warning", "input-cycle", f"{path} inputs itself", frame)
        return
    machine.inputs += 1
    if machine.inputs > MOST_INPUTS:
        machine.note(
            "error",
            "too-many-inputs",
            f"more than {MOST_INPUTS:,} \\input commands: the others are not followed",
            frame,
        )
        return
    text = machine.tree.text(path)
    if text.lstrip().startswith("%auto-ignore"):
        text = text[text.find("\n") + 1 :] if "\n" in text else ""
    begin = _BEGIN_DOCUMENT.search(text) if machine.begun else None
    next_folder = first[0] if first else frame.folder
    opened = Frame(
        machine.tree.text(path),
        begin.end() if begin else 0,
        len(machine.tree.text(path)),
        path,
        is_file=True,
        own_document=begin is not None,
        folder=next_folder,
        silent=frame.silent or is_package(path),
    )
    if opened.silent:
        machine.files.append(path)
        packages.read_package(machine, opened)
    elif machine.push(opened):
        machine.files.append(path)


def _includeonly(machine: Machine, frame: Frame, word: str, position: int) -> int:
    names = arguments.group(frame.text, position, frame.end)
    if machine.skipping or not names:
        return KEEP
    name_list = frame.text[names.start : names.stop]
    machine.include_only = frozenset(name.strip() for name in re.sub(r"%[^\n]*", "", name_list).split(","))
    return names.end


def _package(machine: Machine, frame: Frame, word: str, position: int) -> int:
    """Load packages or a class: conditionals may test for them, and of local ones the definitions count."""
    option = arguments.option(frame.text, position, frame.end)
    names = arguments.group(frame.text, option.end if option else position, frame.end)
    if machine.skipping or not names:
        return KEEP
    options = frame.text[option.start : option.stop] if option else ""
    _mark_loaded(machine, frame, word, frame.text[names.start : names.stop].split(","), options)
    if word in ("documentclass", "documentstyle"):
        machine.class_options = options
    loaded = [(frame.text[names.start : names.stop], ".cls" if word in _CLASSES else ".sty")]
    if word == "documentstyle":  # LaTeX 2.09: the options are styles
        loaded = [(options, ".sty"), *loaded, (loaded[0][0], ".sty")]
    for name_list, suffix in loaded:
        for name in filter(None, (part.strip() for part in name_list.split(","))):
            path = machine.find(name + suffix, (), frame)
            if path and path not in machine.files:
                text = machine.tree.text(path)
                machine.files.append(path)
                packages.read_package(machine, Frame(text, 0, len(text), path, is_file=True, silent=True), options)
    return KEEP


def _mark_loaded(machine: Machine, frame: Frame, word: str, names: list[str], options: str) -> None:
    loaded = machine.facts.classes if word in _CLASSES else machine.facts.packages
    for name in map(str.strip, names + (options.split(",") if word == "documentstyle" else [])):
        loaded.setdefault(name, options)
        if not frame.silent and word not in _CLASSES:
            environments.silence(machine, name, options)
            for command, choice in choices.OF_PACKAGES.get(name, {}).items():
                machine.handlers.setdefault(command, choice)


def _endinput(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if not machine.skipping and not frame.text.endswith(
        "\\aftergroup", 0, position - len("\\endinput")
    ):  # biblatex's own check
        while not machine.frames[-1].is_file:
            machine.pop()
        file = machine.frames[-1]
        line = file.text.find("\n", file.position, file.end)  # what else stands in the line is read
        file.end = line if line >= 0 else file.end
    return position


def _bye(machine: Machine, frame: Frame, word: str, position: int) -> int:
    if machine.facts.classes or machine.skipping or machine.begun or frame.silent:  # LaTeX knows no \bye
        return KEEP
    machine.frames.clear()
    return position


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(
        ("input", "include", "subfile", "subfileinclude", "InputIfFileExists", "@input", "includestandalone"), _input
    ),
    **dict.fromkeys(("import", "subimport", "inputfrom", "includefrom", "subinputfrom", "subincludefrom"), _import),
    "includeonly": _includeonly,
    "usepackage": _package,
    "RequirePackage": _package,
    "RequirePackageWithOptions": _package,
    **dict.fromkeys(_CLASSES, _package),
    "endinput": _endinput,
    "bye": _bye,
}
