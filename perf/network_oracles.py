"""The measures of `litgauge network` against other programs and plain counting: `python -m perf.network_oracles`.

    --edges FILE --works FILE   any network (docs/network.md), SNAP's cit-HepTh.txt.gz and cit-HepTh-dates.txt.gz, too;
                                without them hep-ph of ../shared/data (LITGAUGE_REAL_DATA)
    --column work=id            what a column is called in them
    --sampled 2000              works for cdindex, which is slow

Oracles: `cdindex` where it is installed (`pip install cdindex==1.0.20`), SQL for disruption, fractions for beauty, sets
and dictionaries for novelty. Venues are made up where
the works have none. Prints how many works have the same value, and the largest difference. Self-citations and citations
of the future are removed first, as docs/network.md says.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import random
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import duckdb
import numpy as np
import pyarrow as pa

from litgauge.tasks.network.build import BuiltNetwork, build_network
from litgauge.tasks.network.combinations import communities_of
from litgauge.tasks.network.measures import Measure, beauty_measure, disruption_measure, novelty_measure
from litgauge.tasks.network.network import UNDATED, CitationNetwork
from litgauge.tasks.network.pair_history import PairHistory
from litgauge.tasks.network.user_files import network_of_files
from litgauge.tasks.network.venue_slots import years_of
from perf.network import zipf_venues

Values = Mapping[int, float | None]  # by node

_PAIRS = """
CREATE TEMP TABLE pairs AS
SELECT newer.cited AS focal, newer.citing AS citer, count(own.cited) AS shared
FROM edges AS newer JOIN dates AS f ON f.node = newer.cited JOIN dates AS c ON c.node = newer.citing
LEFT JOIN edges AS theirs ON theirs.citing = newer.citing
LEFT JOIN edges AS own ON own.citing = newer.cited AND own.cited = theirs.cited
WHERE c.date > f.date GROUP BY ALL
"""
_NK = """
CREATE TEMP TABLE passed AS
SELECT own.citing AS focal, count(DISTINCT theirs.citing) AS n_k
FROM edges AS own JOIN edges AS theirs ON theirs.cited = own.cited
JOIN dates AS f ON f.node = own.citing JOIN dates AS c ON c.node = theirs.citing
WHERE c.date > f.date AND NOT EXISTS (FROM edges WHERE edges.citing = theirs.citing AND edges.cited = own.citing)
GROUP BY ALL
"""
_DISRUPTION = """
WITH counts AS (
    SELECT node, count(*) FILTER (WHERE shared = 0) AS n_i, count(*) FILTER (WHERE shared > 0) AS n_j,
           count(*) FILTER (WHERE shared >= 5) AS n_j5, coalesce(sum(shared), 0) AS links, any_value(n_k) AS n_k
    FROM dates LEFT JOIN pairs ON focal = node
    LEFT JOIN (SELECT focal AS of, n_k FROM passed) ON of = node
    WHERE date IS NOT NULL GROUP BY node)
SELECT node,
    (n_i - n_j) / nullif(n_i + n_j + coalesce(n_k, 0), 0) AS cd,
    (n_i - n_j) * (n_i + n_j) / nullif(n_i + n_j + coalesce(n_k, 0), 0) AS mcd,
    (n_i - n_j5) / nullif(n_i + n_j5 + coalesce(n_k, 0), 0) AS di5,
    links / nullif(n_i + n_j, 0) AS dep
