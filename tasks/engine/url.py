"""Where storage can be: a folder, or a bucket whose file system is installed and can create a file exclusively."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fsspec

from tasks.base.errors import StorageError, UnusableInput

_PACKAGES: Mapping[str, str] = {
    "s3": "s3fs",
    "s3a": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "abfs": "adlfs",
    "abfss": "adlfs",
    "az": "adlfs",
}
_OURS = ("file", "local", "memory")  # need no package of others


def open_url(url: str) -> tuple[Any, str]:
    """The file system of a storage URL, and its root there.

    Raises UnusableInput for a kind that storage cannot be kept in, one whose package is not installed and a URL without
    a bucket, StorageError for a folder that is a file.
    """
    kind, sign, rest = url.partition("://")
    if not sign:
        _check_folder(url)
    elif kind not in (*_PACKAGES, *_OURS):
        raise _unusable(url, f"nothing can be kept in {kind}://")
    elif not rest.strip("/") and kind not in _OURS:
        raise _unusable(url, "it names no bucket")
    elif kind in ("file", "local"):
        _check_folder(rest)
    try:
        file_system, root = fsspec.core.url_to_fs(url)
    except ImportError as error:
        package = _PACKAGES.get(kind, kind)
        raise _unusable(url, f"{kind}:// needs the package {package}", f"Run pip install {package}, or") from error
    except (OSError, ValueError, TypeError) as error:
        raise _unusable(url, f"it cannot be opened: {error}") from error
    return file_system, root


def _check_folder(path: str) -> None:
    if not path.strip() or "\0" in path:
        raise _unusable(path, "this names no folder")
    place = Path(path).expanduser()
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            place.lstat()
    except OSError as error:  # a name that is too long
        raise _unusable(path, f"this can be no folder ({error.strerror})") from None
    wrong = next((one for one in (place, *place.parents) if os.path.lexists(one) and not one.is_dir()), None)
    if wrong is not None:
        raise StorageError(f"{wrong} is a file and no folder", where=path, next_step="Choose another --storage")


def _unusable(url: str, what: str, first: str = "") -> UnusableInput:
    choose = "name a folder, s3://bucket/path, gs://bucket/path or abfs://container/path"
    return UnusableInput(
        what,
        where=f"--storage {url}",
        data="Nothing was done",
        next_step=f"{first} {choose}" if first else choose[0].upper() + choose[1:],
    )
