"""Reading Parquet so that nothing of it runs on when the interpreter ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq


def read_parquet(source: bytes | IO[bytes], columns: Sequence[str] | None = None) -> pa.Table:
    """Return the table in a Parquet file, or these columns of it; pyarrow.ArrowInvalid if it is none.

    Arrow's own threads take no part: one that lets go of a Python object while the interpreter ends aborts the
    process ("terminate called without an active exception", https://github.com/apache/arrow/issues/34314), after
    all the work was done, about once in eighty runs. Our files are small and read side by side anyway.
    """
    file = pa.BufferReader(source) if isinstance(source, bytes) else source
    with pq.ParquetFile(file, pre_buffer=False) as parquet:
        return parquet.read(None if columns is None else list(columns), use_threads=False)
