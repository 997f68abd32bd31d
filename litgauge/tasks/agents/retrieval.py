"""Retrieval over a release's own works: look-ups, their results, and the protocol of a retriever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Lookup:
    """A look-up among the works; empty fields say nothing."""

    words: str = ""  # works that these words fit
    work: int | None = None  # works that resemble this one
    within: str = ""  # those under this heading of the catalogue
    after: str = ""  # those that appeared after this day, YYYY-MM-DD
    before: str = ""  # those that appeared before this day
    leave_out: tuple[int, ...] = ()

    @property
    def as_json(self) -> dict[str, Any]:
        """The fields that are not empty."""
        return {name: value for name, value in asdict(self).items() if value not in ("", None, ())}


@dataclass(frozen=True, slots=True)
class RetrievedWork:
    """A work of a look-up's result."""

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
        """Return what it ranks by, in a word."""
        ...

    @property
    def answering(self) -> Mapping[str, Any]:
        """Return what decides its results, as plain JSON: the release, the index, the model."""
        ...

    def retrieve(self, lookup: Lookup, limit: int) -> Sequence[RetrievedWork]:
        """At most `limit` works, the best first, equal ones by number; blocking. Raises LitgaugeError."""
        ...
