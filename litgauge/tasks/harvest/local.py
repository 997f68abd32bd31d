"""Sources of a corpus of one's own: a folder or file for each row of its JSON lines."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from litgauge.tasks.base.errors import Failed, Rejected, UnusableInput
from litgauge.tasks.harvest.eprint import Fetched, fetched
from litgauge.tasks.harvest.papers import is_latex, with_named_files
from litgauge.tasks.harvest.settings import SourceSettings
from litgauge.tasks.text.user_files import read_inside


def read_local_source(path: Path, settings: SourceSettings, root: Path | None = None) -> Fetched:
    """A source of a local corpus: a folder (packed into a tar), .tar, .tar.gz, .zip, .gz, .tex or .pdf.

    A .tex file brings along what it names beside itself: parts, bibliographies, classes (packed into a tar).
    With a `root` the path may not lead out of it, and the address that is kept is relative to it.
    Raises Rejected (no-source, outside-root, too-large, and as `source_kind`) or Failed (unreadable-source).
    """
    try:
        place, floor = path.resolve(), root.resolve() if root else None
        if floor and not place.is_relative_to(floor):
            raise Rejected("outside-root", f"{path} leads out of {root}")
        if not place.exists():
            raise Rejected("no-source", f"there is no {path}")
        data = _packed(place, floor or place.parent, settings.max_bytes)
    except UnusableInput as error:  # no regular file, or swapped for a link after the look above
        raise Rejected("no-source", f"{path}: {error.what}") from error
    except (OSError, ValueError, RuntimeError) as error:  # unreadable, a NUL in the path, a loop of links
        raise Failed("unreadable-source", f"{path}: {error}") from error
    return fetched(data, place.relative_to(floor).as_posix() if floor else path.as_posix())


def is_inside(path: Path, root: Path) -> bool:
    """Return whether a source lies below the root; True for a path that nobody can follow, which reading it tells."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError):
        return True


def pack_folder(folder: Path, max_bytes: int) -> bytes:
    """Return the folder's regular files as a tar with equal bytes for equal files.

    Sorted, without times, owners or modes.

    Links are left out, for they could lead anywhere. Raises Rejected (no-source if it is empty, too-large).
    """
    return _pack(folder, packed_files(folder), max_bytes)


def _packed(place: Path, root: Path, max_bytes: int) -> bytes:
    if place.is_dir():
        return pack_folder(place, max_bytes)
    files = with_named_files(place) if is_latex(place) else [place]
    return _read(root, place, max_bytes) if len(files) == 1 else _pack(place.parent, files, max_bytes)


def _pack(folder: Path, files: Iterable[Path], max_bytes: int) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files, key=lambda path: path.relative_to(folder).parts):
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            _check_size(packed.tell() + path.stat().st_size, max_bytes, folder)
            data = read_inside(folder, member.name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        if not archive.getmembers():
            raise Rejected("no-source", "the folder holds no file", where=folder.name)
    return packed.getvalue()


def packed_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that is a source: no links, nothing of version control."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = Path(place) / name
            if path.is_file() and not path.is_symlink():
                yield path


def _read(folder: Path, path: Path, max_bytes: int) -> bytes:
    _check_size(path.stat().st_size, max_bytes, path)
    return read_inside(folder, path.relative_to(folder).as_posix())


def _check_size(size: int, max_bytes: int, path: Path) -> None:
    if size > max_bytes:
        raise Rejected("too-large", f"more than {max_bytes} bytes", where=path.name)
