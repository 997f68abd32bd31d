"""Files of works and citations that somebody gives -> a network, with what is odd in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tasks.base.errors import UnusableInput
from tasks.network.adjacency import Nodes
from tasks.network.building import Built, build_network
from tasks.network.dates import date_number
from tasks.network.network import CitationNetwork
from tasks.network.oddities import Oddity
from tasks.network.path import Weights
from tasks.network.sources import GivenTable, broken_rows, given_table, lines_of, reading, relation
from tasks.network.venue_slots import NO_VENUE

_SHOWN = 3


def network_of_files(
    edges: Path,
    works: Path,
    folder: Path,
    renamed: Mapping[str, str],
    progress: Callable[[int], object] | None = None,
    *,
    venues: bool = False,
) -> Built:
    """The network of a file of citations (citing, cited) and one of works (work, date and, if asked for, venue).

    Ids are texts as they stand, blanks around them dropped; whole numbers only where both are Parquet files that say
    so. Raises UnusableInput for a file that is not such a table.
    """
    given_works = given_table(works, "works", ("work", "date", "venue") if venues else ("work", "date"), renamed)
    given_edges = given_table(edges, "edges", ("citing", "cited"), renamed)
    numbers = given_works.holds_numbers("work") and all(map(given_edges.holds_numbers, ("citing", "cited")))
    with duckdb.connect(config={"temp_directory": str(folder / ".spilled")}) as tables:
        odd = _read_works(tables, given_works, numbers)
        source = relation(tables, given_edges, ("citing", "cited") if numbers else ())
        with reading(given_edges), _named({"works": works, "edges": edges}):
            built = build_network(tables, folder, edges=source, progress=progress)
        odd.append(broken := broken_rows(tables, given_edges))
        if broken.count and not built.rows:
            raise UnusableInput(
                f"none of its {broken.count:,} rows is one: each has too many or too few fields, or is no UTF-8",
                where=f"edges {edges}",
                data="Nothing was computed",
                next_step="Look at its first lines: header and rows must have the same separator",
            )
        numbered = _venues(tables) if venues else built.venues
    odd.append(Oddity("works", "no-venue", int((numbered == NO_VENUE).sum())))
    told = tuple(oddity for oddity in (*odd, *built.oddities) if oddity.count)
    return replace(built, oddities=told, venues=numbered)


@contextmanager
def _named(files: Mapping[str, Path]) -> Iterator[None]:
    """Have what is wrong with a table name its file."""
    try:
        yield
    except UnusableInput as error:
        if error.where in files:
            error.where = f"{error.where} {files[error.where]}"
        raise


def _venues(tables: duckdb.DuckDBPyConnection) -> Nodes:
    """A number for each node's venue; of a work that has several the first by its characters."""
    named = "SELECT work, min(venue) AS venue FROM given_works WHERE venue IS NOT NULL GROUP BY work"
    numbered = f"SELECT work, dense_rank() OVER (ORDER BY venue) - 1 AS number FROM ({named})"
    rows = f"SELECT coalesce(number, {NO_VENUE})::INTEGER FROM nodes LEFT JOIN ({numbered}) USING (work) ORDER BY node"
    return np.concatenate([batch.column(0).to_numpy() for batch in tables.sql(rows).to_arrow_reader(1 << 20)])


def citations_of_file(
    file: Path, network: CitationNetwork, renamed: Mapping[str, str]
) -> tuple[Weights, tuple[Oddity, ...]]:
    """How often each node is cited, as a file of work and citations says; of a work given twice the higher count.

    Works that it does not name count 0. Raises UnusableInput for a file that is not such a table.
    """
    given = given_table(file, "citations", ("work", "citations"), renamed)
    nodes = pa.table({"work": pc.cast(network.ids, pa.large_string()), "node": np.arange(network.works)})
    with duckdb.connect() as tables:
        tables.register("nodes", nodes)
        source = relation(tables, given)
        with reading(given):
            tables.execute(
                f"CREATE TEMP TABLE given AS SELECT *, try_cast(citations AS DOUBLE) AS number FROM {source}"
            )
        usable = "number >= 0 AND number = trunc(number) AND number < 1e15"
        wrong, named = tables.execute(
            f"""SELECT count(*) FILTER (WHERE citations IS NOT NULL AND NOT coalesce({usable}, false)), count(work)
            FROM given"""
        ).fetchall()[0]
        found = tables.execute(
            f"""SELECT node, max(CASE WHEN {usable} THEN number ELSE 0 END)::BIGINT AS citations,
            count(citations) AS said FROM given JOIN nodes USING (work) GROUP BY node"""
        ).fetchnumpy()
        broken = broken_rows(tables, given)
    if not named:
        raise UnusableInput(
            "no row of it names a work", where=f"citations {file}", next_step="Give a row for every work"
        )
    weights = np.zeros(network.works, np.int64)
    weights[found["node"]] = found["citations"]
    without = network.works - int((found["said"] > 0).sum())
    odd = (broken, Oddity("citations", "unusable-count", wrong), Oddity("citations", "no-count", without))
    return weights, tuple(oddity for oddity in odd if oddity.count)


def node_of(network: CitationNetwork, work: str, where: str) -> int:
    """The node of a work, by its id as text; UnusableInput if the network has none of this id."""
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


def _read_works(tables: duckdb.DuckDBPyConnection, given: GivenTable, numbers: bool) -> list[Oddity]:
    """Make the table `works` with dates as numbers; what was odd in the file."""
    source = relation(tables, given, ("work",) if numbers else ())
    with reading(given):
        tables.execute(f"CREATE TEMP TABLE given_works AS SELECT * FROM {source}")
    tables.execute(
        f"CREATE TEMP TABLE works AS SELECT work, {date_number('date')} AS date, date AS said FROM given_works"
    )
    wrong = "FROM works WHERE date IS NULL AND said IS NOT NULL"
    count = tables.execute(f"SELECT count(*) {wrong}").fetchall()[0][0]
    texts = [
        row[0] for row in tables.execute(f"SELECT said {wrong} GROUP BY said ORDER BY said LIMIT {_SHOWN}").fetchall()
    ]
    lines = lines_of(given, "date", texts)
    shown = tuple(f"{text} (line {lines[text]})" if text in lines else text for text in texts)
    return [broken_rows(tables, given), Oddity("works", "unusable-date", count, shown)]
