"""What of a storage and of the shipped files a form offers, in a shape that is cheap to look at again and again."""

from __future__ import annotations

from pathlib import Path

from flows.configs import shipped_build_configs, shipped_judges, shipped_models
from tasks.engine.storage import Storage

Marks = tuple[tuple[str, ...], ...]


def marks_of(storage: str) -> Marks:
    """Names alone, no file is read: equal while nothing came or went that a form could offer."""
    place = Storage(storage)
    releases = [f"{name}@{number}" for name in place.names("releases") for number in place.names(f"releases/{name}")]
    scored = place.names("ledger/score_runs")
    runs = [run for release in scored for run in place.names(f"ledger/score_runs/{release}")]
    configs = [f"{path.name} {path.stat().st_mtime_ns}" for path in shipped_build_configs()]
    corpora = [str(path) for path in sorted(Path("data").glob("*"))]
    return (
        tuple(releases),
        tuple(runs),
        tuple(place.names("ledger/agent_runs")),
        tuple(configs),
        (*shipped_judges(), *shipped_models()),
        tuple(corpora),
    )
