"""Many sources at once, each under a limit of time and memory that it alone feels."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path

from tasks.records.references import Diagnostic
from tasks.tex.extraction import Extraction
from tasks.tex.settings import DEFAULT_SETTINGS, ExtractionSettings


@dataclass(frozen=True, slots=True)
class Job:
    """A source to read: its bytes, or the path of a file or folder."""

    survey_id: str
    source: bytes | Path
    name: str = ""


@dataclass(eq=False, slots=True)
class _Worker:
    """A process that reads one source after the other."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    job: Job | None = None
    number: int = -1
    deadline: float = field(default=float("inf"))


def extract_many(
    jobs: Iterable[Job], workers: int = 1, settings: ExtractionSettings = DEFAULT_SETTINGS
) -> Iterator[Extraction]:
    """One extraction per job, in the order of the jobs, each as soon as it and those before it are done.

    A source that passes the time or memory limit, or kills its process, gives status "failed" with the code
    "time-limit", "memory-limit" or "worker-died"; the others are not touched. `jobs` may be endless: only a few are
    taken ahead. Works from any thread and in daemonic processes: workers are programs of their own.
    """
    pool = _Pool(max(1, workers), settings)
    try:
        yield from pool.run(iter(jobs))
    finally:
        pool.close()


class _Pool:
    def __init__(self, size: int, settings: ExtractionSettings) -> None:
        self.size, self.settings = size, settings
        self.idle: list[_Worker] = []
        self.busy: list[_Worker] = []
        self.done: dict[int, Extraction] = {}

    def run(self, jobs: Iterator[Job]) -> Iterator[Extraction]:
        taken = given = 0
        waiting: deque[tuple[int, Job]] = deque()
        exhausted = False
        while True:
            while not exhausted and not waiting and taken - given < 8 * self.size and len(self.busy) < self.size:
                job = next(jobs, None)
                if job is None:
                    exhausted = True
                    break
                waiting.append((taken, job))
                taken += 1
                self._start(*waiting.popleft())
            while given in self.done:
                yield self.done.pop(given)
                given += 1
            if exhausted and given == taken:
                return
            if self.busy:
                self._collect()

    def _start(self, number: int, job: Job) -> None:
        worker = self.idle.pop() if self.idle else _spawn(self.settings)
        worker.job, worker.number = job, number
        worker.deadline = time.monotonic() + self.settings.time_limit_s
        self.busy.append(worker)
        try:
            worker.pipe.send(job)
        except OSError:
            self._bury(worker, "worker-died", "its process ended before it began")

    def _collect(self) -> None:
        """Wait until a worker is done or past its deadline."""
        first = min(worker.deadline for worker in self.busy)
        ready = wait([worker.pipe for worker in self.busy], timeout=max(0.0, first - time.monotonic()))
        for worker in list(self.busy):
            if worker.pipe in ready:
                self._receive(worker)
            elif worker.deadline <= time.monotonic():
                self._bury(worker, "time-limit", f"it took more than {self.settings.time_limit_s:g} s and was stopped")

    def _receive(self, worker: _Worker) -> None:
        try:
            reply = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.wait(timeout=5)
            self._bury(worker, "worker-died", f"its process ended with code {worker.process.returncode}")
            return
        if isinstance(reply, Extraction):
            self.done[worker.number] = reply
            self.busy.remove(worker)
            self.idle.append(worker)
        else:
            code, message = reply
            self._bury(worker, code, message)

    def _bury(self, worker: _Worker, code: str, message: str) -> None:
        assert worker.job is not None
        self.done[worker.number] = failed(worker.job, code, message)
        self.busy.remove(worker)
        _stop(worker)

    def close(self) -> None:
        for worker in [*self.idle, *self.busy]:
            _stop(worker)
        self.idle.clear()
        self.busy.clear()


def failed(job: Job, code: str, message: str) -> Extraction:
    """The extraction of a source that we could not read for now."""
    return Extraction(job.survey_id, "failed", None, diagnostics=(Diagnostic("error", code, message, job.name, 0),))


def _spawn(settings: ExtractionSettings) -> _Worker:
    ours, theirs = Pipe()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}
    process = subprocess.Popen(
        # -P: a folder of the user's that is named like one of ours must not be taken for it.
        [sys.executable, "-P", "-m", "tasks.tex.worker", str(theirs.fileno())],
        pass_fds=(theirs.fileno(),),
        env=environment,
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    ours.send(settings)
    return _Worker(process, ours)


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.wait()
