"""Who of those that ask with one storage lives, whatever their clocks say.

    asking/askers/<asker>    changes every few seconds for as long as the asker lives, and is locked where files can be

An asker that was killed has gone as soon as others on its machine look (the kernel let go of its lock), and for other
machines when its file has not changed for a lease: by the watcher's own clock, since theirs may be minutes off.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tasks.engine.storage import Storage

log = logging.getLogger(__name__)

LEASE_S = 15.0
BEATS = 5  # changes of an asker's file in a lease
FOLDER = "asking"
_QUIET_BEATS = 2  # without a claim, and an asker leaves until the next one
_LEFT_S = 86_400.0  # what was not touched for so long was left by an asker that was killed


class Asker:
    """This process as others see it: a file that changes, and is locked, while it holds claims and a moment longer."""

    def __init__(self, storage: Storage, lease_s: float) -> None:
        self._storage, self._beat_s = storage, lease_s / BEATS
        self.name = uuid.uuid4().hex
        self._path = f"{FOLDER}/askers/{self.name}"
        self._lock = threading.Lock()
        self._claims = self._beats = 0
        self._living = self._swept = False
        self._locked: int | None = None
        self._left: list[str] = []  # claims that could not be removed

    def begin(self) -> None:
        """One more claim is about to be made."""
        with self._lock:
            self._claims += 1
            if self._living:
                return
            self._storage.beat(self._path, b"")
            self._locked = self._storage.lock(self._path)
            self._beat()
            threading.Thread(target=self._live, name="asking", daemon=True).start()
            atexit.register(self._depart)
            self._living = True

    def end(self) -> None:
        """One claim less."""
        with self._lock:
            self._claims -= 1

    def drop(self, paths: Iterable[str]) -> None:
        """Remove files of claims; what storage does not let go of is tried again with the next beat."""
        left = self._undropped(paths)
        with self._lock:
            self._left += left

    def _live(self) -> None:
        self._sweep()
        quiet = 0
        while True:
            time.sleep(self._beat_s)
            with self._lock:
                left, self._left = self._left, []
            left = self._undropped(left)
            with _noted():
                self._beat()
            with self._lock:
                self._left += left
                quiet = 0 if self._claims or self._left else quiet + 1
                if quiet == _QUIET_BEATS:
                    self._leave()
                    return

    def _leave(self) -> None:
        self._living = False
        atexit.unregister(self._depart)
        self._undropped([self._path])
        if self._locked is not None:
            os.close(self._locked)

    def _beat(self) -> None:
        self._beats += 1
        machine = "" if self._locked is None else _MACHINE
        self._storage.beat(self._path, f"{machine} {self._beats}".encode())

    def _depart(self) -> None:
        self._undropped([*self._left, self._path])

    def _undropped(self, paths: Iterable[str]) -> list[str]:
        """Remove these files; gives those that storage would not let go of."""
        left = []
        for path in paths:
            try:
                self._storage.drop(path)
            except Exception as error:  # noqa: BLE001 - clients of object stores have errors of their own
                log.warning("a claim stays for now: %s", error)
                left.append(path)
        return left

    def _sweep(self) -> None:
        """Remove what askers that were killed have left, once."""
        if self._swept:
            return
        self._swept = True
        with _noted():
            for file in list(self._storage.files(FOLDER)):
                self._storage.remove(file.path, time.time() - _LEFT_S)


@dataclass(slots=True)
class _Seen:
    beat: bytes | None  # what the asker's file held; None if there was none
    since: float  # by our own monotonic clock, like `looked`
    looked: float
    looks: int = 1  # since it changed: a watcher that slept itself must not take what it missed for silence
    locked: bool | None = None  # on this machine; None where that says nothing


class Watch:
    """Which other askers live."""

    def __init__(self, storage: Storage, lease_s: float) -> None:
        self._storage, self._lease_s = storage, lease_s
        self._lock = threading.Lock()
        self._seen: dict[str, _Seen] = {}

    def lives(self, asker: str) -> bool:
        """Whether its file has changed within the lease; one that is seen for the first time lives.

        On this machine the file's lock says it at once.
        """
        now = time.monotonic()
        with self._lock:
            seen = self._seen.get(asker)
        if seen is None or now - seen.looked >= self._lease_s / (2 * BEATS):
            beat, locked = self._look(asker)
            with self._lock:
                if seen is None or beat != seen.beat:
                    seen = self._seen[asker] = _Seen(beat, now, now)
                else:
                    seen.looked, seen.looks = now, seen.looks + 1
                seen.locked = locked
        if seen.locked is not None:
            return seen.locked
        return now - seen.since < self._lease_s or seen.looks < BEATS

    def _look(self, asker: str) -> tuple[bytes | None, bool | None]:
        path = f"{FOLDER}/askers/{asker}"
        try:
            beat = self._storage.read(path)
            here = beat.startswith(f"{_MACHINE} ".encode()) and _MACHINE
            return beat, self._storage.locked(path) if here else None
        except FileNotFoundError:
            return None, None


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """What goes wrong with a sign of life is no reason to stop: the next may reach the storage."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - clients of object stores have errors of their own
        log.warning("others may take this run for ended: %s", error)


def _machine() -> str:
    """What no two machines share, nor two starts of one; "" where the system does not say."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    return boot.read_text().strip() if boot.is_file() else ""


_MACHINE = _machine()
