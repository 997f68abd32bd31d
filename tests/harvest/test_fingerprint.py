"""An input that has not changed is not read again; one that has is never taken for what it was."""

from __future__ import annotations

import os
import time
from pathlib import Path

import fsspec
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.fingerprint import file_digest, known_digest


@pytest.fixture
def settled(tmp_path: Path) -> Path:
    """A file whose last change is long enough ago to be remembered."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"one")
    time.sleep(2.1)
    return path


@pytest.fixture
def old_file(repository: Path) -> Path:
    """A file that was there before the tests began."""
    return repository / "data" / "sample" / "surveys.jsonl"


def remembered(storage: Storage) -> int:
    return len(storage.names("digests"))


def test_a_digest_is_remembered_by_the_next_run(old_file: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    first = known_digest(str(old_file), Storage(store))
    assert first == file_digest(str(old_file))
    (kept,) = (tmp_path / "store" / "digests").iterdir()
    kept.write_text("b" * 64)  # as an older litgauge remembered
    assert known_digest(str(old_file), Storage(store)) == "b" * 64


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied", "garbage", "a folder"])
def test_a_damaged_memory_is_put_aside_and_the_file_hashed_again(harm: str, old_file: Path, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    first = known_digest(str(old_file), storage)
    (kept,) = (tmp_path / "store" / "digests").iterdir()
    whole = kept.read_bytes()
    kept.unlink()
    match harm:
        case "cut":
            kept.write_bytes(whole[:40])
        case "flipped":
            kept.write_bytes((b"0" if whole[:1] != b"0" else b"1") + whole[1:])
        case "emptied":
            kept.write_bytes(b"")
        case "garbage":
            kept.write_bytes(os.urandom(100))
        case "a folder":
            kept.mkdir()
    assert known_digest(str(old_file), storage) == first
    assert kept.read_bytes() == whole


@pytest.mark.slow
def test_a_file_rewritten_with_its_old_size_and_time_is_read_again(settled: Path, storage: Storage) -> None:
    known_digest(str(settled), storage)
    before = settled.stat()
    settled.write_bytes(b"two")
    os.utime(settled, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (settled.stat().st_size, settled.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert known_digest(str(settled), storage) == file_digest(str(settled))


@pytest.mark.slow
def test_another_file_in_its_place_is_read_again(settled: Path, storage: Storage) -> None:
    known_digest(str(settled), storage)
    other = settled.with_name("other")
    other.write_bytes(b"two")
    other.replace(settled)
    assert known_digest(str(settled), storage) == file_digest(str(settled))


def test_a_file_that_was_just_written_is_not_remembered(tmp_path: Path, storage: Storage) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"one")
    assert known_digest(str(path), storage) == file_digest(str(path))
    assert remembered(storage) == 0


def test_a_file_elsewhere_is_read_once_a_run(tmp_path: Path) -> None:
    place = fsspec.filesystem("memory")
    place.pipe("harvest/digest.jsonl", b"one")
    run = Storage(str(tmp_path / "store"))
    first = known_digest("memory://harvest/digest.jsonl", run)
    place.pipe("harvest/digest.jsonl", b"two")
    assert known_digest("memory://harvest/digest.jsonl", run) == first
    next_run = Storage(str(tmp_path / "store"))
    assert known_digest("memory://harvest/digest.jsonl", next_run) != first


@pytest.mark.parametrize("path", ["none.jsonl", "gopher://example.org/rows.jsonl"])
def test_what_cannot_be_opened_says_so(path: str, storage: Storage) -> None:
    with pytest.raises(UnusableInput, match="cannot be opened"):
        known_digest(path, storage)
