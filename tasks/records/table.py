"""A table, declared once beside its row type: whatever freezes, checks, compares or describes its rows reads this."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Table:
    """One table of a release or of a score run.

    `key` names the columns that no two rows share (none where rows may repeat); `refers_to` maps a column to the
    "table.column" in which its values must stand; `bookkeeping` columns tell of one run (a time-out, a host) and are
    no part of the content that a release is known by. Raises TypeError where a column named here is none of the row
    type's, or one is not described.
    """

    name: str
    row: type
    holds: str  # what a row is, in a few words: "the works that each survey cites"
    columns: Mapping[str, str]  # what each column means, in the row type's order
    key: tuple[str, ...] = ()
    refers_to: Mapping[str, str] = field(default_factory=dict)
    bookkeeping: tuple[str, ...] = ()
    required: bool = True  # a release has it, if need be empty

    def __post_init__(self) -> None:
        names = [column.name for column in dataclasses.fields(self.row)]
        if list(self.columns) != names:
            raise TypeError(f"table {self.name} describes {list(self.columns)}, its rows have {names}")
        if unknown := {*self.key, *self.refers_to, *self.bookkeeping} - set(names):
            raise TypeError(f"table {self.name} has no column {', '.join(sorted(unknown))}")
