"""The harvest, selection and source stages: from metadata to e-prints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict

from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, PlannedItem, Stage, each, each_async, plan_items
from tasks.engine.definition import Rows
from tasks.engine.items import ItemState
from tasks.engine.memory import StageOutput, StoredPart
from tasks.engine.outputs import done_items, places_of, read_rows, table_at
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.engine.storage import Storage
from tasks.errors import Failed, Rejected
from tasks.harvest.eprint import fetch_eprint
from tasks.harvest.fingerprint import file_digest, source_digest
from tasks.harvest.local import read_local_source
from tasks.harvest.merging import merge
from tasks.harvest.rows import BrokenRow
from tasks.harvest.selection import Harvested
from tasks.harvest.settings import HarvestSettings, SelectionSettings, SourceSettings
from tasks.harvest.snapshot import harvest_snapshot
from tasks.harvest.survey_question import IS_LITERATURE_SURVEY
from tasks.llm.door import asker
from tasks.llm.reply import Unscored
from tasks.records import Dropped, SourceFile, Survey, from_table, row_digest, schema_of
from tasks.records.surveys import Origin

Row = TypeVar("Row")

_INCREMENT = "increment:"
EXAMPLES_PER_RULE = 100  # dropped rows whose example is kept; of the others the id and the rule


class HarvestCall(BaseModel):
    """Which files are harvested, and by which rules."""

    model_config = ConfigDict(frozen=True)

    files: dict[str, str]  # item -> path or URL
    local: str | None  # the item that is a local corpus
    increments: frozenset[str]  # the items that refreshes have added
    refresh: Origin  # how
    selection: SelectionSettings


class SelectCall(BaseModel):
    """What is known of the surveys beyond their rows."""

    model_config = ConfigDict(frozen=True)

    doubles: dict[str, str]  # survey -> the survey that is kept for it
    opted_out: dict[str, str]  # survey -> reason
    superseded: dict[str, str]  # survey -> rule that a later version fell out by
    ask_model: bool


class SourceCall(BaseModel):
    """Where sources come from."""

    model_config = ConfigDict(frozen=True)

    root: str  # folder that local sources start from
    sources: SourceSettings


def harvest(
    run: Run, settings: HarvestSettings, selection: SelectionSettings, increments: Sequence[str]
) -> StageOutput:
    """Surveys that pass the rules, and every dropped row with its rule, from the config's file and all increments."""
    local = f"local:{Path(settings.path).name}" if settings.source == "local" else None
    files = {local or f"snapshot:{Path(settings.path).name}": settings.path}
    added = {f"{_INCREMENT}{Path(path).name}": run.storage.locate(path) for path in increments}
    files |= added
    items = [PlannedItem(name, _digest(name, file_digest(path))) for name, path in files.items()]
    call = HarvestCall(
        files=files, local=local, increments=frozenset(added), refresh=settings.refresh, selection=selection
    )
    deciding = {"selection": selection.model_dump(mode="json", exclude={"ask_model"})}
    return run_stage(HARVEST, run, call, [], items=items, deciding=deciding)


def select_surveys(
    run: Run, harvested: StageOutput, selection: SelectionSettings, opted_out: Mapping[str, str]
) -> StageOutput:
    """The papers that are literature surveys by the model's judgment, each paper once, without those that opted out."""
    rows = list(read_rows(run.storage, harvested, "surveys", Survey))
    places = _row_places(run.storage, harvested)
    superseded = _fallen_since(run.storage, harvested)
    merged = merge(rows, duplicates_out=selection.duplicates_out)
    wanted = [*merged.kept.values(), *(_last_row(rows, name) for name in merged.doubles)]
    items = []
    for number in wanted:
        survey = rows[number]
        name = survey.survey_id
        known = (merged.doubles.get(name, ""), opted_out.get(name, ""), superseded.get(name, ""))
        items.append(PlannedItem(survey.survey_id, row_digest(survey, *known), {"surveys": (places[number],)}))
    call = SelectCall(
        doubles=merged.doubles, opted_out=dict(opted_out), superseded=superseded, ask_model=selection.ask_model
    )
    deciding = {"ask_model": selection.ask_model}
    if selection.ask_model:
        deciding |= run.lineage_of([IS_LITERATURE_SURVEY])
    return run_stage(SURVEYS, run, call, [[harvested]], items=items, deciding=deciding)


def fetch_sources(run: Run, surveys: StageOutput, settings: HarvestSettings, sources: SourceSettings) -> StageOutput:
    """The source of every survey, kept whole: from the local corpus where its row names one, else from arXiv."""
    root = settings.root or str(Path(settings.path).parent)
    rows = {survey.survey_id: survey for survey in read_rows(run.storage, surveys, "surveys", Survey)}
    items = [
        replace(item, key=_source_key(rows[item.id], root))
        for item in plan_items(run.storage, [[surveys]], SOURCES.reads)
    ]
    call = SourceCall(root=root, sources=sources)
    return run_stage(SOURCES, run, call, [[surveys]], items=items, deciding={"max_bytes": sources.max_bytes})


def _harvest(item: ItemInput, context: Context) -> Rows:
    call: HarvestCall = context.settings
    path = call.files[item.id]
    origin: Origin = "local" if item.id == call.local else "snapshot"
    parts = harvest_snapshot(path, call.selection, call.refresh if item.id in call.increments else origin)
    surveys: list[Survey] = []
    broken: list[BrokenRow] = []
    with context.storage.open_part("stages/harvest/dropped", ".parquet") as (part, file):
        digest = hashlib.sha256()
        count = 0
        with pq.ParquetWriter(file, schema_of(Dropped), compression="zstd") as writer:
            for table in _with_few_examples(parts, surveys, broken):
                writer.write_table(table)
                count += table.num_rows
                for column in table.columns:
                    digest.update("\0".join(column.to_pylist()).encode())
    return {"surveys": surveys, "broken": broken, "dropped": StoredPart(part, count, digest.hexdigest())}


