"""Tables of works and citations -> a citation network on disk; what does not fit into memory DuckDB puts on disk."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.network.adjacency import Nodes, drop_repeated, fill_rows, row_places, turn_rows
from litgauge.tasks.network.compiled import check_size
from litgauge.tasks.network.network import ARRAYS, FORMAT, MANIFEST, UNDATED, CitationNetwork, open_network
from litgauge.tasks.network.oddities import Oddity

_BATCH = 1 << 20  # citations at a time
_MOST_WORKS = 2**31 - 1
_SHOWN = 3  # examples of an oddity

_NODES = """
CREATE TEMP TABLE nodes AS
SELECT (row_number() OVER (ORDER BY date NULLS FIRST, place) - 1)::INTEGER AS node, work, date, given, dates,
       (place - 1)::INTEGER AS rank
FROM (SELECT work, min(date) AS date, count(*) AS given, count(DISTINCT date) AS dates,
             row_number() OVER (ORDER BY {by_value}work) AS place
      FROM {works} WHERE work IS NOT NULL GROUP BY work)
"""
_PAIRS = """
SELECT coalesce(newer.node, -1)::INTEGER AS citing, coalesce(older.node, -1)::INTEGER AS cited,
       citing IS NULL OR cited IS NULL AS without
FROM {edges} LEFT JOIN nodes AS newer ON newer.work = citing LEFT JOIN nodes AS older ON older.work = cited
"""
_UNKNOWN = """
SELECT DISTINCT work FROM (SELECT unnest([citing, cited]) AS work FROM {edges}
                           WHERE citing IS NOT NULL AND cited IS NOT NULL)
ANTI JOIN nodes USING (work) ORDER BY work LIMIT {most}
"""


@dataclass(frozen=True, slots=True)
class BuiltNetwork:
    """A network, with the oddities of the tables that it was built from."""

    network: CitationNetwork
    rows: int  # of citations that were read
    oddities: tuple[Oddity, ...]
    venues: Nodes  # a number from 0 for the venue of each node, -1 for none; empty if they were not asked for


def build_network(
    tables: duckdb.DuckDBPyConnection,
    folder: Path,
    *,
    works: str = "works",
    edges: str = "edges",
    progress: Callable[[int], object] | None = None,
) -> BuiltNetwork:
    """Write the network of two relations of DuckDB into an empty folder.

    `works` has `work` (text or whole number) and `date` (seconds since 1970, or NULL), `edges` has `citing` and
    `cited`, ids of the same type; Arrow tables, datasets and Parquet files can be such relations. Self-citations,
    citations given again, and citations of or by works that are not in `works` are left out and counted; `progress` is
    told how many more citations were read. Linear in its input but for the sorting of works; needs 24 bytes of disk a
    citation while it works, 8 afterwards, and memory for the works' ids.
    Raises UnusableInput if there is no work, or if no citation is between two works, and ConfigError for more than
    100,000 citations without the extra `network`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    oddities = _number_works(tables, works)
    _write_ids(tables, folder)
    dates = _column(tables, "date", np.int64)
    _write(folder, "dates", dates)
    _write(folder, "ranks", _column(tables, "rank", np.int32))
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as draft:
        pairs = _Pairs(Path(draft), dates)
        pairs.read(tables, edges, progress)
        _write_rows(folder, pairs, dates.size)
        oddities += pairs.oddities(tables, edges)
    odd = tuple(oddity for oddity in (*oddities, *_undated(dates)) if oddity.count)
    return BuiltNetwork(_finish(folder, dates.size), pairs.rows, odd, np.empty(0, np.int32))


