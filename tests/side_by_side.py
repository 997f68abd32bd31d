"""Runs pytest in as many processes as there are cores, each on its share of the test files.

For many quick tests, of which none shares a server with another: pytest-xdist collects all of them in every worker and
takes twice as long as such a test to hand over its result. Words of the command line go to pytest as they are.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

TESTS = Path(__file__).parent
NOTHING_COLLECTED = 5


def files_of(share: str, wanted: Callable[[Path], bool] | None = None) -> frozenset[Path]:
    """Return the wanted test files of a share such as "1/2", the first of two: neighbours, which import the same."""
    number, shares = map(int, share.split("/"))
    files = sorted(filter(wanted, TESTS.rglob("test_*.py")))
    return frozenset(files[len(files) * (number - 1) // shares : len(files) * number // shares])


def run(words: Sequence[str], shares: int) -> int:
    """Run all shares and print what each says, the first as it comes; return the worst exit code."""
    python = (sys.executable, "-m", "tests.side_by_side", *words)
    with tempfile.TemporaryDirectory() as folder:
        outputs = [Path(folder, str(number)) for number in range(2, shares + 1)]
        others = []
        for number, output in enumerate(outputs, start=2):
            with output.open("wb") as file:
                command = (*python, f"--share={number}/{shares}")
                others.append(subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT))
        codes = [subprocess.run((*python, f"--share=1/{shares}"), check=False).returncode]
        for process, output in zip(others, outputs, strict=True):
            codes.append(process.wait())
            sys.stdout.write(output.read_text(encoding="utf-8", errors="replace"))
            sys.stdout.flush()
    return max(0 if code == NOTHING_COLLECTED else abs(code) for code in codes)


def run_share(words: Sequence[str]) -> NoReturn:
    """Run pytest and end the process as it stands: to take millions of objects apart one by one takes seconds."""
    code = pytest.main(list(words))
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    if any(word.startswith("--share") for word in sys.argv):
        run_share(sys.argv[1:])
    sys.exit(run(sys.argv[1:], len(os.sched_getaffinity(0))))
