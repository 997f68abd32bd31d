"""Bibliographies that a document names, and their entries."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from litgauge.tasks.latex.bibliography.amsrefs import read_amsrefs
from litgauge.tasks.latex.bibliography.bbl import read_bibliography
from litgauge.tasks.latex.bibliography.bib_file import read_bib
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Entry, inherit
from litgauge.tasks.latex.bibliography.plain_tex import read_plain_lists
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.document import Document, Place
from litgauge.tasks.latex.expansion.expand import expand_file
from litgauge.tasks.records.references import Diagnostic

_NAMED = re.compile(
    r"\\(?:(?P<old>bibliography(?!style|item|unit|note)[a-zA-Z]*|nobibliography|defaultbibliography|bibinput)\*?"
    r"|(?P<option>putbib|newrefsection)\*?|(?P<new>addbibresource|addglobalbib|addsectionbib)"
    r"|begin[ \t]*\{(?:(?P<section>refsection)|(?P<topic>btSect))\*?\})(?![a-zA-Z@])"
)
"""The commands that name .bib files: of LaTeX and its packages, bibunits, biblatex, bibtopic, usebib."""
_LIST = re.compile(r"\\begin[ \t]*\{(thebibliography|references)\}")
_ITEM = re.compile(r"\\(?:bibitem|R?Bibitem)(?![a-zA-Z])")
_MOST_LISTS = 20


@dataclass
class Bibliography:
    """All entries that a document may cite: its databases and its printed lists."""

    databases: list[Entry] = field(default_factory=list)
    printed: list[Entry | Item] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    bib_files: list[str] = field(default_factory=list)
    bbl_files: list[str] = field(default_factory=list)
    unnamed: tuple[str, ...] = ()  # .bib files of a source whose document names none that is there

    @property
    def is_typed(self) -> bool:
        """True if there is none that LaTeX knows of: no database, and no printed list but pandoc's."""
        return not self.databases and all(entry.key.startswith("ref-") for entry in self.printed)


def read_resources(document: Document, keys: Sequence[str] = ()) -> Bibliography:
    """Return the bibliography of a document: the .bib files it names, its .bbl, and the lists in its text.

    Where no .bbl has the name of a file that was read, the one is taken that holds most of the `wanted` keys.
    """
    bibliography = Bibliography()
    strings: dict[str, str] = {}
    for name, place in _named_files(document):
        _read_database(document, name, place, strings, bibliography)
    if _LIST.search(document.text) or _ITEM.search(document.text):
        bibliography.printed.extend(
            read_bibliography(document.text, document.place, "thebibliography", document.macros)
        )
    if "\\bib{" in document.text or "\\bib*{" in document.text:
        bibliography.databases.extend(read_amsrefs(document.text, document.place))
    bibliography.printed.extend(read_plain_lists(document.text, document.place, document.macros))
    bibliography.databases = inherit(bibliography.databases)
    for path in _bbl_files(document, keys):
        printed = expand_file(document, path)
        bibliography.bbl_files.append(path)
        bibliography.printed.extend(
            read_bibliography(printed.text, printed.place, "bbl", {**document.macros, **printed.macros})
        )
    if not bibliography.databases and not bibliography.printed:
        bibliography.unnamed = tuple(path for path in document.tree.members if path.lower().endswith(".bib"))
    return bibliography


def _named_files(document: Document) -> list[tuple[str, Place]]:
    names: list[tuple[str, Place]] = []
    text = document.text
    for command in _NAMED.finditer(text):
        option = arguments.option(text, command.end(), len(text))
        if command["option"] or command["section"]:
            names_span = option
        else:
            names_span = arguments.group(text, option.end if option else command.end(), len(text))
        if names_span:
            place = document.place(command.start())
            listing = text[names_span.start : names_span.stop]
            parts = [listing] if command["new"] else listing.split(",")
            names.extend((name, place) for part in parts if (name := part.strip().strip('"')))
    return list(dict.fromkeys(names))


def _read_database(
    document: Document, name: str, place: Place, strings: dict[str, str], bibliography: Bibliography
) -> None:
    folders = (posixpath.dirname(document.main), posixpath.dirname(place.file), "")
    plain = document.plain(name)
    path = document.tree.find(plain, (".bib",), folders)
    if path is None and (path := _elsewhere(document, plain)):
        message = f"{name}: read from {path}, where only a search path (BIBINPUTS) would find it"
        bibliography.diagnostics.append(Diagnostic("info", "bib-elsewhere", message, *place))
    if path is None or path in bibliography.bib_files:
        generated = name.endswith("Notes") and name.startswith(document.job)
        if path is None and not generated:  # REVTeX names a file that it writes itself
            bibliography.diagnostics.append(
                Diagnostic("warning", "bib-missing", f"{name}: there is no such .bib in the source", *place)
            )
        return
    bibliography.bib_files.append(path)
    read = read_bib(document.tree.text(path), path, strings)
    bibliography.databases.extend(read.entries)
    bibliography.diagnostics.extend(read.outside)


def _elsewhere(document: Document, name: str) -> str | None:
    """Return the database of this name in any folder, highest in the tree; None if there is none."""
    base = posixpath.basename(name.replace("\\", "/")).removesuffix(".bib").casefold() + ".bib"
    same_named = [path for path in document.tree.members if posixpath.basename(path).casefold() == base]
    return min(same_named, key=lambda path: (path.count("/"), path), default=None)


def _bbl_files(document: Document, keys: Sequence[str]) -> list[str]:
    members = document.tree.members
    own = [f"{posixpath.splitext(file)[0]}.bbl" for file in document.files]
    units = sorted(path for path in members if re.fullmatch(r"(?:bu\d+|.*-blx)\.bbl", posixpath.basename(path)))
    present = [path for path in [*own, *units] if path in members and path not in document.files]
    if not present:
        others = [path for path in members if path.endswith(".bbl") and path not in document.files]
        beside = [path for path in others if posixpath.dirname(path) == posixpath.dirname(document.main)]
        present = beside if len(beside) == 1 else _fullest(document, beside or others, keys)
    return list(dict.fromkeys(present))


def _fullest(document: Document, paths: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Return the printed list that holds most of the keys, where one does."""
    counts = {path: sum(f"{{{key}}}" in document.tree.text(path) for key in keys) for path in paths[:_MOST_LISTS]}
    best = max(counts, key=counts.__getitem__, default=None)
    return [best] if best is not None and counts[best] else []
