"""Frozen dataclasses as rows: their Arrow schema, tables of them, and a row's content digest."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

if TYPE_CHECKING:  # pyarrow costs 0.2 s and 40 MB, and most who import the records make no table
    import pyarrow as pa

Row = TypeVar("Row")
_AT_ONCE = 2_000  # rows made into objects together


@cache
def _scalars() -> dict[Any, pa.DataType]:
    import pyarrow as pa

    return {str: pa.string(), int: pa.int64(), bool: pa.bool_(), float: pa.float64(), datetime.date: pa.date32()}


@cache
def schema_of(row_type: type) -> pa.Schema:
    """Return the Arrow schema of a row type; a field is nullable exactly when its type admits None."""
    import pyarrow as pa

    return pa.schema(_fields(row_type))


def to_table(row_type: type[Row], rows: Iterable[Row]) -> pa.Table:
    """A table with one line per row, in the order given."""
    import pyarrow as pa

    plain = [msgspec.to_builtins(row, builtin_types=(datetime.date,)) for row in rows]
    return pa.Table.from_pylist(plain, schema=schema_of(cast(type, row_type)))


def from_table(row_type: type[Row], table: pa.Table) -> Iterator[Row]:
    """Yield the rows of a table; columns that the row type does not know are ignored, and an optional one may be
    absent.
    """
    columns = schema_of(cast(type, row_type)).names
    absent = optional_columns(cast(type, row_type)) - set(table.column_names)
    names = [name for name in columns if name not in absent]
    rows = list[row_type]  # type: ignore[valid-type]
    for batch in table.select(names).to_batches(max_chunksize=_AT_ONCE):
        yield from msgspec.convert(batch.to_pylist(), rows)


def optional_columns(row_type: type) -> frozenset[str]:
    """Return the columns that have a default: a table may have been written before they were there."""
    fields = dataclasses.fields(row_type)
    none = dataclasses.MISSING
    return frozenset(field.name for field in fields if field.default is not none or field.default_factory is not none)


def row_digest(*rows: object) -> str:
    """sha256 (hex) over the canonical JSON of the rows, in the order given."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(msgspec.json.encode(row, order="deterministic"))
        digest.update(b"\n")
    return digest.hexdigest()


def _fields(row_type: type) -> list[pa.Field]:
    hints = typing.get_type_hints(row_type)
    return [_field(field.name, hints[field.name]) for field in dataclasses.fields(row_type)]


def _field(name: str, hint: Any) -> pa.Field:
    arms = typing.get_args(hint) if typing.get_origin(hint) in (types.UnionType, typing.Union) else (hint,)
    kinds = [arm for arm in arms if arm is not type(None)]
    if len(kinds) != 1:
        raise TypeError(f"{name}: a column has one type, not {hint}")
    import pyarrow as pa

    return pa.field(name, _type(kinds[0]), nullable=len(arms) > 1)


def _type(hint: Any) -> pa.DataType:
    import pyarrow as pa

    scalars = _scalars()
    if hint in scalars:
        return scalars[hint]
    if typing.get_origin(hint) is typing.Literal:
        return pa.string()
    if typing.get_origin(hint) is tuple:
        return pa.list_(_field("item", typing.get_args(hint)[0]))
    if dataclasses.is_dataclass(hint):
        return pa.struct(_fields(cast(type, hint)))
    raise TypeError(f"no Arrow type for {hint}")
