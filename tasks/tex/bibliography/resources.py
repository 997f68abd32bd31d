"""Which bibliographies a document names, and what they hold."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field

from tasks.records.references import Diagnostic
from tasks.tex.bibliography.amsrefs import read_amsrefs
from tasks.tex.bibliography.bbl import read_bibliography
from tasks.tex.bibliography.bib_file import read_bib
from tasks.tex.bibliography.bibitem import Item
from tasks.tex.bibliography.entries import Entry, inherit
from tasks.tex.expansion import arguments
from tasks.tex.expansion.document import Document, Place
from tasks.tex.expansion.expand import expand_file

_NAMED = re.compile(
    r"\\(?:(?P<old>bibliography(?!style|item|unit|note)[a-zA-Z]*|nobibliography|putbib)\*?|(?P<new>addbibresource|addglobalbib|addsectionbib))"
    r"(?![a-zA-Z@])"
)
_LIST = re.compile(r"\\begin[ \t]*\{(thebibliography|references)\}")


@dataclass
class Bibliography:
    """All entries that a document may cite: its databases and its printed lists."""

    databases: list[Entry] = field(default_factory=list)
    printed: list[Entry | Item] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    bib_files: list[str] = field(default_factory=list)
    bbl_files: list[str] = field(default_factory=list)


def read_resources(document: Document) -> Bibliography:
    """The bibliography of a document: the .bib files it names, its .bbl, and the lists in its text."""
    found = Bibliography()
    strings: dict[str, str] = {}
    for name, place in _named_files(document):
        _read_database(document, name, place, strings, found)
    if _LIST.search(document.text) or "\\bibitem" in document.text:
        found.printed.extend(read_bibliography(document.text, document.place, "thebibliography", document.macros))
    if "\\bib{" in document.text or "\\bib*{" in document.text:
        found.databases.extend(read_amsrefs(document.text, document.place))
    found.databases = inherit(found.databases)
    for path in _bbl_files(document):
        printed = expand_file(document, path)
        found.bbl_files.append(path)
        found.printed.extend(
            read_bibliography(printed.text, printed.place, "bbl", {**document.macros, **printed.macros})
        )
    return found


def _named_files(document: Document) -> list[tuple[str, Place]]:
    names: list[tuple[str, Place]] = []
    text = document.text
    for command in _NAMED.finditer(text):
        option = arguments.option(text, command.end(), len(text))
        if command["old"] == "putbib":
            given = option
        else:
            given = arguments.group(text, option.end if option else command.end(), len(text))
        if given:
            place = document.place(command.start())
            parts = text[given.start : given.stop].split(",") if command["old"] else [text[given.start : given.stop]]
            names.extend((name, place) for part in parts if (name := part.strip().strip('"')))
    return list(dict.fromkeys(names))


def _read_database(document: Document, name: str, place: Place, strings: dict[str, str], found: Bibliography) -> None:
    folders = (posixpath.dirname(document.main), posixpath.dirname(place.file), "")
    path = document.tree.find(document.plain(name), (".bib",), folders)
    if path is None or path in found.bib_files:
        generated = name.endswith("Notes") and name.startswith(posixpath.splitext(posixpath.basename(document.main))[0])
        if path is None and not generated:  # REVTeX names a file that it writes itself
            found.diagnostics.append(
                Diagnostic("warning", "bib-missing", f"{name}: there is no such .bib in the source", *place)
            )
        return
    found.bib_files.append(path)
    read = read_bib(document.tree.text(path), path, strings)
    found.databases.extend(read.entries)
    found.diagnostics.extend(read.outside)


def _bbl_files(document: Document) -> list[str]:
    members = document.tree.members
    own = [f"{posixpath.splitext(file)[0]}.bbl" for file in document.files]
    folder = posixpath.dirname(document.main)
    units = sorted(path for path in members if re.fullmatch(r"(?:bu\d+|.*-blx)\.bbl", posixpath.basename(path)))
    present = [path for path in [*own, *units] if path in members and path not in document.files]
    if not present:
        beside = [path for path in members if path.endswith(".bbl") and posixpath.dirname(path) == folder]
        present = beside if len(beside) == 1 and beside[0] not in document.files else []
    return list(dict.fromkeys(present))
