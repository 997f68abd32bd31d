"""Storage: files appear whole or not at all, and a name is taken once."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tasks.engine.storage import Storage
from tasks.errors import StorageError


def test_a_name_is_taken_once(storage: Storage) -> None:
    assert storage.create("a/b.json", b"first")
    assert not storage.create("a/b.json", b"second")
    assert storage.read("a/b.json") == b"first"


def test_of_many_writers_one_wins(storage: Storage) -> None:
    won: list[int] = []
    start = threading.Barrier(8)

    def write(number: int) -> None:
        start.wait()
        if storage.create("claim", str(number).encode()):
            won.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(number).encode() for number in won] == [storage.read("claim")]


def test_the_same_bytes_are_kept_once(storage: Storage) -> None:
    assert storage.keep_blob(b"paper") == storage.keep_blob(b"paper")
    assert len(storage.names("blobs")) == 1


def test_a_missing_folder_has_no_names(storage: Storage) -> None:
    assert storage.names("nothing/here") == []


def test_sweep_removes_what_a_killed_writer_left_and_spares_the_living(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    storage.create("kept", b"whole")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    host = os.uname().nodename
    (tmp_path / "tmp" / f"{host}.{dead.pid}.aaaa").write_bytes(b"half")
    (tmp_path / "tmp" / f"{host}.{os.getpid()}.bbbb").write_bytes(b"being written")
    assert storage.sweep() == 1
    assert [entry.name.split(".")[-1] for entry in (tmp_path / "tmp").iterdir()] == ["bbbb"]


def test_a_full_disk_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"storage is full.*nothing is half-written.*Free some space"):
        Storage(str(tmp_path)).create("a", b"data")
    assert not list((tmp_path / "tmp").iterdir())
