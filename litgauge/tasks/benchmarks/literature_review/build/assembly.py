"""Tables of a release, from the output of the stage, and its description."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Protocol

import pyarrow as pa

from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmark.benchmark import not_done
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import RELEASE_TABLES, Material
from litgauge.tasks.benchmarks.literature_review.settings import SETTINGS
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows, read_table
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Quarantined

ABOUT = About(
    title="SciNetBench's literature-review study, rebuilt by litgauge",
    summary=(
        "Topics on which reviews are written, each with nothing but the topic, and with the works, pairs or paths that "
        "the ground truth of a SciNetBench release has for it: what is it worth to a writer to know how works relate?"
    ),
    made=(
        "Materials are taken from the release's tables as they stand: the most novel and disruptive works of a "
        "sub-field; who cites a work, in what words, and what is cited with it; lines of citations."
    ),
    limits=(
        "A judge grades what a review says, and does not check it against the works.",
        "A topic whose sub-field lacks a material has no task in that setting, so settings may differ in their topics: "
        "compare those that share them.",
    ),
)


class Outputs(Protocol):
    """Outputs of a build."""

    @property
    def study(self) -> StageOutput:
        """Output of the stage."""
        ...


def assemble(storage: Storage, outputs: Outputs) -> dict[str, pa.Table]:
    """Return the tables of a study, as the stage wrote them."""
    return {table.name: read_table(storage, outputs.study, table.name, table.row) for table in RELEASE_TABLES}


def left_out(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Yield every topic and setting without material."""
    yield from not_done(storage, outputs)
    if (study := outputs.get("study")) is not None:
        for material in read_rows(storage, study, "materials", Material):
            if not material.applies:
                yield Quarantined(
                    f"{material.topic}-{material.setting}", "study", "rejected", "no-material", material.reason
                )


def study_statistics(study: StudyRows) -> dict[str, str]:
    """Return the origin of the material, and the number of topics with each."""
    counts = Counter(task.setting for task in study.tasks)
    works: Counter[str] = Counter()
    missing: dict[str, list[str]] = defaultdict(list)
    for material in study.materials.values():
        works[material.setting] += material.works
        missing[material.setting] += [] if material.applies else [material.reason]
    return {
        "Material from": study.facts.get("release", ""),
        "Topics": f"{len(study.topics):,}, {study.facts.get('topics', '')}",
        **{
            f"Setting {setting}": f"{counts[setting]:,} of {len(study.topics):,} topics, {works[setting]:,} works named"
            + "".join(f"; not applicable to {count:,}: {why}" for why, count in Counter(missing[setting]).items())
            for setting in SETTINGS
            if setting in study.facts.get("settings", "").split(", ")
        },
    }
