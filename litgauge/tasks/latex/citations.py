"""Citations in the text of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from litgauge.tasks.latex.bibliography.plain_tex import ams_keys
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.document import Document, Place
from litgauge.tasks.records.references import Citation, Diagnostic
from litgauge.tasks.text import clean_text

_COMMAND = re.compile(
    r"\\(?:bibitem|harvarditem)(?=[ \t\n]*\[)(?P<label>)|"
    r"\\(?:(?P<cite>[a-zA-Z@]*?[cC][iI][tT][eE][a-zA-Z@]*|bibentry"
    r"|(?:(?:foreign|hyphen)?(?:text|block)|hybridblock)cquote(?![a-zA-Z@])"
    r"|begin\{(?:foreign|hyphen)?displaycquote\})|(?P<part>(?:sub){0,2}section|chapter|part)(?![a-zA-Z@])"
    r"|(?P<appendix>appendix|appendices|startappendix)(?![a-zA-Z@])|(?P<edge>begin|end)[ \t]*\{(?:sub)?(?:appendix"
    r"|appendices)\})"
)
_NOT_CITING = re.compile(
    r"(?:bstctlcite|setcitestyle|citestyle|setcite.*|declare.*|defcitealias|citetext|citeindex.*|citereset|citetrack.*|at.*cite.*|bibcite|newcites|"
    r"citenumfont|citepunct|cite(?:left|right|mid|dash|form|delim|dot|sep|open|close|bib|color|list)|multicite.*|mkbib.*|externalcitedocument|"
    r"externalcite|citesetup|citeprefix|citetitlefont|.*citedelim|newcite.*command|uncite|ifcite.*|.*@.*|renewcite.*|citenamefont|"
    r"citeauthoryearstyle|xpatchcite.*|citestart|citeend|citation(?!s)|.*citations?|.*citecount.*|.*excite.*)",
    re.IGNORECASE,
)
_FIRST_IS_NO_KEY = re.compile(r"[a-z]*volcites?|(?:foreign|hyphen)[a-z]*cquote", re.IGNORECASE)
"""A volume, or a language."""
_LISTS = re.compile(r"(?:[a-z]*cites|footcitetexts)", re.IGNORECASE)
_STANDARD = frozenset({"cite", "citep", "citet", "parencite", "textcite", "autocite", "citeasnoun", "onlinecite"})
"""They cite whatever a document makes of them."""
_KEY_MACRO = re.compile(r"\*?(?:[ \t\n]*+\[[^\[\]{}\n]{0,200}\])?[ \t]*+(\\[a-zA-Z@]++)")
_NOTES = re.compile(r"^\s*(?:\*(?!\s*$)|(?=\[))(?:\s*\[(?:[^\[\]{}]|\{[^{}]*\})*+\])*")
_MARK = re.compile(r"[\[\]{},]")
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_CITING = re.compile("cite", re.IGNORECASE)
_BAD_KEY = re.compile(r"[\\#{}\n]")
MOST_CITATIONS, MOST_WORKS = 50_000, 20_000
"""Of one source; beyond what any paper cites, they are made to fill somebody's memory."""
LONGEST_KEY = 1_000
_MOST_NOTES = 500
_APPENDIX_TITLE = re.compile(r"(?:appendi(?:x|ces)|supplementa(?:l|ry)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitedWorks:
    """Citations of a document in the order of its text."""

    citations: tuple[Citation, ...]
    nocite_keys: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def find_citations(document: Document, survey_id: str) -> CitedWorks:
    """Every key that the document cites, with file, line, command and section; \\nocite apart.

    Any control word that contains "cite" cites, except those known to do something else. After MOST_CITATIONS of them,
    or MOST_WORKS different keys, the rest is left out, with a diagnostic.
    """
    reader = _CitationReader(document, survey_id)
    reader.read()
    return CitedWorks(tuple(reader.citations), tuple(dict.fromkeys(reader.nocite)), tuple(reader.diagnostics))


class Part(NamedTuple):
    """A section of a document, or a part of its appendix: where it begins, and its title."""

    start: int
    section: str
    in_appendix: bool


def parts_of(document: Document) -> list[Part]:
    """Return the parts of a document as its citations name them, in their order."""
    reader = _CitationReader(document, "")
    reader.read()
    return reader.parts


class CitedSpan(NamedTuple):
    """A command that cites: where it begins and ends in a text, and its keys."""

    start: int
    stop: int
    keys: tuple[str, ...]


class Citing:
    """Finds the keys that stretches of a document's text cite."""

    def __init__(self, document: Document) -> None:
        self._reader = _CitationReader(document, "")

    def spans(self, text: str) -> list[CitedSpan]:
        """Return the commands of this text that cite, in order, without those that only look like it."""
        reader, spans = self._reader, []
        reader.text = text
        for command in _COMMAND.finditer(text):
            if not command["cite"] or reader.full:
                continue
            before = len(reader.citations)
            end = reader.cite(command["cite"].removeprefix("begin{").removesuffix("}"), *command.span())
            if keys := tuple(citation.key for citation in reader.citations[before:]):
                spans.append(CitedSpan(command.start(), end, keys))
        return spans


class _CitationReader:
    def __init__(self, document: Document, survey_id: str) -> None:
        self.document, self.survey_id = document, survey_id
        self.text = document.text
        self.section, self.in_appendix = "", False
        self.parts = [Part(0, "", False)]
        self.citations: list[Citation] = []
        self.nocite: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        self.ams_keys = ams_keys(document.text)
        self.keys: set[str] = set()
        self.full = False
        self.defined: dict[str, bool] = {}  # whether a command of the author's only looks like one that cites

    def read(self) -> None:
        after = 0  # the end of an item's label, where \\citeauthoryear and its like cite nothing
        for match in _COMMAND.finditer(self.text):
            if self.full:
                break
            if match.start() < after:
                continue
            if match["label"] is not None:
                label = arguments.option(self.text, match.end(), len(self.text))
                after = label.end if label else after
            elif match["cite"]:
                command = match["cite"].removeprefix("begin{").removesuffix("}")
                self.cite(command, match.start(), match.end())
            elif match["part"]:
                self._heading(match.end())
                self.parts.append(Part(match.start(), self.section, self.in_appendix))
            else:
                self.in_appendix = match["edge"] != "end"
                self.parts.append(Part(match.start(), self.section, self.in_appendix))

    def _heading(self, position: int) -> None:
        if self.text[position : position + 1] == "*":
            position += 1
        short = arguments.option(self.text, position, len(self.text))
        title = arguments.group(self.text, short.end if short else position, len(self.text))
        if title:
            self.section = clean_text(self.text[title.start : min(title.stop, title.start + 1_000)])
            if _APPENDIX_TITLE.match(self.section):
                self.in_appendix = True

    def cite(self, command: str, start: int, position: int) -> int:
        """Read the keys that a command cites; return where the command ends."""
        if _NOT_CITING.fullmatch(command) or self._means_otherwise(command):
            return position
        groups = list(key_groups(command, self.text, position))
        for span in groups:
            self._keys(command, start, self.text[span.start : span.stop])
        if not groups and self.text.startswith("{", position):
            message = (
                f"\\{command}: its keys never end, or only after {arguments.LONGEST_ARGUMENT:,} characters: left out"
            )
            self._note("citation-unread", message, self.document.place(start))
        if key := _KEY_MACRO.match(self.text, position):
            expanded = self._expanded(key[1])
            if "\\" not in expanded and "{" not in expanded:
                self._keys(command, start, expanded)
        return groups[-1].end if groups else key.end() if key else position

    def _means_otherwise(self, command: str) -> bool:
        """Return whether the author's command does something else (\\needcite{words}); those that cite are expanded."""
        if command not in self.defined:
            macro = self.document.macros.get(command)
            self.defined[command] = (
                macro is not None
                and not (macro.packaged or macro.primitive or macro.delimited)
                and command not in _STANDARD
                and not cites(macro, self.document.macros)
            )
        return self.defined[command]

    def _keys(self, command: str, start: int, raw: str) -> None:
        place = self.document.place(start)
        for number, part in enumerate(_parts(self._expanded(raw))):
            key = " ".join(_NOTES.sub("", part).split())
            if not key or (number and self.ams_keys and key not in self.ams_keys):
                continue
            nocite = command.lower().startswith("nocite")
            if (not nocite and (_BAD_KEY.search(key) or key == "*")) or len(key) > LONGEST_KEY:
                self._note("key-unreadable", f"\\{command}: {key[:80]} is no key", place)
            elif self._is_full(key, place):
                return
            elif nocite:
                self.nocite.append(key)
            else:
                self.citations.append(
                    Citation(self.survey_id, key, place.file, place.line, command, self.section, self.in_appendix)
                )

    def _is_full(self, key: str, place: Place) -> bool:
        """True if no more is read; counts the key."""
        self.keys.add(key)
        self.full = len(self.citations) + len(self.nocite) >= MOST_CITATIONS or len(self.keys) > MOST_WORKS
        if self.full:
            most = f"more than {MOST_CITATIONS:,} citations or {MOST_WORKS:,} works are cited"
            self.diagnostics.append(
                Diagnostic("warning", "too-many-citations", f"{most}: the rest is left out", *place)
            )
        return self.full

    def _note(self, code: str, message: str, place: Place) -> None:
        if len(self.diagnostics) < _MOST_NOTES:
            self.diagnostics.append(Diagnostic("warning", code, message, *place))

    def _expanded(self, raw: str) -> str:
        if "\\" not in raw:
            return raw
        raw = self.document.plain(raw)
        return raw.replace("\\_", "_").replace("\\&", "&").replace("\\%", "%")


def _parts(keys: str) -> Iterator[str]:
    """Yield the keys between commas; a comma inside brackets or braces belongs to a note of REVTeX's."""
    if "[" not in keys:
        yield from keys.split(",")
        return
    depth = start = 0
    for mark in _MARK.finditer(keys):
        if mark.group() == ",":
            if depth == 0:
                yield keys[start : mark.start()]
                start = mark.end()
        else:
            depth = max(0, depth + (1 if mark.group() in "[{" else -1))
    yield keys[start:]


def cites(macro: Macro, macros: Mapping[str, Macro]) -> bool:
    """Return whether the body of a macro cites, itself or by the macros in it."""
    visited, waiting = {macro.name}, [macro]
    while waiting:
        for name in _WORD.findall(waiting.pop().body):
            inner = macros.get(name)
            if inner is None or inner.primitive:
                if _CITING.search(name) and not _NOT_CITING.fullmatch(name):
                    return True
            elif name not in visited:
                visited.add(name)
                waiting.append(inner)
    return False


def key_groups(command: str, text: str, position: int) -> Iterator[arguments.Span]:
    """Yield the groups of keys that follow a citing command."""
    limit = min(len(text), position + arguments.LONGEST_ARGUMENT)
    if text[position : position + 1] == "*":
        position += 1
    several = _LISTS.fullmatch(command) is not None
    while True:
        if _FIRST_IS_NO_KEY.fullmatch(command):
            first = arguments.group(text, _after_options(text, position, limit, several), limit)
            position = first.end if first else position
        position = _after_options(text, position, limit, several)
        keys = arguments.group(text, position, limit)
        if keys is None:
            return
        yield keys
        if not several:
            return
        position = keys.end


def _after_options(text: str, position: int, limit: int, several: bool) -> int:
    for _ in range(4):
        span = (
            arguments.option(text, position, limit)
            or arguments.option(text, position, limit, "<")
            or (arguments.option(text, position, limit, "(") if several else None)
        )
        if span is None:
            break
        position = span.end
    return position