def _number_works(tables: duckdb.DuckDBPyConnection, works: str) -> list[Oddity]:
    """Make the table `nodes`; what was odd about the works."""
    counts = f"SELECT count(work), count(*), any_value(typeof(work)) FROM {works}"
    named, rows, kind = tables.execute(counts).fetchall()[0]
    if not named:
        raise UnusableInput("there is no work in it", where="works", next_step="Give a row for every work")
    if named > _MOST_WORKS:
        raise UnusableInput(f"these are more than {_MOST_WORKS:,} works", where="works")
    by_value = ""
    if kind == "VARCHAR":
        plain = r"regexp_full_match(work, '0|-?[1-9][0-9]{0,17}')"
        whole = tables.execute(f"SELECT bool_and({plain}) FROM {works} WHERE work IS NOT NULL").fetchall()[0][0]
        by_value = "try_cast(work AS BIGINT), " if whole else ""
    tables.execute(_NODES.format(by_value=by_value, works=works))
    again = tables.execute("SELECT work FROM nodes WHERE given > 1 ORDER BY node LIMIT ?", [_SHOWN]).fetchall()
    distinct = tables.execute("SELECT count(*) FROM nodes").fetchall()[0][0]
    return [
        Oddity("works", "no-work", rows - named),
        Oddity("works", "repeated-work", named - distinct, tuple(str(row[0]) for row in again)),
    ]


class _Pairs:
    """Citations as pairs of nodes, in two files of a draft folder."""

    def __init__(self, draft: Path, dates: npt.NDArray[np.int64]) -> None:
        self._files = (draft / "citing", draft / "cited")
        self._dates = dates
        self._counts = dict.fromkeys(("no-end", "unknown-work", "self-citation", "cites-the-future"), 0)
        self.rows = 0
        self.repeated = 0

    def read(self, tables: duckdb.DuckDBPyConnection, edges: str, progress: Callable[[int], object] | None) -> None:
        """Write the pairs of all citations that stay."""
        with self._files[0].open("wb") as citing_file, self._files[1].open("wb") as cited_file:
            for citing, cited in self._in_works(tables, edges, progress):
                citing.tofile(citing_file)
                cited.tofile(cited_file)

    def _in_works(
        self, tables: duckdb.DuckDBPyConnection, edges: str, progress: Callable[[int], object] | None
    ) -> Iterator[tuple[Nodes, Nodes]]:
        counts = self._counts
        for batch in _batches(tables, _PAIRS.format(edges=edges)):
            citing, cited, without = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
            in_works = (citing >= 0) & (cited >= 0)
            itself = in_works & (citing == cited)
            self.rows += len(batch)
            counts["no-end"] += int(without.sum())
            counts["unknown-work"] += int((~in_works & ~without).sum())
            counts["self-citation"] += int(itself.sum())
            citing, cited = citing[in_works & ~itself], cited[in_works & ~itself]
            later, earlier = self._dates[cited], self._dates[citing]
            counts["cites-the-future"] += int(((later > earlier) & (earlier != UNDATED)).sum())
            if progress:
                progress(len(batch))
            yield citing, cited

    def arrays(self) -> tuple[Nodes, Nodes]:
        """Citing and cited nodes, memory-mapped."""
        citing, cited = (_mapped(path) for path in self._files)
        return citing, cited

    def oddities(self, tables: duckdb.DuckDBPyConnection, edges: str) -> list[Oddity]:
        """Return what was odd about the citations."""
        shown: tuple[str, ...] = ()
        if self._counts["unknown-work"]:
            rows = tables.execute(_UNKNOWN.format(edges=edges, most=_SHOWN)).fetchall()
            shown = tuple(str(row[0]) for row in rows)
            if not self.arrays()[0].size and not self._counts["self-citation"]:
                raise UnusableInput(
                    f"none of its citations is between two of the works: {', '.join(shown)} are none of them",
                    where="edges",
                    data="Nothing was computed",
                    next_step="Write ids the same way in both tables",
                )
        met = {**self._counts, "repeated-citation": self.repeated}
        return [Oddity("edges", code, count, shown if code == "unknown-work" else ()) for code, count in met.items()]


