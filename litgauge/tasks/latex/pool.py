"""Many sources at once, each under a limit of time and memory that it alone feels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING

from litgauge.tasks.base.errors import LitgaugeError, Rejected
from litgauge.tasks.fences import Limits, Stopped, run_fenced, shared_fence
from litgauge.tasks.latex.caps import DEFAULT_CAPS, MEMORY_LIMIT_MB, TIME_LIMIT_S
from litgauge.tasks.latex.extraction import Extraction, extract
from litgauge.tasks.latex.sources.archive import open_path, open_source
from litgauge.tasks.records.references import Diagnostic

if TYPE_CHECKING:
    from litgauge.tasks.latex.settings import ExtractionSettings  # pydantic, which a paper's reader never needs


@dataclass(frozen=True, slots=True)
class Job:
    """A source to read: its bytes, or the path of a file or folder."""

    survey_id: str
    source: bytes | Path
    name: str = ""


def extract_many(
    jobs: Iterable[Job], workers: int = 1, settings: ExtractionSettings | None = None
) -> Iterator[Extraction]:
    """One extraction per job, in the order of the jobs, each as soon as it and those before it are done.

    A source that passes the time or memory limit, or kills its process, gives status "failed" with the code
    "time-limit", "memory-limit" or "worker-died"; the others are not touched. `jobs` may be endless: only a few are
    taken ahead. Works from any thread and in daemonic processes.
    """
    jobs, jobs_again = tee(jobs)
    results = run_fenced(partial(read_job, settings=settings), jobs, _limits(settings), workers)
    return (
        _failed(job, result.code, result.message) if isinstance(result, Stopped) else result
        for result, job in zip(results, jobs_again, strict=True)
    )


def extract_batch(
    jobs: Iterable[Job], workers: int = 1, settings: ExtractionSettings | None = None
) -> Iterator[Extraction | Stopped]:
    """As `extract_many`, for one batch of many: the next finds the same processes. What was stopped says why."""
    return shared_fence(partial(read_job, settings=settings), _limits(settings), workers).run(jobs)


def _limits(settings: ExtractionSettings | None) -> Limits:
    return (
        Limits(settings.time_limit_s, settings.memory_limit_mb) if settings else Limits(TIME_LIMIT_S, MEMORY_LIMIT_MB)
    )


def read_job(job: Job, settings: ExtractionSettings | None) -> Extraction:
    """Open a job's source and extract its references; what cannot be opened is "rejected"."""
    caps = settings.caps if settings else DEFAULT_CAPS
    try:
        if isinstance(job.source, bytes):
            tree = open_source(job.source, job.name or job.survey_id, caps)
        else:
            tree = open_path(job.source, caps)
    except Rejected as reason:
        note = Diagnostic("error", reason.rule, reason.what, job.name, 0)
        return Extraction(job.survey_id, "rejected", None, diagnostics=(note,))
    except LitgaugeError as reason:
        return _failed(job, "source-unreadable", str(reason))
    return extract(tree, job.survey_id, settings)


def _failed(job: Job, code: str, message: str) -> Extraction:
    """Return the extraction of a source that we could not read for now."""
    return Extraction(job.survey_id, "failed", None, diagnostics=(Diagnostic("error", code, message, job.name, 0),))
