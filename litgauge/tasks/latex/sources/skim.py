"""Quick facts about a TeX file without running it: whether it is a document, its inputs and citations.

The main file is looked for among all files of a source, so a command is searched as a plain string, which costs a
twentieth of a regular expression over the text, and only what stands around it is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_LONGEST_LINE = 2_000
_MOST_LOOKED_AT = 20
_BEFORE_CLASS = re.compile(r"(?:[ \t\n]|%[^\n]*\n)*+(?:\[(?:[^\]%]|%[^\n]*\n){0,4000}+\](?:[ \t\n]|%[^\n]*\n)*+)?")
_CLASS_NAME = re.compile(r"\{\s*([^{}\s]{1,100})\s*\}")
_INPUTS = tuple(
    "input include @input subfile subfileinclude InputIfFileExists includestandalone".split()  # noqa: SIM905
)
_IMPORTS = tuple(
    "import subimport inputfrom includefrom subinputfrom subincludefrom".split()  # noqa: SIM905
)
_NAME = re.compile(
    r"\*?\s*(?:\[[^\[\]\n]{0,300}\])?(?:\{\s*\"?([^{}\"]{1,300}?)\"?\s*\}|\"([^\"\n]{1,300})\"|=?([^\s\\{}%\[\]]{1,300}))"
)
_CALL = re.compile(r"\\([a-zA-Z]{2,40})\*?[ \t]{0,9}(?:\[[^\[\]{}\n]{0,200}\])?\{([^{}\\%#\n]{1,300})\}")
_FOLDER_AND_NAME = re.compile(r"\*?\s*\{([^{}]{0,300})\}\s*\{([^{}]{1,300})\}")
_VERBATIM = ("verbatim", "lstlisting", "minted", "filecontents", "comment")
PLAIN_FORMATS = frozenset(
    "harvmac lanlmac phyzzx amstex amsppt epsf mn jnl jytex tables eplain opmac revtex iopppt".split()  # noqa: SIM905
)
_PLAIN_END = re.compile(r"\\(?:bye|end)(?![a-zA-Z@{ ])")
_LISTS = ("\\bibitem", "\\Refs", "\\refs", "\\lref", "\\nref")
_KEYS = re.compile(r"cite[a-zA-Z]{0,20}\*?(?:\s{0,9}[\[<(][^\]>){}]{0,200}[\]>)]){0,3}\s{0,9}\{([^{}]{0,2000})\}")
_LATEXDIFF = ("%DIF PREAMBLE", "\\DIFaddbegin", "\\DIFdelbegin")


@dataclass(frozen=True, slots=True)
class Skimmed:
    """A file's part in a document."""

    class_name: str | None  # of \\documentclass or \\documentstyle; "" where that holds no plain name
    begins: bool  # \\begin{document}, or AMS-TeX's \\enddocument
    plain: bool  # plain TeX: ends with \\bye or \\end, or loads one of its formats
    inputs: tuple[tuple[str, str], ...]  # folder and name as they are written
    latexdiff: bool


def skim(text: str) -> Skimmed:
    """Return the file's part, by its commands outside comments."""
    end = text.find("\\end{document}")
    inputs = tuple(_named(text, len(text) if end < 0 else end))
    class_name = _class_name(text)
    begins = _begins(text) or next(calls(text, "enddocument"), -1) >= 0
    plain = class_name is None and not begins and (_ends_plainly(text) or _loads_format(text, inputs))
    return Skimmed(class_name, begins, plain, inputs, any(mark in text for mark in _LATEXDIFF))


def cited(text: str) -> Counter[str]:
    """Return how often commands with "cite" in their names hold which key outside comments, roughly.

    A list counts once.
    """
    counts = Counter(command for command in _LISTS if (at := text.find(command)) >= 0 and not _commented(text, at))
    position = text.find("cite")
    while position >= 0:
        word = text.rfind("\\", max(0, position - 30), position)
        if word >= 0 and (word + 1 == position or text[word + 1 : position].isalpha()) and not _commented(text, word):
            keys = _KEYS.match(text, position)
            counts.update(key.strip() for key in (keys.group(1).split(",") if keys else (text[word:position],)))
        position = text.find("cite", position + 4)
    return counts


def calls_with_names(text: str, stems: Collection[str]) -> list[tuple[str, str]]:
    """Return the commands outside comments whose one argument names a file with one of these stems, with that name."""
    return [
        (match[1], match[2])
        for match in _CALL.finditer(text)
        if match[2].strip().rpartition("/")[2].removesuffix(".tex") in stems
        and not _commented(text, match.start())
        and not _shown(text, match.start())
    ]


def calls(text: str, command: str, end: int | None = None) -> Iterator[int]:
    """Yield the positions after the calls of a command outside comments."""
    mark = f"\\{command}"
    stop = len(text) if end is None else end
    position = text.find(mark, 0, stop)
    while position >= 0:
        after = position + len(mark)
        follows = text[after : after + 1]
        whole = not (follows.isalpha() or follows == "@") and text[position - 1 : position] != "\\"
        if whole and not _commented(text, position):
            yield after
        position = text.find(mark, after, stop)


def _commented(text: str, position: int) -> bool:
    """True if a percent sign stands before the position on its line."""
    start = max(text.rfind("\n", max(0, position - _LONGEST_LINE), position), position - _LONGEST_LINE, -1) + 1
    percent = text.find("%", start, position)
    while percent >= 0:
        escapes = percent - start - len(text[start:percent].rstrip("\\"))
        if escapes % 2 == 0:
            return True
        percent = text.find("%", percent + 1, position)
    return False


def _shown(text: str, position: int) -> bool:
    """True if the position stands in an environment that shows or stores its text."""
    return any(
        (opened := text.rfind(f"\\begin{{{name}", 0, position)) >= 0
        and text.find(f"\\end{{{name}", opened, position) < 0
        for name in _VERBATIM
    )


def _class_name(text: str) -> str | None:
    for command in ("documentclass", "documentstyle"):
        for number, position in enumerate(calls(text, command)):
            if number > _MOST_LOOKED_AT:
                break
            if not _shown(text, position):
                before = _BEFORE_CLASS.match(text, position)
                name = _CLASS_NAME.match(text, before.end() if before else position)
                return name.group(1) if name else ""
    return None


def _begins(text: str) -> bool:
    position, attempts = text.find("{document}"), 0
    while position >= 0 and attempts < _MOST_LOOKED_AT:
        before = text[max(0, position - 30) : position].rstrip()
        if before.endswith("\\begin") and not _commented(text, position):
            attempts += 1
            if not _shown(text, position):
                return True
        position = text.find("{document}", position + 1)
    return False


def _ends_plainly(text: str) -> bool:
    tail = text[-_LONGEST_LINE:]
    return any(not _commented(tail, match.start()) for match in _PLAIN_END.finditer(tail))


def _loads_format(text: str, inputs: tuple[tuple[str, str], ...]) -> bool:
    return any(name.removesuffix(".tex") in PLAIN_FORMATS for _, name in inputs) or (
        next(calls(text, "magnification"), -1) >= 0
    )


def _named(text: str, end: int) -> Iterator[tuple[str, str]]:
    for command in _INPUTS:
        for position in calls(text, command, end):
            if match := _NAME.match(text, position, end):
                yield "", next(part for part in match.groups() if part)
    for command in _IMPORTS:
        for position in calls(text, command, end):
            if match := _FOLDER_AND_NAME.match(text, position, end):
                yield match.group(1), match.group(2)
            elif "{combine}" in text[:_LONGEST_LINE] and (only := _NAME.match(text, position, end)):
                yield "", next(part for part in only.groups() if part)
