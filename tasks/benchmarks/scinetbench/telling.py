"""How far something long has come, for the person who waits."""

from __future__ import annotations

import time

from tasks.engine.progress import Note, tell

_EVERY_S = 20.0


class Telling:
    """Called with how much more is done, it tells so three times a minute; what is short is over before."""

    def __init__(self, stage: str, what: str, total: int | None = None) -> None:
        """`what` follows a number ("citations are read") or, with a total, a share ("of all works are measured")."""
        self._stage, self._what, self._total = stage, what, total
        self._done, self._told = 0, time.monotonic()

    def __call__(self, more: int) -> None:
        """So much more is done."""
        self._done += more
        if time.monotonic() - self._told >= _EVERY_S:
            self._told = time.monotonic()
            far = f"{self._done:,}" if self._total is None else f"{self._done / max(1, self._total):.0%}"
            tell(Note(self._stage, f"{far} {self._what}"))
