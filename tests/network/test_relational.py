"""n_j as one query says it, in SQL and in Ibis, is what the kernel counts."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from litgauge.tasks.network.disruption import disruption
from perf.network import NJ_SQL, nj_expression
from tests.network.examples import built, random_network

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels


@pytest.mark.parametrize("seed", [1, 2])
def test_n_j_by_sql_and_by_ibis(seed: int, tmp_path: Path) -> None:
    import ibis

    edges, dates = random_network(seed, 60, 500)
    network = built(tmp_path, edges, dates).network
    rows = disruption(network, 0, network.works, definition="paper").to_pylist()
    expected = {row["work"]: row["n_j"] for row in rows if row["n_j"]}
    assert len(expected) > 20
    table = pa.table({"citing": [a for a, _ in set(edges)], "cited": [b for _, b in set(edges)]})
    with duckdb.connect() as tables:
        tables.register("edges", table)
        assert dict(tables.execute(NJ_SQL).fetchall()) == expected
    backend = ibis.duckdb.connect()
    found = backend.to_pyarrow(nj_expression(ibis.memtable(table))).to_pylist()
    backend.disconnect()
    assert {row["focal"]: row["n_j"] for row in found} == expected
