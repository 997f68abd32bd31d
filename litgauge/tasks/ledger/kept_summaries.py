"""Summaries of a score run, stored beside its rows, so that a leaderboard need not resample.

They are valid while the code that computed them is unchanged; afterwards they are computed from the scores again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from litgauge.tasks import statistics
from litgauge.tasks.statistics.means import Summary, summaries
from litgauge.tasks.statistics.values import TaskScore

SUMMARIES = "summaries.json"

_COMPUTED_BY = ("interval.py", "means.py", "resampling.py", "values.py")  # of the statistics


class _Record(msgspec.Struct, frozen=True):
    code: str
    summaries: dict[str, Summary]  # by metric


def encode_summaries(scores: Sequence[TaskScore]) -> bytes:
    """Return the bytes of the file that keeps the summaries of these scores."""
    return msgspec.json.encode(_Record(_code(), summaries(scores)))


def decode_summaries(data: bytes) -> Mapping[str, Summary] | None:
    """Return the summaries in such a file; None if they were computed by other code."""
    try:
        record = msgspec.json.decode(data, type=_Record)
    except msgspec.DecodeError:
        return None
    return record.summaries if record.code == _code() else None


@cache
def _code() -> str:
    folder = Path(str(statistics.__file__)).parent
    return hashlib.sha256(b"\0".join((folder / name).read_bytes() for name in _COMPUTED_BY)).hexdigest()
