"""Reasons why two releases of a benchmark differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Reason:
    """A cause as a code, and in a sentence."""

    cause: str  # kebab-case: a rule, "opted-out", "new-version", …
    why: str


class Reasons(Protocol):
    """Reasons for differences between two releases, from the benchmark's own tables; None where they give none."""

    def went(self, table: str, row: Any) -> Reason | None:
        """Return why a row of the first release is not in the second."""
        ...

    def came(self, table: str, row: Any) -> Reason | None:
        """Return why a row of the second release was not in the first."""
        ...

    def changed(self, _table: str, row: Any) -> Reason | None:
        """Return why a row of both releases differs."""
        ...

    def corrected(self, row: Any, field: str) -> Reason | None:
        """Return the repair that changed one field."""
        ...


class NoReasons:
    """Reasons of a benchmark that declares none."""

    def went(self, table: str, row: Any) -> Reason | None:
        """Return None."""

    def came(self, table: str, row: Any) -> Reason | None:
        """Return None."""

    def changed(self, _table: str, row: Any) -> Reason | None:
        """Return None."""

    def corrected(self, row: Any, field: str) -> Reason | None:
        """Return None."""


@dataclass(frozen=True)
class Compared:
    """A table that a diff compares row by row.

    Rows are paired by `identities`, tried in turn on the rows not yet paired, within one survey where rows have one;
    without any, by the table's key.
    """

    table: str
    named: str = ""  # the column by which people know a row; the table's key if none
    title: Callable[[Any], str] = lambda _row: ""
    identities: tuple[Callable[[Any], str | None], ...] = ()
    ignored: tuple[str, ...] = ()  # columns that are not compared
