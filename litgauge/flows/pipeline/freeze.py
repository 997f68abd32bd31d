"""Last stage of a build: freeze what the others made as a release."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import About, Benchmark
from litgauge.tasks.engine.code_digest import code_digest
from litgauge.tasks.engine.reusing import check_may_work, is_only_reusing
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import unwrapped
from litgauge.tasks.releases.freeze import Frozen, candidate_release, freeze_release, made_from, unchanged_release
from litgauge.tasks.releases.funnel import Funnel
from litgauge.tasks.releases.manifest import lineage_of
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.releases.survey_runs import stored_tables

_SHOWN = 5  # quarantined surveys that an error names


@dataclass(frozen=True)
class Freezing:
    """Outputs of a build's stages to freeze (`last` of them lead to all others), and the name of the release."""

    run: Run
    benchmark: Benchmark
    outputs: Any
    name: str
    about: About
    check: Callable[[StoredRelease], None] | None = None  # raises ReleaseHeld for a release that must wait
    funnel: Funnel | None = None


class _Sealed:
    """Not taken apart by Prefect in search of futures."""

    def __init__(self, call: Freezing) -> None:
        self.call = call


def freeze(call: Freezing) -> dict[str, Any]:
    """Freeze a release, or find that the latest one holds just this.

    Returns {"release", "path", "digest", "new", "tables": {name: rows}}. Raises UnusableInput if there is no task, and
    what the check raises.
    """
    return _result(call) if is_only_reusing() else unwrapped(_freeze(_Sealed(call)))


@task(name="release", task_run_name="release", cache_policy=NO_CACHE, persist_result=False)
def _freeze(sealed: _Sealed) -> dict[str, Any] | State[dict[str, Any]]:
    result = _result(sealed.call)
    return result if result["new"] else Completed(name="Reused", data=result)


def _result(call: Freezing) -> dict[str, Any]:
    frozen = frozen_release(call)
    return {
        "release": frozen.release,
        "path": frozen.path,
        "digest": frozen.digest,
        "new": frozen.new,
        "tables": dict(frozen.tables),
    }


def frozen_release(call: Freezing) -> Frozen:
    """Return the release of these outputs; nothing is assembled where the latest one came of just them.

    Raises as `freeze`.
    """
    storage, benchmark = call.run.storage, call.benchmark
    lineage = lineage_of(storage, *call.outputs.last)
    code = code_digest(benchmark.assemble)
    origin = made_from(lineage, call.about, code)
    if (unchanged := unchanged_release(storage, call.name, origin)) is not None:
        return unchanged
    check_may_work()
    # Arrow's own allocator would keep hundreds of MB of what was read part by part; the system's gives them back.
    pa.set_memory_pool(pa.system_memory_pool())
    tables = stored_tables(storage, benchmark, benchmark.assemble(storage, call.outputs), code)
    if not tables.rows(benchmark.tasks):
        lost_surveys = _lost(tables["quarantine"]) if "quarantine" in tables else ""
        raise UnusableInput(
            f"no {'survey' if lost_surveys else 'item'} came through all stages, so there is nothing to release",
            where=f"benchmark {call.name}",
            data=f"{lost_surveys}what was finished is kept",
            next_step="Mend what the rules name or relax them, see that the sample may draw the rest, and build again",
        )
    digest = ""
    if call.check is not None:
        candidate = candidate_release(storage, benchmark, tables, lineage, call.name)
        call.check(candidate)
        digest = candidate.digest
    return freeze_release(
        storage,
        benchmark,
        tables,
        lineage,
        name=call.name,
        about=call.about,
        made_from=origin,
        funnel=call.funnel,
        digest=digest,
    )


def _lost(quarantine: Any) -> str:
    """Return how many surveys fell out, and by which rule the first of them did."""
    rows = [*(quarantine.to_pylist() if isinstance(quarantine, pa.Table) else map(asdict, quarantine))]
    if not rows:
        return "No survey passed the selection (`litgauge quarantine` says by which rules); "
    first = [f"{row['survey_id']}: {row['rule']} at {row['stage']}: {row['detail'][:120]}" for row in rows[:_SHOWN]]
    more = [f"and {len(rows) - _SHOWN:,} more"] if len(rows) > _SHOWN else []
    return f"{len(rows)} surveys are in quarantine ({'; '.join([*first, *more])}); "
