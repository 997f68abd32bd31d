"""The steps of `perf.scale` that have to do with a whole build and its release, each run in a process of its own.

`fill` makes the outputs of a build (`perf._synthetic_build`); every other step is given the same folder.
"""

from __future__ import annotations

import importlib
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from prefect import flow

import litgauge.flows.reportbench.build as build
from litgauge.flows.pipeline.freeze import Freezing, frozen_release
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.benchmarks.reportbench.about import ABOUT
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.diff import diff as diff_releases
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.publish import publish as publish_release
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify as verify_release
from perf._measured import measured
from perf._synthetic_build import SyntheticStages

STAGES_OF = (
    "harvest",
    "latex",
    "papers",
    "benchmarks.reportbench.build.prompts",
    "benchmarks.reportbench.build.domains",
)


@flow
def nothing() -> None:
    """What Prefect costs by itself."""


def fill(folder: str, surveys: str, references: str) -> None:
    """All stages' outputs; what the build freezes is noted in outputs.json."""
    synthetic = SyntheticStages(int(surveys), int(references))
    for room in STAGES_OF:
        importlib.import_module(f"litgauge.tasks.{room}.stage").run_stage = synthetic.run_stage  # type: ignore[attr-defined]

    def note_and_freeze(call: Freezing) -> dict[str, Any]:
        Path(folder, "outputs.json").write_bytes(msgspec.json.encode(call.outputs))
        return freeze_in_prefect(call)

    freeze_in_prefect, build.freeze = build.freeze, note_and_freeze
    Path(folder, "snapshot.jsonl").write_text("", encoding="utf-8")
    with measured("first build, its stages made up"):
        assert _build(folder)["new"]


def empty(_folder: str, _surveys: str, _references: str) -> None:
    """What Prefect costs by itself."""
    nothing()  # what the first flow of a process costs beyond every other is nobody's
    with measured("an empty flow"):
        nothing()


def unchanged(folder: str, _surveys: str, _references: str) -> None:
    """The build again."""
    nothing()
    with measured("unchanged build"):
        assert not _build(folder)["new"]


def freeze(folder: str, _surveys: str, _references: str) -> None:
    """The release of these outputs under another name."""
    call = _freezing(folder)
    with measured("freezing anew"):
        assert frozen_release(call).new


def refreeze(folder: str, _surveys: str, _references: str) -> None:
    """The same rows from another origin (other words on the card), found to be the latest release by their digest."""
    call = _freezing(folder)
    about = msgspec.structs.replace(call.about, summary="In other words.")
    with measured("freezing the same rows"):
        assert not frozen_release(replace(call, about=about)).new


def verify(folder: str, _surveys: str, _references: str) -> None:
    """That release, checked."""
    with measured("verify"):
        assert verify_release(Storage(f"{folder}/store"), "again@1") == []


def diff(folder: str, _surveys: str, _references: str) -> None:
    """That release against one in which every thousandth title differs."""
    storage = Storage(f"{folder}/store")
    tables = load(storage, "again@1").tables()
    references = tables["references"]
    numbers = pa.array(range(references.num_rows))
    other = pc.equal(pc.subtract(numbers, pc.multiply(pc.divide(numbers, 1000), 1000)), 0)
    titles = pc.if_else(other, pc.binary_join_element_wise(references["title"], "revised", " "), references["title"])
    tables["references"] = references.set_column(references.schema.get_field_index("title"), "title", titles).cast(
        references.schema
    )
    freeze_release(storage, REPORTBENCH, tables, name="again")
    del tables, references, titles
    with measured("diff, every thousandth reference"):
        found = diff_releases(load(storage, "again@1"), load(storage, "again@2"))
    assert found.tables["references"].changed == -(-len(numbers) // 1000), found.tables


def publish(folder: str, _surveys: str, _references: str) -> None:
    """That release laid out for the hub."""
    with measured("publish"):
        publish_release(Storage(f"{folder}/store"), "again@1", Path(folder, "published"))
    shutil.rmtree(Path(folder, "published"))


def pyarrow_alone(folder: str, _surveys: str, _references: str) -> None:
    """The least: the tables of the release read and written, with nothing made of them."""
    target = Path(folder, "alone.parquet")
    with measured("pyarrow alone: read, write"):
        for file in sorted(Path(folder, "store", "releases", "again", "1").glob("*.parquet")):
            pq.write_table(pq.read_table(file), target, compression="zstd")
    target.unlink()


def _freezing(folder: str) -> Freezing:
    outputs = msgspec.json.decode(Path(folder, "outputs.json").read_bytes(), type=BuildOutputs)
    return Freezing(Run(Storage(f"{folder}/store")), REPORTBENCH, outputs, "again", ABOUT)


def _build(folder: str) -> dict[str, Any]:
    config = BuildConfig.model_validate({"harvest": {"path": f"{folder}/snapshot.jsonl"}})
    result: dict[str, Any] = build.build_reportbench(config=config, storage=f"{folder}/store")
    return result
