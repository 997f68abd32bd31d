"""Networks of a user's files of works and citations, with the oddities of their rows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.network.adjacency import Nodes
from litgauge.tasks.network.build import BuiltNetwork, build_network
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.oddities import Oddity
from litgauge.tasks.network.path import Weights
from litgauge.tasks.network.sources import FileTable, broken_rows, file_errors, lines_of, open_table, relation
from litgauge.tasks.network.venue_slots import NO_VENUE

_SHOWN = 3
_YEAR = r"^[0-9]{4}(\.0+)?$"  # 2010.0 is what a year becomes in a table where another one is missing
_MONTH = r"^[0-9]{4}[-/][0-9]{1,2}$"
_COMPACT = r"^[0-9]{8}$"
_DAY = r"^[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}([T ].*)?$"


def network_of_files(
    edges: Path,
    works: Path,
    folder: Path,
    renamed: Mapping[str, str],
    progress: Callable[[int], object] | None = None,
    *,
    venues: bool | None = False,
) -> BuiltNetwork:
    """Return the network of a file of citations (citing, cited) and one of works (work, date and, if asked for, venue).

    With `venues=None` they are read where there is such a column. Ids are texts as they stand, blanks around them
    dropped; whole numbers only where both are Parquet files that say so. Raises UnusableInput for a file that is not
    such a table.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".read-") as scratch:
        required = ("work", "date", "venue") if venues else ("work", "date")
        optional = ("venue",) if venues is None else ()
        work_table = open_table(works, "works", required, renamed, Path(scratch), optional)
        edge_table = open_table(edges, "edges", ("citing", "cited"), renamed, Path(scratch))
        return _network_of_tables(work_table, edge_table, folder, progress)


def _network_of_tables(
    work_table: FileTable, edge_table: FileTable, folder: Path, progress: Callable[[int], object] | None
) -> BuiltNetwork:
    numbers = work_table.holds_numbers("work") and all(map(edge_table.holds_numbers, ("citing", "cited")))
    with duckdb.connect(config={"temp_directory": str(folder / ".spilled")}) as tables:
        odd = _read_works(tables, work_table, numbers)
        source = relation(tables, edge_table, ("citing", "cited") if numbers else ())
        with file_errors(edge_table), _name_files({"works": work_table.path, "edges": edge_table.path}):
            built = build_network(tables, folder, edges=source, progress=progress)
        odd.append(broken := broken_rows(tables, edge_table))
        if broken.count and not built.rows:
            raise UnusableInput(
                f"none of its {broken.count:,} rows is one: each has too many or too few fields, or is no UTF-8",
                where=f"edges {edge_table.path}",
                data="Nothing was computed",
                next_step="Look at its first lines: header and rows must have the same separator",
            )
        numbered = _venues(tables) if "venue" in work_table.columns else built.venues
    odd.append(Oddity("works", "no-venue", int((numbered == NO_VENUE).sum())))
    oddities = tuple(oddity for oddity in (*odd, *built.oddities) if oddity.count)
    return replace(built, oddities=oddities, venues=numbered)


@contextmanager
def _name_files(files: Mapping[str, Path]) -> Iterator[None]:
    """Add the file to errors that name a table."""
    try:
        yield
    except UnusableInput as error:
        if error.where in files:
            error.where = f"{error.where} {files[error.where]}"
        raise


def _venues(tables: duckdb.DuckDBPyConnection) -> Nodes:
    """Return the number of each node's venue; of several venues the first in alphabetical order."""
    named = "SELECT work, min(venue) AS venue FROM dated_works WHERE venue IS NOT NULL GROUP BY work"
    numbered = f"SELECT work, dense_rank() OVER (ORDER BY venue) - 1 AS number FROM ({named})"
    rows = f"SELECT coalesce(number, {NO_VENUE})::INTEGER FROM nodes LEFT JOIN ({numbered}) USING (work) ORDER BY node"
    return np.concatenate([batch.column(0).to_numpy() for batch in tables.sql(rows).to_arrow_reader(1 << 20)])


