"""What refreshes have harvested is whole, or named with the days that are lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.increments import Window, check_increment, increments, keep_increment
from litgauge.tasks.harvest.settings import HarvestSettings

SETTINGS = HarvestSettings(path="snapshot.jsonl")
ROWS = [f'{{"id": "{number}"}}'.encode() for number in range(300)]


def kept(storage: Storage, since: int, until: int) -> str:
    return keep_increment(storage, SETTINGS, Window(date(2026, 1, since), date(2026, 1, until)), ROWS)


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 8]) + data[len(data) // 2 + 1 :],
        lambda _: b"",
        lambda data: os.urandom(len(data)),
    ],
    ids=["cut", "flipped", "emptied", "garbage"],
)
def test_a_damaged_increment_is_named_with_its_days(harm: Callable[[bytes], bytes], tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    file = Path(storage.locate(kept(storage, 1, 7)))
    check_increment(file.name, str(file))
    file.write_bytes(harm(file.read_bytes()))
    with pytest.raises(DamagedFile, match=rf"{file.name}: .*2026-01-01 to 2026-01-07.*next refresh harvests"):
        check_increment(file.name, str(file))


def test_days_whose_increment_is_gone_are_told(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    paths = [kept(storage, 1, 7), kept(storage, 7, 9), kept(storage, 9, 12)]
    told: list[Event] = []
    with listening(told.append):
        assert increments(storage, SETTINGS) == paths
        assert told == []
        Path(storage.locate(paths[1])).unlink()
        assert increments(storage, SETTINGS) == [paths[0], paths[2]]
    (note,) = told
    assert isinstance(note, Note)
    assert "from 2026-01-07 to 2026-01-09 is gone" in note.text
