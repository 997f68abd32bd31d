"""Taxonomies as folders (section 2.3): a topic is a folder, a paper a text file in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from tasks.benchmarks.taxobench.published import GivenPaper
from tasks.benchmarks.taxobench.release_rows import TaxoRows
from tasks.benchmarks.taxobench.release_tables import Item
from tasks.benchmarks.taxobench.trees import Tree, TreeBuilder
from tasks.errors import UnusableInput

_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_LONGEST = 180  # bytes of a file name that every file system takes
_SUFFIXES = (".txt", ".md", ".pdf")


def folder_items(place: Path) -> Iterator[Item]:
    """One survey a folder in `place`, its papers' titles the names of the files, or the first line where one is text.

    Raises UnusableInput if there is no survey, or one without papers.
    """
    surveys = sorted(folder for folder in place.iterdir() if folder.is_dir() and not folder.name.startswith("."))
    if not surveys:
        raise UnusableInput("there is no taxonomy in it", where=str(place), next_step="Give a folder for each survey")
    for number, folder in enumerate(surveys, start=1):
        tree, papers = _read(folder)
        if not papers:
            raise UnusableInput("the survey has no paper", where=str(folder), next_step="A paper is a text file")
        yield Item(f"survey-{number}", folder.name, "reviewed", papers, tree)


def _read(folder: Path) -> tuple[Tree, list[GivenPaper]]:
    builder, papers = TreeBuilder(), []
    nodes: dict[str, int] = {}
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(at)
        nodes[at] = builder.add(here.name, nodes[str(here.parent)] if at != str(folder) else -1)
        for name in sorted(files):
            file = here / name
            if file.suffix.lower() in _SUFFIXES and not name.startswith(".") and not file.is_symlink():
                paper = _paper(file)
                papers.append(paper)
                builder.place(paper.title, nodes[at])
    return builder.build(), papers


def _paper(file: Path) -> GivenPaper:
    """The title in the first line and the abstract below it; the name of the file where there is no text."""
    text = "" if file.suffix.lower() == ".pdf" else file.read_text(encoding="utf-8", errors="replace").strip()
    title, _, abstract = text.partition("\n")
    return GivenPaper(" ".join(title.split()) or file.stem, " ".join(abstract.split()))


def write_folders(release: TaxoRows, to: Path) -> int:
    """Every taxonomy of a release as folders below `to`; the number of papers written.

    A name that a file system does not take is shortened and cleaned, and made unique; the title itself is the first
    line of the file.
    """
    count = 0
    for survey_id, tree in release.trees.items():
        abstracts = {paper.title: paper.abstract for paper in release.papers.get(survey_id, ())}
        places: list[Path] = []
        for node, name in enumerate(tree.names):
            above = places[tree.parents[node]] if node else to
            places.append(_free(above, name or f"topic {node}", ""))
            places[-1].mkdir(parents=True)
        for placed in tree.papers:
            file = _free(places[placed.node], placed.title, ".txt")
            file.write_text(f"{placed.title}\n{abstracts.get(placed.title, '')}\n", encoding="utf-8")
            count += 1
    return count


def _free(folder: Path, name: str, suffix: str) -> Path:
    plain = _NOT_IN_NAMES.sub(" ", name).strip(" .") or "unnamed"
    short = plain.encode()[:_LONGEST].decode(errors="ignore").strip()
    found, number = folder / f"{short}{suffix}", 2
    while found.exists():
        found, number = folder / f"{short} ({number}){suffix}", number + 1
    return found
