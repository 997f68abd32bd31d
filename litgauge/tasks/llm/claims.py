"""Claims on questions: of all runs with one storage, only one pays for a question.

    asking/<first two of the key>/<key>            name of the asker that holds the claim
    asking/<first two of the key>/<key>.<asker>    name of its successor, after that asker has gone
    asking/askers/<asker>                          changes every few seconds while the asker lives; locked if possible

A claim holds while its asker is alive, and is removed when the question is answered or abandoned. The claim of an asker
that has gone is not removed: its successor creates the one file that follows it, and of several only one can.

An asker that was killed has gone at once for others on its machine (the kernel released its lock), and for other
machines when its file has not changed for a lease, by the watcher's own monotonic clock: clocks may differ by minutes.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import re
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # questions can be asked without importing storage
    from litgauge.tasks.engine.storage import Storage

log = logging.getLogger(__name__)

LEASE_S = 15.0
BEATS = 5  # changes of an asker's file in a lease
FOLDER = "asking"
_QUIET_BEATS = 2  # beats without a claim after which an asker unregisters until the next one
_LEFT_S = 86_400.0  # age of files that only killed askers leave behind
_ASKER = re.compile(rb"[0-9a-f]{32}")
_DAMAGED = "damaged"  # stands for the asker of a damaged claim


@dataclass(frozen=True, slots=True)
class Claim:
    """The files of a claim: those of dead askers, then our own."""

    key: str
    paths: tuple[str, ...]


class Claims:
    """The claims of all runs with one storage, for any thread."""

    def __init__(self, storage: Storage, lease_s: float = LEASE_S) -> None:
        self._storage = storage
        self._own = Asker(storage, lease_s)
        self._others = Watch(storage, lease_s)
        self._lock = threading.Lock()
        self._own_keys: set[str] = set()  # keys that are ours, or that we are about to claim

    def take(self, key: str) -> Claim | None:
        """Return a claim on a question, held until `release`; None while a live asker holds it. Raises StorageError."""
        with self._lock:
            if key in self._own_keys:
                return None
            self._own_keys.add(key)
        claim = None
        try:
            self._own.begin()
            claim = self._created(key)
        finally:
            if claim is None:
                self._forget(key)
        return claim

    def release(self, claim: Claim) -> None:
        """Release the claim."""
        self._own.drop(claim.paths)
        self._forget(claim.key)

    def _created(self, key: str) -> Claim | None:
        first = path = f"{FOLDER}/{key[:2]}/{key}"
        passed: list[str] = []
        while path not in passed:  # a cycle: claims damaged again and again must not block
            if self._storage.create(path, self._own.name.encode(), lasting=False):
                return Claim(key, (*passed, path))
            asker = self._asker_of(path)
            if asker is None:  # released a moment ago
                continue
            if asker == self._own.name:  # we did create it, and the answer to that was lost
                return Claim(key, (*passed, path))
            if asker != _DAMAGED and self._others.lives(asker):
                return None
            passed.append(path)
            path = f"{first}.{asker}"
        return Claim(key, tuple(passed))

    def _forget(self, key: str) -> None:
        with self._lock:
            self._own_keys.discard(key)
        self._own.end()

    def _asker_of(self, path: str) -> str | None:
        try:
            name = self._storage.read(path)
        except FileNotFoundError:
            return None
        return name.decode() if _ASKER.fullmatch(name) else _DAMAGED


class Asker:
    """Liveness file of this process: it changes, and is locked, while the process holds claims and shortly after."""

    def __init__(self, storage: Storage, lease_s: float) -> None:
        self._storage, self._beat_s = storage, lease_s / BEATS
        self.name = uuid.uuid4().hex
        self._path = f"{FOLDER}/askers/{self.name}"
        self._lock = threading.Lock()
        self._claims = self._beats = 0
        self._living = self._swept = False
        self._locked: int | None = None
        self._leftovers: list[str] = []  # claims that could not be removed

    def begin(self) -> None:
        """Register a claim that is about to be made."""
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
        """Unregister a claim."""
        with self._lock:
            self._claims -= 1

    def drop(self, paths: Iterable[str]) -> None:
        """Remove files of claims; failed removals are retried with the next beat."""
        leftovers = self._undropped(paths)
        with self._lock:
            self._leftovers += leftovers

    def _live(self) -> None:
        self._sweep()
        quiet = 0
        while True:
            time.sleep(self._beat_s)
            with self._lock:
                leftovers, self._leftovers = self._leftovers, []
            leftovers = self._undropped(leftovers)
            with _errors_logged():
                self._beat()
            with self._lock:
                self._leftovers += leftovers
                quiet = 0 if self._claims or self._leftovers else quiet + 1
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
        self._undropped([*self._leftovers, self._path])

    def _undropped(self, paths: Iterable[str]) -> list[str]:
        """Remove the files; return those that could not be removed."""
        leftovers = []
        for path in paths:
            try:
                self._storage.drop(path)
            except Exception as error:  # noqa: BLE001 - clients of object stores have errors of their own
                log.warning("a claim stays for now: %s", error)
                leftovers.append(path)
        return leftovers

    def _sweep(self) -> None:
        """Remove the files of killed askers, once."""
        if self._swept:
            return
        self._swept = True
        with _errors_logged():
            for file in list(self._storage.files(FOLDER)):
                self._storage.remove(file.path, time.time() - _LEFT_S)


@dataclass(slots=True)
class _Sighting:
    beat: bytes | None  # content of the asker's file; None without a file
    since: float  # by our own monotonic clock, like `looked`
    looked: float
    looks: int = 1  # since it changed: a watcher that slept itself must not take its own pause for silence
    locked: bool | None = None  # on this machine; None if unknown


class Watch:
    """Liveness of other askers."""

    def __init__(self, storage: Storage, lease_s: float) -> None:
        self._storage, self._lease_s = storage, lease_s
        self._lock = threading.Lock()
        self._sightings: dict[str, _Sighting] = {}

    def lives(self, asker: str) -> bool:
        """Return whether an asker's file has changed within the lease; a new asker counts as alive.

        On this machine the lock of the file decides at once.
        """
        now = time.monotonic()
        with self._lock:
            sighting = self._sightings.get(asker)
        if sighting is None or now - sighting.looked >= self._lease_s / (2 * BEATS):
            beat, locked = self._look(asker)
            with self._lock:
                if sighting is None or beat != sighting.beat:
                    sighting = self._sightings[asker] = _Sighting(beat, now, now)
                else:
                    sighting.looked, sighting.looks = now, sighting.looks + 1
                sighting.locked = locked
        if sighting.locked is not None:
            return sighting.locked
        return now - sighting.since < self._lease_s or sighting.looks < BEATS

    def _look(self, asker: str) -> tuple[bytes | None, bool | None]:
        path = f"{FOLDER}/askers/{asker}"
        try:
            beat = self._storage.read(path)
            on_this_machine = beat.startswith(f"{_MACHINE} ".encode()) and _MACHINE
            return beat, self._storage.locked(path) if on_this_machine else None
        except FileNotFoundError:
            return None, None


@contextlib.contextmanager
def _errors_logged() -> Iterator[None]:
    """Log errors of a heartbeat: the next one may reach the storage."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - clients of object stores have errors of their own
        log.warning("others may take this run for ended: %s", error)


def _machine() -> str:
    """Return an id of this boot of this machine; "" if the system has none."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    return boot.read_text().strip() if boot.is_file() else ""


_MACHINE = _machine()
