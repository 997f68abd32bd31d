"""What an input holds, as a digest: the same bytes are never harvested or read twice."""

from __future__ import annotations

import hashlib
from pathlib import Path

import fsspec

from tasks.errors import UnusableInput

_BLOCK = 1 << 20


def file_digest(path: str) -> str:
    """sha256 (hex) of a file's bytes, a local path or any fsspec URL; UnusableInput if it cannot be opened."""
    digest = hashlib.sha256()
    try:
        with fsspec.open(path, "rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the input cannot be opened ({error})",
            where=path,
            data="Nothing was harvested",
            next_step="Name an existing file in the config under harvest.path",
        ) from error
    return digest.hexdigest()


def source_digest(path: Path) -> str:
    """sha256 (hex) over a local source, a file or all files of a folder with their names; "" if it is not there."""
    if path.is_file():
        return file_digest(str(path))
    if not path.is_dir():
        return ""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            digest.update(f"{file.relative_to(path).as_posix()}\0{file_digest(str(file))}\0".encode())
    return digest.hexdigest()