def _with_few_examples(
    parts: Iterator[Harvested], surveys: list[Survey], broken: list[BrokenRow]
) -> Iterator[pa.Table]:
    """The dropped rows, part by part, with an example for the first of each rule only; the rest goes to the lists."""
    seen: dict[str, int] = {}
    for part in parts:
        surveys.extend(part.surveys)
        broken.extend(part.broken)
        if not part.dropped.num_rows:
            continue
        rules, examples = part.dropped["rule"].to_pylist(), part.dropped["example"].to_pylist()
        for number, rule in enumerate(rules):
            seen[rule] = seen.get(rule, 0) + 1
            if seen[rule] > EXAMPLES_PER_RULE:
                examples[number] = ""
        column = part.dropped.schema.get_field_index("example")
        yield part.dropped.set_column(column, part.dropped.schema.field(column), pa.array(examples, pa.string()))


def _asked(item: ItemInput, context: Context) -> Sequence[Asked]:
    call: SelectCall = context.settings
    survey = item.one(Survey)
    if not call.ask_model or survey.survey_id in {*call.opted_out, *call.superseded, *call.doubles}:
        return []
    return [(IS_LITERATURE_SURVEY, {"title": survey.title, "abstract": survey.abstract or ""})]


async def _select(item: ItemInput, context: Context) -> Rows:
    call: SelectCall = context.settings
    survey = item.one(Survey)
    if survey.survey_id in call.opted_out:
        raise Rejected("opted-out", call.opted_out[survey.survey_id])
    if survey.survey_id in call.superseded:
        rule = call.superseded[survey.survey_id]
        raise Rejected("superseded", f"its newest version fell out of the harvest by the rule {rule}")
    if survey.survey_id in call.doubles:
        raise Rejected("duplicate", f"{call.doubles[survey.survey_id]} has the same title and first author")
    if call.ask_model:
        reply = await asker(context).ask(
            IS_LITERATURE_SURVEY, {"title": survey.title, "abstract": survey.abstract or ""}
        )
        if isinstance(reply.answer, Unscored):
            raise Failed(reply.answer.reason, reply.answer.detail)
        if not reply.answer.is_survey:
            raise Rejected("not-a-survey", reply.answer.reason)
    return {"surveys": [survey]}


def _fetch(item: ItemInput, context: Context) -> Rows:
    call: SourceCall = context.settings
    survey = item.one(Survey)
    if survey.origin != "local":
        fetched = fetch_eprint(survey.survey_id, survey.version, call.sources, context.wait)
    elif survey.source is None:
        raise Rejected("no-source", "its row in the local corpus names no source")
    else:
        root = Path(call.root)
        fetched = read_local_source(root / survey.source, call.sources, root)
    blob = context.storage.keep_blob(fetched.data)
    row = SourceFile(survey.survey_id, fetched.sha256, len(fetched.data), fetched.kind, fetched.url, blob)
    return {"sources": [row]}


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _row_places(storage: Storage, output: StageOutput) -> list[tuple[str, int, int]]:
    places = [item.parts["surveys"] for item in done_items(storage, output).values() if "surveys" in item.parts]
    return [(path, first + number, 1) for path, first, length in places for number in range(length)]


def _fallen_since(storage: Storage, output: StageOutput) -> dict[str, str]:
    """Surveys of which a later harvest brought a version that fell out (withdrawn, another licence), with the rule."""
    fallen: dict[str, str] = {}
    items = sorted(done_items(storage, output).values(), key=lambda item: item.id)
    # Increments are small and sort by their days; the base file, with its millions of rows, comes before them all.
    for item in (item for item in items if item.id.startswith(_INCREMENT)):
        for dropped in _rows_of(storage, item, "dropped", Dropped):
            if dropped.rule != "duplicate":
                fallen[dropped.survey_id] = dropped.rule
        for survey in _rows_of(storage, item, "surveys", Survey):
            fallen.pop(survey.survey_id, None)
    return fallen


def _rows_of(storage: Storage, item: ItemState, table: str, row_type: type[Row]) -> Iterator[Row]:
    return from_table(row_type, table_at(storage, places_of([item], table), row_type))


def _last_row(rows: Sequence[Survey], survey_id: str) -> int:
    return max(number for number, row in enumerate(rows) if row.survey_id == survey_id)


def _source_key(survey: Survey, root: str) -> str:
    if survey.source is not None:
        return _digest(survey.survey_id, source_digest(Path(root) / survey.source))
    return _digest(survey.survey_id, str(survey.version))


HARVEST = Stage(
    "harvest",
    reads={},
    writes={"surveys": Survey, "dropped": Dropped, "broken": BrokenRow},
    compute=each(_harvest),
    batch=1,
    at_once=1,
)
SURVEYS = Stage(
    "surveys",
    reads={"surveys": Survey},
    writes={"surveys": Survey},
    compute=each_async(_select),
    batch=50,
    asks=_asked,
    retries=AFTER_FAULTS,
)
SOURCES = Stage(
    "sources",
    reads={"surveys": Survey},
    writes={"sources": SourceFile},
    compute=each(_fetch),
    batch=20,
    retries=AFTER_FAULTS,
)
