"""Sheets that a command writes for people: never over a file that may hold their work, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from litgauge.flows.cli.output_files import check_folder, check_new_file, draft_of
from litgauge.tasks.base.errors import ItemError, UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.pictures import thumbnail
from litgauge.tasks.sheets import Sheet, SheetPictures, check_sheet_name, picture_hash, sheet_bytes
from litgauge.tasks.text.name_rules import valid_name

_THUMBNAIL_PX = 240


def check_new_sheet(path: Path) -> Path:
    """Return the path, if a sheet can be written there; else raise UnusableInput."""
    return check_new_file(check_sheet_name(path))


def expert_names(experts: Iterable[str], count: int) -> tuple[str, ...]:
    """Return the names of experts, each once; `expert-1`, … where none is given.

    Raises UnusableInput for one that no file can have.
    """
    try:
        names = tuple(dict.fromkeys(valid_name(name) for name in experts))
    except ValueError as error:
        raise UnusableInput(str(error), where="--expert", data="Nothing was written") from None
    return names or tuple(f"expert-{number}" for number in range(1, count + 1))


def write_sheet(path: Path, sheet: Sheet, rows: Iterable[Mapping[str, str]], storage: Storage | None = None) -> None:
    """Write the sheet in the format of its suffix; its pictures, blobs of the storage, into a folder beside it."""
    rows = list(rows)
    pictures = _written_pictures(path, sheet, rows, storage) if storage and sheet.pictured else SheetPictures()
    with draft_of(path) as draft:
        draft.write_bytes(sheet_bytes(sheet, rows, path.suffix, pictures))


def _written_pictures(path: Path, sheet: Sheet, rows: Iterable[Mapping[str, str]], storage: Storage) -> SheetPictures:
    """Write each picture once, into `sheet_pictures` beside `sheet.xlsx`.

    Raises DamagedFile where one is not in the storage any more: nobody can grade it.
    """
    folder = check_folder(path.with_name(f"{path.stem}_pictures"))
    cells = {row.get(column.name, "") for row in rows for column in sheet.pictured}
    thumbnails: dict[str, bytes] = {}
    for cell in sorted(cell for cell in cells if picture_hash(cell)):
        data = storage.read_checked(storage.blob_path(picture_hash(cell)))
        with draft_of(folder / cell) as draft:
            draft.write_bytes(data)
        try:
            thumbnails[cell] = thumbnail(data, _THUMBNAIL_PX).data
        except ItemError:  # it cannot be drawn: its file is beside
            continue
    return SheetPictures(folder.name, thumbnails)
