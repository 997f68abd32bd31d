"""What the sandbox adds to a run of chart code: beside a bare subprocess that has the same list of fonts.

`python -m perf.sandbox [ROUNDS]`
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from litgauge.tasks.fences.sandbox import run_sandboxed, strongest_fastening
from litgauge.tasks.pictures.fonts import chart_fonts, environment

EMPTY = "pass"
CHART = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('Revenue')\nplt.savefig('a.png', dpi=150)\n"


def bare(code: str, files: dict[str, bytes]) -> float:
    """Seconds by the clock of a plain run with the user's rights."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            place = Path(folder, name)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(data)
        variables = {**os.environ, **environment(), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        subprocess.run([sys.executable, "-I", "-c", code], cwd=folder, env=variables, check=True)
    return time.perf_counter() - began


def held(code: str, files: dict[str, bytes]) -> float:
    """Seconds by the clock of the same in the sandbox."""
    began = time.perf_counter()
    run = asyncio.run(run_sandboxed(code, files, environment=environment()))
    assert run.code == 0, run.error
    return time.perf_counter() - began


def main(rounds: int) -> None:
    """Print the table; runs of both kinds take turns, so that a busy machine is busy for both."""
    files = dict(asyncio.run(chart_fonts()).files)
    print(f"held by {strongest_fastening()}; medians of {rounds} rounds, in seconds by the clock")
    for what, code, given in (("nothing", EMPTY, {}), ("a chart", CHART, files), ("a chart, cold fonts", CHART, {})):
        pairs = [(bare(code, given), held(code, given)) for _ in range(rounds)]
        plain, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
        added = statistics.median(held_s - bare_s for bare_s, held_s in pairs)
        print(f"  {what:20} bare {plain:5.2f}   sandbox {ours:5.2f}   added {added:5.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
