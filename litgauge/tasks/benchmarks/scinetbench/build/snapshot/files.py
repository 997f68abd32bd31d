"""Files of a snapshot, in any layout, in a folder or a bucket, with the facts of its manifest.

    data/jsonl/works/manifest.json                                date, and of every file its size and rows (2026-06 on)
    data/jsonl/works/updated_date=YYYY-MM-DD/part_NNNN.gz         up to 400,000 works that changed last on that day
    data/jsonl/works/deleted_ids.csv.gz                           every work that was ever deleted (2026-08 on)
    data/parquet/works/updated_date=YYYY-MM-DD/part_NNNN.parquet  the twin, with the same two files
    data/works/manifest, data/works/updated_date=*/part_000.gz    before 2026, since then below legacy-data/
    merged_ids/works/YYYY-MM-DD.csv.gz                            ids of merged works, until 2025

Any part of that tree may be named, or a file, or a folder of such files without this layout.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import fsspec

from litgauge.tasks.base.errors import UnusableInput

Format = Literal["jsonl", "parquet"]
_MANIFESTS = ("manifest.json", "manifest")
_DELETED = ("deleted_ids.csv.gz", "deleted_ids.csv")  # the same list twice
_LINES = (".gz", ".jsonl", ".ndjson")
_COLUMNS = (".parquet",)
_DATED = re.compile(r"updated_date=(\d{4}-\d{2}-\d{2})(?:/|$)")
_WORKS: Mapping[Format, tuple[str, ...]] = {
    "jsonl": ("data/jsonl/works", "jsonl/works", "data/works", "works", "legacy-data/works"),
    "parquet": ("data/parquet/works", "parquet/works"),
}
_MERGED = ("merged_ids/works", "data/merged_ids/works", "legacy-data/merged_ids/works")
_ABOVE = 3  # folders above data/jsonl/works, where merged_ids may lie


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """One file of rows."""

    name: str  # below the snapshot's folder: "updated_date=2026-01-02/part_0000.gz"
    path: str  # where it lies, a path or URL
    state: str  # changes with its bytes: size and tag or time by the file system
    updated: str  # date of its folder, YYYY-MM-DD; "" without one
    there: bool = True  # False: the manifest names it, but it is missing
    size: int | None = None  # bytes; None if the file system does not tell
    listed_size: int | None = None  # bytes by the manifest; None if it does not tell
    listed_rows: int | None = None  # rows by the manifest; None if it does not tell


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Files of works, of merged and of deleted ones."""

    works: tuple[SnapshotFile, ...]
    merged: tuple[SnapshotFile, ...] = ()
    deleted: tuple[SnapshotFile, ...] = ()
    date: str = ""  # of the release, by its manifest
    listed: bool = False  # whether a manifest lists the files
    vacated: tuple[str, ...] = ()  # files that the manifest does not name, from an older release


@dataclass(frozen=True, slots=True)
class _Listing:
    """Size and rows of each file by a manifest, and its date."""

    files: Mapping[str, tuple[int | None, int | None]]
    date: str


def find_snapshot(root: str, layout: Format | Literal["auto"] = "auto") -> Snapshot:
    """Return the files below a folder or URL, or the single named file.

    With both formats, the one of `layout`, else JSON lines. A manifest decides: a file that it names and
    that is missing is returned as missing; one that it does not name was vacated by a newer release, and is left out.
    Raises UnusableInput if there is no file of works, or the manifest cannot be read.
    """
    system, place = _file_system(root)
    if system.isfile(place):
        name = place.rsplit("/", 1)[-1]
        return Snapshot((_file(system, name, system.info(place)),))
    formats: Sequence[Format] = ("jsonl", "parquet") if layout == "auto" else (layout,)
    laid_out = [(form, f"{place.rstrip('/')}/{below}") for form in formats for below in _WORKS[form]]
    folders = [
        *((form, folder) for form, folder in laid_out if system.isdir(folder)),
        *((form, place) for form in formats),
    ]
    for form, folder in folders:
        listing = _listing(system, folder)
        files = _files(system, folder, _LINES if form == "jsonl" else _COLUMNS)
        works, vacated = _by_listing(folder, files, listing)
        if works:
            return Snapshot(
                works,
                tuple(_merged_files(system, place)),
                tuple(_deleted_file(system, folder)),
                listing.date if listing else "",
                listing is not None,
                vacated,
            )
    raise UnusableInput(
        "there is no file of OpenAlex's works here (.gz, .jsonl, .parquet)",
        where=root,
        data="Nothing was read",
        next_step="Name the snapshot's folder, as `aws s3 sync s3://openalex … ` makes it, or s3://openalex itself",
    )


