"""Harvest, selection and source stages: from metadata to e-prints."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict

from litgauge.tasks.base.errors import Failed, Rejected, TooManyFailures, UnusableInput
from litgauge.tasks.engine import (
    AFTER_FAULTS,
    Asked,
    Context,
    ItemInput,
    PlannedItem,
    Stage,
    each,
    each_async,
    plan_items,
)
from litgauge.tasks.engine.definition import Rows
from litgauge.tasks.engine.memory import StageOutput, StoredPart
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from litgauge.tasks.harvest.corpus import folder_digest, sources_root
from litgauge.tasks.harvest.duplicates import merge, same_paper
from litgauge.tasks.harvest.eprint import fetch_eprint
from litgauge.tasks.harvest.fingerprint import known_digest, source_digest
from litgauge.tasks.harvest.holding import INCREMENT, known_surveys
from litgauge.tasks.harvest.increments import check_increment
from litgauge.tasks.harvest.local import is_inside, read_local_source
from litgauge.tasks.harvest.rows import BrokenRow
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings, SourceSettings
from litgauge.tasks.harvest.snapshot import harvest_snapshot
from litgauge.tasks.harvest.survey_question import IS_LITERATURE_SURVEY
from litgauge.tasks.llm.door import asker
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.records import Dropped, SourceFile, Survey, row_digest, schema_of
from litgauge.tasks.records.surveys import Origin


class HarvestCall(BaseModel):
    """Which files are harvested, and by which rules."""

    model_config = ConfigDict(frozen=True)

    files: dict[str, str]  # item -> path or URL
    local: str | None  # the item that is a local corpus
    increments: frozenset[str]  # the items that refreshes have added
    refresh: Origin  # how
    selection: SelectionSettings


class SelectCall(BaseModel):
    """Facts about the surveys beyond their rows."""

    model_config = ConfigDict(frozen=True)

    doubles: dict[str, str]  # survey -> the survey that is kept for it
    opted_out: dict[str, str]  # survey -> reason
    fallen: dict[str, str]  # survey -> rule that a later harvest dropped it by
    ask_model: bool


class SourceCall(BaseModel):
    """Origin of the sources."""

    model_config = ConfigDict(frozen=True)

    root: str  # folder that local sources start from
    sources: SourceSettings


def harvest(
    run: Run, settings: HarvestSettings, selection: SelectionSettings, increments: Sequence[str]
) -> StageOutput:
    """Surveys that pass the rules, and every dropped row with its rule, from the config's file and all increments.

    Raises UnusableInput if the config names no file, or one that cannot be opened; TooManyFailures if reading one
    failed.
    """
    if not settings.path:
        raise UnusableInput(
            "nothing is named that could be harvested",
            where="harvest.path",
            data="Nothing was harvested",
            next_step="Name a folder of papers (--papers) or arXiv's snapshot (--snapshot)",
        )
    local = f"local:{Path(settings.path).name}" if settings.source == "local" else None
    files = {local or f"snapshot:{Path(settings.path).name}": settings.path}
    folder = folder_digest(settings.path) if local else None
    items = [
        PlannedItem(name, _digest(name, folder or known_digest(path, run.storage))) for name, path in files.items()
    ]
    added = {f"{INCREMENT}{Path(path).name}": run.storage.locate(path) for path in increments}
    items += [PlannedItem(name, _digest(name)) for name in added]  # the name holds a digest of what is in it
    files |= added
    call = HarvestCall(
        files=files, local=local, increments=frozenset(added), refresh=settings.refresh, selection=selection
    )
    deciding = {"selection": selection.model_dump(mode="json", exclude={"ask_model"})}
    output = run_stage(HARVEST, run, call, [], items=items, deciding=deciding)
    if output.failed:
        raise TooManyFailures(
            f"{output.failed} of {len(items)} files could not be read",
            where="stage harvest",
            data="Nothing was built without them, for their papers would count as gone",
            next_step="See `litgauge quarantine` for the reasons, and run the same command again",
        )
    return output


def select_surveys(
    run: Run,
    harvested: StageOutput,
    selection: SelectionSettings,
    opted_out: Mapping[str, str],
    passed_over: Mapping[str, int] = MappingProxyType({}),
) -> StageOutput:
    """Return the papers that are literature surveys by the model's judgment, each paper once, without those that
    opted out.

    `passed_over` is how many of the newest records of a survey do not count, for nothing could be made of them.
    """
    earlier = known_surveys(run.storage, harvested)
    rows, places, fallen = earlier.rows, earlier.places, earlier.fallen
    merged = merge(rows, duplicates_out=selection.duplicates_out, left_out=fallen, passed_over=passed_over)
    items = []
    for name in sorted(merged.newest, key=lambda name: name in merged.doubles):
        number = merged.newest[name]
        facts = (merged.doubles.get(name, ""), opted_out.get(name, ""), fallen.get(name, ""))
        items.append(PlannedItem(name, row_digest(rows[number], *facts), {"surveys": (places[number],)}))
    call = SelectCall(doubles=merged.doubles, opted_out=dict(opted_out), fallen=fallen, ask_model=selection.ask_model)
    deciding = {"ask_model": selection.ask_model}
    if selection.ask_model:
        deciding |= run.lineage_of([IS_LITERATURE_SURVEY])
    return run_stage(SURVEYS, run, call, [[harvested]], items=items, deciding=deciding)


def fetch_sources(run: Run, surveys: StageOutput, settings: HarvestSettings, sources: SourceSettings) -> StageOutput:
    """Return the source of every survey, kept whole: from the local corpus where its row names one, else from arXiv."""
    root = sources_root(settings.path, settings.root)
    surveys_by_id = {row.survey_id: row for row in read_rows(run.storage, surveys, "surveys", _SurveySource)}
    items = [
        replace(item, key=_source_key(surveys_by_id[item.id], root))
        for item in plan_items(run.storage, [[surveys]], SOURCES.reads)
    ]
    call = SourceCall(root=root, sources=sources)
    return run_stage(SOURCES, run, call, [[surveys]], items=items, deciding={"max_bytes": sources.max_bytes})


def _harvest(item: ItemInput, context: Context) -> Rows:
    call: HarvestCall = context.settings
    path = call.files[item.id]
    origin: Origin = "local" if item.id == call.local else "snapshot"
    if item.id in call.increments:
        check_increment(item.id.removeprefix(INCREMENT), path)
    parts = harvest_snapshot(path, call.selection, call.refresh if item.id in call.increments else origin)
    surveys: list[Survey] = []
    broken: list[BrokenRow] = []
    with context.storage.open_part("stages/harvest/dropped", ".parquet") as part:
        digest = hashlib.sha256()
        count = 0
        with pq.ParquetWriter(part.file, schema_of(Dropped), compression="zstd") as writer:
            for harvested in parts:
                surveys += harvested.surveys
                broken += harvested.broken
                writer.write_table(harvested.dropped)
                count += harvested.dropped.num_rows
                for column in harvested.dropped.columns:
                    digest.update("\0".join(column.to_pylist()).encode())
    return {"surveys": surveys, "broken": broken, "dropped": StoredPart(part.path, count, digest.hexdigest())}


def _questions(item: ItemInput, context: Context) -> Sequence[Asked]:
    call: SelectCall = context.settings
    survey = item.only_row(Survey)
    if not call.ask_model or survey.survey_id in call.opted_out | call.fallen | call.doubles:
        return []
    return [(IS_LITERATURE_SURVEY, {"title": survey.title, "abstract": survey.abstract or ""})]


async def _select(item: ItemInput, context: Context) -> Rows:
    call: SelectCall = context.settings
    survey = item.only_row(Survey)
    if survey.survey_id in call.opted_out:
        raise Rejected("opted-out", call.opted_out[survey.survey_id])
    if rule := call.fallen.get(survey.survey_id):
        if rule == "deleted":
            raise Rejected("deleted", "arXiv has deleted its record")
        if rule == "withdrawn":
            raise Rejected("withdrawn", "its newest version says so, or has no source")
        raise Rejected("superseded", f"its newest version fell out of the harvest by the rule {rule}")
    if survivor := call.doubles.get(survey.survey_id):
        raise Rejected("duplicate", same_paper(survivor))
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
    survey = item.only_row(Survey)
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


@dataclass(frozen=True, slots=True)
class _SurveySource:
    """Columns of a survey that tell where its source is."""

    survey_id: str
    version: int
    source: str | None


def _source_key(survey: _SurveySource, root: str) -> str:
    if survey.source is None:
        return _digest(survey.survey_id, str(survey.version))
    place = Path(root) / survey.source
    # That a source lies outside of the root is a verdict about both, and not about what is in it.
    outside = [] if is_inside(place, Path(root)) else [f"outside {Path(root).resolve()}"]
    return _digest(survey.survey_id, source_digest(place), *outside)


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
    asks=_questions,
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
