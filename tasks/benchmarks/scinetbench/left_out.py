"""What fell out of a build: files of the snapshot, rows in them, texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from tasks.benchmark.benchmark import not_done
from tasks.benchmarks.scinetbench.snapshot.scan import BrokenWork
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.records import Quarantined

_MOST_ROWS = 1_000


def left_out(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Every file and text that fell out, and of the rows that could not be read the first thousand."""
    yield from not_done(storage, outputs)
    if (scans := outputs.get("snapshot")) is not None:
        for row in islice(read_rows(storage, scans, "broken", BrokenWork), _MOST_ROWS):
            yield Quarantined(f"{row.file}:{row.line}", "snapshot", "rejected", "broken-row", row.error)
