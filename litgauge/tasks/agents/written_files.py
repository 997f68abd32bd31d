"""Files of an agent's answer: names that every file system accepts, and missing files that its text names."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from litgauge.tasks.agents.outcome import WrittenFile
from litgauge.tasks.answers.attached import FilePaths, NoFile, folded_path
from litgauge.tasks.answers.named_files import looks_like_file, named_files

_LONGEST_PART, _LONGEST = 200, 1_000  # bytes of a name and of a path
_SIGNS = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class SafeFiles:
    """The files of an answer that can be stored, and why others cannot, for people."""

    files: tuple[WrittenFile, ...]
    problems: tuple[str, ...]


def safe_files(files: Iterable[WrittenFile], own: str) -> SafeFiles:
    """Return the files whose names every system can write beside the answer's own file, by name.

    >>> safe = safe_files([WrittenFile("a.png", b""), WrittenFile("A.png", b""), WrittenFile("../b", b"")], "report.md")
    >>> [file.name for file in safe.files]
    ['A.png']
    >>> safe.problems[1]
    "its file 'a.png' is left out: 'A.png' is spelled like it"
    """
    spelled = {folded_path(own): own}
    folders: dict[str, str] = {}
    safe, problems = [], []
    for file in sorted(files, key=lambda file: file.name):
        folded, why = folded_path(file.name), name_problem(file.name)
        above = () if why else _above(folded)
        if other := "" if why else spelled.get(folded) or folders.get(folded, ""):
            why = f"{other!r} is spelled like it"
        elif occupied := next((spelled[folder] for folder in above if folder in spelled), ""):
            why = f"{occupied!r} is a file, and no folder"
        if why:
            problems.append(f"its file {file.name[:100]!r} is left out: {why}")
            continue
        spelled[folded] = file.name
        folders |= dict.fromkeys(above, file.name)
        safe.append(file)
    return SafeFiles(tuple(safe), _first(problems))


def name_problem(name: str) -> str:
    """Return why a file of an answer cannot have this name; "" if it can.

    >>> [bool(name_problem(name)) for name in ("images/a.png", "/a.png", "a/../b", "nul.txt", "a:b", "x ", "")]
    [False, True, True, True, True, True, True]
    """
    parts = name.split("/")
    if not name or name.startswith(("/", "~")):
        return "it is a path from a root" if name else "it has no name"
    if ".." in parts:
        return "it leads out of its folder"
    if _SIGNS.search(name):
        return "some system cannot write its signs"
    if len(name.encode("utf-8", "replace")) > _LONGEST:
        return f"its name has more than {_LONGEST} bytes"
    for part in parts:
        if not part or part.startswith(".") or part.endswith((".", " ")):
            return "a part of its name is empty, hidden, or ends in a full stop or blank"
        if _DEVICES.fullmatch(part):
            return f"{part!r} is a device on some systems"
        if len(part.encode("utf-8", "replace")) > _LONGEST_PART:
            return f"a part of its name has more than {_LONGEST_PART} bytes"
    try:
        name.encode()
    except UnicodeEncodeError:
        return "its name is no Unicode"
    return ""


def absent_files(text: str, own: str, files: Sequence[WrittenFile]) -> str:
    """Return the names of files in an answer's text that it does not have, for people; "" if it has all."""
    paths = FilePaths(file.name for file in files)
    folders = tuple(dict.fromkeys((posixpath.dirname(own), "")))
    targets = (target for target in named_files(text) if looks_like_file(target))
    absent = [target for target in targets if isinstance(paths.find(target, folders), NoFile)]
    more = f" and {len(absent) - _SHOWN} more" if len(absent) > _SHOWN else ""
    return ", ".join(absent[:_SHOWN]) + more


def _above(path: str) -> tuple[str, ...]:
    """Return the folders of a path."""
    parts = path.split("/")
    return tuple("/".join(parts[:end]) for end in range(1, len(parts)))


def _first(problems: Sequence[str]) -> tuple[str, ...]:
    more = (f"{len(problems) - _SHOWN} more files are left out",) if len(problems) > _SHOWN else ()
    return (*problems[:_SHOWN], *more)
