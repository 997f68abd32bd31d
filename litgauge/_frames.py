"""Rows as pandas data frames, with the columns that a release's Parquet files have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # half a second, which only those pay who ask for a frame
    import pandas as pd
    import pyarrow as pa


def frame_of(table: pa.Table) -> pd.DataFrame:
    """Return the table as a data frame; lists stay lists, dates are dates."""
    frame: pd.DataFrame = table.to_pandas(date_as_object=True)
    return frame


def frame_of_values(rows: Iterable[dict[str, Any]], columns: Iterable[str]) -> pd.DataFrame:
    """Rows that are mappings, in these columns."""
    import pandas

    return pandas.DataFrame(list(rows), columns=list(columns))
