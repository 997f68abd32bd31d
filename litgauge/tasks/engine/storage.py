"""Files under one storage URL (`data/`, `s3://…`): read, write once, create exclusively.

Stored files are never changed in place, and nothing relies on renames. Locally a file appears whole by a hard link; on
object stores by a put that fails if the name is taken (If-None-Match).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import math
import os
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from litgauge.tasks.base.errors import DamagedFile, StorageError
from litgauge.tasks.engine.atomic import TemporaryFiles, make_folder
from litgauge.tasks.engine.checksum import matches_name
from litgauge.tasks.engine.local_files import LocalFiles
from litgauge.tasks.engine.url import open_url

_FIRST = 0  # byte from which a remote file is read: without one, s3fs asks for the size first; an empty file has none
TEMPORARY = "tmp"
DAMAGED = "damaged"
_MISSING_PAUSES_S = (0.1, 0.4, 1.0, 2.0, 4.0)  # a running prune may hold a file for a moment
_UNCONDITIONAL_PAUSE_S = 0.4  # longer pauses only while some process holds temporary files
_READ_ONLY = 0o444
_NO_LINK = (errno.EPERM, errno.EACCES, errno.EMLINK, errno.EXDEV, errno.ENOTSUP)
_RENEW_AFTER_S = 3600.0  # a remote file younger than this is not rewritten by `renew`


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as a listing shows it."""

    path: str
    bytes: int
    modified: float  # seconds since 1970


