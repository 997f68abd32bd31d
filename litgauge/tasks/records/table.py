"""Row types and tables. A column and its meaning are said once, in the row type.

@row
class Reference:
    survey_id: str = column("the survey that cites the work")
    doi: str | None = column("DOI, lower case, without resolver")


REFERENCES = Table("references", Reference, "the works that each survey cites", key=("survey_id", "doi"))
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

_MEANING = "meaning"

Row = TypeVar("Row")


def column(meaning: str, *, default: Any = dataclasses.MISSING) -> Any:
    """Return a field of a row type, with what its values mean."""
    return field(default=default, metadata={_MEANING: meaning})


@dataclass_transform(frozen_default=True, field_specifiers=(column,))
def row(cls: type[Row]) -> type[Row]:
    """Make a class a row type: a frozen dataclass whose fields are columns."""
    return dataclass(frozen=True, slots=True)(cls)


@dataclass(frozen=True)
class Table:
    """One table of a release or of a score run: whatever freezes, checks, compares or describes its rows reads this.

    `key` names the columns that no two rows share (none where rows may repeat); `refers_to` maps a column to the
    "table.column" in which its values must stand; `bookkeeping` columns tell of one run (a time-out, a host) and are
    no part of the content that a release is known by. Raises TypeError where a column named here is none of the row
    type's, or one has no meaning.
    """

    name: str
    row: type
    holds: str  # what a row is, in a few words: "the works that each survey cites"
    key: tuple[str, ...] = ()
    refers_to: Mapping[str, str] = field(default_factory=dict)
    bookkeeping: tuple[str, ...] = ()
    required: bool = True  # a release has it, if need be empty

    def __post_init__(self) -> None:
        if unknown := {*self.key, *self.refers_to, *self.bookkeeping} - set(self.columns):
            raise TypeError(f"table {self.name} has no column {', '.join(sorted(unknown))}")

    @property
    def columns(self) -> Mapping[str, str]:
        """Return the meaning of each column, in the row type's order."""
        fields = dataclasses.fields(self.row)
        if unsaid := [field.name for field in fields if _MEANING not in field.metadata]:
            raise TypeError(f"table {self.name}: {self.row.__name__} does not say what {', '.join(unsaid)} means")
        return {field.name: field.metadata[_MEANING] for field in fields}
