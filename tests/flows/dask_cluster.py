"""A scheduler and workers of Dask in processes of their own, which talk over TCP."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tests.flows.live import free_port

ROOT = Path(__file__).resolve().parents[2]


class DaskCluster:
    """Its processes work in a folder of their own: what they know of a run they know from its scheduler and storage."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.environment = folder, environment
        self.port = free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def address(self) -> str:
        """Of the scheduler."""
        return f"tcp://127.0.0.1:{self.port}"

    def start(self, workers: int = 2) -> None:
        """Start all of them."""
        self._start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        for number in range(workers):
            self.start_worker(f"worker-{number}")

    def start_worker(self, name: str, environment: Mapping[str, str] | None = None) -> None:
        """Start a worker with one thread; no nanny starts it again when it is killed."""
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
        self._start(name, *words, environment=environment)

    def log(self, name: str) -> str:
        """What one of them has written."""
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def computed(self, name: str) -> list[str]:
        """The batches that a worker has finished."""
        told = [line.partition("Task run '")[2] for line in self.log(name).splitlines() if "Finished in state" in line]
        return [line.partition("'")[0] for line in told]

    def stop(self) -> None:
        """End all of them, workers first."""
        for process in reversed(self.processes.values()):
            process.terminate()
        deadline = time.monotonic() + 10
        for process in self.processes.values():
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self, name: str, *words: str, environment: Mapping[str, str] | None = None) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PREFECT_")}
        paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        own = {"PYTHONPATH": paths, "PREFECT_HOME": str(self.folder / "prefect"), "DO_NOT_TRACK": "1"}
        with (self.folder / f"{name}.log").open("wb") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                cwd=self.folder,
                env={**kept, **own, **self.environment, **(environment or {})},
                stdout=log,
                stderr=log,
            )