FROM counts
"""


def values_of(measure: Measure, network: CitationNetwork, column: str = "value") -> Values:
    """A column of a measure, by node."""
    table = pa.Table.from_batches(measure.rows(network, 1))
    return dict(enumerate(table.column(column).to_pylist()))


def compare(name: str, oracle: str, ours: Values, theirs: Values) -> None:
    """Print how many are the same, and the largest difference of those that both have."""
    both = [(ours[node], other) for node, other in theirs.items()]
    same = sum(
        one is None if other is None or math.isnan(other) else one is not None and abs(one - other) < 1e-9
        for one, other in both
    )
    worst = max((abs(one - other) for one, other in both if one is not None and other is not None), default=0.0)
    defined = sum(other is not None and not math.isnan(other) for _, other in both)
    print(
        f"{name:26} {oracle:34} {same:8,} of {len(both):8,} the same, {defined:8,} defined; at most {worst:.1e} apart"
    )


def clean(network: CitationNetwork, *, later: bool = False) -> list[tuple[int, int]]:
    """Citations between dated works, as pairs of nodes: of works that are not later, or only of earlier ones."""
    citing = np.repeat(np.arange(network.works), network.reference_counts())
    cited, dates = np.asarray(network.references), network.dates
    kept = (dates[citing] > dates[cited]) if later else (dates[citing] >= dates[cited])
    kept &= dates[cited] != UNDATED
    return list(zip(citing[kept].tolist(), cited[kept].tolist(), strict=True))


def check_disruption(network: CitationNetwork, sampled: Sequence[int]) -> None:
    """CD, mCD, DI5 and dependence by SQL; CD and mCD by cdindex."""
    edges = clean(network)
    dates = pa.table({"node": np.arange(network.works), "date": pa.array(network.dates, mask=network.dates == UNDATED)})
    pairs = pa.table({"citing": [citing for citing, _ in edges], "cited": [cited for _, cited in edges]})
    with duckdb.connect() as tables:
        tables.register("dates", dates)
        tables.register("edges", pairs)
        tables.execute(_PAIRS)
        tables.execute(_NK)
        rows = tables.sql(_DISRUPTION).to_arrow_table().to_pylist()
    for name in ("cd", "mcd", "di5", "dep"):
        ours = values_of(disruption_measure(name, None), network)
        compare(name, "SQL", ours, {row["node"]: row[name] for row in rows})
    peer = _peer("cdindex")
    if peer is None:
        return
    check_cdindex("cd", network, edges, sampled, peer)
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as tables:
        later = clean(network, later=True)
        tables.register("works", dates.rename_columns(["work", "date"]))
        tables.register("edges", pa.table({"citing": [one for one, _ in later], "cited": [one for _, one in later]}))
        earlier_only = build_network(tables, Path(folder)).network
        check_cdindex("mcd", earlier_only, clean(earlier_only), sampled, peer)


def check_cdindex(
    name: Literal["cd", "mcd"],
    network: CitationNetwork,
    edges: Sequence[tuple[int, int]],
    sampled: Sequence[int],
    peer: Any,
) -> None:
    """CD or mCD of the sampled works by cdindex on the same citations."""
    graph = peer.Graph()
    for node, date in enumerate(network.dates.tolist()):
        graph.add_vertex(node, max(date, -(2**60)))
    for citing, cited in edges:
        graph.add_edge(citing, cited)
    span = int(network.dates[-1] - network.dates[network.dates != UNDATED][0])
    index = graph.mcdindex if name == "mcd" else graph.cdindex
    theirs = {node: index(node, span) for node in sampled if network.dates[node] != UNDATED}
    compare(name, "cdindex 1.0.20", values_of(disruption_measure(name, None), network), theirs)


def check_beauty(network: CitationNetwork) -> None:
    """B and the awakening of every cited work in fractions.

    pySciSci 0.92 is no oracle here: it counts years without a citation as years with one.
    """
    years, after = years_of(network), defaultdict(Counter[int])
    for citing, cited in clean(network):
        after[cited][int(years[citing]) - int(years[cited])] += 1
    value: dict[int, float | None] = {}
    awakening: dict[int, float | None] = {}
    for node, counts in after.items():
        yearly = [counts[t] for t in range(max(counts) + 1)]
        top = yearly.index(max(yearly))
        line = [Fraction((yearly[top] - yearly[0]) * t, max(1, top)) + yearly[0] for t in range(top + 1)]
        apart = [wanted - had for wanted, had in zip(line, yearly, strict=False)]
        value[node] = float(sum(more / max(1, had) for more, had in zip(apart, yearly, strict=False)))
        awakening[node] = max(range(top + 1), key=lambda t: (abs(apart[t]), -t)) if top else None
    measure = beauty_measure(network)
    compare("beauty", "fractions", values_of(measure, network), value)
    compare("beauty: awakening", "fractions", values_of(measure, network, "awakening"), awakening)


def check_novelty(built: BuiltNetwork) -> None:
    """Wang's and Foster's novelty with sets and dictionaries, year by year; Foster's with our communities."""
    network, venues, years = built.network, built.venues.tolist(), years_of(built.network).tolist()
    cited: dict[int, list[int]] = defaultdict(list)
    for node in range(network.works):
        own = network.references[network.reference_places[node] : network.reference_places[node + 1]]
        cited[node] = [venues[other] for other in own.tolist() if venues[other] >= 0]
    made = {node: set(combinations(sorted(set(own)), 2)) for node, own in cited.items()}
    of_year: dict[int, list[int]] = defaultdict(list)
    for node, year in enumerate(years):
        of_year[year].append(node)
    wang: dict[int, float | None] = {}
    foster: dict[int, float | None] = {}
    earlier: set[tuple[int, int]] = set()
    history = PairHistory.of(network, built.venues, years_of(network))
    for year in sorted(of_year):
        recent = [node for before in range(year - 3, year) for node in of_year.get(before, ())]
        times = Counter(venue for node in recent for venue in cited[node])
        least = max(1, np.percentile(list(times.values()), 50)) if times else math.inf
        profile: dict[int, Counter[int]] = defaultdict(Counter)
        for node in recent:
            for one, other in made[node]:
                profile[one][other] += 1
                profile[other][one] += 1
        later = Counter(
            pair for after in range(year + 1, year + 4) for node in of_year.get(after, ()) for pair in made[node]
        )
        community = communities_of(history, year).tolist()
        for node in of_year[year]:
            kept = [pair for pair in made[node] if times[pair[0]] >= least and times[pair[1]] >= least]
            new = [pair for pair in kept if pair not in earlier and later[pair]]
            wang[node] = math.fsum(1 - _cosine(profile[one], profile[other]) for one, other in new) if kept else None
            between = sum(community[one] != community[other] for one, other in made[node])
            foster[node] = between / len(made[node]) if earlier and made[node] else None
        earlier.update(*(made[node] for node in of_year[year]))
    compare("novelty, wang", "sets", values_of(novelty_measure(built, "wang"), network), wang)
    compare("novelty, foster", "sets, our communities", values_of(novelty_measure(built, "foster"), network), foster)
    _compare_communities(history, max(of_year))


