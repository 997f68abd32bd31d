"""Folder beside report.html: the pages that its reports were judged by, and the pictures of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from litgauge.flows.cli.output_files import check_folder, draft_of, whole_file
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import frozen_page, frozen_pages
from litgauge.tasks.html.picture_pages import answer_pictures, original_name, original_of, picture_page
from litgauge.tasks.html.report import Neighbours
from litgauge.tasks.ledger import LoadedRun


def folder_beside(report: Path) -> Path:
    """Return the folder of a report's pages, `report_pages` beside `report.html`."""
    return check_folder(report.with_name(f"{report.stem}_pages"))


def write_frozen(folder: Path, runs: Sequence[LoadedRun], storage: Storage) -> int:
    """Write every page that these runs were judged by, each whole, and return how many there are.

    A page is named by its address and its bytes, so files of an earlier call are the same, or are left as they are.
    """
    pages = frozen_pages(runs)
    for name, page in pages.items():
        with whole_file(folder / f"{name}.html") as stream:
            stream.write(frozen_page(page, storage))
    return len(pages)


def write_pictures(folder: Path, runs: Sequence[LoadedRun], storage: Storage) -> int:
    """Write a page for every picture of the runs' answers, its file beside it, and return how many there are."""
    pictures = answer_pictures(runs)
    for name, picture in pictures.items():
        data = original_of(picture, storage)
        if data is not None:
            with draft_of(folder / original_name(picture)) as draft:
                draft.write_bytes(data)
        with whole_file(folder / f"{name}.html") as stream:
            stream.write(picture_page(picture, storage, original_name(picture) if data is not None else ""))
    return len(pictures)


def beside(folder: Path | None) -> Neighbours:
    """Return how a report links to the pages in a folder beside it; to none without one."""
    if folder is None:
        return Neighbours()
    place = quote(folder.name)
    return Neighbours(frozen=lambda _run, name: f"{place}/{name}.html")
