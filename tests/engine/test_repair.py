"""Stored files of stages that are damaged are made again; the rest is reused."""

from __future__ import annotations

import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.repair import with_repair
from litgauge.tasks.engine.storage import Storage
from tests.engine.counting import COPY, COUNT, Copy, Counting, Length, finish, stage_run, words

TEXTS = ["pear", "fig", "plum", "kiwi", "quince"]


class Work:
    """A build of two stages, that says what it did and told."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "store"
        self.journal = folder / "journal"
        self.notes: list[str] = []

    def __call__(self) -> tuple[list[Length], list[str]]:
        self.journal.write_text("")
        self.notes.clear()
        storage = Storage(str(self.root))
        with listening(self._hear):
            return with_repair(storage, lambda: self._rows(storage))

    @property
    def done(self) -> list[str]:
        """The items that were computed."""
        return [line.split()[0] for line in self.journal.read_text().splitlines()]

    def _rows(self, storage: Storage) -> tuple[list[Length], list[str]]:
        source = words(storage, TEXTS)
        lengths = finish(stage_run(COUNT, storage, source, Counting(journal=str(self.journal)), lineage="1"))
        return list(read_rows(storage, lengths, "lengths", Length)), _copies(storage, source)

    def _hear(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.text)


def _copies(storage: Storage, source: StageOutput) -> list[str]:
    copied = finish(stage_run(COPY, storage, source))
    return [storage.read_checked(row.blob).decode() for row in read_rows(storage, copied, "copies", Copy)]


def _flip(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("harm", [_flip, Path.unlink])
def test_the_items_of_a_damaged_part_are_done_again_and_no_others(harm: Callable[[Path], None], tmp_path: Path) -> None:
    work = Work(tmp_path)
    expected = work()
    assert work.done == TEXTS
    part = next(
        iter(sorted((tmp_path / "store/stages/count").rglob("*.parquet"), key=lambda path: path.stat().st_size))
    )
    harm(part)
    assert work() == expected
    assert work.done in (TEXTS[:3], TEXTS[3:])
    assert str(part) in " ".join(work.notes)
    assert work() == expected
    assert (work.done, work.notes) == ([], [])


def test_a_blob_that_is_lost_is_kept_again_by_the_item_that_kept_it(tmp_path: Path) -> None:
    work = Work(tmp_path)
    expected = work()
    blob = next(path for path in (tmp_path / "store/blobs").rglob("*") if path.is_file() and path.read_text() == "plum")
    _flip(blob)
    assert work() == expected
    assert blob.read_text() == "plum"
    (note,) = work.notes
    assert re.search("has changed since it was written; its sources are fetched again for 1 items, .* plum", note)
    assert len([path for path in (tmp_path / "store/damaged").rglob("*") if path.is_file()]) == 1


@pytest.mark.slow
def test_deleting_what_is_damaged_makes_nothing_worse(tmp_path: Path) -> None:
    work = Work(tmp_path)
    expected = work()
    for folder in sorted(path for path in work.root.rglob("*") if path.is_dir()):
        if folder.exists():
            shutil.rmtree(folder)
            assert work() == expected, folder
            assert work() == expected, folder
            assert work.notes == [], folder


@pytest.mark.slow
def test_what_cannot_be_made_again_is_raised(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    path = storage.keep_blob(b"nobody knows where it came from")
    (tmp_path / path).write_bytes(b"other")
    with pytest.raises(DamagedFile, match="missing from storage") as raised:
        with_repair(storage, lambda: storage.read_checked(path))
    again = pickle.loads(pickle.dumps(raised.value))  # as from another process
    assert (str(again), again.path) == (str(raised.value), path)


def test_what_an_older_litgauge_wrote_is_believed_and_said_once(tmp_path: Path) -> None:
    work = Work(tmp_path)
    expected = work()
    for path in sorted((tmp_path / "store/stages").rglob("*.json")):
        text = re.sub(r"([0-9a-f]{32})\.[0-9a-f]{64}\.parquet", r"\1.parquet", path.read_text())
        path.unlink()
        path.with_name(f"{path.name.partition('.')[0]}.json").write_text(text)
    for path in sorted((tmp_path / "store/stages").rglob("*.parquet")):
        path.rename(path.with_name(f"{path.name.partition('.')[0]}.parquet"))
    for folder in ("outputs", "items"):
        for path in (tmp_path / "store" / folder).rglob("*.json"):
            path.unlink()
    assert work() == expected
    assert work.done == []
    (note,) = work.notes
    assert "older version of litgauge" in note
    assert work() == expected
    assert work.notes == []
