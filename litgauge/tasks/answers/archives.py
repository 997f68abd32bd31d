"""Archives of answers, unpacked with limits: members are files to be read, and none is written outside."""

from __future__ import annotations

import contextlib
import lzma
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.text.encodings import without_halves

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
MOST_MEMBERS = 20_000
MOST_UNPACKED = 1024 * 1024 * 1024
"""Bytes of all files of one archive."""

_CHUNK = 1 << 20
_UTF_8 = 0x800  # flag of a member of a zip
_DAMAGED = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,  # a password
    ValueError,
    OverflowError,
    IndexError,  # zipfile, of a directory with damaged names
)


def unpack(archive: Path, folder: Path, name: str) -> str:
    """Write the regular files of an archive into a folder; return why it cannot be read, or "".

    Links, devices, hidden members and those whose names lead outside are left out. Raises UnusableInput if there are
    more members or bytes than are unpacked; `name` is how the message calls the archive.
    """
    try:
        with _members(archive) as members:
            total = 0
            for number, (member, stream) in enumerate(members):
                if number >= MOST_MEMBERS:
                    raise _too_much(name, f"more than {MOST_MEMBERS:,} files")
                place = _inside(member)
                if place is None:
                    continue
                target = folder / place
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    while part := stream.read(_CHUNK):
                        total += len(part)
                        if total > MOST_UNPACKED:
                            raise _too_much(name, f"more than {MOST_UNPACKED:,} bytes")
                        file.write(part)
    except UnusableInput:
        raise
    except _DAMAGED as error:
        shutil.rmtree(folder, ignore_errors=True)
        return f"the archive cannot be read ({' '.join(str(error).split()) or type(error).__name__})"
    return ""


@contextmanager
def _members(archive: Path) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """The regular files of a zip or a tar, whichever it is, by its content."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as pack:
            yield _zipped(pack)
    else:
        with tarfile.open(archive, errors="replace") as tar:
            yield _taped(tar)


def _zipped(pack: zipfile.ZipFile) -> Iterator[tuple[str, IO[bytes]]]:
    for entry in pack.infolist():
        if not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16):
            with pack.open(entry) as stream:
                yield _name(entry), stream


def _name(entry: zipfile.ZipInfo) -> str:
    """The name of a member: without a mark for UTF-8, which many programs leave out, what its bytes are most likely in.

    Zip's own encoding is that of the first PCs, whose accented letters are no Chinese; Windows writes Chinese as GBK.
    """
    if entry.flag_bits & _UTF_8 or entry.filename.isascii():
        return entry.filename
    raw = entry.filename.encode("cp437", "replace")
    for encoding in ("utf-8", "gb2312"):
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return entry.filename


def _taped(tar: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for member in tar:
        if member.isreg() and (stream := tar.extractfile(member)) is not None:
            with stream:
                yield member.name, stream


def _inside(member: str) -> Path | None:
    """The member's path in the folder; None if it leads outside, or is hidden."""
    parts = PurePosixPath(without_halves(member.replace("\\", "/"))).parts
    if not parts or parts[0] == "__MACOSX" or any(part.startswith(".") or "\0" in part for part in parts):
        return None
    return None if parts[0].startswith("/") else Path(*parts)


def _too_much(name: str, what: str) -> UnusableInput:
    return UnusableInput(
        f"the archive holds {what}, which are not unpacked",
        where=name,
        data="Nothing was read",
        next_step="Give the unpacked folder, or several archives",
    )
