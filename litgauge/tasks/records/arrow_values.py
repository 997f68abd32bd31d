"""Arrow values that are made without pandas: whatever Arrow makes of a Python value loads it, for a quarter second."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def empty_table(schema: pa.Schema) -> pa.Table:
    """Return a table without rows."""
    return pa.Table.from_batches([], schema)


def text_scalar(text: str) -> Any:
    """Return a text as a value to compare columns with."""
    content = text.encode()
    return pa.StringArray.from_buffers(1, pa.py_buffer(array("i", (0, len(content)))), pa.py_buffer(content))[0]


def integer_array(values: npt.NDArray[np.int64]) -> pa.Array:
    """Return the same integers; their memory is shared."""
    return pa.Array.from_buffers(pa.int64(), len(values), [None, pa.py_buffer(values)])
