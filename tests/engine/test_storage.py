"""Storage: files appear whole or not at all, and a name is taken once."""

from __future__ import annotations

import errno
import fcntl
import math
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import DamagedFile, StorageError
from litgauge.tasks.engine.atomic import ABANDONED_AFTER_S, TemporaryFiles
from litgauge.tasks.engine.storage import Storage
from tests.storages import ON_S3


@ON_S3
def test_a_name_is_taken_once(storage: Storage) -> None:
    assert storage.create("a/b.json", b"first")
    assert not storage.create("a/b.json", b"second")
    assert storage.read("a/b.json") == b"first"


@ON_S3
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


@ON_S3
def test_the_same_bytes_are_kept_once(storage: Storage) -> None:
    assert storage.keep_blob(b"paper") == storage.keep_blob(b"paper")
    assert len(storage.names("blobs")) == 1


@ON_S3
def test_several_files_are_read_by_their_names_whatever_these_are(storage: Storage) -> None:
    """Brackets, stars and question marks are no patterns."""
    names = ["a", "runs [1]/b", "runs [1]/é*?.json"]
    for name in names:
        storage.create(name, name.encode())
    wanted = [*names, "none", "runs [1]/none", names[0]]
    assert storage.read_existing(wanted) == {name: name.encode() for name in names}


def test_an_object_store_is_asked_once_for_what_never_changes(tmp_path: Path) -> None:
    store = Storage(f"memory://{tmp_path.name}")
    store.create("outputs/a.json", b"first")
    assert store.read_once("outputs/a.json") == b"first"
    other = Storage(store.url)
    other.set_aside("outputs/a.json")
    assert store.read_once("outputs/a.json") == b"first"  # nothing was asked
    with pytest.raises(FileNotFoundError):
        other.read_once("outputs/a.json")
    other.create("outputs/a.json", b"again")
    assert other.read_once("outputs/a.json") == b"again"


@ON_S3
def test_an_empty_file_is_read(storage: Storage) -> None:
    storage.create("used", b"")
    storage.create("other", b"1")
    assert storage.read("used") == b""
    assert storage.read_existing(["used", "other", "none"]) == {"used": b"", "other": b"1"}


@ON_S3
def test_a_missing_folder_has_no_names(storage: Storage) -> None:
    assert storage.names("nothing/here") == []


@pytest.mark.slow
def test_sweep_removes_what_a_killed_writer_left_and_spares_the_living(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    storage.create("kept", b"whole")
    killed = _writer(tmp_path)
    killed.kill()
    killed.wait()
    living = _writer(tmp_path)
    try:
        assert len(list((tmp_path / "tmp").iterdir())) == 2
        with storage.open_part("parts", ".parquet") as part:  # our own, being written
            assert storage.sweep() == 1
            part.file.write(b"rows")
            assert len(list((tmp_path / "tmp").iterdir())) == 2
        assert storage.read_checked(part.path) == b"rows"
        assert [entry.read_bytes() for entry in (tmp_path / "tmp").iterdir()] == [b"half"]
    finally:
        living.kill()
        living.wait()


def test_sweep_spares_a_writer_that_it_knows_by_no_name(tmp_path: Path) -> None:
    """Another container may have our host name and process ids, or others: the lock on a draft tells who lives.

    Of a writer under another kernel nothing is known, but how long it has not written.
    """
    here = socket.gethostname()
    foreign = [f"{'0' * 16}.{'a' * 32}", f"{here}.{os.getpid()}.{'b' * 32}", f"elsewhere.1.{'c' * 32}"]
    litter = [".DS_Store", "Thumbs.db", "desktop.ini", ".notes.swp", "x.1.2"]
    folder = tmp_path / "tmp"
    folder.mkdir()
    (folder / "empty").mkdir()
    for name in (*foreign, *litter):
        (folder / name).write_bytes(b"")
    storage = Storage(str(tmp_path))
    assert storage.sweep() == 0
    for entry in folder.iterdir():
        os.utime(entry, (0, time.time() - 2 * ABANDONED_AFTER_S))
    assert storage.sweep() == len(foreign)
    assert {entry.name for entry in folder.iterdir()} == {*litter, "empty"}


def test_a_writer_whose_draft_was_swept_before_it_was_locked_takes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, lock, swept = Storage(str(tmp_path)), fcntl.flock, []

    def swept_first(descriptor: int, operation: int) -> None:
        if not swept:
            swept.append(True)
            assert storage.sweep() == 1
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", swept_first)
    assert storage.create("kept", b"whole")
    assert storage.read("kept") == b"whole"


_WRITER = """
import sys, time
from pathlib import Path
from litgauge.tasks.engine.atomic import TemporaryFiles
with TemporaryFiles(Path(sys.argv[1])).open() as (draft, file):
    file.write(b"half")
    file.flush()
    print(draft, flush=True)
    time.sleep(60)
"""


def _writer(root: Path) -> subprocess.Popen[str]:
    """A process that is writing a draft, and goes on until it is killed."""
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(root / "tmp")], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    with writer.stdout:
        writer.stdout.readline()
    return writer


@pytest.mark.parametrize("place", ["tmp", "a", "a/b"])
def test_a_file_where_a_folder_should_be_is_named(place: str, tmp_path: Path) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("mine")
    with pytest.raises(StorageError, match=r"a part of the storage path is a file.*move that file away"):
        Storage(str(tmp_path)).create("a/b/c", b"data")
    assert (tmp_path / place).read_text() == "mine"


@pytest.mark.slow
@ON_S3
def test_what_is_damaged_is_put_aside_and_written_anew(storage: Storage) -> None:
    path = storage.keep_blob(b"paper")
    aside = storage.set_aside(path)
    assert storage.read(aside) == b"paper"
    assert storage.keep_blob(b"paper") == path
    assert storage.read_checked(path) == b"paper"
    assert storage.set_aside(path, lambda data: data == b"paper") == ""  # written anew meanwhile
    assert storage.read_checked(path) == b"paper"
    storage.remove(path, math.inf)
    assert storage.set_aside(path) == ""
    with pytest.raises(DamagedFile, match="missing"):
        storage.read_checked(path)


def test_a_full_disk_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"storage is full.*no file is half-written.*Free some space"):
        Storage(str(tmp_path)).create("a", b"data")
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.slow
def test_who_reads_waits_for_a_prune_that_is_slow_and_not_for_what_is_gone(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    path = storage.keep_blob(b"paper")
    full = storage.locate(path)

    def look_at_it_slowly() -> None:
        with TemporaryFiles(tmp_path / "tmp").claim(full) as aside:
            taken.set()
            time.sleep(0.8)
            os.link(aside, full)

    taken = threading.Event()
    slow = threading.Thread(target=look_at_it_slowly)
    slow.start()
    taken.wait()
    assert storage.read_checked(path) == b"paper"
    slow.join()
    Path(full).unlink()
    with pytest.raises(DamagedFile):
        storage.read_checked(path)
