"""The kernels on citation networks against pySciSci and cdindex, and what larger networks need.

`python -m perf.network [--works N] [--references N] [--sampled N] [--only STEP …] [--hepph] [--alone] [--quick]`.

The network is made up: works of thirty years with 10.6 references each, half of them recent and half of them
well-known, and 5,000 venues of Zipf's law. `--hepph` takes the real one of ../shared/data instead
(LITGAUGE_REAL_DATA). One process, one thread, CPU seconds.

A peer that is not installed is left out: `pip install --no-deps pyscisci==0.92 nameparser unidecode cdindex==1.0.20`.
Peers take minutes to hours on a million works, so they get `--sampled` works, drawn at random, and their time is scaled
to all; pySciSci's novelty gets the works of one middle year, and is scaled by references. What only prepares a peer's
data is not counted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from litgauge.tasks.network.build import build_network
from litgauge.tasks.network.disruption import disruption
from litgauge.tasks.network.network import CitationNetwork
from litgauge.tasks.network.novelty import novelty
from litgauge.tasks.network.path import PathFinder
from litgauge.tasks.network.ranges import Kernel, over_ranges
from litgauge.tasks.network.user_files import network_of_files
from litgauge.tasks.network.venue_slots import Years, year_cuts, years_of

NJ_SQL = """
SELECT focal, count(*) AS n_j FROM (
    SELECT DISTINCT newer.cited AS focal, newer.citing
    FROM edges AS newer
    JOIN edges AS shared ON shared.citing = newer.citing
    JOIN edges AS own ON own.citing = newer.cited AND own.cited = shared.cited)
GROUP BY focal
"""

YEARS, REFERENCES, VENUES = 30, 10.6, 5_000
DAY_S = 86_400


def synthetic(works: int, references: float, seed: int = 0) -> tuple[pa.Table, pa.Table]:
    """Works by date, each citing earlier ones: works(work, date), edges(citing, cited)."""
    draw = np.random.default_rng(seed)
    dates = np.sort(draw.integers(0, YEARS * 365, works)) * DAY_S
    lengths = np.minimum(draw.lognormal(np.log(references) - 0.32, 0.8, works).astype(np.int64), 400)
    citing = np.repeat(np.arange(works), lengths)
    recent = citing - 1 - draw.exponential(works / YEARS * 3, citing.size).astype(np.int64)
    known = (citing * draw.random(citing.size) ** 3).astype(np.int64)
    cited = np.where(draw.random(citing.size) < 0.5, recent, known)
    kept = (cited >= 0) & (cited < citing)
    edges = pa.table({"citing": citing[kept], "cited": cited[kept]})
    return pa.table({"work": np.arange(works), "date": dates}), edges


def zipf_venues(works: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.int32]]:
    """A venue for each node."""
    share = 1 / np.arange(1, VENUES + 1)
    return np.random.default_rng(seed).choice(VENUES, works, p=share / share.sum()).astype(np.int32)


class Table:
    """Prints what is measured, line by line."""

    def __init__(self, peers: bool) -> None:
        self._peers = peers
        self.seconds: dict[str, float] = {}
        print(f"{'step':44} {'CPU s':>9}  how")

    @contextmanager
    def timed(self, step: str, scale: float = 1.0, how: str = "measured") -> Iterator[None]:
        """Time what is inside; `scale` makes a sample's time that of all."""
        started = time.process_time()
        yield
        self.seconds[step] = (time.process_time() - started) * scale
        print(f"{step:44} {self.seconds[step]:9.2f}  {how}", flush=True)

    def peer(self, module: str) -> Any:
        """The module; None if peers are not asked for, or with a line that says that it is not installed."""
        try:
            return importlib.import_module(module) if self._peers else None
        except ImportError as missing:
            print(f"{module:44} {'':>9}  left out: {missing}")
            return None

    def ratio(self, name: str, theirs: str, ours: str, wanted: float) -> None:
        """How often ours fits into theirs."""
        if theirs in self.seconds and ours in self.seconds:
            print(f"{name:44} {self.seconds[theirs] / self.seconds[ours]:8.1f}x  wanted: {wanted:g}x")


def run(network: CitationNetwork, kernel: Kernel, cuts: list[int] | None = None) -> pa.Table:
    """All rows of a kernel, by one thread."""
    return pa.Table.from_batches(over_ranges(network, kernel, cuts=cuts))


def edges_of(network: CitationNetwork) -> tuple[Any, Any]:
    """Citing and cited nodes."""
    return np.repeat(np.arange(network.works), network.reference_counts()), network.references


