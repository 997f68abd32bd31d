"""Stages that differ between the lineages of two releases, and the stages that a table comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.benchmark import Reason
from litgauge.tasks.releases.manifest import StageLineage


@dataclass(frozen=True, slots=True)
class StageChange:
    """A stage that is not the same in both releases."""

    stage: str
    what: Literal["added", "dropped", "code", "settings", "new input"]

    def __str__(self) -> str:
        return _STAGE_CHANGES[self.what].format(self.stage)


_STAGE_CHANGES = {
    "added": "stage {} was added",
    "dropped": "stage {} was dropped",
    "code": "the code of stage {} changed",
    "settings": "the settings of stage {} changed",
    "new input": "stage {} read new input",
}
_UNKNOWN = Reason("unknown", "neither release says why")


def stage_reason(table: str, changes: tuple[StageChange, ...], lineage: tuple[StageLineage, ...]) -> Reason:
    """Return the changed stages that a table comes from; all changed ones if the lineage does not say."""
    leading = _leading_to(table, lineage)
    leaders = [change for change in changes if change.stage in leading] or list(changes)
    return Reason("stage-changed", "; ".join(str(change) for change in leaders)) if leaders else _UNKNOWN


def changed_stages(before: tuple[StageLineage, ...], after: tuple[StageLineage, ...]) -> Iterator[StageChange]:
    """Return what differs between two lineages; a stage that only followed the change of another is not named."""
    old, new = ({stage.stage: stage for stage in lineage} for lineage in (before, after))
    for name, stage in new.items():
        former = old.get(name)
        if former is None:
            yield StageChange(name, "added")
            continue
        if stage.code != former.code:
            yield StageChange(name, "code")
        if stage.settings != former.settings:
            yield StageChange(name, "settings")
        same_work = (stage.code, stage.settings) == (former.code, former.settings)
        if same_work and stage.output != former.output and all(_same_output(old, new, name) for name in stage.inputs):
            yield StageChange(name, "new input")
    yield from (StageChange(name, "dropped") for name in old if name not in new)


def _same_output(old: Mapping[str, StageLineage], new: Mapping[str, StageLineage], stage: str) -> bool:
    return stage in old and stage in new and old[stage].output == new[stage].output


def _leading_to(table: str, lineage: tuple[StageLineage, ...]) -> set[str]:
    stages = {stage.stage: stage for stage in lineage}
    waiting = [stage.stage for stage in lineage if table in stage.tables]
    upstream: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in upstream and name in stages:
            upstream.add(name)
            waiting.extend(stages[name].inputs)
    return upstream