class OpenPart:
    """A part that is being written; its path is known once the block that writes it has ended without an error."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.path = file, ""


class Storage:
    """A storage root; paths are relative to it and use `/`. Raises UnusableInput for an unusable URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._fs, self._root = open_url(url)
        self._local = isinstance(self._fs, LocalFiles)
        self._once: dict[str, bytes] = {}

    def __reduce__(self) -> tuple[type[Storage], tuple[str]]:
        return type(self), (self.address,)

    @property
    def is_local(self) -> bool:
        """Return whether it is a folder, and no object store."""
        return self._local

    @property
    def address(self) -> str:
        """Return the URL, or the absolute path of the folder: valid in any working directory."""
        return self._root if self._local else self.url

    def locate(self, path: str) -> str:
        """Return the full URL or file path of `path`, for messages and for readers of Parquet."""
        return self._full(path) if self._local else str(self._fs.unstrip_protocol(self._full(path)))

    def read(self, path: str) -> bytes:
        """Return the bytes of a file. Raises FileNotFoundError, or DamagedFile if it is a folder."""
        with _explained(self.locate(path)):
            try:
                return self._bytes_of(self._full(path))
            except IsADirectoryError:
                raise self._folder_instead(path) from None
            except NotADirectoryError:  # a parent is a file
                raise FileNotFoundError(self.locate(path)) from None

    def read_once(self, path: str) -> bytes:
        """Return the bytes of a small file that never changes; an object store is asked for it once. Raises as `read`.

        A damaged file that is set aside is read again.
        """
        if self._local:
            return self.read(path)
        if path not in self._once:
            self._once[path] = self.read(path)
        return self._once[path]

    def _bytes_of(self, full: str) -> bytes:
        if not self._local:
            try:
                return bytes(self._fs.cat_file(full, start=_FIRST))
            except FileNotFoundError:
                raise
            except OSError:  # empty, perhaps
                return bytes(self._fs.cat_file(full))
        with open(full, "rb", buffering=0) as file:  # noqa: PTH123 - a hot path
            return file.read()

    def read_checked(self, path: str) -> bytes:
        """Return the bytes of a file that is named by their hash. Raises as `read_all_checked` does."""
        return self.read_all_checked([path])[path]

    def read_all_checked(self, paths: Sequence[str]) -> dict[str, bytes]:
        """Return the bytes of several such files by path.

        Raises DamagedFile if one is missing or its bytes do not match its name.
        """
        contents = self.read_existing(paths)
        for pause_s in _MISSING_PAUSES_S:
            # A prune moves a file aside for a moment to check its age, so missing files are looked for again.
            missing = [path for path in paths if path not in contents]
            if not missing or (pause_s > _UNCONDITIONAL_PAUSE_S and not (self._local and self._temporary.exist())):
                break
            time.sleep(pause_s)
            contents |= self.read_existing(missing)
        for path in paths:
            if path not in contents:
                raise DamagedFile(path, "this file is missing from storage", where=self.locate(path))
            self.check_sha256(path, contents[path])
        return contents

    def check_sha256(self, path: str, data: bytes) -> None:
        """Raise DamagedFile if the bytes of a file do not have the sha256 in its name."""
        if not matches_name(path, data):
            raise DamagedFile(path, "this file has changed since it was written", where=self.locate(path))

    def sha256_of(self, path: str) -> str:
        """Return the sha256 (hex) of a file, read in pieces. Raises FileNotFoundError, or DamagedFile for a folder."""
        with _explained(self.locate(path)):
            try:
                with self._fs.open(self._full(path), "rb") as file:
                    return hashlib.file_digest(file, "sha256").hexdigest()
            except IsADirectoryError:
                raise self._folder_instead(path) from None

    def read_existing(self, paths: Sequence[str]) -> dict[str, bytes]:
        """Return the bytes of those of these files that exist, by path."""
        if not paths:
            return {}
        full = [self._full(path) for path in paths]
        with _explained(self.locate(paths[0])):
            unique = list(dict.fromkeys(full))
            # Not `cat`, which takes brackets in a folder's name for a pattern.
            by_name = dict(zip(unique, self._ranges(unique), strict=True))
            for path, name in zip(paths, full, strict=True):
                result = by_name[name]
                if isinstance(result, IsADirectoryError):
                    raise self._folder_instead(path)
                if isinstance(result, Exception) and not isinstance(result, FileNotFoundError | NotADirectoryError):
                    raise result
        results = {path: by_name[name] for path, name in zip(paths, full, strict=True)}
        return {path: bytes(data) for path, data in results.items() if not isinstance(data, Exception)}

    def _ranges(self, full: Sequence[str]) -> list[Any]:
        """Return the bytes of each file, or what was raised instead."""
        if self._local:
            return list(self._fs.cat_ranges(list(full), None, None, on_error="return"))
        contents = list(self._fs.cat_ranges(list(full), _FIRST, None, on_error="return"))
        for place, result in enumerate(contents):
            if isinstance(result, OSError) and not isinstance(result, FileNotFoundError):  # empty, perhaps
                contents[place] = self._fs.cat_ranges([full[place]], None, None, on_error="return")[0]
        return contents

    def open(self, path: str) -> BinaryIO:
        """Open a file for reading in pieces. Raises FileNotFoundError if there is none."""
        with _explained(self.locate(path)):
            return cast(BinaryIO, self._fs.open(self._full(path), "rb"))

    def exists(self, path: str) -> bool:
        """Return whether a file or folder exists."""
        return bool(self._fs.exists(self._full(path)))

    def names(self, folder: str) -> list[str]:
        """Return the names in a folder, sorted; empty if there is no such folder."""
        with _explained(self.locate(folder)):
            try:
                self._fs.invalidate_cache(self._full(folder))
                entries = self._fs.ls(self._full(folder), detail=False)
            except (FileNotFoundError, NotADirectoryError):
                return []
        own = self._full(folder)  # listing a file yields the file itself
        return sorted(entry.rstrip("/").rsplit("/", 1)[-1] for entry in entries if entry != own)

    def create(self, path: str, data: bytes, *, lasting: bool = True) -> bool:
        """Write a file unless it exists; returns whether it was written.

        With `lasting=False` the file need not survive a power failure.
        """
        with _explained(self.locate(path)):
            if self._local:
                return self._link(self._full(path), data, lasting=lasting)
            try:
                self._fs.pipe_file(self._full(path), data, mode="create")
            except FileExistsError:
                return False
            return True

    def link(self, path: str, target: str) -> bool:
        """Give a stored file a second name, unless that is taken; returns whether it was given.

        Locally both are one file, and nobody may write to it. It is copied on an object store, and where links are not
        allowed, as to another user's file. Raises FileNotFoundError if there is no such file.
        """
        if not self._local:
            return self.create(target, self.read(path))
        with _explained(self.locate(target)):
            full = self._full(path)
            try:
                Path(full).chmod(_READ_ONLY)
                return self._publish(Path(full), self._full(target))
            except OSError as error:
                if error.errno not in _NO_LINK:
                    raise
        return self.create(target, self.read(path))

    def write_part(self, folder: str, suffix: str, data: bytes) -> str:
        """Write a file under a unique name with its sha256, and return its path; invisible until another names it."""
        path = _part_path(folder, hashlib.sha256(data).hexdigest(), suffix)
        self.create(path, data)
        return path

    @contextlib.contextmanager
    def open_part(self, folder: str, suffix: str) -> Iterator[OpenPart]:
        """Open a part for writing in pieces; it is stored when the block ends without an error."""
        # The name holds the hash of the content, so it is sent to an object store only when complete.
        open_temporary = self._temporary.open if self._local else _system_temporary_file
        with _explained(self.locate(folder)), open_temporary() as (temporary, file):
            part = OpenPart(file)
            yield part
            file.flush()
            os.fsync(file.fileno())
            with temporary.open("rb") as written:
                digest = hashlib.file_digest(written, "sha256").hexdigest()
            path = _part_path(folder, digest, suffix)
            if self._local:
                self._publish(temporary, self._full(path))
            else:
                self._fs.put_file(str(temporary), self._full(path))
            part.path = path

    def keep_blob(self, data: bytes) -> str:
        """Store bytes under their sha256 and return the path; a damaged copy is replaced."""
        path = self.blob_path(hashlib.sha256(data).hexdigest())
        self.keep(path, data)
        try:
            intact = self.read(path) == data
        except DamagedFile:
            intact = False
        if not intact:
            self.set_aside(path, lambda stored: stored == data)
            self.create(path, data)
        return path

    @staticmethod
    def blob_path(sha256: str) -> str:
        """Return where bytes with this sha256 are stored."""
        return f"blobs/{sha256[:2]}/{sha256}"

    def keep(self, path: str, data: bytes) -> None:
        """Store a file whose name determines its content: written if it is missing, else renewed.

        A renewed file is spared by a concurrent `remove` that saw it as old.
        """
        if not self.renew(path):
            self.create(path, data)

    def renew(self, path: str) -> bool:
        """Set the modification time of a file to now, so that it is not removed as old; False if there is none."""
        full = self._full(path)
        with _explained(self.locate(path)):
            try:
                if self._local:
                    with contextlib.suppress(PermissionError):  # of another user, who prunes it
                        os.utime(full)
                elif time.time() - self._modified(full) > _RENEW_AFTER_S:
                    self._fs.pipe_file(full, self._fs.cat_file(full))
            except FileNotFoundError:
                return False
        return True

    def beat(self, path: str, data: bytes) -> None:
        """Overwrite a heartbeat file; not atomic, so a concurrent reader may see a part of it."""
        full = self._full(path)
        with _explained(self.locate(path)):
            if self._local:
                Path(full).parent.mkdir(parents=True, exist_ok=True)
                Path(full).write_bytes(data)
            else:
                self._fs.pipe_file(full, data)

    def lock(self, path: str) -> int | None:
        """Lock a local file and return its descriptor; the lock lasts until `os.close` or the end of this process.

        None where files have no locks.
        """
        if not self._local:
            return None
        with _explained(self.locate(path)):
            file = os.open(self._full(path), os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # some network file systems
            os.close(file)
            return None
        return file

    def locked(self, path: str) -> bool | None:
        """Return whether a process of this machine holds a lock on a file; None where files have no locks."""
        if not self._local:
            return None
        with _explained(self.locate(path)), Path(self._full(path)).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    def drop(self, path: str) -> None:
        """Remove a file at once, if it exists."""
        with _explained(self.locate(path)), contextlib.suppress(FileNotFoundError):
            if self._local:
                os.unlink(self._full(path))  # noqa: PTH108 - a hot path
            else:
                self._fs.rm_file(self._full(path))

    def files(self, folder: str) -> Iterator[StoredFile]:
        """Yield all files below a folder, in no order; none if there is no such folder."""
        with _explained(self.locate(folder)):
            self._fs.invalidate_cache()
            entries = self._fs.find(self._full(folder), detail=True)
        start = len(self._full("")) + (0 if self._full("").endswith("/") else 1)
        for name, entry in entries.items():
            yield StoredFile(name[start:], int(entry["size"]), _modified(entry))

    def marked_files(self, folder: str, mark: str) -> set[str]:
        """Return the paths of all files below a folder, after its mark, a file in it, was kept as `keep` does.

        An object store is asked once, with one listing, unless the mark is missing or old.
        """
        path = f"{folder}/{mark}"
        if self._local:
            self.keep(path, b"")
        files = {file.path: file.modified for file in self.files(folder)}
        if not self._local and time.time() - files.get(path, -math.inf) > _RENEW_AFTER_S:
            self.keep(path, b"")  # from now on nothing below is removed as old
            files = {file.path: file.modified for file in self.files(folder)}
        return files.keys() - {path}

    def remove(self, path: str, older_than: float) -> bool:
        """Remove a file if it was last written or renewed before `older_than` (seconds since 1970).

        False if it is younger or missing. Locally a writer that renews the file at the same time never loses it; on an
        object store it can, in the moment between the check and the request.
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

    def set_aside(self, path: str, is_intact: Callable[[bytes], bool] | None = None) -> str:
        """Move a damaged file, or a folder in its place, to `damaged/`, so that it can be written anew.

        Returns its new path; "" if it is gone, or if `is_intact` accepts it since another process has rewritten it.
        """
        self._once.pop(path, None)
        aside = f"{DAMAGED}/{path}.{uuid.uuid4().hex[:8]}"
        with _explained(self.locate(path)):
            try:
                if self._local:
                    make_folder(Path(self._full(aside)).parent)
                    os.rename(self._full(path), self._full(aside))  # noqa: PTH104 - moves a folder, too
                else:
                    self._fs.pipe_file(self._full(aside), self._fs.cat_file(self._full(path)))
                    self._fs.rm_file(self._full(path))
                if is_intact is None or not is_intact(self.read(aside)):
                    return aside
            except (FileNotFoundError, DamagedFile):
                return aside if self.exists(aside) else ""
        self.create(path, self.read(aside))
        self.remove(aside, math.inf)
        return ""

    def sweep(self) -> int:
        """Remove temporary files of killed writers and return their number."""
        return self._temporary.sweep() if self._local else 0

    @cached_property
    def _temporary(self) -> TemporaryFiles:
        return TemporaryFiles(Path(self._full(TEMPORARY)))

    def _folder_instead(self, path: str) -> DamagedFile:
        return DamagedFile(path, "a folder is in the place of a stored file", where=self.locate(path))

    def _full(self, path: str) -> str:
        return f"{self._root.rstrip('/')}/{path}" if path else self._root

    def _modified(self, full: str) -> float:
        self._fs.invalidate_cache(full)
        return _modified(self._fs.info(full))

    def _unlink(self, full: str, older_than: float) -> bool:
        if os.stat(full).st_mtime >= older_than:  # noqa: PTH116 - a hot path
            return False
        # The age is checked again where nobody can renew the file. Who tries meanwhile finds none and writes it anew.
        with self._temporary.claim(full) as aside:
            if young := aside.stat().st_mtime >= older_than:
                self._publish(aside, full)
        return not young

    def _link(self, target: str, data: bytes, *, lasting: bool) -> bool:
        if os.path.exists(target):  # noqa: PTH110 - a hot path
            return False
        with self._temporary.open() as (temporary, file):
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            return self._publish(temporary, target)

    def _publish(self, temporary: Path, target: str) -> bool:
        try:
            try:
                os.link(temporary, target)
            except FileNotFoundError:  # checked only now, since most folders exist
                make_folder(Path(target).parent)
                os.link(temporary, target)
        except FileExistsError:
            return False
        return True


def _part_path(folder: str, digest: str, suffix: str) -> str:
    return f"{folder}/{uuid.uuid4().hex}.{digest}{suffix}"


@contextlib.contextmanager
def _system_temporary_file() -> Iterator[tuple[Path, BinaryIO]]:
    with tempfile.NamedTemporaryFile(prefix="litgauge-") as file:
        yield Path(file.name), cast(BinaryIO, file)


def _modified(entry: Mapping[str, Any]) -> float:
    """Return the time of the last change (seconds since 1970), whose key differs between fsspec's file systems."""
    time_or_date = next(
        entry[name] for name in ("mtime", "LastModified", "last_modified", "updated", "created") if name in entry
    )
    return float(time_or_date) if isinstance(time_or_date, int | float) else float(time_or_date.timestamp())


_CAUSES = {
    errno.ENOSPC: ("storage is full", "Free some space or choose another --storage, then run the same command again"),
    errno.EDQUOT: ("the storage quota is used up", "Free some space, then run the same command again"),
    errno.EROFS: ("storage is read-only", "Choose another --storage"),
    errno.EACCES: ("access to storage is denied", "Check its permissions or choose another --storage"),
    errno.EPERM: ("access to storage is denied", "Check its permissions or choose another --storage"),
    errno.ENOTDIR: ("a part of the storage path is a file", "Choose another --storage, or move that file away"),
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
            what, where=where, data="Finished work is kept; no file is half-written", next_step=next_step
        ) from error
