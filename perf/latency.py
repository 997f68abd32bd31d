"""How long a person waits for a command, start of Python included: `python -m perf.latency [RUNS]`, as Markdown.

The demo is made in a folder of its own, with an empty cache, as on a new machine; then it is run again, read, and its
sample built again. The rows after the demo's are the least of some runs (5). CPU is that of the command and of all that
it waited for, on whatever cores; where it is far below the wall time, the machine had other work.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = "configs/benchmarks/sample.yaml"
USUAL_RUNS = 5


class Waited(NamedTuple):
    """Seconds that a command took."""

    wall: float
    cpu: float


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory(prefix="litgauge-latency-") as folder:
        storage, environment = f"{folder}/demo", _environment(Path(folder))
        print("| command | wall s | CPU s | aim, s | |\n|---|---:|---:|---:|---|")

        def row(what: str, aim: float, *words: str, runs: int = runs, code: int = 0) -> None:
            times = [_waited([*words, "--storage", storage], environment, code) for _ in range(runs)]
            best = Waited(min(of.wall for of in times), min(of.cpu for of in times))
            missed = "" if best.wall <= aim else "missed"
            print(f"| {what} | {best.wall:.2f} | {best.cpu:.2f} | {aim:g} | {missed} |", flush=True)

        row("demo, the first time", 25, "demo", runs=1)
        row("demo, nothing to do", 8, "demo", runs=max(1, runs // 2))
        row("releases", 0.5, "releases")
        row("show", 0.5, "show", "reportbench")
        row("verify", 0.5, "verify", "reportbench@1")
        row("leaderboard", 0.5, "leaderboard", "reportbench")
        row("compare", 0.5, "compare", "reportbench", "careful", "careless")
        row("report", 1, "report", "reportbench", "--out", f"{folder}/report.html")
        row("build of the sample, nothing changed", 4, "build", "reportbench", "--config", SAMPLE)
        (Path(folder) / "no-papers").mkdir()
        row("build of a folder without papers", 1, "build", "reportbench", "--papers", f"{folder}/no-papers", code=2)


def _environment(folder: Path) -> dict[str, str]:
    foreign = ("PREFECT_", "LITGAUGE_", "PYTHONDONTWRITEBYTECODE")  # without the last, modules are compiled each time
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(foreign)},
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLUMNS": "120",
    }


def _waited(words: Sequence[str], environment: dict[str, str], code: int) -> Waited:
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "litgauge.flows.cli", *words],
        cwd=REPOSITORY,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != code:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return Waited(wall, used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL_RUNS)