def measure_disruption(table: Table, network: CitationNetwork, sampled: list[int]) -> None:
    """CD with and without window; pySciSci and cdindex on a sample."""
    share = network.works / len(sampled)
    disruption(network, 0, 1, definition="cd", window=1)  # compiled
    with table.timed("disruption, cd"):
        run(network, partial(disruption, definition="cd"))
    with table.timed("disruption, cd, 5 years"):
        five = run(network, partial(disruption, definition="cd", window=5))
    citing, cited = edges_of(network)
    if peer := table.peer("pyscisci.methods.disruption"):
        import pandas as pd

        frame = pd.DataFrame({"CitingPublicationId": citing, "CitedPublicationId": cited})
        how = f"pySciSci 0.92 on {len(sampled):,} works, scaled"
        with table.timed("disruption, pySciSci", share, how):
            peer.disruption_index(frame, focus_pub_ids=np.array(sampled))
        table.ratio("  pySciSci / cd", "disruption, pySciSci", "disruption, cd", 40)
    if peer := table.peer("cdindex"):
        graph = peer.Graph()
        for node, date in enumerate(network.dates.tolist()):
            graph.add_vertex(node, date)
        for one, other in zip(citing.tolist(), cited.tolist(), strict=True):
            graph.add_edge(one, other)
        with table.timed("disruption, cdindex, 5 years", share, f"cdindex 1.0.20 on {len(sampled):,} works, scaled"):
            theirs = [graph.cdindex(node, 5 * 365 * DAY_S) for node in sampled]
        ours = five.column("value").to_numpy()[sampled]
        same = sum(
            one is None if np.isnan(two) else abs(one - two) < 1e-9 for one, two in zip(theirs, ours, strict=True)
        )
        print(f"{'  works with the same value':44} {same / len(sampled):9.2%}")
        table.ratio("  cdindex / cd, 5 years", "disruption, cdindex, 5 years", "disruption, cd, 5 years", 10)


