"""The sentence that says who leads, kept when a score run ends: a leaderboard reads it and tests nothing anew.

It holds for these very runs, and as long as the code that finds it is the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from litgauge.tasks import statistics
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records.signed import is_intact, sign


class _VerdictRecord(msgspec.Struct, frozen=True):
    verdict: str


def verdict_of(storage: Storage, runs: Sequence[LoadedRun]) -> str:
    """Return the sentence about the newest runs on a release: as it was kept, if intact, else from their scores.

    Runs without rows are read again with their scores if it was not kept. Raises as `verdict_sentence`.
    """
    path = _path(runs)
    if storage.exists(path) and is_intact(content := storage.read(path)):
        return msgspec.json.decode(content, type=_VerdictRecord).verdict
    from litgauge.tasks.html.front import verdict_sentence  # with what compares scores
    from litgauge.tasks.ledger import load_score_run

    scored = [run if "scores" in run.rows else load_score_run(storage, run.run, ["scores"]) for run in runs]
    return verdict_sentence(runs[0].benchmark, scored)


def keep_verdict(storage: Storage, runs: Sequence[LoadedRun]) -> str:
    """Return the sentence about the newest runs on a release, after keeping it."""
    sentence = verdict_of(storage, runs)
    storage.create(_path(runs), sign(msgspec.json.encode(_VerdictRecord(sentence))))
    return sentence


def _path(runs: Sequence[LoadedRun]) -> str:
    names = sorted(run.run.run_id for run in runs)
    digest = hashlib.sha256("\0".join((_code(), *names)).encode()).hexdigest()
    return f"ledger/verdicts/{runs[0].run.release}/{digest[:32]}.json"


@cache
def _code() -> str:
    files = (Path(__file__).with_name("front.py"), Path(str(statistics.__file__)).with_name("comparison.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
