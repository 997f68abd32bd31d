"""Files whose name says whether they are whole: it holds their sha256.

    blobs/<aa>/<sha256>, items/<stage>/<sha256>.json            named by what they hold
    stages/…/<id>.<sha256>.parquet, stages/…/<id>.<sha256>.json named by that, and by an id of their own

JSON that has a name of its own says its sha256 inside: `tasks.records.signed`. Files that an older litgauge wrote have
neither; they are believed.
"""

from __future__ import annotations

import hashlib
import re

_SEAL = re.compile(r"(?:[0-9a-f]{32}\.)?([0-9a-f]{64})(?:\.[a-z]+)?")
_UNSEALED = re.compile(r"[0-9a-f]{32}\.[a-z]+")


def sha256_in_name(path: str) -> str | None:
    """The sha256 (hex) that the name of a file says of its bytes; None where it says none.

    >>> sha256_in_name(f"stages/count/1/parts/{'a' * 32}.{'b' * 64}.parquet") == "b" * 64
    True
    """
    found = _SEAL.fullmatch(path.rpartition("/")[2])
    return found[1] if found else None


def is_stage_file(path: str) -> bool:
    """Whether a part or batch is named as we name it: no litter of an operating system, an editor, a sync service."""
    name = path.rpartition("/")[2]
    return _SEAL.fullmatch(name) is not None or _UNSEALED.fullmatch(name) is not None


def matches_name(path: str, data: bytes) -> bool:
    """Whether these bytes are what the file's name says; true where it says nothing."""
    seal = sha256_in_name(path)
    return seal is None or hashlib.sha256(data).hexdigest() == seal