def quick_disruption(table: Table, network: CitationNetwork, stretches: int = 20) -> None:
    """The kernels on stretches of nodes that are drawn at random, a fiftieth of all."""
    length = max(1, network.works // (50 * stretches))
    starts = [random.Random(4).randrange(network.works - length) for _ in range(stretches)]
    disruption(network, 0, 1, definition="cd", window=1)  # compiled
    how = f"{stretches} stretches of {length:,} works, scaled"
    for step, window in (("disruption, cd", None), ("disruption, cd, 5 years", 5)):
        with table.timed(step, network.works / (length * stretches), how):
            for start in starts:
                disruption(network, start, start + length, definition="cd", window=window)


def quick_novelty(table: Table, network: CitationNetwork) -> None:
    """The works of a middle year, scaled by references."""
    years, venues = years_of(network), zipf_venues(network.works)
    novelty(network, 0, int(np.searchsorted(years, years[0], "right")), venues=venues, years=years)  # compiled
    lo, hi = middle_year(years)
    references = int(network.reference_counts(lo, hi).sum())
    with table.timed("novelty", network.citations / references, f"{references:,} references of one year, scaled"):
        novelty(network, lo, hi, venues=venues, years=years)


def measure_novelty(table: Table, network: CitationNetwork) -> None:
    """All years; pySciSci's ten samples on a middle one."""
    years, venues = years_of(network), zipf_venues(network.works)
    kernel = partial(novelty, venues=venues, years=years)
    novelty(network, 0, int(np.searchsorted(years, years[0], "right")), venues=venues, years=years)  # compiled
    with table.timed("novelty"):
        run(network, kernel, year_cuts(years))
    if peer := table.peer("pyscisci.methods.novelty"):
        import pandas as pd

        lo, hi = middle_year(years)
        citing, cited = edges_of(network)
        own = (citing >= lo) & (citing < hi)
        share = citing.size / own.sum()
        pub = pd.DataFrame({"PublicationId": np.arange(network.works), "Year": years, "JournalId": venues})
        frame = pd.DataFrame({"CitingPublicationId": citing[own], "CitedPublicationId": cited[own]})
        how = f"pySciSci 0.92, 10 samples, {own.sum():,} references of {citing.size:,}, scaled"
        with table.timed("novelty, pySciSci", float(share), how):
            peer.novelty_conventionality(pub, frame, n_samples=10)
        table.ratio("  pySciSci / novelty", "novelty, pySciSci", "novelty", 8)


def nj_expression(edges: Any) -> Any:
    """The query above as an Ibis expression over a table of citations."""
    newer = edges.select(citer="citing", focal="cited")
    shared = edges.select(citer="citing", reference="cited")
    own = edges.select(focal="citing", reference="cited")
    met = newer.join(shared, "citer").join(own, ["focal", "reference"]).select("focal", "citer").distinct()
    return met.group_by("focal").agg(n_j=met.count())


def measure_relational(table: Table, network: CitationNetwork) -> None:
    """n_j, the part of disruption that a query can say: raw DuckDB, Ibis on DuckDB, and the kernel."""
    import ibis

    citing, cited = edges_of(network)
    edges = pa.table({"citing": citing.astype(np.int32), "cited": np.asarray(cited)})
    with duckdb.connect() as tables:
        tables.execute("CREATE TABLE edges AS SELECT * FROM edges")
        with table.timed("n_j, raw DuckDB"):
            raw = tables.sql(NJ_SQL).to_arrow_table()
    backend = ibis.duckdb.connect()
    expression = nj_expression(backend.create_table("edges", edges))
    with table.timed("n_j, Ibis on DuckDB"):
        found = backend.to_pyarrow(expression)
    backend.disconnect()
    table.ratio("  Ibis / raw DuckDB", "n_j, Ibis on DuckDB", "n_j, raw DuckDB", 1.5)
    rows = run(network, partial(disruption, definition="paper"))
    n_j = int(np.sum(rows.column("n_j").to_numpy()))
    sums = [int(np.sum(one.column("n_j").to_numpy())) for one in (raw, found)]
    print(f"{'  sum of n_j: kernel, DuckDB, Ibis':44} {n_j:,} {sums[0]:,} {sums[1]:,}")


def middle_year(years: Years) -> tuple[int, int]:
    """The nodes of the year in which the middle node lies."""
    year = years[years.size // 2]
    return int(np.searchsorted(years, year, "left")), int(np.searchsorted(years, year, "right"))


def measure_paths(table: Table, network: CitationNetwork, queries: int = 60, hops: int = 6) -> None:
    """Much-cited older works from newer ones, as the benchmark asks."""
    with table.timed("paths: circles, once a network"):
        finder = PathFinder(network)
    source = random.Random(2)
    known = np.argsort(-network.citation_counts())[: max(50, network.works // 1000)].tolist()
    finder.best(network.works - 1, known[0], hops)
    seconds, found = [], 0
    for _ in range(queries):
        newer = source.randrange(network.works * 9 // 10, network.works)
        started = time.process_time()
        found += finder.best(newer, source.choice(known), hops) is not None
        seconds.append(time.process_time() - started)
    print(f"{f'path of {hops} hops at most, median of {queries}':44} {statistics.median(seconds):9.4f}  {found} found")
    print(f"{'  longest':44} {max(seconds):9.4f}")


def built(table: Table, works: int, references: float, folder: Path) -> CitationNetwork:
    """The synthetic network, from Arrow tables."""
    made_works, edges = synthetic(works, references)
    with duckdb.connect() as tables, table.timed(f"build: {works:,} works, {edges.num_rows:,} citations"):
        tables.register("works", made_works)
        tables.register("edges", edges)
        return build_network(tables, folder).network


def hepph(table: Table, folder: Path) -> CitationNetwork:
    """The real network of hep-ph, from its files."""
    data = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data")) / "citation_graph"
    names = {"work": "id", "date": "year"}
    with table.timed("build: hep-ph from .tsv.gz"):
        return network_of_files(data / "hepph.edges.tsv.gz", data / "hepph.nodes.tsv.gz", folder, names).network


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--works", type=int, default=1_000_000)
    parser.add_argument("--references", type=float, default=REFERENCES)
    parser.add_argument("--sampled", type=int, default=2_000)
    parser.add_argument("--only", nargs="*", choices=["disruption", "novelty", "paths", "relational"])
    parser.add_argument("--hepph", action="store_true")
    parser.add_argument(
        "--quick", action="store_true", help="kernels on a fiftieth of the works, or on one year, scaled"
    )
    parser.add_argument("--alone", action="store_true", help="without peers, for networks that they cannot hold")
    asked = parser.parse_args()
    table = Table(not asked.alone)
    with tempfile.TemporaryDirectory() as folder:
        network = (
            hepph(table, Path(folder)) if asked.hepph else built(table, asked.works, asked.references, Path(folder))
        )
        disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        sampled = sorted(random.Random(3).sample(range(network.works), min(asked.sampled, network.works)))
        steps: dict[str, Callable[[], None]] = {
            "disruption": lambda: (
                quick_disruption(table, network) if asked.quick else measure_disruption(table, network, sampled)
            ),
            "novelty": lambda: quick_novelty(table, network) if asked.quick else measure_novelty(table, network),
            "paths": lambda: measure_paths(table, network),
            "relational": lambda: measure_relational(table, network),
        }
        for name in asked.only or steps:
            steps[name]()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{'network on disk, GB':44} {disk / 1e9:9.3f}  {disk / network.citations:.1f} bytes a citation")
    print(f"{'highest memory, peers included, GB':44} {peak:9.2f}")


if __name__ == "__main__":
    main()
