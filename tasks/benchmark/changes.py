"""What a benchmark knows of how two of its releases differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Reason:
    """The cause in a word, and in a sentence."""

    cause: str  # kebab-case: a rule, "opted-out", "new-version", …
    why: str


class Reasons(Protocol):
    """Why a row is not the same in two releases, as far as the benchmark's own tables tell; None where they do not."""

    def went(self, table: str, row: Any) -> Reason | None:
        """Why a row of the first release is not in the second."""
        ...

    def came(self, table: str, row: Any) -> Reason | None:
        """Why a row of the second release was not in the first."""
        ...

    def changed(self, _table: str, row: Any) -> Reason | None:
        """Why a row is in both, but not the same."""
        ...

    def corrected(self, row: Any, field: str) -> Reason | None:
        """The repair by which one field differs."""
        ...


class NoReasons:
    """A benchmark that knows nothing beyond its stages."""

    def went(self, table: str, row: Any) -> Reason | None:
        """Nothing is known."""

    def came(self, table: str, row: Any) -> Reason | None:
        """Nothing is known."""

    def changed(self, _table: str, row: Any) -> Reason | None:
        """Nothing is known."""

    def corrected(self, row: Any, field: str) -> Reason | None:
        """Nothing is known."""


@dataclass(frozen=True)
class Compared:
    """A table whose rows a diff tells one by one: how they are named, and told apart beyond the table's own key.

    `identities` are tried one after the other on what is not yet paired, within one survey where rows have one;
    without any, the table's key tells.
    """

    table: str
    named: str = ""  # the column by which people know a row; the table's key if none
    title: Callable[[Any], str] = lambda _row: ""
    identities: tuple[Callable[[Any], str | None], ...] = ()
    ignored: tuple[str, ...] = ()  # columns that are not compared
