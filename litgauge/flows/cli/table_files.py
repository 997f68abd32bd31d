"""Tables of any length that a command writes, as CSV or Parquet by the suffix of their name; whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import csv

from litgauge.flows.cli.output_files import check_file, draft_of
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.cells import AT_RISK, shielded

_NUMBER = r"^[+-]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?$"


class _Separated:
    """CSV in which only that is quoted which must be."""

    def __init__(self, file: BinaryIO, schema: pa.Schema, by: str) -> None:
        self._file, self._by = file, by
        file.write(f"{by.join(schema.names)}\n".encode())

    def write_batch(self, batch: pa.RecordBatch) -> None:
        """Write the rows."""
        batch = pa.RecordBatch.from_arrays([_shielded(column) for column in batch.columns], schema=batch.schema)
        special = any(_needs_quotes(column) for column in batch.columns if not pa.types.is_primitive(column.type))
        style = "needed" if special else "none"
        options = csv.WriteOptions(include_header=False, delimiter=self._by, quoting_style=style)
        csv.write_csv(batch, self._file, options)


def _shielded(column: pa.Array) -> pa.Array:
    """Return a column with the texts that a spreadsheet program would run as formulas shielded, numbers as they are."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return column
    risky = pc.and_(pc.match_substring_regex(column, AT_RISK), pc.invert(pc.match_substring_regex(column, _NUMBER)))
    if not pc.any(risky).as_py():
        return column
    texts = [
        shielded(text) if at_risk else text for text, at_risk in zip(column.to_pylist(), risky.to_pylist(), strict=True)
    ]
    return pa.array(texts, column.type)


def _needs_quotes(texts: pa.Array) -> bool:
    return bool(pc.any(pc.match_substring_regex(texts, '[",;\t\r\n]')).as_py())


_KINDS: dict[str, Callable[[BinaryIO, pa.Schema], Any]] = {
    ".csv": lambda file, schema: contextlib.nullcontext(_Separated(file, schema, ",")),
    ".csv.gz": lambda file, schema: contextlib.nullcontext(_Separated(file, schema, ",")),
    ".tsv": lambda file, schema: contextlib.nullcontext(_Separated(file, schema, "\t")),
    ".tsv.gz": lambda file, schema: contextlib.nullcontext(_Separated(file, schema, "\t")),
    ".parquet": pq.ParquetWriter,
}


def check_table_file(path: Path, option: str = "--out") -> Path:
    """Return the path, if a table can be written there; UnusableInput if it cannot, or its suffix is none of ours."""
    if _suffix(path) is None:
        raise UnusableInput(
            "its suffix says no kind of table",
            where=f"{option} {path}",
            data="Nothing was done",
            next_step=f"Name a file that ends in one of {', '.join(_KINDS)}",
        )
    return check_file(path, option)


def write_table(path: Path, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write the batches one by one, in flat memory."""
    suffix = _suffix(path) or ".csv"
    with draft_of(path) as draft, contextlib.ExitStack() as stack:
        file: Any = stack.enter_context(draft.open("wb"))
        if suffix.endswith(".gz"):
            # No name and no time in it: the same table is the same file.
            file = stack.enter_context(gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0))
        writer = stack.enter_context(_KINDS[suffix](file, schema))
        for batch in batches:
            writer.write_batch(batch)


def _suffix(path: Path) -> str | None:
    return next((suffix for suffix in _KINDS if path.name.lower().endswith(suffix)), None)
