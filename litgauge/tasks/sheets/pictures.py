"""Pictures on sheets: files in a folder beside, named in a cell; in XLSX small ones in the cells themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_CELL = re.compile(r"([0-9a-f]{64})\.(?:png|jpg)")
_SUFFIXES = {"image/png": "png", "image/jpeg": "jpg"}


@dataclass(frozen=True)
class SheetPictures:
    """Pictures of a sheet, and their folder."""

    folder: str = ""  # name of the folder beside the sheet that holds the files, as its cells name it
    thumbnails: Mapping[str, bytes] = field(default_factory=dict)  # cell -> a small PNG or JPEG, for XLSX


NO_PICTURES = SheetPictures()


def picture_cell(sha256: str, media_type: str) -> str:
    """Return what a row holds in a column of pictures: the name of a file, whose bytes are the blob of that hash.

    Raises ValueError for other types than PNG and JPEG, which not every spreadsheet program shows.

    >>> picture_cell("ab" * 32, "image/png")[-8:]
    'abab.png'
    """
    if media_type not in _SUFFIXES:
        raise ValueError(f"{media_type or 'this'} is no picture that every spreadsheet program shows")
    return f"{sha256}.{_SUFFIXES[media_type]}"


def picture_hash(cell: str) -> str:
    """Return the sha256 of the picture that a row names; "" where it names none."""
    match = _CELL.fullmatch(cell)
    return match[1] if match else ""
