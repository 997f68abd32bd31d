"""Items that a build rejected, stage by stage: from a release's lineage, or out of the last run, released or not."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import benchmark_named
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.run_records import last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import QUARANTINE, Quarantined
from litgauge.tasks.releases.manifest import StageLineage
from litgauge.tasks.releases.release import load


@dataclass(frozen=True)
class FallenOut:
    """Rejected items."""

    of: str  # the release, or the run
    rows: tuple[Quarantined, ...]
    unknown: tuple[str, ...]  # stages whose outputs storage no longer has


def fallen_of_release(storage: Storage, name: str) -> FallenOut:
    """Everything that fell out on the way to a release. Raises as `load`.

    Of stages whose outputs were pruned, or made in another storage, only the release's own table tells.
    """
    release = load(storage, name)
    outputs = {lineage.stage: _output(storage, lineage) for lineage in release.manifest.lineage}
    available = {stage: output for stage, output in outputs.items() if output is not None}
    unknown = tuple(stage for stage, output in outputs.items() if output is None)
    rows = [*release.benchmark.quarantine(storage, available)]
    if unknown and release.has(QUARANTINE.name):
        rejected = {row.survey_id for row in rows}
        rows += [row for row in release.rows(QUARANTINE.name, Quarantined) if row.survey_id not in rejected]
    return FallenOut(release.name, tuple(rows), unknown)


def fallen_of_last_run(storage: Storage) -> FallenOut:
    """Everything that fell out of the last build or refresh, whether it came to a release or not.

    Raises UnusableInput if there was none.
    """
    run = last_run(storage)
    if run is None:
        raise UnusableInput(
            "no build or refresh was run here", where=storage.url, next_step="Run litgauge build, or name a --storage"
        )
    outputs = {output.stage: output for output in run.outputs if storage.exists(output.manifest)}
    missing = tuple(output.stage for output in run.outputs if output.stage not in outputs)
    rows = benchmark_named(run.kind).quarantine(storage, outputs)
    return FallenOut(f"the run of {run.name} that ended {run.ended}", tuple(rows), missing)


def _output(storage: Storage, stage: StageLineage) -> StageOutput | None:
    folder = f"outputs/{stage.stage}"
    manifest = next((name for name in storage.names(folder) if name.endswith(f"-{stage.output}.json")), None)
    if manifest is None:
        return None
    lineage = manifest.partition("-")[0]
    counts = (stage.counts.get(status, 0) for status in ("done", "rejected", "failed"))
    return StageOutput(stage.stage, lineage, stage.output, f"{folder}/{manifest}", *counts)
