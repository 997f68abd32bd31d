"""Papers that a folder holds: e-prints, folders of LaTeX, single .tex files, PDFs, mixed and nested.

- A folder with a LaTeX document in it is one paper, with all below it; so is the folder itself that was named, where
  there is nothing else in it.
- Where documents lie side by side in the folder that was named, each is a paper with the files that it names.
- Everything else is looked into: archives and PDFs are papers; a PDF with the name of a source beside it is what that
  makes, one that a document shows is its figure.
- Hidden files, links, and files that only serve LaTeX are passed over. What is none of all these is taken for a paper,
  too, so that it falls out by name and not in silence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_ENDING = re.compile(r"(?:\.tar)?\.(?:gz|bz2|xz)|\.(?:tar|tgz|zip|tex|ltx|pdf)", re.IGNORECASE)
_DOCUMENT = re.compile(rb"^[^%\n]{0,500}\\document(?:class|style)\b", re.MULTILINE)
_LATEX = frozenset({".tex", ".ltx"})
_SERVING = """
    .bib .bbl .bst .cls .sty .cfg .clo .def .fd .ldf .aux .log .out .toc .lof .lot .blg .bcf .fls .fdb_latexmk .synctex
    .png .jpg .jpeg .gif .svg .eps .ps .tikz .pgf .csv .tsv .dat .json .jsonl .yaml .yml .toml .md .txt .rst .sh .py
"""
_DEEPEST = 32  # folders inside each other that are looked into
_LOOK_AT = 1 << 20  # bytes of a .tex file that are searched for a document
_NAMING = re.compile(
    r"\\(?:input|include|subfile|bibliography|addbibresource|addglobalbib|usepackage|RequirePackage|documentclass"
    r"|LoadClass|bibliographystyle)\s{0,9}(?:\[[^\[\]]{0,400}\])?\s{0,9}\{([^{}]{1,2000})\}"
)
_SHOWN = re.compile(r"\\include(?:graphics|pdf|svg)\*?\s{0,9}(?:\[[^\[\]]{0,400}\])?\s{0,9}\{([^{}]{1,400})\}")
_ENDINGS = ("", ".tex", ".bib", ".sty", ".cls", ".bst")
_MOST_NAMED = 500  # files that one document takes along


@dataclass(frozen=True, slots=True)
class _Place:
    """Contents of one folder, by name."""

    documents: list[Path]
    others: list[Path]  # archives, PDFs and what nobody knows
    folders: list[Path]


def papers_in(folder: Path) -> list[str]:
    """Return the papers of a folder, as paths relative to it, sorted; "." where the folder itself is one."""
    paths = list(_papers(folder, 0))
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def stem_of(name: str) -> str:
    """A file's name without the endings of archives and documents.

    >>> stem_of("a survey.tar.gz"), stem_of("2003.00653"), stem_of("b.pdf")
    ('a survey', '2003.00653', 'b')
    """
    match = _ENDING.search(name)
    while match and match.end() < len(name):
        match = _ENDING.search(name, match.end())
    return name[: match.start()] if match and match.start() else name


def is_latex(path: Path) -> bool:
    """True if a file is LaTeX by its name."""
    return path.suffix.lower() in _LATEX


def with_named_files(path: Path) -> list[Path]:
    """A .tex file, and the files beside and below it that it names: parts, bibliographies, classes; itself first.

    Files that are not there, links, and files outside of its folder are left out.
    """
    folder = path.parent.resolve()
    paths = {path.resolve(): None}
    waiting = [path.resolve()]
    if (bbl := path.with_suffix(".bbl").resolve()).is_file() and bbl.is_relative_to(folder):
        paths[bbl] = None
    while waiting and len(paths) < _MOST_NAMED:
        for name in _names_in(waiting.pop()):
            for ending in _ENDINGS:
                file = folder / f"{name}{ending}"
                if _usable(file, folder) and file.resolve() not in paths:
                    paths[file.resolve()] = None
                    if is_latex(file):
                        waiting.append(file.resolve())
    return list(paths)


def _usable(file: Path, folder: Path) -> bool:
    try:
        return file.is_file() and not file.is_symlink() and file.resolve().is_relative_to(folder)
    except (OSError, ValueError):  # a name that no file can have
        return False


def _names_in(path: Path) -> Iterator[str]:
    for group in _NAMING.findall(_beginning(path).decode("utf-8", "replace")):
        for name in group.split(","):
            if name.strip():
                yield name.strip()


def _papers(folder: Path, depth: int) -> Iterator[Path]:
    if depth > _DEEPEST:
        return
    place = _look(folder)
    if place.documents and depth:
        yield folder
        return
    served = _made_or_shown(place)
    papers = [*place.others, *(paper for inner in place.folders for paper in _papers(inner, depth + 1))]
    others = [path for path in papers if not _is_pdf(path) or stem_of(path.name) not in served]
    below = all(_is_pdf(path) and path.parent != folder for path in others)  # figures that it does not show yet
    if len(place.documents) == 1 and below:
        yield folder
        return
    yield from (*place.documents, *others)


def _is_pdf(path: Path) -> bool:
    return path.suffix.lower() == ".pdf"


def _made_or_shown(place: _Place) -> set[str]:
    """Stems of the sources, which a PDF of that name is made from, and of the pictures that documents show."""
    sources = [*place.documents, *(path for path in place.others if not _is_pdf(path))]
    shown = [name for path in place.documents for name in _SHOWN.findall(_beginning(path).decode("utf-8", "replace"))]
    return {stem_of(path.name) for path in sources} | {stem_of(PurePosixPath(name.strip()).name) for name in shown}


def _look(folder: Path) -> _Place:
    place = _Place([], [], [])
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(entry.path)
        if entry.name.startswith((".", "__MACOSX")) or entry.is_symlink():
            continue
        if entry.is_dir():
            place.folders.append(path)
        elif is_latex(path):
            if _is_document(path):
                place.documents.append(path)
        elif entry.is_file() and path.suffix.lower() not in _SERVING.split():
            place.others.append(path)
    return place


def _is_document(path: Path) -> bool:
    return _DOCUMENT.search(_beginning(path)) is not None


def _beginning(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_LOOK_AT)
