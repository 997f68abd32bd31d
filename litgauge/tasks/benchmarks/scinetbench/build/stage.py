"""Stages of a build: files of a snapshot, the network, what it measures, sub-fields, queries."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
from litgauge.tasks.benchmarks.scinetbench.build.measures import measure_network
from litgauge.tasks.benchmarks.scinetbench.build.members import LikenessRule, find_members
from litgauge.tasks.benchmarks.scinetbench.build.network.building import (
    DeletedWork,
    MergedWork,
    NetworkSources,
    build_network,
)
from litgauge.tasks.benchmarks.scinetbench.build.network.engine import Resources, store_batches
from litgauge.tasks.benchmarks.scinetbench.build.queries.draw import QuerySources, make_queries
from litgauge.tasks.benchmarks.scinetbench.build.settings import (
    MachineSettings,
    MeasureSettings,
    QuerySettings,
    SubFieldSettings,
)
from litgauge.tasks.benchmarks.scinetbench.build.snapshot import ScannedWork, Snapshot, SnapshotFile
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.scan import BrokenWork, deleted_rows, merged_rows, scan_works
from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField
from litgauge.tasks.benchmarks.scinetbench.people import Review
from litgauge.tasks.benchmarks.scinetbench.rows import (
    Fact,
    Measured,
    Membership,
    NetworkTask,
    NetworkWork,
    OtherPath,
    ReferenceList,
    SubField,
    Truth,
    Venue,
    WorkAbstract,
)
from litgauge.tasks.engine import AFTER_FAULTS, Context, ItemInput, PlannedItem, Stage, each
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.plan import plan_whole
from litgauge.tasks.engine.progress import Note, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.fingerprint import known_digest
from litgauge.tasks.records import schema_of
from litgauge.tasks.retrieval.embedding import open_embedder


@dataclass(frozen=True)
class _Files:
    """Files behind the items, by id, and the rule by which their rows are kept."""

    files: dict[str, SnapshotFile]
    rule: CorpusRule | None


@dataclass(frozen=True)
class _Network:
    """Inputs of the network."""

    sources: NetworkSources
    rule: CorpusRule
    resources: Resources


@dataclass(frozen=True)
class _Measure:
    """Inputs of the measures."""

    network: StageOutput
    settings: MeasureSettings
    resources: Resources


@dataclass(frozen=True)
class _SubFields:
    """Inputs of the memberships."""

    network: StageOutput
    sub_fields: tuple[NamedSubField, ...]
    review: Review
    resources: Resources
    alike: LikenessRule | None


class QueryCall(BaseModel):
    """Settings that decide the queries."""

    model_config = ConfigDict(frozen=True)

    queries: QuerySettings
    measures: MeasureSettings
    min_works: int  # of a sub-field


@dataclass(frozen=True)
class _Queries:
    """Inputs of the queries."""

    sources: QuerySources
    settings: QueryCall
    review: Review
    resources: Resources


def read_snapshot(run: Run, snapshot: Snapshot, rule: CorpusRule) -> NetworkSources:
    """Return the works in every file, with the lists of merged and of deleted works, where there are any.

    A file whose bytes were read before, for a corpus of the same rule, is not read again.
    """
    if not snapshot.listed:
        tell(Note(SCAN.name, "there is no manifest (manifest.json): whether files are missing cannot be said"))
    if snapshot.vacated:
        what = f"{len(snapshot.vacated)} files are not in the manifest and left out, as {snapshot.vacated[0]}"
        tell(Note(SCAN.name, f"{what}: an older release left them behind; `aws s3 sync --delete` removes them"))
    facts = {
        "release of the snapshot": snapshot.date,
        "files that the manifest does not name": str(len(snapshot.vacated) or ""),
    }
    return NetworkSources(
        _of_files(SCAN, run, snapshot.works, rule),
        (_of_files(MERGED, run, snapshot.merged),) if snapshot.merged else (),
        (_of_files(DELETED, run, snapshot.deleted),) if snapshot.deleted else (),
        tuple(Fact(name, value) for name, value in facts.items() if value),
    )


def make_network(run: Run, sources: NetworkSources, rule: CorpusRule, machine: MachineSettings) -> StageOutput:
    """Works, citations, venues and abstracts of the corpus."""
    item = plan_whole(run.storage, sources.all, {}, "network")
    call = _Network(sources, rule, Resources(machine.memory_gb, machine.threads))
    deciding = {"rule": _values(rule), "facts": [[fact.name, fact.value] for fact in sources.facts]}
    return run_stage(NETWORK, run, call, [list(sources.all)], items=[item], deciding=deciding)


def measure(run: Run, network: StageOutput, settings: MeasureSettings, machine: MachineSettings) -> StageOutput:
    """Citations, disruption and novelty of every work, and the network's digest."""
    item = plan_whole(run.storage, [network], {}, "measures")
    call = _Measure(network, settings, Resources(machine.memory_gb, machine.threads))
    return run_stage(MEASURE, run, call, [[network]], items=[item], deciding=settings.model_dump(mode="json"))


def assign_sub_fields(
    run: Run,
    network: StageOutput,
    sub_fields: Sequence[NamedSubField],
    review: Review,
    machine: MachineSettings,
    settings: SubFieldSettings,
) -> StageOutput:
    """Return the members of each sub-field, and how far reviewers agree with them."""
    item = plan_whole(run.storage, [network], {}, "sub-fields")
    resources = Resources(machine.memory_gb, machine.threads)
    alike = None if settings.likeness is None else LikenessRule(open_embedder(settings.embedding), settings.likeness)
    call = _SubFields(network, tuple(sub_fields), review, resources, alike)
    named = [
        [sub_field.sub_field, sub_field.name, sub_field.field, sub_field.phrases, sub_field.topics]
        for sub_field in sub_fields
    ]
    likely = alike and {"least": alike.least, **alike.embedding.identity}
    deciding = {"sub_fields": named, "review": review.digest, "likeness": likely}
    return run_stage(SUB_FIELDS, run, call, [[network]], items=[item], deciding=deciding)


