"""Folders of tasks: which of their files is the answer, and which files belong to an answer."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from litgauge.tasks.answers.files import AnswerFile, Kind
from litgauge.tasks.answers.names import TaskNames, folded_name

_USUAL = ("report", "answer", "final", "response", "article", "paper", "output", "result", "index", "main", "readme")
_BESIDE = frozenset({"md", "v1", "v2", "v3", "en", "zh", "with", "figures", "the", "full", "generated"})
_WEAK = (".txt", ".html", ".htm", ".xhtml", ".json", ".xml")  # no report without a usual name, if there is another
_SPLIT = re.compile(r"[^a-z0-9]+")

_Rank = tuple[bool, int, int, int, int]


@dataclass
class TaskFolder:
    """A folder that is named by a task."""

    task: str
    path: str  # in the run's folder
    files: list[AnswerFile] = field(default_factory=list)
    answer: AnswerFile | None = None  # the file that is the answer
    why: str = ""  # it was taken before `others`
    others: tuple[AnswerFile, ...] = ()  # that might have been it as well


@dataclass(frozen=True)
class FolderPlan:
    """The files of a run, by the folders of tasks that they lie in."""

    folders: Mapping[str, TaskFolder]  # by path
    loose: tuple[AnswerFile, ...]  # in no folder of a task

    @property
    def files(self) -> Iterator[AnswerFile]:
        """Yield all files."""
        yield from self.loose
        for folder in self.folders.values():
            yield from folder.files

    @property
    def doubles(self) -> list[str]:
        """Return a line for each folder with several files that might be the answer."""
        lines = []
        for folder in self.folders.values():
            if folder.answer and folder.others:
                others = ", ".join(file.name for file in folder.others)
                lines.append(f"{folder.task}: {folder.answer.name} taken ({folder.why}), not {others}")
        return lines

    def of(self, task: str) -> list[TaskFolder]:
        """Return the folders that are named by a task."""
        return [folder for folder in self.folders.values() if folder.task == task]


def plan_folders(files: Iterable[AnswerFile], names: TaskNames, kinds: Sequence[Kind]) -> FolderPlan:
    """Return which files lie in folders of tasks, and of each such folder the file that is the answer, if one is.

    `kinds` are those of files that may be one answer, the most usual first.
    """
    tasks: dict[str, tuple[str, str] | None] = {"": None}
    folders: dict[str, TaskFolder] = {}
    loose = []
    for file in files:
        place = _task_folder(posixpath.dirname(file.name), names, tasks)
        if place is None:
            loose.append(file)
        else:
            path, task = place
            folders.setdefault(path, TaskFolder(task, path)).files.append(file)
    for folder in folders.values():
        _choose(folder, kinds)
    return FolderPlan(folders, tuple(loose))


def _task_folder(path: str, names: TaskNames, known: dict[str, tuple[str, str] | None]) -> tuple[str, str] | None:
    """The nearest folder above a file that is named by a task, with the task."""
    below = []
    while path not in known:
        if task := names.find(posixpath.basename(path)):
            known[path] = (path, task)
            break
        below.append(path)
        path = posixpath.dirname(path)
    known.update(dict.fromkeys(below, known[path]))
    return known[path]


def _choose(folder: TaskFolder, kinds: Sequence[Kind]) -> None:
    """Set the folder's answer: by its name, its depth, its kind, its size; a file that says something before others."""
    ranked = sorted(
        (_rank(file, folder, kinds), file.name, file) for file in folder.files if file.kind_among((*kinds, "JSON"))
    )
    ranked = [entry for entry in ranked if entry[2].suffix != ".json" or not entry[0][0]]
    level = [entry for entry in ranked if entry[0][:2] == ranked[0][0][:2]]
    if not level:
        return
    says = (entry for entry in level if entry[2].too_large or (entry[2].text() or "").strip())
    chosen = next(says, level[0])
    folder.answer = chosen[2]
    rivals = [entry for entry in level if entry is not chosen and (entry[0][2] < len(_USUAL) or not chosen[0][0])]
    folder.others = tuple(file for _, _, file in rivals)
    if rivals:
        folder.why = (
            "others say nothing" if chosen is not level[0] else _why(chosen[0], [rank for rank, _, _ in rivals])
        )


def answer_of(files: Iterable[AnswerFile], task: str, kinds: Sequence[Kind]) -> AnswerFile | None:
    """Return the one of these files, all of one task's folder, that is the answer; None if none is."""
    folder = TaskFolder(task, "", list(files))
    _choose(folder, kinds)
    return folder.answer


def is_usual(name: str, task: str = "") -> bool:
    """Return whether a file has a name that reports have, or that of its task.

    >>> is_usual("out/Final_Report.md"), is_usual("000001.md", "000001"), is_usual("notes.md")
    (True, True, False)
    """
    return _usual(PurePosixPath(name).stem, task) < len(_USUAL)


def is_named_as_report(name: str) -> bool:
    """Return whether a file may be meant as a report whatever its folder is named: by its name, or by its suffix.

    >>> [is_named_as_report(name) for name in ("owls.md", "index.html", "charts/chart-1.html", "notes.txt")]
    [True, True, False, False]
    """
    return PurePosixPath(name).suffix.lower() not in _WEAK or is_usual(name)


def _rank(file: AnswerFile, folder: TaskFolder, kinds: Sequence[Kind]) -> _Rank:
    """Return how unlikely the file is the report: by its name, depth, and places among names, kinds and sizes."""
    usual = _usual(file.path.stem, folder.task, posixpath.basename(folder.path))
    kind = file.kind_among(kinds)
    weak = usual == len(_USUAL) and file.suffix in _WEAK
    depth = file.name.count("/") - folder.path.count("/")
    return weak, depth, usual, kinds.index(kind) if kind else len(kinds), -file.size


def _usual(stem: str, *own: str) -> int:
    """The place of a file's name among those that reports have; -1 if it is named like its own folder or task."""
    folded = folded_name(stem)
    if folded and folded in map(folded_name, own):
        return -1
    words = [word for word in _SPLIT.split(folded) if word]
    places = [_USUAL.index(word) for word in words if word in _USUAL]
    others = [word for word in words if word not in _USUAL and word not in _BESIDE and not word.isdigit()]
    return min(places) if places and not others else len(_USUAL)


def _why(taken: _Rank, others: Sequence[_Rank]) -> str:
    if all(rank[2] != taken[2] for rank in others):
        return "by its name"
    return "by its kind" if all(rank[3] != taken[3] for rank in others) else "by its size"


def by_folder(names: Iterable[str], shown: int = 3) -> list[str]:
    """Return a line for each folder with files of these names: how many, and the first of them.

    >>> by_folder(["a/1.png", "a/2.png", "b.png"])
    ['a/: 2 files (1.png, 2.png)', 'b.png']
    """
    folders: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        folder, _, base = name.rpartition("/")
        folders[folder].append(base)
    lines = []
    for folder, bases in folders.items():
        if len(bases) == 1:
            lines.append(posixpath.join(folder, bases[0]))
        else:
            more = ", …" if len(bases) > shown else ""
            lines.append(f"{folder or '.'}/: {len(bases):,} files ({', '.join(bases[:shown])}{more})")
    return lines
