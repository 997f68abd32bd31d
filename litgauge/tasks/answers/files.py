"""The files of an agent's answers: folders, archives and single files, and the text of each."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from litgauge.tasks.answers.archives import ARCHIVES, unpack
from litgauge.tasks.text.encodings import file_text
from litgauge.tasks.text.user_files import LeftOut, files_of

Kind = Literal["text", "JSON", "JSON lines", "table", "run", "outline", "page"]

KINDS: Mapping[Kind, tuple[str, ...]] = {
    "text": (".md", ".markdown", ".txt"),
    "JSON": (".json",),
    "JSON lines": (".jsonl", ".ndjson"),
    "table": (".csv", ".tsv"),
    "run": (".run", ".trec", ".res"),
    "outline": (".yaml", ".yml", ".xml", ".html", ".htm", ".mmd", ".mermaid"),
    "page": (".mdx", ".html", ".htm", ".xhtml", ".mhtml", ".mht"),
}
"""Kinds of files that hold answers, by suffix. A benchmark says which of them may hold one answer alone; a suffix of
several kinds is of the one that it names."""

LARGEST = 64 * 1024 * 1024
"""Bytes of one file of answers, or of one line of a file that is read line by line."""


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """A file that may hold answers."""

    path: Path  # where its bytes are
    name: str  # how messages call it: "novel.md", "runs/novel.md", "runs.zip/novel.md"
    member: bool = False  # of an archive, so that its bytes are in no file of the run's folder
    chosen: bool = False  # as the answer of the folder that is named by its task

    @property
    def suffix(self) -> str:
        """The suffix in small letters, with its full stop."""
        return self.path.suffix.lower()

    @property
    def kind(self) -> Kind | None:
        """The kind of file by its suffix; None if it is none that holds answers."""
        return self.kind_among(tuple(KINDS))

    def kind_among(self, kinds: Sequence[Kind]) -> Kind | None:
        """The first of these kinds that has the file's suffix; None if none has."""
        return next((kind for kind in kinds if self.suffix in KINDS[kind]), None)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.path.stat().st_size

    @property
    def too_large(self) -> bool:
        """Return whether it has more than `LARGEST` bytes."""
        return self.size > LARGEST

    @property
    def size_refusal(self) -> str:
        """The reason why a file that is too large is not read."""
        return f"the file has {self.size:,} bytes, and no more than {LARGEST:,} are read"

    def text(self) -> str | None:
        """The whole text, in whatever encoding (`file_text`); None if the file holds no text."""
        return file_text(self.path.read_bytes())


@dataclass(frozen=True, slots=True)
class AnswerFolder:
    """Files of a folder of answers, archives unpacked."""

    files: tuple[AnswerFile, ...]
    ignored: tuple[LeftOut, ...] = ()  # links, pipes, archives in archives
    broken: tuple[LeftOut, ...] = ()  # archives that cannot be read


@contextlib.contextmanager
def answer_files(folder: Path) -> Iterator[AnswerFolder]:
    """The files of a folder, or the single file, by name; archives are unpacked while the block runs.

    Hidden files are left out. Raises UnusableInput if a link leads outside, or an archive holds more than is unpacked.
    """
    if folder.is_dir():
        listing = files_of(folder)
        files = [AnswerFile(folder / name, name) for name in listing.names]
        ignored = [*listing.left_out]
    elif folder.is_file():
        files, ignored = [AnswerFile(folder, folder.name)], []
    else:
        files, ignored = [], [LeftOut(folder.name, "no regular file")]
    with contextlib.ExitStack() as stack:
        opened = [_unpacked(file, stack) if is_archive(file) else AnswerFolder((file,)) for file in files]
        yield AnswerFolder(
            tuple(file for one in opened for file in one.files),
            (*ignored, *(entry for one in opened for entry in one.ignored)),
            tuple(entry for one in opened for entry in one.broken),
        )


def is_archive(file: AnswerFile) -> bool:
    """Return whether the name is one of an archive that is unpacked."""
    return file.path.name.lower().endswith(ARCHIVES)


def agent_folder(folder: Path, agent: str) -> Path:
    """The folder inside that is named like the agent (also in `reports/`), else the folder itself."""
    for place in (folder / agent, folder / "reports" / agent):
        if agent and place.is_dir() and place.resolve().is_relative_to(folder.resolve()):
            return place
    return folder


def _unpacked(archive: AnswerFile, stack: contextlib.ExitStack) -> AnswerFolder:
    place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="litgauge-archive-")))
    if why := unpack(archive.path, place, archive.name):
        return AnswerFolder((), broken=(LeftOut(archive.name, why),))
    listing = files_of(place)
    found = [AnswerFile(place / name, f"{archive.name}/{name}", member=True) for name in listing.names]
    inner = tuple(LeftOut(file.name, "an archive in an archive") for file in found if is_archive(file))
    left_out = tuple(replace(one, name=f"{archive.name}/{one.name}") for one in listing.left_out)
    return AnswerFolder(tuple(file for file in found if not is_archive(file)), (*left_out, *inner))
