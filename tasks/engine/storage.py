"""Files under one storage URL (`data/`, `s3://…`): read, write once, create exclusively.

Nothing that is kept is ever changed in place and renames are not relied on. Locally a file appears whole, by a
hard link; on object stores by a put that fails if the name is taken (If-None-Match).
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

from fsspec.implementations.local import LocalFileSystem

from tasks.base.errors import DamagedFile, StorageError
from tasks.engine.atomic import Drafts, make_folder
from tasks.engine.checksum import matches_name
from tasks.engine.url import open_url

DRAFTS = "tmp"
DAMAGED = "damaged"
_LAID_ASIDE_S = (0.1, 0.4, 1.0, 2.0, 4.0)  # how long is waited for what a prune has in its hands
_SEEN_S = 0.4  # longer only where somebody has anything in hands
_YOUNG_S = 3600.0  # a remote file younger than this is not written again to make it young


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as a listing shows it."""

    path: str
    bytes: int
    modified: float  # seconds since 1970


class OpenPart:
    """A part that is being written: its file; its path is known once the block that writes it has ended well."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.path = file, ""


class Storage:
    """A storage root; paths are relative to it and use `/`. UnusableInput if it cannot be one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._fs, self._root = open_url(url)
        self._local = isinstance(self._fs, LocalFileSystem)

    def __reduce__(self) -> tuple[type[Storage], tuple[str]]:
        return type(self), (self.address,)

    @property
    def address(self) -> str:
        """The URL, or the folder from the root on: what it is called in another working directory."""
        return self._root if self._local else self.url

    def locate(self, path: str) -> str:
        """The full URL or file path of `path`, for people and for readers of Parquet."""
        return self._full(path) if self._local else str(self._fs.unstrip_protocol(self._full(path)))

    def read(self, path: str) -> bytes:
        """The bytes of a file; FileNotFoundError if there is none, DamagedFile if it is a folder."""
        with _explained(self.locate(path)):
            try:
                return self._bytes_of(self._full(path))
            except IsADirectoryError:
                raise self._folder_instead(path) from None
            except NotADirectoryError:  # there is nothing below a file
                raise FileNotFoundError(self.locate(path)) from None

    def _bytes_of(self, full: str) -> bytes:
        if not self._local:
            return bytes(self._fs.cat_file(full))
        with open(full, "rb", buffering=0) as file:  # noqa: PTH123 - a hot path
            return file.read()

    def read_checked(self, path: str) -> bytes:
        """Return the bytes of a file that is named by their hash. Raises as `read_all_checked` does."""
        return self.read_all_checked([path])[path]

    def read_all_checked(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of several such files, by path; DamagedFile if one is gone, or is not what its name says."""
        found = self.read_there(paths)
        for pause_s in _LAID_ASIDE_S:
            # Whoever prunes lays a file aside for a moment to see how old it is: what is missing is looked for again.
            missing = [path for path in paths if path not in found]
            if not missing or (pause_s > _SEEN_S and not (self._local and self._drafts.under_way())):
                break
            time.sleep(pause_s)
            found |= self.read_there(missing)
        for path in paths:
            if path not in found:
                raise DamagedFile(path, "this file is gone from storage", where=self.locate(path))
            self.check_sha256(path, found[path])
        return found

    def check_sha256(self, path: str, data: bytes) -> None:
        """Raises DamagedFile if these bytes of a file are not what its name says."""
        if not matches_name(path, data):
            raise DamagedFile(path, "this file is not what was written", where=self.locate(path))

    def sha256_of(self, path: str) -> str:
        """sha256 (hex) of a file, read piece by piece; FileNotFoundError if there is none, DamagedFile for a folder."""
        with _explained(self.locate(path)):
            try:
                with self._fs.open(self._full(path), "rb") as file:
                    return hashlib.file_digest(file, "sha256").hexdigest()
            except IsADirectoryError:
                raise self._folder_instead(path) from None

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
            once = list(dict.fromkeys(full))  # as they are: `cat` takes brackets in a folder's name for a pattern
            found = dict(zip(once, self._fs.cat_ranges(once, None, None, on_error="return"), strict=True))
            for path, name in zip(paths, full, strict=True):
                answer = found[name]
                if isinstance(answer, IsADirectoryError):
                    raise self._folder_instead(path)
                if isinstance(answer, Exception) and not isinstance(answer, FileNotFoundError | NotADirectoryError):
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
            except (FileNotFoundError, NotADirectoryError):
                return []
        own = self._full(folder)  # of a file, what is listed is the file itself
        return sorted(entry.rstrip("/").rsplit("/", 1)[-1] for entry in entries if entry != own)

    def create(self, path: str, data: bytes, *, lasting: bool = True) -> bool:
        """Write a file that nobody else has written: True if it is ours, False if it was there.

        One that is not `lasting` need not outlive a power cut.
        """
        with _explained(self.locate(path)):
            if self._local:
                return self._link(self._full(path), data, lasting=lasting)
            try:
                self._fs.pipe_file(self._full(path), data, mode="create")
            except FileExistsError:
                return False
            return True

    def write_part(self, folder: str, suffix: str, data: bytes) -> str:
        """Write a file under a sealed name of its own and return its path; no one knows it until another names it."""
        path = _part_path(folder, hashlib.sha256(data).hexdigest(), suffix)
        self.create(path, data)
        return path

    @contextlib.contextmanager
    def open_part(self, folder: str, suffix: str) -> Iterator[OpenPart]:
        """A part that is written piece by piece; it is there, under its path, when the block ends well."""
        # Its name holds its hash, so nothing is sent to an object store before all of it is there.
        drafts = self._drafts.open if self._local else _temporary
        with _explained(self.locate(folder)), drafts() as (draft, file):
            part = OpenPart(file)
            yield part
            file.flush()
            os.fsync(file.fileno())
            with draft.open("rb") as whole:
                digest = hashlib.file_digest(whole, "sha256").hexdigest()
            path = _part_path(folder, digest, suffix)
            if self._local:
                self._publish(draft, self._full(path))
            else:
                self._fs.put_file(str(draft), self._full(path))
            part.path = path

    def keep_blob(self, data: bytes) -> str:
        """Keep bytes under their sha256 and return the path; the same bytes are kept once; damaged ones anew."""
        digest = hashlib.sha256(data).hexdigest()
        path = f"blobs/{digest[:2]}/{digest}"
        self.keep(path, data)
        try:
            whole = self.read(path) == data
        except DamagedFile:
            whole = False
        if not whole:
            self.set_aside(path, lambda found: found == data)
            self.create(path, data)
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

    def beat(self, path: str, data: bytes) -> None:
        """Write over a file that only says that somebody lives; whoever reads meanwhile may see a part of it."""
        full = self._full(path)
        with _explained(self.locate(path)):
            if self._local:
                Path(full).parent.mkdir(parents=True, exist_ok=True)
                Path(full).write_bytes(data)
            else:
                self._fs.pipe_file(full, data)

    def lock(self, path: str) -> int | None:
        """Lock a local file until what is returned is closed (`os.close`) or this process ends, however it ends.

        None where files have no locks.
        """
        if not self._local:
            return None
        with _explained(self.locate(path)):
            file = os.open(self._full(path), os.O_RDONLY)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # some file systems of networks
            os.close(file)
            return None
        return file

    def locked(self, path: str) -> bool | None:
        """Whether a process of this machine holds a file locked; None where nobody can say."""
        if not self._local:
            return None
        with _explained(self.locate(path)), Path(self._full(path)).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    def drop(self, path: str) -> None:
        """Remove a file of ours at once, if it is there."""
        with _explained(self.locate(path)), contextlib.suppress(FileNotFoundError):
            if self._local:
                os.unlink(self._full(path))  # noqa: PTH108 - a hot path
            else:
                self._fs.rm_file(self._full(path))

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

    def set_aside(self, path: str, is_whole: Callable[[bytes], bool] | None = None) -> str:
        """Move a damaged file, or what stands in its place, to `damaged/`, so that it can be written anew.

        Returns where it lies now; "" if it is gone, or if `is_whole` finds that somebody has written it anew meanwhile.
        """
        aside = f"{DAMAGED}/{path}.{uuid.uuid4().hex[:8]}"
        with _explained(self.locate(path)):
            try:
                if self._local:
                    make_folder(Path(self._full(aside)).parent)
                    os.rename(self._full(path), self._full(aside))  # noqa: PTH104 - moves a folder, too
                else:
                    self._fs.pipe_file(self._full(aside), self._fs.cat_file(self._full(path)))
                    self._fs.rm_file(self._full(path))
                if is_whole is None or not is_whole(self.read(aside)):
                    return aside
            except (FileNotFoundError, DamagedFile):
                return aside if self.exists(aside) else ""
        self.create(path, self.read(aside))
        self.remove(aside, math.inf)
        return ""

    def sweep(self) -> int:
        """Remove what killed writers left unfinished, of which nobody under another kernel may still be alive.

        Returns how many files.
        """
        return self._drafts.sweep() if self._local else 0

    @cached_property
    def _drafts(self) -> Drafts:
        return Drafts(Path(self._full(DRAFTS)))

    def _folder_instead(self, path: str) -> DamagedFile:
        return DamagedFile(path, "a folder stands where a stored file should be", where=self.locate(path))

    def _full(self, path: str) -> str:
        return f"{self._root.rstrip('/')}/{path}" if path else self._root

    def _modified(self, full: str) -> float:
        self._fs.invalidate_cache(full)
        return _modified(self._fs.info(full))

    def _unlink(self, full: str, older_than: float) -> bool:
        if os.stat(full).st_mtime >= older_than:  # noqa: PTH116 - a hot path
            return False
        # Looked at again where nobody can renew it: who tries meanwhile finds no file and writes it anew.
        with self._drafts.taking(full) as aside:
            if young := aside.stat().st_mtime >= older_than:
                self._publish(aside, full)
        return not young

    def _link(self, target: str, data: bytes, *, lasting: bool) -> bool:
        if os.path.exists(target):  # noqa: PTH110 - a hot path
            return False
        with self._drafts.open() as (draft, file):
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            return self._publish(draft, target)

    def _publish(self, draft: Path, target: str) -> bool:
        try:
            try:
                os.link(draft, target)
            except FileNotFoundError:  # most folders are there: they are not looked for before
                make_folder(Path(target).parent)
                os.link(draft, target)
        except FileExistsError:
            return False
        return True


def _part_path(folder: str, digest: str, suffix: str) -> str:
    return f"{folder}/{uuid.uuid4().hex}.{digest}{suffix}"


@contextlib.contextmanager
def _temporary() -> Iterator[tuple[Path, BinaryIO]]:
    with tempfile.NamedTemporaryFile(prefix="litgauge-") as file:
        yield Path(file.name), cast(BinaryIO, file)


def _modified(entry: Mapping[str, Any]) -> float:
    """When a file was last written, out of what fsspec's file systems call it."""
    when = next(
        entry[name] for name in ("mtime", "LastModified", "last_modified", "updated", "created") if name in entry
    )
    return float(when) if isinstance(when, int | float) else float(when.timestamp())


_CAUSES = {
    errno.ENOSPC: ("storage is full", "Free some space or choose another --storage, then run the same command again"),
    errno.EDQUOT: ("the storage quota is used up", "Free some space, then run the same command again"),
    errno.EROFS: ("storage is read-only", "Choose another --storage"),
    errno.EACCES: ("storage does not let us in", "Check its permissions or choose another --storage"),
    errno.EPERM: ("storage does not let us in", "Check its permissions or choose another --storage"),
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
            what, where=where, data="What was finished before is kept; nothing is half-written", next_step=next_step
        ) from error