def _compare_communities(history: PairHistory, year: int) -> None:
    """Print the modularity of the last year's communities beside networkx's Louvain."""
    import networkx

    graph = networkx.from_scipy_sparse_array(history.rows(history.between(-(2**31), year)).matrix())
    groups: dict[int, set[int]] = defaultdict(set)
    for venue, community in enumerate(communities_of(history, year).tolist()):
        groups[community].add(venue)
    ours = networkx.community.modularity(graph, groups.values())
    theirs = networkx.community.modularity(graph, networkx.community.louvain_communities(graph, seed=0))
    print(f"{'communities of the last year':26} modularity {ours:.4f}, of networkx's Louvain {theirs:.4f}")


def _cosine(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    product = sum(times * other.get(venue, 0) for venue, times in one.items())
    lengths = sum(times * times for times in one.values()) * sum(times * times for times in other.values())
    return product / math.sqrt(lengths) if product else 0.0


def _peer(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        print(f"{module:26} left out: {missing}")
        return None


def main() -> None:
    """Print a line for each measure and oracle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=Path)
    parser.add_argument("--works", type=Path)
    parser.add_argument("--column", action="append", default=[])
    parser.add_argument("--sampled", type=int, default=2_000)
    asked = parser.parse_args()
    data = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data")) / "citation_graph"
    edges, works = asked.edges or data / "hepph.edges.tsv.gz", asked.works or data / "hepph.nodes.tsv.gz"
    renamed = dict(column.split("=", 1) for column in asked.column) if asked.edges else {"work": "id", "date": "year"}
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        built = network_of_files(edges, works, Path(folder), renamed, venues=None)
        network = built.network
        print(f"{network.works:,} works, {network.citations:,} citations read, {time.process_time() - started:.1f} s")
        for oddity in built.oddities:
            print(f"  {oddity}")
        check_disruption(
            network, sorted(random.Random(3).sample(range(network.works), min(asked.sampled, network.works)))
        )
        check_beauty(network)
        if not built.venues.size:
            built = BuiltNetwork(network, built.rows, built.oddities, zipf_venues(network.works))
        check_novelty(built)


if __name__ == "__main__":
    main()
