"""The last stage of a build: freeze what the others made as a release."""

from __future__ import annotations

from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed

from flows.reportbench.about import about
from flows.reportbench.config import BuildConfig
from tasks.benchmarks.reportbench.assembly import BuildOutputs, assemble
from tasks.engine.run import Run
from tasks.engine.stage import unwrapped
from tasks.errors import UnusableInput
from tasks.releases.freeze import freeze_release
from tasks.releases.manifest import lineage_of


class _Sealed:
    """Not taken apart by Prefect in search of futures."""

    def __init__(self, run: Run, config: BuildConfig, outputs: BuildOutputs) -> None:
        self.run, self.config, self.outputs = run, config, outputs


def freeze(run: Run, config: BuildConfig, outputs: BuildOutputs) -> dict[str, Any]:
    """Freeze a release, or find that the latest one holds just this; returns what the flow returns."""
    return unwrapped(_freeze(_Sealed(run, config, outputs)))


@task(name="release", task_run_name="release", cache_policy=NO_CACHE, persist_result=False)
def _freeze(sealed: _Sealed) -> dict[str, Any] | State[dict[str, Any]]:
    storage, outputs = sealed.run.storage, sealed.outputs
    tables = assemble(storage, outputs)
    if not tables["tasks"]:
        raise UnusableInput(
            "no survey came through all stages, so there is nothing to release",
            where=f"benchmark {sealed.config.benchmark}",
            data=f"{len(tables['quarantine'])} surveys are in quarantine; what was finished is kept",
            next_step="See the funnel and the quarantine list for the rules that dropped them",
        )
    lineage = lineage_of(storage, outputs.prompts, outputs.sample)
    frozen = freeze_release(storage, sealed.config.benchmark, tables, lineage, about=about(sealed.config))
    counts = {name: len(rows) for name, rows in tables.items()}
    result = {
        "release": frozen.release,
        "path": frozen.path,
        "digest": frozen.digest,
        "new": frozen.new,
        "tables": counts,
    }
    return result if frozen.new else Completed(name="Reused", data=result)
