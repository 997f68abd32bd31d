"""Files under one storage URL (`data/`, `s3://…`): read, write once, create exclusively.

Nothing is ever changed in place and renames are not relied on. Locally a file appears whole, by a
hard link; on object stores by a put that fails if the name is taken (If-None-Match).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import socket
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from fsspec.implementations.local import LocalFileSystem

from tasks.engine.places import file_system_of
from tasks.errors import StorageError

_TEMPORARY = "tmp"
_YOUNG_S = 3600.0  # a remote file younger than this is not written again to make it young


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as a listing shows it."""

    path: str
    bytes: int
    modified: float  # seconds since 1970


class Storage:
    """A storage root; paths are relative to it and use `/`. UnusableInput if it cannot be one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._fs, self._root = file_system_of(url)
        self._local = isinstance(self._fs, LocalFileSystem)

    def __reduce__(self) -> tuple[type[Storage], tuple[str]]:
        return type(self), (self.url,)

    def locate(self, path: str) -> str:
        """The full URL or file path of `path`, for people and for readers of Parquet."""
        return self._full(path) if self._local else str(self._fs.unstrip_protocol(self._full(path)))

    def read(self, path: str) -> bytes:
        """The bytes of a file; FileNotFoundError if there is none."""
        with _explained(self.locate(path)):
            return bytes(self._fs.cat_file(self._full(path)))

    def sha256_of(self, path: str) -> str:
        """sha256 (hex) of a file, read piece by piece; FileNotFoundError if there is none."""
        with _explained(self.locate(path)), self._fs.open(self._full(path), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def read_many(self, paths: Sequence[str]) -> list[bytes]:
        """The bytes of several files, fetched together where the store allows it.

        Raises FileNotFoundError if one is missing.
        """
        found = self.read_there(paths)
        if len(found) < len(set(paths)):
            raise FileNotFoundError(next(self.locate(path) for path in paths if path not in found))
        return [found[path] for path in paths]

    def read_there(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of these files that are there, by path."""
        if not paths:
            return {}
        full = [self._full(path) for path in paths]
        with _explained(self.locate(paths[0])):
            found = self._fs.cat(full, on_error="return")
            found = found if isinstance(found, dict) else {full[0]: found}
            for answer in found.values():
                if isinstance(answer, Exception) and not isinstance(answer, FileNotFoundError):
                    raise answer
        answers = {path: found[name] for path, name in zip(paths, full, strict=True)}
        return {path: bytes(data) for path, data in answers.items() if not isinstance(data, Exception)}

    def open(self, path: str) -> BinaryIO:
        """A file to read from, piece by piece; FileNotFoundError if there is none."""
        with _explained(self.locate(path)):
            return cast(BinaryIO, self._fs.open(self._full(path), "rb"))

    def exists(self, path: str) -> bool:
        """Whether a file or folder is there."""
        return bool(self._fs.exists(self._full(path)))

    def names(self, folder: str) -> list[str]:
        """The names in a folder, sorted; empty if there is no such folder."""
        with _explained(self.locate(folder)):
            try:
                self._fs.invalidate_cache(self._full(folder))
                entries = self._fs.ls(self._full(folder), detail=False)
            except FileNotFoundError:
                return []
        return sorted(entry.rstrip("/").rsplit("/", 1)[-1] for entry in entries)

    def create(self, path: str, data: bytes) -> bool:
        """Write a file that nobody else has written: True if it is ours, False if it was there."""
        with _explained(self.locate(path)):
            if self._local:
                return self._link(self._full(path), data)
            try:
                self._fs.pipe_file(self._full(path), data, mode="create")
            except FileExistsError:
                return False
            return True

    def write_part(self, folder: str, suffix: str, data: bytes) -> str:
        """Write a file under a name of its own and return its path; no one knows it until a manifest names it."""
        path = f"{folder}/{uuid.uuid4().hex}{suffix}"
        self.create(path, data)
        return path

    @contextlib.contextmanager
    def open_part(self, folder: str, suffix: str) -> Iterator[tuple[str, BinaryIO]]:
        """A part that is written piece by piece: its path, and a file; it is there when the block ends well."""
        path = f"{folder}/{uuid.uuid4().hex}{suffix}"
        with _explained(self.locate(path)):
            if not self._local:
                with self._fs.open(self._full(path), "wb") as file:
                    yield path, file
                return
            with self._draft() as draft:
                with draft.open("wb") as file:
                    yield path, file
                    os.fsync(file.fileno())
                self._publish(draft, self._full(path))

    def keep_blob(self, data: bytes) -> str:
        """Keep bytes under their sha256 and return the path; the same bytes are kept once."""
        digest = hashlib.sha256(data).hexdigest()
        path = f"blobs/{digest[:2]}/{digest}"
        self.keep(path, data)
        return path

    def keep(self, path: str, data: bytes) -> None:
        """Have a file whose name decides its content: written if it is missing, else made young again.

        What was made young is spared by a `remove` that thought it old.
        """
        if not self.renew(path):
            self.create(path, data)

    def renew(self, path: str) -> bool:
        """Make a file young, so that nobody removes it as old; False if there is none."""
        full = self._full(path)
        with _explained(self.locate(path)):
            try:
                if self._local:
                    with contextlib.suppress(PermissionError):  # another user's, who prunes it, not we
                        os.utime(full)
                elif time.time() - self._modified(full) > _YOUNG_S:
                    self._fs.pipe_file(full, self._fs.cat_file(full))
            except FileNotFoundError:
                return False
        return True

    def files(self, folder: str) -> Iterator[StoredFile]:
        """All files below a folder, in no order; none if there is no such folder."""
        with _explained(self.locate(folder)):
            self._fs.invalidate_cache()
            found = self._fs.find(self._full(folder), detail=True)
        start = len(self._full("")) + (0 if self._full("").endswith("/") else 1)
        for name, entry in found.items():
            yield StoredFile(name[start:], int(entry["size"]), _modified(entry))

    def remove(self, path: str, older_than: float) -> bool:
        """Remove a file if it was last written or renewed before `older_than` (seconds since 1970).

        False if it is younger, or gone already. Locally no writer that renews the file meanwhile loses it; on an object
        store that holds but for the moment between one look and one request.
        """
        full = self._full(path)
        with _explained(self.locate(path)):
            try:
                if self._local:
                    return self._unlink(full, older_than)
                if self._modified(full) >= older_than:
                    return False
                self._fs.rm_file(full)
            except FileNotFoundError:
                return False
        return True

    def sweep(self) -> int:
        """Remove what writers that were killed on this machine left unfinished; returns how many files."""
        if not self._local:
            return 0
        left = [entry for entry in self._temporary.glob("*") if not _alive(entry.name)]
        for entry in left:
            entry.unlink(missing_ok=True)
        return len(left)

    @cached_property
    def _temporary(self) -> Path:
        return Path(self._full(_TEMPORARY))

    def _full(self, path: str) -> str:
        return f"{self._root.rstrip('/')}/{path}" if path else self._root

    def _modified(self, full: str) -> float:
        self._fs.invalidate_cache(full)
        return _modified(self._fs.info(full))

    def _unlink(self, full: str, older_than: float) -> bool:
        if os.stat(full).st_mtime >= older_than:  # noqa: PTH116 - a hot path
            return False
        # Looked at again where nobody can renew it: who tries meanwhile finds no file and writes it anew.
        with self._draft() as aside:
            os.replace(full, aside)  # noqa: PTH105 - a hot path
            if young := aside.stat().st_mtime >= older_than:
                self._publish(aside, full)
        return not young

    def _link(self, target: str, data: bytes) -> bool:
        if os.path.exists(target):  # noqa: PTH110 - a hot path
            return False
        with self._draft() as draft:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            return self._publish(draft, target)

    @contextlib.contextmanager
    def _draft(self) -> Iterator[Path]:
        self._temporary.mkdir(parents=True, exist_ok=True)
        draft = self._temporary / f"{socket.gethostname()}.{os.getpid()}.{uuid.uuid4().hex}"
        try:
            yield draft
        finally:
            draft.unlink(missing_ok=True)

    def _publish(self, draft: Path, target: str) -> bool:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(draft, target)
        except FileExistsError:
            return False
        return True


