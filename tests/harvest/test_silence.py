"""A long scan writes nothing to standard output: a program may be reading JSON there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.harvest.conftest import row

SCAN = """
import sys
from tasks.harvest.settings import SelectionSettings
from tasks.harvest.sieve import duckdb
from tasks.harvest import snapshot
connect = duckdb.connect
def slow(*args, **options):
    connection = connect(*args, **options)
    connection.execute("SET progress_bar_time = 5")  # ms: as if a query took long
    return connection
duckdb.connect = slow
parts = list(snapshot.harvest_snapshot(sys.argv[1], SelectionSettings()))
sys.stderr.write(str(sum(part.rows for part in parts)))
"""


def test_no_progress_bar_of_the_engine_reaches_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    line = json.dumps(row(title="No such word")) + "\n"
    path.write_text(line * 60_000, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", SCAN, str(path)], capture_output=True, text=True, check=True)
    assert done.stderr.endswith("60000")
    assert done.stdout == ""
