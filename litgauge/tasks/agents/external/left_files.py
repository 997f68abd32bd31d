"""Files of an external program's answer, in a folder or within JSON."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import stat
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from litgauge.tasks.agents.external.task_json import answer_in
from litgauge.tasks.agents.outcome import AgentAnswer, WrittenFile
from litgauge.tasks.answers.files import AnswerFile, Kind
from litgauge.tasks.answers.folders import answer_of, is_usual
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.secrets import redacted, redacted_bytes
from litgauge.tasks.text.encodings import file_text
from litgauge.tasks.text.user_files import read_inside

KeepFile = Callable[[bytes], Awaitable[str]]
"""Stores bytes, and returns their sha256."""
ReadFile = Callable[[str, str], Awaitable[bytes]]
"""Returns the bytes with a sha256; the second is the file's name, for messages."""

_KINDS: tuple[Kind, ...] = ("text", "page")
_SHOWN = 5
_OTHER_FORMS = ("url", "href", "path", "uri", "file")


@dataclass(frozen=True, slots=True)
class LeftFile:
    """One file: its name, and the digest under which its bytes are stored."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class LeftFiles:
    """The files of an answer as recorded by a call."""

    files: tuple[LeftFile, ...] = ()
    own: str = ""  # name of the file with the answer; "" if the answer is elsewhere
    certain: bool = False  # whether the name makes it certain
    over: str = ""  # the exceeded limit; then no file is recorded
    left_out: tuple[str, ...] = ()  # names of links, pipes and unreadable files

    def digest_of(self, name: str) -> str:
        """Return the sha256 of the file with this name."""
        return next(file.sha256 for file in self.files if file.name == name)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> LeftFiles:
        """Return the files from a record."""
        files = tuple(LeftFile(**file) for file in record["files"])
        return cls(**{**record, "files": files, "left_out": tuple(record["left_out"])})


async def take_files(folder: Path, task_id: str, most: int, most_bytes: int, keep: KeepFile) -> LeftFiles:
    """Store and return the files in a program's folder; hidden ones are ignored, links are not followed.

    Above `most` files or `most_bytes`, none is stored.
    """
    names, left_out = [], []
    total = 0
    for name, size in _entries(folder, ""):
        if size is None:
            left_out.append(name)
            continue
        names.append(name)
        total += size
        if len(names) > most:
            return LeftFiles(over=f"it left more than {most:,} files")
        if total > most_bytes:
            return LeftFiles(over=f"the files that it left have more than {most_bytes:,} bytes")
    files = []
    for name in names:
        try:
            data = await asyncio.to_thread(read_inside, folder, name, most_bytes)
        except (UnusableInput, OSError):
            left_out.append(name)
        else:
            files.append(await kept_file(name, data, keep))
    readable = [AnswerFile(folder / name, redacted(name)) for name in names if name not in left_out]
    own = await asyncio.to_thread(answer_of, readable, task_id, _KINDS)
    certain = own is not None and is_usual(own.name, task_id)
    return LeftFiles(tuple(files), own.name if own else "", certain, "", tuple(map(redacted, left_out)))


async def kept_file(name: str, data: bytes, keep: KeepFile) -> LeftFile:
    """Store a file of an answer, without secrets in its name and its bytes."""
    data = await asyncio.to_thread(redacted_bytes, data)
    return LeftFile(redacted(name), await keep(data), len(data))


async def with_left_files(answer: AgentAnswer, left_files: LeftFiles, read: ReadFile) -> AgentAnswer:
    """Return an answer with its files; the one that by its name is the answer replaces its text."""
    if left_files.over:
        return AgentAnswer("", "output-limit", left_files.over)
    shown = ", ".join(left_files.left_out[:_SHOWN]) + (", …" if len(left_files.left_out) > _SHOWN else "")
    detail = f"what it left is no file that can be read: {shown}" if shown else ""
    own = left_files.own if left_files.certain or answer.outcome == "no-answer" else ""
    text = answer_in(file_text(await read(left_files.digest_of(own), own)) or "") if own else ""
    if text:
        answer = AgentAnswer(text, name="" if own.endswith(".json") else own)
    elif answer.outcome == "no-answer":
        return answer
    files = [
        WrittenFile(file.name, await read(file.sha256, file.name)) for file in left_files.files if file.name != own
    ]
    return replace(answer, detail=detail, files=tuple(files))


def files_in(entries: Any) -> list[WrittenFile]:
    """Return the files in a list of {"name", "media_type", "data": base64}. Raises ValueError with the fault.

    >>> files_in([{"name": "a.png", "data": "iVBORw=="}])
    [WrittenFile(name='a.png', data=b'\\x89PNG')]
    >>> files_in([{"name": "a.png", "url": "https://a.example/a.png"}])
    Traceback (most recent call last):
    ...
    ValueError: files[0] has a url: only data in base64 is taken
    """
    if not isinstance(entries, list):
        raise ValueError("files is no list")
    files = []
    for number, entry in enumerate(entries):
        try:
            files.append(_file_in(entry))
        except ValueError as error:
            raise ValueError(f"files[{number}] {error}") from None
    return files


def _file_in(entry: Any) -> WrittenFile:
    """Return one file. Raises ValueError with its fault."""
    if not isinstance(entry, dict):
        raise ValueError("is no object with name and data")
    name, data = entry.get("name"), entry.get("data")
    if not isinstance(name, str) or not name:
        raise ValueError("has no name")
    if data is None:
        other = next((form for form in _OTHER_FORMS if form in entry), "")
        raise ValueError(f"has a {other}: only data in base64 is taken" if other else "has no data")
    if not isinstance(data, str):
        raise ValueError("has data that is no text in base64")
    try:
        return WrittenFile(name, base64.b64decode("".join(data.split()), validate=True))
    except (binascii.Error, ValueError):
        raise ValueError("has data that is no base64") from None


def _entries(folder: Path, above: str) -> Iterator[tuple[str, int | None]]:
    """Yield everything below a folder that is not hidden, by name, with its size; None if it is no regular file."""
    waiting = [above]
    while waiting:
        at = waiting.pop()
        try:
            with os.scandir(folder / at) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError:
            yield at, None
            continue
        for entry in entries:
            name = f"{at}/{entry.name}" if at else entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(name)
            else:
                state = entry.stat(follow_symlinks=False)
                yield name, state.st_size if stat.S_ISREG(state.st_mode) else None
