"""Who is asking what right now, so that of all runs with one storage a single one pays for a question.

    asking/<first two of the key>/<key>            the name of the asker who is asking this
    asking/<first two of the key>/<key>.<asker>    of the one who asks since that asker has gone

A claim holds while its asker lives (`tasks.llm.askers`), and is removed when the question is answered or given up.
Nobody removes that of an asker who has gone: whoever takes over creates the one file that follows it, and of several
only one can.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tasks.llm.askers import FOLDER, LEASE_S, Asker, Watch

if TYPE_CHECKING:  # whoever only asks a question need not wait for what storage is read with
    from tasks.engine.storage import Storage

_ASKER = re.compile(rb"[0-9a-f]{32}")
_DAMAGED = "damaged"  # in place of the asker that a claim should name


@dataclass(frozen=True, slots=True)
class Claim:
    """The files that say that we are asking: those of askers that have gone, and our own at the end."""

    key: str
    paths: tuple[str, ...]


class Claims:
    """The claims of all runs with one storage; of any thread."""

    def __init__(self, storage: Storage, lease_s: float = LEASE_S) -> None:
        self._storage = storage
        self._own = Asker(storage, lease_s)
        self._others = Watch(storage, lease_s)
        self._lock = threading.Lock()
        self._held: set[str] = set()  # keys that are ours, or that we are about to claim

    def take(self, key: str) -> Claim | None:
        """The right to ask this now, until `release`; None while somebody who lives has it. Raises StorageError."""
        with self._lock:
            if key in self._held:
                return None
            self._held.add(key)
        claim = None
        try:
            self._own.begin()
            claim = self._created(key)
        finally:
            if claim is None:
                self._forget(key)
        return claim

    def release(self, claim: Claim) -> None:
        """Let others ask."""
        self._own.drop(claim.paths)
        self._forget(claim.key)

    def _created(self, key: str) -> Claim | None:
        first = path = f"{FOLDER}/{key[:2]}/{key}"
        passed: list[str] = []
        while path not in passed:  # a circle: damaged over and over, which must not stop anybody
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
            self._held.discard(key)
        self._own.end()

    def _asker_of(self, path: str) -> str | None:
        try:
            found = self._storage.read(path)
        except FileNotFoundError:
            return None
        return found.decode() if _ASKER.fullmatch(found) else _DAMAGED
