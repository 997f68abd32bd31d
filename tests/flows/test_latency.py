"""How much the commands that read are made to load: a person waits for it every time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import append_score_run
from litgauge.tasks.releases.freeze import freeze_release
from tests.benchmarks.reportbench.sample_run import sample_run
from tests.releases.rows import benchmark, lineage

HEAVY = {
    "duckdb",
    "httpcore",
    "httpx",
    "jinja2",
    "lxml",
    "matplotlib",
    "numpy",
    "pandas",
    "prefect",
    "pyarrow",
    "scipy",
}
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
    release = freeze_release(Storage(str(folder)), REPORTBENCH, benchmark(), lineage()).release
    for agent in ("careful", "careless"):
        found = sample_run(agent)
        append_score_run(Storage(str(folder)), replace(found.run, release=release), found.rows)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "modules", "ours"),
    [(["releases"], 500, 65), (["leaderboard", "reportbench"], 600, 150)],
    ids=["releases", "leaderboard"],
)
def test_a_list_of_releases_and_a_leaderboard_load_little(
    words: list[str], modules: int, ours: int, scored: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words, "--storage", str(scored)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stderr.split()
    assert not HEAVY.intersection(loaded)
    assert len(loaded) < modules
    assert sum(name.startswith("litgauge") for name in loaded) < ours
