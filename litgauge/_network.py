"""A citation network from files or tables, and its measures as data frames."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from litgauge._frames import frame_of, frame_of_values
from litgauge.tasks.base.errors import UnusableInput

if TYPE_CHECKING:  # these cost a second, which only those pay who open a network
    import pandas as pd
    import pyarrow as pa

    from litgauge.tasks.network.build import BuiltNetwork
    from litgauge.tasks.network.measures import Measure

_Table = str | Path | Any  # Any: a data frame of pandas or Polars, or an Arrow table


@dataclass(frozen=True)
class CitedPath:
    """The most cited path from a newer work to an older one; all None if there is none."""

    works: list[str] | None  # ids from the newer to the older one
    total: int | None  # citations of all of them
    hops: int | None


class Network:
    """Works and citations on disk, in a folder that is removed with this object or by `close`."""

    def __init__(self, built: BuiltNetwork, folder: Path) -> None:
        self._built = built
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def __repr__(self) -> str:
        return f"<litgauge.Network: {self.works:,} works, {self.citations:,} citations>"

    @property
    def works(self) -> int:
        """Number of works."""
        return self._built.network.works

    @property
    def citations(self) -> int:
        """Number of citations."""
        return self._built.network.citations

    @property
    def oddities(self) -> pd.DataFrame:
        """Counts of odd rows in the tables: table, code, count, meaning (docs/network.md)."""
        rows = ({"table": o.table, "code": o.code, "count": o.count, "meaning": str(o)} for o in self._built.oddities)
        return frame_of_values(rows, ("table", "code", "count", "meaning"))

    def disruption(
        self,
        definition: Literal["paper", "cd", "di5", "mcd", "dep"] = "cd",
        *,
        window: int | None = None,
        workers: int | None = None,
    ) -> pd.DataFrame:
        """Return a row per work: work, n_i, n_j, n_k, references, value. `window` is in years of 365 days.

        Example: `litgauge.network("E.csv", "W.csv").disruption("di5").nlargest(10, "value")`
        """
        from litgauge.tasks.network.measures import disruption_measure

        return self._frame(disruption_measure(definition, window), workers)

    def novelty(
        self,
        definition: Literal["uzzi", "wang", "foster"] = "uzzi",
        *,
        null: Literal["computed", "shuffle", "switch"] = "computed",
        samples: int = 100,
        seed: int = 0,
        least_cited: float = 50.0,
        reused: int = 1,
        workers: int | None = None,
    ) -> pd.DataFrame:
        """Return a row per work, with the options and columns of `litgauge network novelty`.

        Raises UnusableInput if the works have no column `venue`.
        """
        from litgauge.tasks.network.measures import novelty_measure

        settings: dict[str, Any] = {"null": null, "samples": samples, "seed": seed}
        return self._frame(
            novelty_measure(self._built, definition, **settings, least_cited=least_cited, reused=reused), workers
        )

    def beauty(self, *, workers: int | None = None) -> pd.DataFrame:
        """Return a row per work: work, citations, peak, awakening (years after it appeared), value (B)."""
        from litgauge.tasks.network.measures import beauty_measure

        return self._frame(beauty_measure(self._built.network), workers)

    def path(self, newer: str, older: str, max_hops: int = 5) -> CitedPath:
        """Return the most cited path along citations. Raises UnusableInput if an end is not a work of the network."""
        from litgauge.tasks.network.path import PathFinder
        from litgauge.tasks.network.user_files import node_of

        network = self._built.network
        ends = node_of(network, str(newer), "newer"), node_of(network, str(older), "older")
        best = PathFinder(network).best(*ends, max_hops)
        if best is None:
            return CitedPath(None, None, None)
        return CitedPath([network.ids[node].as_py() for node in best.nodes], best.total, best.hops)

    def close(self) -> None:
        """Remove the folder. Nothing can be computed afterwards."""
        self._remove()

    def _frame(self, measure: Measure, workers: int | None) -> pd.DataFrame:
        import pyarrow as pa

        network = self._built.network
        return frame_of(pa.Table.from_batches(measure.rows(network, workers), measure.schema(network)))


def network(edges: _Table, works: _Table, columns: Mapping[str, str] | None = None) -> Network:
    """Build a network from tables of citations (citing, cited) and works (work, date, and venue for novelty).

    Tables are files (docs/network.md lists the formats), data frames, or Arrow tables. `columns` says what a column is
    called in them: `{"work": "id"}`. Raises UnusableInput, with the place, for anything else.

    Example: `litgauge.network("E.csv", "W.csv").disruption()`
    """
    from litgauge.tasks.network.user_files import network_of_files

    folder = Path(tempfile.mkdtemp(prefix="litgauge-network-"))
    try:
        edge_file, work_file = _file_of(edges, folder / "edges.parquet"), _file_of(works, folder / "works.parquet")
        built = network_of_files(edge_file, work_file, folder / "network", dict(columns or {}), venues=None)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Network(built, folder)


def _file_of(table: _Table, path: Path) -> Path:
    """Return a file of the table: its own, or one that is written."""
    if isinstance(table, str | Path):
        return Path(table)
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows: pa.Table = pa.table(table)
    except (TypeError, ValueError, pa.ArrowInvalid) as error:
        raise UnusableInput(
            f"this is no table ({type(table).__name__}: {error})", next_step="Give a file, a data frame or Arrow table"
        ) from None
    pq.write_table(rows, path)
    return path
