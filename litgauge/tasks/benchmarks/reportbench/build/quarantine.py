"""Rows and surveys that a build of ReportBench dropped, from the harvested row to the sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import UNKNOWN
from litgauge.tasks.benchmarks.reportbench.rows import SampleChoice
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.rows import BrokenRow
from litgauge.tasks.records import Dropped, Quarantined

STAGES = ("surveys", "sources", "references", "pdf-references", "fulltext", "prompts", "domains")
UNUSABLE_CHANGES = "held"  # changes that a refresh brought and nothing could be made of; they came through no stage


def build_quarantine(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Yield broken and dropped rows, the surveys of `rejected_surveys`, and those that the sample did not draw."""
    if "harvest" in outputs:
        yield from _harvest(storage, outputs["harvest"])
    rejected = rejected_surveys(storage, outputs)
    yield from rejected
    if "sample" in outputs:
        rejected_ids = {row.survey_id for row in rejected}
        for row in read_rows(storage, outputs["sample"], "choices", SampleChoice):
            if not row.chosen and row.survey_id not in rejected_ids:
                rule = "unknown-domain" if row.domain == UNKNOWN else "not-drawn"
                yield Quarantined(row.survey_id, "sample", "rejected", rule, row.reason)


def rejected_surveys(storage: Storage, outputs: Mapping[str, StageOutput]) -> list[Quarantined]:
    """Return every survey that a stage rejected or failed on, once, with the first reason, in the order of the stages.

    Where references were read from a PDF instead of the source, the outcome of that stage counts.
    """
    retried_as_pdf: set[str] = set()
    if "pdf-references" in outputs:
        retried_as_pdf = {item.id for item in read_manifest(storage, outputs["pdf-references"]).items}
    surveys: dict[str, Quarantined] = {}
    for stage in (stage for stage in STAGES if stage in outputs):
        for item in read_manifest(storage, outputs[stage]).items:
            if item.status != "done" and not (stage == "references" and item.id in retried_as_pdf):
                surveys.setdefault(item.id, Quarantined(item.id, stage, item.status, item.rule, item.detail))
    if UNUSABLE_CHANGES in outputs:  # of these surveys an older record is in the release, unless it fell out, too
        for row in read_rows(storage, outputs[UNUSABLE_CHANGES], UNUSABLE_CHANGES, Quarantined):
            surveys.setdefault(row.survey_id, row)
    return list(surveys.values())


def _harvest(storage: Storage, output: StageOutput) -> Iterator[Quarantined]:
    for item in read_manifest(storage, output).items:
        if item.status != "done":
            yield Quarantined(item.id, "harvest", item.status, item.rule, item.detail)
    for broken in read_rows(storage, output, "broken", BrokenRow):
        yield Quarantined(f"line {broken.line_number}", "harvest", "rejected", "broken-row", broken.error)
    for row in read_rows(storage, output, "dropped", Dropped):
        yield Quarantined(row.survey_id, "harvest", "rejected", row.rule, row.example)