def _file_system(root: str) -> tuple[Any, str]:
    options = {"anon": True} if root.startswith("s3://openalex") else {}  # a public bucket
    try:
        system, place = fsspec.core.url_to_fs(root, **options)
        if not system.exists(place):
            raise FileNotFoundError(root)
    except (OSError, ValueError, ImportError) as error:
        raise UnusableInput(
            f"the snapshot cannot be opened ({error})",
            where=root or "snapshot.path",
            data="Nothing was read",
            next_step="Name a folder, a file or an s3:// URL: --set snapshot.path=…",
        ) from error
    return system, place


def _files(system: Any, folder: str, suffixes: Sequence[str]) -> dict[str, SnapshotFile]:
    """Return all files of rows below a folder by name."""
    return {
        name: _file(system, name, info)
        for path, info in sorted(system.find(folder, detail=True).items())
        if path.endswith(tuple(suffixes))
        and not path.endswith(".csv.gz")
        and not _hidden(name := path[len(folder) :].lstrip("/"))
        and "/merged_ids/" not in path
    }


def _by_listing(
    folder: str, files: Mapping[str, SnapshotFile], listing: _Listing | None
) -> tuple[tuple[SnapshotFile, ...], tuple[str, ...]]:
    """Return the files that the manifest names, present or missing, and the names of the others."""
    if listing is None:
        return tuple(files.values()), ()
    works = []
    for name, (size, rows) in sorted(listing.files.items()):
        missing = SnapshotFile(name, f"{folder}/{name}", "missing", _updated(name), there=False)
        works.append(replace(files.get(name, missing), listed_size=size, listed_rows=rows))
    return tuple(works), tuple(name for name in files if name not in listing.files)


def _file(system: Any, name: str, info: Mapping[str, Any]) -> SnapshotFile:
    path = str(info["name"])
    tags = (info.get("ETag"), info.get("LastModified"), info.get("mtime"))
    state = f"{info.get('size')} {next((tag for tag in tags if tag is not None), '')}"
    local = "file" in system.protocol if not isinstance(system.protocol, str) else system.protocol == "file"
    place = path if local else system.unstrip_protocol(path)
    return SnapshotFile(name, place, state, _updated(path), size=_whole(info.get("size")))


def _deleted_file(system: Any, folder: str) -> Iterator[SnapshotFile]:
    for name in _DELETED:
        if system.isfile(path := f"{folder}/{name}"):
            yield _file(system, name, system.info(path))
            return


def _merged_files(system: Any, root: str) -> Iterator[SnapshotFile]:
    """Yield files of merged works, at the root or above it: snapshots since 2025 share the list of 2025."""
    parts = root.rstrip("/").split("/")
    for up in range(min(_ABOVE + 1, len(parts))):
        for below in _MERGED:
            folder = "/".join([*parts[: len(parts) - up], below])
            if system.isdir(folder):
                for path, info in sorted(system.find(folder, detail=True).items()):
                    if path.endswith((".csv", ".csv.gz")):
                        yield _file(system, f"merged_ids/{path[len(folder) :].lstrip('/')}", info)
                return


def _listing(system: Any, folder: str) -> _Listing | None:
    """Return the manifest of a folder, else that of all entities above it; None without either.

    Raises UnusableInput for one that cannot be read or whose rows do not add up.
    """
    above, _, name = folder.rpartition("/")
    of_all = [f"{above}/{_MANIFESTS[0]}"] if name == "works" else []
    for path in (*(f"{folder}/{name}" for name in _MANIFESTS), *of_all):
        try:
            manifest = json.loads(system.cat_file(path))
            if path in of_all:
                manifest = next((part for part in manifest["entities"] if part["entity"] == "works"), None)
                if manifest is None:
                    continue
            return _read_listing(manifest)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise UnusableInput(
                f"the snapshot's manifest cannot be read ({type(error).__name__}: {error})",
                where=path,
                next_step="Download it again, or remove it to take the files that are there",
            ) from error
    return None


def _read_listing(manifest: Mapping[str, Any]) -> _Listing:
    entries = manifest["files"] if "files" in manifest else manifest["entries"]
    files = {}
    for entry in entries:
        meta = entry.get("meta") or {}
        files[_below(str(entry["url"]))] = (_whole(meta.get("content_length")), _whole(meta.get("record_count")))
    total, rows = _whole(manifest.get("record_count")), [count for _, count in files.values()]
    if total is not None and None not in rows and total != sum(count or 0 for count in rows):
        raise ValueError(f"it counts {total:,} works, and its files {sum(count or 0 for count in rows):,}")
    return _Listing(files, str(manifest.get("date") or ""))


def _below(url: str) -> str:
    """Return the name of a file below the folder of works."""
    dated = _DATED.search(url)
    return url[dated.start() :] if dated else url.rsplit("/works/", 1)[-1].rsplit("://", 1)[-1]


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _updated(path: str) -> str:
    match = _DATED.search(path)
    return match[1] if match else ""


def _hidden(path: str) -> bool:
    return any(part.startswith((".", "_")) for part in path.split("/"))
