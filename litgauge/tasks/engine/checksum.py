"""Checksums in file names.

    blobs/<aa>/<sha256>, items/<stage>/<sha256>.gz              the sha256 of the content
    stages/…/<id>.<sha256>.parquet, stages/…/<id>.<sha256>.json a unique id and the sha256 of the content

JSON with another name holds its sha256 in its last field: `litgauge.tasks.records.signed`. Files of older versions of
litgauge have no checksum and are accepted as they are.
"""

from __future__ import annotations

import hashlib
import re

_NAME = re.compile(r"(?:[0-9a-f]{32}\.)?([0-9a-f]{64})(?:\.[a-z]+)?")
_LEGACY_NAME = re.compile(r"[0-9a-f]{32}\.[a-z]+")


def sha256_in_name(path: str) -> str | None:
    """Return the sha256 (hex) in the name of a file; None if there is none.

    >>> sha256_in_name(f"stages/count/1/parts/{'a' * 32}.{'b' * 64}.parquet") == "b" * 64
    True
    """
    match = _NAME.fullmatch(path.rpartition("/")[2])
    return match[1] if match else None


def is_stage_file(path: str) -> bool:
    """Return whether a name is that of a part or batch, not of a file of an editor, a sync service or the system."""
    name = path.rpartition("/")[2]
    return _NAME.fullmatch(name) is not None or _LEGACY_NAME.fullmatch(name) is not None


def matches_name(path: str, data: bytes) -> bool:
    """Return whether these bytes have the sha256 in the file's name; true if the name has none."""
    expected = sha256_in_name(path)
    return expected is None or hashlib.sha256(data).hexdigest() == expected