def _modified(entry: Mapping[str, Any]) -> float:
    """When a file was last written, out of what fsspec's file systems call it."""
    when = next(
        entry[name] for name in ("mtime", "LastModified", "last_modified", "updated", "created") if name in entry
    )
    return float(when) if isinstance(when, int | float) else float(when.timestamp())


def _alive(draft: str) -> bool:
    host, pid, _ = draft.rsplit(".", 2)
    if host != socket.gethostname():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_CAUSES = {
    errno.ENOSPC: ("storage is full", "Free some space or choose another --storage, then run the same command again"),
    errno.EDQUOT: ("the storage quota is used up", "Free some space, then run the same command again"),
    errno.EROFS: ("storage is read-only", "Choose another --storage"),
    errno.EACCES: ("storage does not let us in", "Check its permissions or choose another --storage"),
    errno.EPERM: ("storage does not let us in", "Check its permissions or choose another --storage"),
    errno.ENOTDIR: ("a part of the storage path is a file", "Choose another --storage"),
}


@contextlib.contextmanager
def _explained(where: str) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError as error:
        what, next_step = _CAUSES.get(error.errno or 0, (f"storage failed: {error.strerror or error}", "Try again"))
        raise StorageError(
            what, where=where, data="What was finished before is kept; nothing is half-written", next_step=next_step
        ) from error
