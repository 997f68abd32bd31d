"""What litgauge costs as it grows: `python -m perf.scale [PART[=SIZE]…]`, all parts if none is named.

    selection=100000      rows of metadata through harvest and selection
    sources=5000          sources through the references stage and the full-text stage
    leaderboard=20        agents with 100 reports each: leaderboard, compare, report
    history=200           score runs of one release: every command that looks at all of them
    refreshes=52          weekly refreshes over 10,000 surveys
    refresh=5000          three new surveys, beside a build in which nothing is new
    engine=10000          surveys (100 references each) through ten small stages in which nothing has changed
    build=10000           the same, through ReportBench's whole build, and its release

Inputs are made: real rows and sources (LITGAUGE_REAL_DATA) where they are, else the sample's, repeated under other ids;
score runs and builds of any size are made up. Every step is a process of its own. Read the CPU column: it counts what
the step and all processes that it started have computed, and is the same on a machine with other work to do.
docs/notes/scale.md holds what came out, and what to do about it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from perf import _scale_corpus, _scale_engine, _scale_ledger, _scale_weeks

PARTS: dict[str, tuple[int, Callable[[Path, int], None]]] = {
    "selection": (100_000, _scale_corpus.selection),
    "sources": (5_000, _scale_corpus.sources),
    "leaderboard": (20, _scale_ledger.leaderboard),
    "history": (200, _scale_ledger.history),
    "refreshes": (52, _scale_weeks.refreshes),
    "refresh": (5_000, _scale_weeks.small_refresh),
    "engine": (10_000, _scale_engine.engine),
    "build": (10_000, _scale_engine.build),
}


def main(words: list[str]) -> None:
    asked = dict(word.partition("=")[::2] for word in words or PARTS)
    if unknown := asked.keys() - PARTS:
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    for name, size in asked.items():
        usual, part = PARTS[name]
        print(f"\n== {name}={size or usual}", flush=True)
        with tempfile.TemporaryDirectory(prefix="litgauge-scale-") as folder:
            part(Path(folder), int(size or usual))


if __name__ == "__main__":
    main(sys.argv[1:])
