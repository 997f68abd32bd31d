"""How much the commands that read are made to load: a person waits for it every time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.kept_verdicts import keep_verdict
from litgauge.tasks.ledger import append_score_run, load_newest
from litgauge.tasks.releases.freeze import freeze_release
from tests.benchmarks.reportbench.sample_run import sample_run
from tests.releases.rows import benchmark, lineage

NEVER = {"asyncio", "fsspec", "httpcore", "httpx", "lxml", "matplotlib", "pandas", "prefect", "scipy"}
TABLES = {"numpy", "pyarrow"}
HEAVY = {"duckdb", "jinja2"} | TABLES
LOADED = """
import sys
from litgauge.flows.cli import main
sys.argv = ["litgauge", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    print(*sys.modules, file=sys.stderr)
    sys.exit(end.code)
"""


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release, and a score run of each of two agents on it."""
    folder = tmp_path_factory.mktemp("scored")
    frozen = freeze_release(Storage(str(folder)), REPORTBENCH, benchmark(), lineage())
    for agent in ("careful", "careless"):
        found = sample_run(agent)
        run = replace(found.run, release=frozen.release, release_digest=frozen.digest)
        append_score_run(Storage(str(folder)), run, found.rows)
    keep_verdict(Storage(str(folder)), load_newest(Storage(str(folder)), frozen.release, ["scores"])[0])
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "needed", "modules", "ours"),
    [
        (["releases"], set(), 420, 60),
        (["leaderboard", "reportbench"], set(), 510, 145),
        (["show", "reportbench"], TABLES, 590, 115),
        (["verify", "reportbench@1"], {"duckdb", *TABLES}, 630, 122),
        (["compare", "reportbench", "careful", "careless"], TABLES, 640, 148),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_that_read_load_little(
    words: list[str], needed: set[str], modules: int, ours: int, scored: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words, "--storage", str(scored)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.split()
    assert (NEVER | HEAVY).intersection(loaded) == needed
    assert len(loaded) < modules
    assert sum(name.startswith("litgauge") for name in loaded) < ours
