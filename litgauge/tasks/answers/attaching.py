"""Files attached to answers: those of their tasks' folders, and those that their texts name."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from litgauge.tasks.answers.attached import AttachedFile, FilePaths, NoFile, relative_path
from litgauge.tasks.answers.files import AnswerFile
from litgauge.tasks.answers.folders import FolderPlan, by_folder
from litgauge.tasks.answers.named_files import looks_like_file, named_files
from litgauge.tasks.text import user_files

Keep = Callable[[bytes], object]
"""Stores bytes under their hash."""

_SHOWN = 10  # names in a line about one answer


@dataclass(frozen=True, slots=True)
class Attachments:
    """The files of one answer, and lines for a person on names in its text."""

    files: tuple[AttachedFile, ...]
    folders: tuple[str, ...]  # that names may start from, that of the answer's own file first
    absent: str = ""  # names of files that are not there
    elsewhere: str = ""  # names that mean files at other places


@dataclass
class Attaching:
    """Attaches the files of a run's folder to its answers."""

    plan: FolderPlan
    sources: Mapping[str, str]  # the file that each answer stands in, by task
    files: Mapping[str, AnswerFile]  # that hold no answer, by name
    keep: Keep | None  # stores the bytes of members of archives
    _attached: dict[str, AttachedFile] = field(default_factory=dict)  # by path; named from the run's folder

    @classmethod
    def of(cls, plan: FolderPlan, sources: Mapping[str, str], keep: Keep | None) -> Attaching:
        """Return what attaches all files of the plan that hold no answer."""
        answers = {*sources.values(), *(folder.answer.name for folder in plan.folders.values() if folder.answer)}
        return cls(plan, sources, {file.name: file for file in plan.files if file.name not in answers}, keep)

    def __post_init__(self) -> None:
        self._paths = FilePaths(self.files)
        self._loose = [file.name for file in self.plan.loose if file.name in self.files]

    def attach(self, task: str, text: str) -> Attachments:
        """Return the files of the answer to a task."""
        start = posixpath.dirname(self.sources[task])
        homes = self._homes(task, self.sources[task])
        inside = [file.name for home in homes for file in self.plan.folders[home].files if file.name in self.files]
        folders = tuple(dict.fromkeys((start, *homes, *_above(start))))
        found, near = dict.fromkeys(inside), {*inside, *self._loose}
        absent, elsewhere = [], []
        for target in named_files(text):
            place = self._paths.find(target, folders, near)
            if not isinstance(place, NoFile):
                found[place.path] = None
                if not place.as_written:
                    elsewhere.append(f"{target} is {place.path}")
            elif looks_like_file(target) and place.reason != "address":
                absent.append(target if place.reason == "absent" else f"{target} ({place.detail})")
        files = (self._described(path) for path in sorted(found))
        return Attachments(
            tuple(
                replace(file, name=relative_path(file.name, start), of_another=file.name not in near) for file in files
            ),
            folders,
            _joined(absent),
            _joined(elsewhere),
        )

    def _homes(self, task: str, own: str) -> list[str]:
        """The folder of the task that the answer lies in; else those nearest to it that hold no answer themselves."""
        folders = self.plan.of(task)
        if around := [folder.path for folder in folders if own.startswith(f"{folder.path}/")]:
            return [max(around, key=len)]
        distances = {folder.path: _distance(own, folder.path) for folder in folders if folder.answer is None}
        return sorted(path for path, distance in distances.items() if distance == min(distances.values()))

    def is_attached(self, name: str) -> bool:
        """Return whether a file belongs to an answer."""
        return name in self._attached

    def unattached(self, except_for: Collection[str]) -> list[str]:
        """Return a line for each folder with files that belong to no answer."""
        return by_folder(name for name in self.files if name not in self._attached and name not in except_for)

    def _described(self, path: str) -> AttachedFile:
        if path not in self._attached:
            file = self.files[path]
            self._attached[path] = AttachedFile(path, "" if _is_stand_in(file) else self._digest(file), file.size)
        return self._attached[path]

    def _digest(self, file: AnswerFile) -> str:
        if file.member and self.keep is not None:
            data = file.path.read_bytes()
            self.keep(data)
            return hashlib.sha256(data).hexdigest()
        with file.path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_stand_in(file: AnswerFile) -> bool:
    """Return whether a file is larger than what is kept, so that an empty one of its size may lie in its place."""
    return file.size > user_files.LARGEST


def _distance(file: str, folder: str) -> int:
    """Return how many folders one goes up from a file until another folder is below."""
    return relative_path(folder, posixpath.dirname(file)).count("../")


def _above(folder: str) -> Iterator[str]:
    while folder:
        folder = posixpath.dirname(folder)
        yield folder


def _joined(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
