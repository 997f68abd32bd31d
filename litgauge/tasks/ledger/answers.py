"""Storage of an agent's answers: every file under its hash, so that the user's folder is not needed again."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.answers.files import agent_folder
from litgauge.tasks.base.errors import DamagedFile, LitgaugeError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import AnswerFile, Table, row_digest
from litgauge.tasks.text.user_files import LARGEST, TooLarge, files_of, read_inside

_LONGEST_STAND_IN = 2**40  # bytes, of a file without content

ANSWERS = Table(
    "answers",
    AnswerFile,
    "one file of an agent's answers, of whatever kind",
    key=("path",),
)


@dataclass(frozen=True)
class KeptAnswers:
    """Stored files of a folder, and the files left out, with the reason."""

    files: tuple[AnswerFile, ...]
    left_out: tuple[str, ...]


def keep_answers(
    storage: Storage, folder: Path, agent: str = "", beside: Iterable[str] = (), under: str = ""
) -> KeptAnswers:
    """Store every file of a folder, or the one file, under its hash; hidden files are skipped.

    Of a file larger than `LARGEST` only name and size are stored. If the folder has a subfolder named like the agent
    (also in `reports/`), only that is stored. `beside` names the files that belong to a single file, from its folder.
    `under` names a folder that all of them are kept in.
    Raises UnusableInput if there is no such folder, or if a link in it leads outside.
    """
    if not folder.exists():
        raise UnusableInput("no such folder of reports", where=str(folder), next_step="Check the path")
    files = []
    entries, left_out = _list_files(agent_folder(folder, agent), beside)
    for listed, root, inside in entries:
        name = f"{under}/{listed}" if under else listed
        try:
            data = read_inside(root, inside, LARGEST)
        except TooLarge as error:  # remembered without its bytes: that we do not read it is not the agent's failure
            files.append(AnswerFile(name, "", error.size, ""))
            continue
        except UnusableInput as error:
            left_out.append(f"{name}: {error.what}")
            continue
        blob = storage.keep_blob(data)
        files.append(AnswerFile(name, blob.rsplit("/", 1)[-1], len(data), blob))
    if left_out and not files:
        raise UnusableInput(f"nothing here can be kept: {'; '.join(left_out)}", where=str(folder))
    return KeptAnswers(tuple(files), tuple(left_out))


def answers_digest(files: Iterable[AnswerFile]) -> str:
    """Return the sha256 (hex) over the names and bytes of the files, independent of their order."""
    return row_digest(*sorted((file.path, file.sha256 or str(file.size)) for file in files))


@contextlib.contextmanager
def restored_answers(storage: Storage, files: Sequence[AnswerFile]) -> Iterator[Path]:
    """Yield a temporary folder with the stored files. Raises DamagedFile if one is missing or was changed.

    A file that was too large is replaced by an empty one of its size, so that it is refused again.
    """
    with tempfile.TemporaryDirectory(prefix="litgauge-answers-") as name:
        folder = Path(name).resolve()
        for file in files:
            target = (folder / file.path).resolve()
            if not target.is_relative_to(folder):
                raise LitgaugeError("this is no path inside a folder", where=file.path, data="Nothing was scored")
            target.parent.mkdir(parents=True, exist_ok=True)
            if not file.blob:
                with target.open("wb") as stand_in:
                    stand_in.truncate(min(file.size, _LONGEST_STAND_IN))
                continue
            try:
                target.write_bytes(storage.read_checked(file.blob))
            except DamagedFile as damage:
                raise DamagedFile(
                    damage.path,
                    f"{file.path}, a file of the agent's answers, is lost: {damage.what}",
                    where=damage.where,
                    data="Nothing was scored",
                    next_step="Score the agent's folder again: this stores it",
                ) from None
        yield folder


def _list_files(folder: Path, beside: Iterable[str]) -> tuple[list[tuple[str, Path, str]], list[str]]:
    """Return the files that are not hidden (name, folder that links must not leave, path in it), and the left-out ones.

    A single file is the one that the user named, wherever a link of that name leads.
    """
    if not folder.is_dir():
        file = folder.resolve()
        sidecars = [(name, folder.parent, name) for name in beside]
        return [(folder.name, file.parent, file.name), *sidecars], []
    listing = files_of(folder)
    left_out = [f"{entry.name}: {entry.why}" for entry in listing.left_out]
    return [(name, folder, name) for name in listing.names], left_out
