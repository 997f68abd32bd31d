"""Rows as pandas data frames, with the columns that a release's Parquet files have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from litgauge.tasks.base.errors import UnusableInput

if TYPE_CHECKING:  # half a second, which only those pay who ask for a frame
    import pandas as pd
    import pyarrow as pa


def frame_of(table: pa.Table) -> pd.DataFrame:
    """Return the table as a data frame; lists stay lists, dates are dates. Raises UnusableInput without pandas."""
    _pandas()
    frame: pd.DataFrame = table.to_pandas(date_as_object=True)
    return frame


def frame_of_values(rows: Iterable[dict[str, Any]], columns: Iterable[str]) -> pd.DataFrame:
    """Rows that are mappings, in these columns."""
    frame: pd.DataFrame = _pandas().DataFrame(list(rows), columns=list(columns))
    return frame


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise UnusableInput(
            f"data frames need pandas ({error})",
            next_step="pip install pandas, or read the Parquet files with what you have (Release.path, Release.arrow)",
        ) from None
    return pandas
