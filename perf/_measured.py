"""Steps of a measurement, each in a process of its own, so that its time and its peak of memory are its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
}
HEAD = f"{'':46}{'CPU s':>9}{'wall s':>9}{'peak MB':>9}"


@contextmanager
def measured(what: str) -> Iterator[None]:
    """Print a row: what this process and what it waited for took for the block, and the peak by then."""
    before, wall = _cpu_s(), time.perf_counter()
    yield
    row(what, _cpu_s() - before, time.perf_counter() - wall, peak_mb())


def row(what: str, cpu_s: float, wall_s: float, mb: float) -> None:
    """Print one row of the table that HEAD is of."""
    print(f"{what:46}{cpu_s:9.2f}{wall_s:9.2f}{mb:9.0f}", flush=True)


def step(module: str, name: str, *words: object, environment: Mapping[str, str] | None = None) -> None:
    """Run `module.name(*words)` in a process of its own; it prints its rows itself. The words come as text."""
    code = f"import sys, {module}; {module}.{name}(*sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, words)]
    subprocess.run(command, check=True, env=os.environ | QUIET | (environment or {}))


def command(what: str, *words: str) -> None:
    """A command of litgauge as its user runs it, start of Python included; its row is printed here."""
    wall = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "litgauge.flows.cli", *words], stdout=subprocess.DEVNULL, env=os.environ | QUIET
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    row(what, used.ru_utime + used.ru_stime, time.perf_counter() - wall, used.ru_maxrss / 1024)


def peak_mb() -> float:
    """The most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def files_of(folder: Path) -> str:
    """How many files lie below a folder, and their size; one under several names counts once."""
    files = {state.st_ino: state.st_size for path in folder.rglob("*") if path.is_file() for state in [path.stat()]}
    return f"{len(files):,} files, {sum(files.values()) / 1e6:,.1f} MB"


def _cpu_s() -> float:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for process in psutil.Process().children(recursive=True):  # those of a fence stay for the next batch
        with suppress(psutil.NoSuchProcess):
            total += sum(process.cpu_times()[:4])
    return total
