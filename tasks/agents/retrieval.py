"""Retrieval over a release's own works: what is looked up, what comes of it, and what can rank them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Lookup:
    """What is looked for among the works, and among which of them. Empty fields ask for nothing."""

    words: str = ""  # works that these words fit
    work: int | None = None  # works that resemble this one
    within: str = ""  # those under this heading of the catalogue
    after: str = ""  # those that appeared after this day, YYYY-MM-DD
    before: str = ""  # those that appeared before this day
    leave_out: tuple[int, ...] = ()

    @property
    def told(self) -> dict[str, Any]:
        """The fields that ask for something, as plain JSON."""
        return {name: value for name, value in asdict(self).items() if value not in ("", None, ())}


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A work that was found."""

    work: int
    title: str
    date: str  # YYYY-MM-DD
    address: str
    score: float  # the higher, the better; of one retriever alone


class Retriever(Protocol):
    """Ranks the works of one release. It sees what a catalogue prints of them, never what answers the tasks.

    Opened by its first look-up; of any thread.
    """

    @property
    def by(self) -> str:
        """What it ranks by, in a word."""
        ...

    @property
    def answering(self) -> Mapping[str, Any]:
        """What decides its results, as plain JSON: the release, the index, the model."""
        ...

    def retrieve(self, lookup: Lookup, limit: int) -> Sequence[Retrieved]:
        """At most `limit` works, the best first, equal ones by number; blocking. Raises LitgaugeError."""
        ...
