"""Storage URLs: a folder, or a bucket whose file system is installed and can create a file exclusively."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from litgauge.tasks.base.errors import StorageError, UnusableInput
from litgauge.tasks.engine.local_files import LocalFiles

_PACKAGES: Mapping[str, str] = {
    "s3": "s3fs",
    "s3a": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "abfs": "adlfs",
    "abfss": "adlfs",
    "az": "adlfs",
}
_LOCAL = ("file", "local")


def open_url(url: str) -> tuple[Any, str]:
    """Return the file system of a storage URL, and the root path in it.

    Raises UnusableInput for an unsupported scheme, a missing package or a URL without a bucket, StorageError for a
    folder that is a file.
    """
    kind, sign, rest = url.partition("://")
    if not sign or kind in _LOCAL:
        folder = rest if sign else url
        _check_folder(folder)
        return LocalFiles(), _absolute(folder)
    if kind not in (*_PACKAGES, "memory"):
        raise _unusable(url, f"{kind}:// cannot hold a storage")
    if not rest.strip("/") and kind in _PACKAGES:
        raise _unusable(url, "it names no bucket")
    import fsspec  # takes longer to load than many commands to read

    try:
        file_system, root = fsspec.core.url_to_fs(url)
    except ImportError as error:
        package = _PACKAGES.get(kind, kind)
        raise _unusable(url, f"{kind}:// needs the package {package}", f"Run pip install {package}, or") from error
    except (OSError, ValueError, TypeError) as error:
        raise _unusable(url, f"it cannot be opened: {error}") from error
    return file_system, root


def _absolute(folder: str) -> str:
    """Return the path of a folder from the root, its links and dots as they are."""
    return os.path.join(Path.cwd(), os.path.expanduser(folder)).rstrip("/") or "/"  # noqa: PTH111, PTH118


def _check_folder(name: str) -> None:
    if not name.strip() or "\0" in name:
        raise _unusable(name, "this names no folder")
    folder = Path(name).expanduser()
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            folder.lstat()
    except OSError as error:  # a name that is too long
        raise _unusable(name, f"this cannot be a folder ({error.strerror})") from None
    file = next(
        (parent for parent in (folder, *folder.parents) if os.path.lexists(parent) and not parent.is_dir()), None
    )
    if file is not None:
        raise StorageError(f"{file} is a file, not a folder", where=name, next_step="Choose another --storage")


def _unusable(url: str, what: str, first: str = "") -> UnusableInput:
    choose = "name a folder, s3://bucket/path, gs://bucket/path or abfs://container/path"
    return UnusableInput(
        what,
        where=f"--storage {url}",
        data="Nothing was done",
        next_step=f"{first} {choose}" if first else choose[0].upper() + choose[1:],
    )
