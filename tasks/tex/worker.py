"""The program that `extract_many` runs beside itself: `python -m tasks.tex.worker FD`."""

from __future__ import annotations

import contextlib
import resource
import sys
from multiprocessing.connection import Connection
from types import TracebackType

from tasks.errors import LitgaugeError, Rejected
from tasks.records.references import Diagnostic
from tasks.tex.extraction import Extraction, extract
from tasks.tex.pool import Job, failed
from tasks.tex.settings import ExtractionSettings
from tasks.tex.sources.opening import open_path, open_source


def read_job(job: Job, settings: ExtractionSettings) -> Extraction:
    """Open a job's source and extract its references; what cannot be opened is "rejected"."""
    try:
        if isinstance(job.source, bytes):
            tree = open_source(job.source, job.name or job.survey_id, settings.caps)
        else:
            tree = open_path(job.source, settings.caps)
    except Rejected as reason:
        note = Diagnostic("error", reason.rule, reason.what, job.name, 0)
        return Extraction(job.survey_id, "rejected", None, diagnostics=(note,))
    except LitgaugeError as reason:
        return failed(job, "source-unreadable", str(reason))
    return extract(tree, job.survey_id, settings)


class _Confined:
    """Turns what goes wrong with one source into a reply; the process ends after it, for a clean one to take over."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if isinstance(error, MemoryError):
            self.pipe.send(("memory-limit", "it needed more memory than allowed"))
        elif isinstance(error, Exception):
            self.pipe.send(("bug", f"{type(error).__name__}: {error}"))


def _serve(pipe: Connection) -> None:
    settings = pipe.recv()
    limit = settings.memory_limit_mb * 1_000_000
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        with _Confined(pipe):
            pipe.send(read_job(job, settings))


if __name__ == "__main__":
    _serve(Connection(int(sys.argv[1])))