def draw_queries(
    run: Run, sources: QuerySources, settings: QueryCall, review: Review, machine: MachineSettings
) -> StageOutput:
    """Return the queries of all three kinds, with their truth, as people have left them."""
    item = plan_whole(run.storage, sources.all, {}, "queries")
    call = _Queries(sources, settings, review, Resources(machine.memory_gb, machine.threads))
    deciding = {**settings.model_dump(mode="json"), "review": review.digest}
    return run_stage(QUERIES, run, call, [sources.all], items=[item], deciding=deciding)


def _of_files(stage: Stage, run: Run, files: Sequence[SnapshotFile], rule: CorpusRule | None = None) -> StageOutput:
    items = [PlannedItem(file.name, _key(file, run.storage)) for file in files]
    call = _Files({file.name: file for file in files}, rule)
    output = run_stage(stage, run, call, [], items=items, deciding={"rule": _values(rule)} if rule else {})
    if output.rejected > run.max_failed_share * len(files):
        # A file that is none of works is a hole as well as one that is missing: it would be another network.
        refused = [item for item in read_manifest(run.storage, output).items if item.status == "rejected"]
        more = f", and {len(refused) - 1} more files like it" if len(refused) > 1 else ""
        raise UnusableInput(
            f"this is no file of OpenAlex's works ({refused[0].rule}: {refused[0].detail}){more}",
            where=next(file.path for file in files if file.name == refused[0].id),
            data="Nothing was built; what was read is kept",
            next_step="Fetch it again or take it out of the snapshot's folder, and run the same command again",
        )
    return output


def _key(file: SnapshotFile, storage: Storage) -> str:
    """Return a key of a file's content: of its bytes if it is local, else of the state that its store reports."""
    content = known_digest(file.path, storage) if file.there and Path(file.path).is_file() else file.state
    return hashlib.sha256("\0".join([file.name, file.updated, content, *_listed(file)]).encode()).hexdigest()


def _listed(file: SnapshotFile) -> list[str]:
    """Return what the manifest says of a file: a file that was right by an older one may be wrong by a newer one."""
    return [str(number) for number in (file.listed_size, file.listed_rows) if number is not None]


def _values(rule: CorpusRule) -> dict[str, Any]:
    return {name: getattr(rule, name) for name in rule.__slots__}


def _scan(item: ItemInput, context: Context) -> Rows:
    broken: list[BrokenWork] = []
    tables = scan_works(context.settings.files[item.id], broken, context.settings.rule)
    part = store_batches(context.storage, "stages/snapshot/works", tables, ScannedWork)
    return {"works": part, "broken": broken}


def _merged(item: ItemInput, context: Context) -> Rows:
    table = merged_rows(context.settings.files[item.id]).cast(schema_of(MergedWork))
    return {"merged": store_batches(context.storage, "stages/merged/rows", iter([table]), MergedWork)}


def _deleted(item: ItemInput, context: Context) -> Rows:
    table = deleted_rows(context.settings.files[item.id]).cast(schema_of(DeletedWork))
    return {"deleted": store_batches(context.storage, "stages/deleted/rows", iter([table]), DeletedWork)}


def _network(_item: ItemInput, context: Context) -> Rows:
    call: _Network = context.settings
    return build_network(context.storage, call.sources, call.rule, call.resources)


def _measure(_item: ItemInput, context: Context) -> Rows:
    call: _Measure = context.settings
    return measure_network(context.storage, call.network, call.settings, call.resources)


def _sub_fields(_item: ItemInput, context: Context) -> Rows:
    call: _SubFields = context.settings
    members = call.review.members
    rows = find_members(context.storage, call.network, call.sub_fields, call.resources, members, call.alike)
    return {**rows, "network": [*rows["network"], *call.review.agreement]}  # type: ignore[misc]


def _queries(_item: ItemInput, context: Context) -> Rows:
    call: _Queries = context.settings
    settings = call.settings
    return make_queries(
        context.storage,
        call.sources,
        settings.queries,
        settings.measures,
        call.resources,
        call.review,
        min_works=settings.min_works,
    )


_whole = partial(Stage, reads={}, batch=1, at_once=1)
"""A stage of a few large items."""

SCAN = _whole(
    "snapshot",
    writes={"works": ScannedWork, "broken": BrokenWork},
    compute=each(_scan),
    at_once=2,
    retries=AFTER_FAULTS,
)
MERGED = _whole(
    "merged",
    writes={"merged": MergedWork},
    compute=each(_merged),
    at_once=2,
    retries=AFTER_FAULTS,
)
DELETED = _whole(
    "deleted",
    writes={"deleted": DeletedWork},
    compute=each(_deleted),
    retries=AFTER_FAULTS,
)
NETWORK = _whole(
    "network",
    writes={
        "works": NetworkWork,
        "citations": ReferenceList,
        "abstracts": WorkAbstract,
        "venues": Venue,
        "network": Fact,
    },
    compute=each(_network),
)
MEASURE = _whole(
    "measures",
    writes={"measures": Measured, "network": Fact},
    compute=each(_measure),
)
SUB_FIELDS = _whole(
    "sub-fields",
    writes={"sub_fields": SubField, "members": Membership, "network": Fact},
    compute=each(_sub_fields),
)
QUERIES = _whole(
    "queries",
    writes={"tasks": NetworkTask, "truth": Truth, "other_paths": OtherPath},
    compute=each(_queries),
)
