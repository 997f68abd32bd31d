"""Files of a snapshot, in whatever layout, in a folder or a bucket.

    data/jsonl/works/updated_date=YYYY-MM-DD/part_NNNN.gz         since 2026
    data/parquet/works/updated_date=YYYY-MM-DD/part_NNNN.parquet  its twin
    data/works/updated_date=YYYY-MM-DD/part_000.gz                before
    data/merged_ids/works/YYYY-MM-DD.csv.gz                       what became of works that were merged

Any part of that tree may be named, or a file, or a folder of such files in no layout at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import fsspec

from tasks.base.errors import UnusableInput

Format = Literal["jsonl", "parquet"]
MANIFEST = "manifest"
_LINES = (".gz", ".jsonl", ".ndjson")
_COLUMNS = (".parquet",)
_DATED = re.compile(r"updated_date=(\d{4}-\d{2}-\d{2})(?:/|$)")
_WORKS: Mapping[Format, tuple[str, ...]] = {
    "jsonl": ("data/jsonl/works", "jsonl/works", "data/works", "works"),
    "parquet": ("data/parquet/works", "parquet/works"),
}
_MERGED = ("data/merged_ids/works", "merged_ids/works", "../merged_ids/works", "../../merged_ids/works")


@dataclass(frozen=True, slots=True)
class SnapshotFile:
    """One file of rows."""

    name: str  # below the snapshot's folder: "updated_date=2026-01-02/part_0000.gz"
    path: str  # where it lies, a path or URL
    state: str  # what changes with its bytes, as the file system tells: size and tag or time
    updated: str  # of its folder, YYYY-MM-DD; "" where that says none
    there: bool = True  # False: the manifest names it, and it is not there


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Files of works and of merged works."""

    works: tuple[SnapshotFile, ...]
    merged: tuple[SnapshotFile, ...]


def find_snapshot(root: str, wanted: Format | Literal["auto"] = "auto") -> Snapshot:
    """Return the files below a folder, an URL, or the one file that is named.

    Of twins the one that is wanted, else the lines.

    A file that a manifest names and that is not there is among them, as such.
    Raises UnusableInput if there is no file of works.
    """
    system, place = _file_system(root)
    if system.isfile(place):
        name = place.rsplit("/", 1)[-1]
        return Snapshot((_file(system, name, system.info(place)),), ())
    formats: Sequence[Format] = ("jsonl", "parquet") if wanted == "auto" else (wanted,)
    for form in formats:
        folders = [f"{place.rstrip('/')}/{below}" for below in _WORKS[form]]
        folder = next((folder for folder in folders if system.isdir(folder)), place)
        works = tuple(_files(system, folder, _LINES if form == "jsonl" else _COLUMNS))
        if works:
            return Snapshot(works, tuple(_merged_files(system, place)))
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
            next_step="Name a folder, a file or an s3:// URL in the config under snapshot.path",
        ) from error
    return system, place


def _files(system: Any, folder: str, suffixes: Sequence[str]) -> Iterator[SnapshotFile]:
    """All files of rows below a folder by name, and those that its manifest names besides."""
    files = {
        path[len(folder) :].lstrip("/"): info
        for path, info in system.find(folder, detail=True).items()
        if path.endswith(tuple(suffixes)) and not _hidden(path[len(folder) :]) and "/merged_ids/" not in path
    }
    for name in sorted({*files, *_in_manifest(system, folder)}):
        if name in files:
            yield _file(system, name, files[name])
        else:
            yield SnapshotFile(name, f"{folder}/{name}", "missing", _updated(name), there=False)


def _file(system: Any, name: str, info: Mapping[str, Any]) -> SnapshotFile:
    path = str(info["name"])
    tags = (info.get("ETag"), info.get("LastModified"), info.get("mtime"))
    state = f"{info.get('size')} {next((tag for tag in tags if tag is not None), '')}"
    local = "file" in system.protocol if not isinstance(system.protocol, str) else system.protocol == "file"
    return SnapshotFile(name, path if local else system.unstrip_protocol(path), state, _updated(path))


def _merged_files(system: Any, root: str) -> Iterator[SnapshotFile]:
    for below in _MERGED:
        folder = f"{root.rstrip('/')}/{below}"
        if below.startswith(".."):
            folder = _above(root, below)
        if folder and system.isdir(folder):
            yield from _files_of_merged(system, folder)
            return


def _files_of_merged(system: Any, folder: str) -> Iterator[SnapshotFile]:
    for path, info in sorted(system.find(folder, detail=True).items()):
        if path.endswith((".csv", ".csv.gz")):
            yield _file(system, f"merged_ids/{path[len(folder) :].lstrip('/')}", info)


def _above(root: str, below: str) -> str:
    parts = root.rstrip("/").split("/")
    up = below.count("../")
    return "/".join([*parts[:-up], *below.split("/")[up:]]) if len(parts) > up else ""


def _in_manifest(system: Any, folder: str) -> list[str]:
    """Return the files that the manifest of a folder names; none where there is no manifest."""
    try:
        listed = json.loads(system.cat_file(f"{folder}/{MANIFEST}"))
        urls = [str(entry["url"]) for entry in listed["entries"]]
    except FileNotFoundError:
        return []
    except (ValueError, TypeError, KeyError) as error:
        raise UnusableInput(
            f"the snapshot's manifest cannot be read ({error})",
            where=f"{folder}/{MANIFEST}",
            next_step="Download it again, or remove it to take the files that are there",
        ) from error
    return [url[match.start() :] for url in urls if (match := _DATED.search(url))]


def _updated(path: str) -> str:
    match = _DATED.search(path)
    return match[1] if match else ""


def _hidden(path: str) -> bool:
    return any(part.startswith((".", "_")) for part in path.split("/"))
