"""arXiv's metadata snapshot: 2.9 million rows of JSON, read once, in flat memory."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.errors import UnusableInput
from tasks.harvest.inputs import pieces
from tasks.harvest.selection import Harvested, select
from tasks.harvest.settings import SelectionSettings
from tasks.records.surveys import Origin


def harvest_snapshot(
    path: str,
    selection: SelectionSettings,
    origin: Origin = "snapshot",
    threads: int | None = None,
) -> Iterator[Harvested]:
    """The snapshot's rows through the rules of the config, part by part (see `select`).

    `path` is a local path or an fsspec URL of JSON lines: plain, .gz or the Kaggle .zip. Rows that cannot be read are
    given as broken, with their line numbers, and the rest goes on.
    Raises UnusableInput if there is no such input or no line of it is a row, StorageError if it goes out of reach.
    """
    readable = rows = 0
    for part in select(pieces(path), selection, origin, threads):
        rows += part.rows
        readable += part.rows - len(part.broken)
        if not readable and part.broken and rows >= 1000:
            break
        yield part
    if not readable:
        raise UnusableInput(
            "the input is empty" if not rows else f"none of its first {rows} lines is a row of metadata",
            where=path,
            next_step="Give a file of JSON lines with the keys of arXiv's snapshot, one object a line",
        )
