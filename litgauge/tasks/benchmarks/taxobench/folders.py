"""Taxonomies as folders (section 2.3): a topic is a folder, a paper a text file in it.

Names of files cannot say everything that a tree does: the order of topics, a slash in a name, a label before it was
cleaned. A hidden file in the folder of each survey says it, by the paths as they were written. What people renamed,
moved, added or removed counts as they left it; the rest is what it was.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.release_tables import Item
from litgauge.tasks.benchmarks.taxobench.trees import Tree, TreeBuilder, oddities

WRITTEN = ".taxonomy.json"
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_LONGEST = 180  # bytes of a file name that every file system takes
_SUFFIXES = (".txt", ".md", ".pdf")


@dataclass(frozen=True)
class _Written:
    """Contents of the hidden file of a survey: labels by the path of their folder, and the order of all names."""

    survey_id: str = ""
    topic: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    place: Mapping[str, int] = field(default_factory=dict)  # of a folder or file among its siblings
    places: Mapping[str, int] = field(default_factory=dict)  # of a title among the papers that agents are given

    def order(self, folder: Path, top: Path) -> Callable[[str], tuple[int, str]]:
        """A key that sorts names in a folder: as they were written, then what is new."""
        return lambda name: (self.place.get(_key((folder / name).relative_to(top)), len(self.place)), name)


def folder_items(place: Path) -> Iterator[Item]:
    """One survey a folder in `place`, its papers' titles the first lines of the files, or their names.

    Raises UnusableInput if there is no survey, or one without papers, or two folders are the same survey.
    """
    surveys = sorted(folder for folder in place.iterdir() if folder.is_dir() and not folder.name.startswith("."))
    if not surveys:
        raise UnusableInput("there is no taxonomy in it", where=str(place), next_step="Give a folder for each survey")
    survey_ids: set[str] = set()
    for number, folder in enumerate(surveys, start=1):
        item = folder_item(folder, f"survey-{number}")
        if item is None:
            raise UnusableInput("the survey has no paper", where=str(folder), next_step="A paper is a text file")
        if item.survey_id in survey_ids:
            raise UnusableInput(
                f"it is {item.survey_id}, as another folder is",
                where=str(folder),
                next_step=f"Remove {WRITTEN} from one of them",
            )
        survey_ids.add(item.survey_id)
        yield item


def folder_item(folder: Path, name: str = "") -> Item | None:
    """Return the survey in one folder, under the name that was written with it, else `name`; None without a paper."""
    written = _written(folder)
    tree, papers = _read(folder, written)
    if not papers:
        return None
    topic = written.topic or folder.name
    return Item(written.survey_id or name or folder.name, topic, "reviewed", papers, tree, tuple(oddities(tree)))


def _written(folder: Path) -> _Written:
    """Return the contents of the hidden file; empty if there is none, or it holds something else."""
    try:
        value = json.loads((folder / WRITTEN).read_text(encoding="utf-8"))
        topics = [(str(path), str(label)) for path, label in value["topics"]]
        papers = [str(path) for path in value["papers"]]
        titles = [str(title) for title in value["given"]]
        return _Written(
            str(value["survey_id"]),
            str(value["topic"]),
            {_key(Path(path)): label for path, label in topics},
            {_key(Path(path)): at for at, path in enumerate([*(path for path, _ in topics), *papers])},
            {title: at for at, title in enumerate(titles)},
        )
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return _Written()


def _read(folder: Path, written: _Written) -> tuple[Tree, list[GivenPaper]]:
    builder, papers = TreeBuilder(), dict[str, GivenPaper]()
    nodes: dict[str, int] = {}
    for at, folders, files in os.walk(folder):
        path = Path(at)
        order = written.order(path, folder)
        folders[:] = sorted((name for name in folders if not name.startswith(".")), key=order)
        label = written.labels.get(_key(path.relative_to(folder)), path.name)
        nodes[at] = builder.add(label, nodes[str(path.parent)] if at != str(folder) else -1)
        for name in sorted(files, key=order):
            file = path / name
            if file.suffix.lower() in _SUFFIXES and not name.startswith(".") and not file.is_symlink():
                paper = _paper(file)
                papers.setdefault(paper.title, paper)
                builder.place(paper.title, nodes[at])
    return builder.build(), sorted(papers.values(), key=lambda paper: written.places.get(paper.title, len(papers)))


def _key(path: Path) -> str:
    """A path in one Unicode form, as some systems return names with decomposed accents."""
    return unicodedata.normalize("NFC", path.as_posix())


def _paper(file: Path) -> GivenPaper:
    """Return the title in the first line and the abstract below it; the name of the file where there is no text."""
    text = "" if file.suffix.lower() == ".pdf" else file.read_text(encoding="utf-8", errors="replace").strip()
    title, _, abstract = text.partition("\n")
    return GivenPaper(" ".join(title.split()) or file.stem, " ".join(abstract.split()))


def write_folders(release: TaxoRows, to: Path) -> int:
    """Every taxonomy of a release as folders below `to`; the number of papers written.

    A name that a file system does not take is shortened and cleaned, and made unique; the title itself is the first
    line of the file. Papers that are given and stand nowhere in the tree are not written.
    """
    to.mkdir(parents=True, exist_ok=True)
    return sum(_write(release, survey_id, to) for survey_id in release.trees)


def _write(release: TaxoRows, survey_id: str, to: Path) -> int:
    tree, papers = release.trees[survey_id], release.papers.get(survey_id, ())
    abstracts = {paper.title: paper.abstract for paper in papers}
    places: list[Path] = []
    for node, name in enumerate(tree.names):
        places.append(_free(places[tree.parents[node]] if node else to, name or f"topic {node}", ""))
        places[-1].mkdir()
    files = []
    for placed in tree.papers:
        files.append(_free(places[placed.node], placed.title, ".txt"))
        files[-1].write_text(f"{placed.title}\n{abstracts.get(placed.title, '')}\n", encoding="utf-8")
    top = places[0]
    contents: dict[str, Any] = {
        "survey_id": survey_id,
        "topic": release.surveys[survey_id].topic,
        "topics": [
            (place.relative_to(top).as_posix(), label)
            for place, label in zip(places, release.labels[survey_id], strict=True)
        ],
        "papers": [file.relative_to(top).as_posix() for file in files],
        "given": [paper.title for paper in papers],
    }
    (top / WRITTEN).write_text(json.dumps(contents, ensure_ascii=False, indent=1), encoding="utf-8")
    return len(files)


def _free(folder: Path, name: str, suffix: str) -> Path:
    plain = _NOT_IN_NAMES.sub(" ", name).strip(" .") or "unnamed"
    short = plain.encode()[:_LONGEST].decode(errors="ignore").strip()
    path, number = folder / f"{short}{suffix}", 2
    while path.exists():
        path, number = folder / f"{short} ({number}){suffix}", number + 1
    return path