def citations_of_file(
    file: Path, network: CitationNetwork, renamed: Mapping[str, str]
) -> tuple[Weights, tuple[Oddity, ...]]:
    """Return the citation count of each node from a file of work and citations; of a repeated work the higher one.

    Works that it does not name count 0. Raises UnusableInput for a file that is not such a table.
    """
    nodes = pa.table({"work": pc.cast(network.ids, pa.large_string()), "node": np.arange(network.works)})
    with tempfile.TemporaryDirectory(prefix="litgauge-network-") as scratch, duckdb.connect() as tables:
        table = open_table(file, "citations", ("work", "citations"), renamed, Path(scratch))
        tables.register("nodes", nodes)
        source = relation(tables, table)
        with file_errors(table):
            tables.execute(
                f"CREATE TEMP TABLE counted AS SELECT *, try_cast(citations AS DOUBLE) AS number FROM {source}"
            )
        usable = "number >= 0 AND number = trunc(number) AND number < 1e15"
        wrong, named = tables.execute(
            f"""SELECT count(*) FILTER (WHERE citations IS NOT NULL AND NOT coalesce({usable}, false)), count(work)
            FROM counted"""
        ).fetchall()[0]
        counts = tables.execute(
            f"""SELECT node, max(CASE WHEN {usable} THEN number ELSE 0 END)::BIGINT AS citations,
            count(citations) AS written FROM counted JOIN nodes USING (work) GROUP BY node"""
        ).fetchnumpy()
        broken = broken_rows(tables, table)
    if not named:
        raise UnusableInput(
            "no row of it names a work", where=f"citations {file}", next_step="Give a row for every work"
        )
    weights = np.zeros(network.works, np.int64)
    weights[counts["node"]] = counts["citations"]
    without = network.works - int((counts["written"] > 0).sum())
    odd = (broken, Oddity("citations", "unusable-count", wrong), Oddity("citations", "no-count", without))
    return weights, tuple(oddity for oddity in odd if oddity.count)


def node_of(network: CitationNetwork, work: str, where: str) -> int:
    """Return the node of a work by its id as text. Raises UnusableInput if the network has no such work."""
    name = work.strip()
    whole = pa.types.is_integer(network.ids.type)
    try:
        node = pc.index(network.ids, pa.scalar(int(name) if whole else name, network.ids.type)).as_py()
    except (ValueError, OverflowError):  # no whole number
        node = -1
    if node < 0:
        raise UnusableInput(
            f"there is no work {name!r} among the works",
            where=where,
            data="Nothing was computed",
            next_step="Write the id as the table of works does",
        )
    return int(node)


def _read_works(tables: duckdb.DuckDBPyConnection, table: FileTable, numbers: bool) -> list[Oddity]:
    """Create the table `works` with dates as numbers, and return the oddities of the file."""
    source = relation(tables, table, ("work",) if numbers else ())
    with file_errors(table):
        tables.execute(f"CREATE TEMP TABLE dated_works AS SELECT * FROM {source}")
    tables.execute(
        f"CREATE TEMP TABLE works AS SELECT work, {_date_number('date')} AS date, date AS written FROM dated_works"
    )
    wrong = "FROM works WHERE date IS NULL AND written IS NOT NULL"
    count = tables.execute(f"SELECT count(*) {wrong}").fetchall()[0][0]
    texts = [
        row[0]
        for row in tables.execute(f"SELECT written {wrong} GROUP BY written ORDER BY written LIMIT {_SHOWN}").fetchall()
    ]
    lines = lines_of(table, "date", texts)
    _check_dates(tables, table, count, texts)
    shown = tuple(f"{text} (line {lines[text]})" if text in lines else text for text in texts)
    return [broken_rows(tables, table), Oddity("works", "unusable-date", count, shown)]


def _check_dates(tables: duckdb.DuckDBPyConnection, table: FileTable, unusable: int, examples: Sequence[str]) -> None:
    """Raise UnusableInput where no work has a usable date: works without one are left out, and all would be empty."""
    works, dated = tables.execute("SELECT count(*), count(date) FROM works").fetchall()[0]
    if works and not dated:
        dates = f"none of its {unusable:,} dates is one ({', '.join(examples)})"
        raise UnusableInput(
            dates if unusable else f"it is empty in all of its {works:,} rows, and works without a date are left out",
            where=f"works {table.path}, column {table.columns['date']}",
            data="Nothing was computed",
            next_step="Write years, months (2010-05) or days (2010-05-03), or name another column: --column date=…",
        )


def _date_number(text: str) -> str:
    """Return SQL for the seconds since 1970 of what the SQL expression `text` holds; NULL where that is no date.

    Dates are years, months (2010-05), days (2010-05-03, 2010/5/3, 20100503) or days with a time, whose zone is not
    heeded. A year stands for its first day, a month too. Years are 1 to 9999.
    """
    written = f"trim({text})"
    day = f"""CASE
        WHEN regexp_matches({written}, '{_YEAR}') THEN left({written}, 4) || '-01-01'
        WHEN regexp_matches({written}, '{_MONTH}') THEN replace({written}, '/', '-') || '-01'
        WHEN regexp_matches({written}, '{_COMPACT}')
            THEN left({written}, 4) || '-' || substr({written}, 5, 2) || '-' || right({written}, 2)
        WHEN regexp_matches({written}, '{_DAY}') THEN replace({written}, '/', '-') END"""
    return f"""(SELECT CASE WHEN year(moment) >= 1 THEN floor(epoch(moment))::BIGINT END
        FROM (SELECT try_cast({day} AS TIMESTAMP) AS moment))"""