def _write_rows(folder: Path, pairs: _Pairs, works: int) -> None:
    """Both directions out of the pairs: turned twice, rows are sorted; then what is repeated can be dropped."""
    citing, cited = pairs.arrays()
    check_size(citing.size)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".turning-") as draft:
        turned = _draft(Path(draft) / "turned", citing.size)
        turned_places = row_places(cited, works)
        fill_rows(turned_places, cited, citing, turned)
        neighbours = _draft(Path(draft) / "neighbours", citing.size)
        places = row_places(citing, works)
        turn_rows(turned_places, turned, places, neighbours)
        size = drop_repeated(places, neighbours)
        pairs.repeated = citing.size - size
        _write(folder, "reference_places", places)
        _write(folder, "references", neighbours[:size])
        back_places = row_places(neighbours[:size], works)
        turn_rows(places, neighbours, back_places, turned)
        _write(folder, "citer_places", back_places)
        _write(folder, "citers", turned[:size])


def _undated(dates: npt.NDArray[np.int64]) -> list[Oddity]:
    return [Oddity("works", "no-date", int(np.searchsorted(dates, UNDATED, "right")))]


def _column(tables: duckdb.DuckDBPyConnection, name: str, kind: type[np.generic]) -> npt.NDArray[Any]:
    rows = f"SELECT coalesce({name}, {UNDATED}) AS {name} FROM nodes ORDER BY node"
    return np.concatenate([batch.column(0).to_numpy().astype(kind) for batch in _batches(tables, rows)])


def _batches(tables: duckdb.DuckDBPyConnection, rows: str) -> pa.RecordBatchReader:
    return tables.sql(rows).to_arrow_reader(_BATCH)


def _write_ids(tables: duckdb.DuckDBPyConnection, folder: Path) -> None:
    reader = _batches(tables, "SELECT work FROM nodes ORDER BY node")
    kind = pa.int64() if pa.types.is_integer(reader.schema.field(0).type) else pa.large_string()
    schema = pa.schema([("work", kind)])
    with pa.OSFile(str(folder / "ids.arrow"), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
        for batch in reader:
            writer.write_batch(batch.cast(schema))


def _write(folder: Path, name: str, values: npt.NDArray[Any]) -> None:
    with (folder / f"{name}.bin").open("wb") as file:
        values.astype(ARRAYS[name], copy=False).tofile(file)


def _draft(path: Path, size: int) -> Nodes:
    if not size:
        return np.empty(0, np.int32)
    return np.asarray(np.memmap(path, np.int32, mode="w+", shape=(size,)))


def _mapped(path: Path) -> Nodes:
    if not path.stat().st_size:
        return np.empty(0, np.int32)
    return np.asarray(np.memmap(path, np.int32, mode="r+"))


def _finish(folder: Path, works: int) -> CitationNetwork:
    """Write the manifest last: a folder without one is no network."""
    sizes = {name: (folder / f"{name}.bin").stat().st_size // np.dtype(kind).itemsize for name, kind in ARRAYS.items()}
    about = {"format": FORMAT, "works": works, "citations": sizes["references"], "sizes": sizes}
    digest = hashlib.sha256(_ids_digest(folder))
    for name in ("dates", "reference_places", "references"):
        with (folder / f"{name}.bin").open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    (folder / MANIFEST).write_text(json.dumps({**about, "digest": digest.hexdigest()}), encoding="utf-8")
    return open_network(str(folder))


def _ids_digest(folder: Path) -> bytes:
    """sha256 of the ids as texts, each with its length, so that it does not matter how they are stored."""
    digest = hashlib.sha256()
    with pa.memory_map(str(folder / "ids.arrow")) as source:
        batches = pa.ipc.open_file(source)
        for number in range(batches.num_record_batches):
            for work in batches.get_batch(number).column(0).to_pylist():
                text = str(work).encode()
                digest.update(b"%d:%s" % (len(text), text))
    return digest.digest()
