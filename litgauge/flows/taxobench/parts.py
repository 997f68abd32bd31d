"""Behind `litgauge taxobench part`: the experiment that gives agents part of the experts' papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.part_given import part_tasks
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.benchmarks.taxobench.rows import PARTS_GIVEN, TASKS
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.release import load, parse_name


def add_part_tasks(storage: Storage, name: str, shares: Sequence[float]) -> dict[str, Any]:
    """Freeze the next release, with a task for each survey and share; earlier tasks of this kind are replaced.

    Returns {"release", "path", "digest", "new", "tables": {name: rows}}. Raises UnusableInput for another benchmark's
    release and as `part_tasks`.
    """
    release = load(storage, name)
    if release.benchmark is not TAXOBENCH:
        raise UnusableInput(f"it is a release of {release.benchmark.title}, without taxonomies", where=release.name)
    tasks, parts = part_tasks(load_release_rows(release), sorted(set(shares)))
    tables: dict[str, Any] = {
        table.name: list(release.rows(table.name, table.row)) for table in TAXOBENCH.tables if release.has(table.name)
    }
    tables[TASKS.name] = [task for task in tables[TASKS.name] if task.mode != "part-given"] + tasks
    tables[PARTS_GIVEN.name] = parts
    series, _ = parse_name(release.name)
    manifest = release.manifest
    frozen = freeze_release(storage, TAXOBENCH, tables, manifest.lineage, name=series, about=manifest.about)
    summary = {"release": frozen.release, "path": frozen.path, "digest": frozen.digest, "new": frozen.new}
    return summary | {"tables": dict(frozen.tables)}
