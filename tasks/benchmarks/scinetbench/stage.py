"""The stages of a build: files of a snapshot, the network, what it measures, sub-fields, queries."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tasks.benchmarks.scinetbench.network.building import MergedWork, Resources, build_network
from tasks.benchmarks.scinetbench.network.engine import store_batches
from tasks.benchmarks.scinetbench.network.relations import CorpusRule
from tasks.benchmarks.scinetbench.settings import EngineSettings
from tasks.benchmarks.scinetbench.snapshot import ScannedWork, Snapshot, SnapshotFile
from tasks.benchmarks.scinetbench.snapshot.scan import BrokenWork, merged_rows, scan_works
from tasks.benchmarks.scinetbench.tables import Fact, NetworkWork, ReferenceList, Venue, WorkAbstract
from tasks.engine import AFTER_FAULTS, Context, ItemInput, PlannedItem, Stage, each
from tasks.engine.definition import Rows
from tasks.engine.memory import StageOutput
from tasks.engine.plan import plan_whole
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.engine.storage import Storage
from tasks.harvest.fingerprint import known_digest


@dataclass(frozen=True)
class _Files:
    """The files behind the items, by id."""

    files: dict[str, SnapshotFile]


@dataclass(frozen=True)
class _Network:
    """What a network is made from and by."""

    scans: StageOutput
    merged: tuple[StageOutput, ...]
    rule: CorpusRule
    resources: Resources


def scan_snapshot(run: Run, snapshot: Snapshot) -> StageOutput:
    """The works in every file; a file whose bytes were read before is not read again."""
    return _of_files(SCAN, run, snapshot.works)


def read_merged(run: Run, snapshot: Snapshot) -> tuple[StageOutput, ...]:
    """Which works were merged into which, where the snapshot says so."""
    return (_of_files(MERGED, run, snapshot.merged),) if snapshot.merged else ()


def make_network(
    run: Run, scans: StageOutput, merged: Sequence[StageOutput], rule: CorpusRule, engine: EngineSettings
) -> StageOutput:
    """Works, citations, venues and abstracts of the corpus."""
    item = plan_whole(run.storage, [scans, *merged], {}, "network")
    call = _Network(scans, tuple(merged), rule, Resources(engine.memory_gb, engine.threads))
    deciding = {"rule": {name: getattr(rule, name) for name in rule.__slots__}}
    return run_stage(NETWORK, run, call, [[scans, *merged]], items=[item], deciding=deciding)


def _of_files(stage: Stage, run: Run, files: Sequence[SnapshotFile]) -> StageOutput:
    items = [PlannedItem(file.name, _key(file, run.storage)) for file in files]
    return run_stage(stage, run, _Files({file.name: file for file in files}), [], items=items, deciding={})


def _key(file: SnapshotFile, storage: Storage) -> str:
    """What a file holds: of a local one its bytes, of one elsewhere what its store says of them."""
    content = known_digest(file.path, storage) if file.there and Path(file.path).is_file() else file.state
    return hashlib.sha256("\0".join([file.name, file.updated, content]).encode()).hexdigest()


def _scan(item: ItemInput, context: Context) -> Rows:
    broken: list[BrokenWork] = []
    tables = scan_works(context.settings.files[item.id], broken)
    part = store_batches(context.storage, "stages/snapshot/works", tables, ScannedWork)
    return {"works": part, "broken": broken}


def _merged(item: ItemInput, context: Context) -> Rows:
    table = merged_rows(context.settings.files[item.id])
    return {"merged": store_batches(context.storage, "stages/merged/rows", iter([table]), MergedWork)}


def _network(_item: ItemInput, context: Context) -> Rows:
    call: _Network = context.settings
    return build_network(context.storage, call.scans, call.merged, call.rule, call.resources)


SCAN = Stage(
    "snapshot",
    reads={},
    writes={"works": ScannedWork, "broken": BrokenWork},
    compute=each(_scan),
    batch=1,
    at_once=2,
    retries=AFTER_FAULTS,
)
MERGED = Stage(
    "merged",
    reads={},
    writes={"merged": MergedWork},
    compute=each(_merged),
    batch=1,
    at_once=2,
    retries=AFTER_FAULTS,
)
NETWORK = Stage(
    "network",
    reads={},
    writes={
        "works": NetworkWork,
        "citations": ReferenceList,
        "abstracts": WorkAbstract,
        "venues": Venue,
        "network": Fact,
    },
    compute=each(_network),
    batch=1,
    at_once=1,
)
