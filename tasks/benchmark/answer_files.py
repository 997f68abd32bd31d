"""An agent's answers as they lie in a folder: its files, the rows of JSON lines, and what the agent took part in."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tasks.base.errors import UnusableInput
from tasks.benchmark.answers import AnswerFolder
from tasks.reports.ingest.report_files import LARGEST
from tasks.text.encodings import json_without_halves, marked_encoding, without_halves

Task = TypeVar("Task")

_SIGN = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")  # as UTF-8 has those beyond ASCII


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """A file that may hold answers."""

    path: Path
    name: str  # relative to the folder; bytes of it that are no UTF-8 are U+FFFD

    @property
    def suffix(self) -> str:
        """In small letters, with its full stop."""
        return self.path.suffix.lower()

    def text(self) -> str:
        """All of it: UTF-16 with a mark, UTF-8, or Windows' Latin where no bytes beyond ASCII look like UTF-8.

        What is none of the encoding becomes U+FFFD.
        """
        raw = self.path.read_bytes()
        likely = "utf-8" if raw.isascii() or _SIGN.search(raw) else "cp1252"
        return raw.decode(marked_encoding(raw) or likely, "replace")


def answer_files(folder: AnswerFolder) -> Iterator[AnswerFile]:
    """The files of a folder, or the one file, in the order of their names; hidden ones are left out.

    Raises UnusableInput for a file of more bytes than are read of reports: what it holds is not missing.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else [folder]:
        if path.name.startswith("."):
            continue
        if (size := path.stat().st_size) > LARGEST:
            raise UnusableInput(
                f"the file has {size:,} bytes, and no more than {LARGEST:,} are read",
                where=str(path),
                data="Nothing was scored",
                next_step="Write its answers into several files, one a task or JSON lines",
            )
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        yield AnswerFile(path, without_halves(name))


def folded_name(name: str) -> str:
    """The name of a task as it is looked for, however somebody or their file system wrote it.

    >>> folded_name(" Mo\u0308wen-Novel ")
    'möwen-novel'
    """
    return unicodedata.normalize("NFC", name.strip()).casefold()


def json_value(text: str, parse: Callable[[str], Any] = json.loads) -> Any:
    """What a text says as JSON; half a surrogate pair, which no file can hold, becomes U+FFFD.

    Raises ValueError and RecursionError.

    >>> json_value(r'{"title": "owls \\ud83e\\udd89 \\ud83e"}') == {"title": "owls \U0001f989 \ufffd"}
    True
    """
    return json_without_halves(parse(text), text)


def json_lines(
    text: str, name: str, broken: list[str], parse: Callable[[str], Any] = json.loads
) -> Iterator[tuple[str, Any]]:
    """Every line's place, "name:number", and `json_value`; lines that are no JSON are told in `broken`."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield f"{name}:{number}", json_value(line, parse)
            except (ValueError, RecursionError) as error:
                broken.append(f"{name}:{number}: no JSON ({error})")


def no_answer(folder: AnswerFolder, naming: str) -> UnusableInput:
    """That a folder answers no task at all; `naming` says how answers are named."""
    return UnusableInput(
        "no file here answers a task of the release", where=str(folder), next_step=f"Name the answers: {naming}"
    )


def taken_part(
    tasks: Sequence[Task], answered: Container[str], name: Callable[[Task], str], part: Callable[[Task], str]
) -> tuple[list[Task], dict[str, list[str]]]:
    """The tasks of those parts of a benchmark of which the agent answered any, and what is "missing" of them.

    The parts that it did not take part in are told, too, and nothing of them is missing.
    """
    parts = {part(task) for task in tasks if name(task) in answered}
    taken = [task for task in tasks if part(task) in parts]
    missing = [name(task) for task in taken if name(task) not in answered]
    return taken, {"missing": missing, "not taken part in": sorted({part(task) for task in tasks} - parts)}
