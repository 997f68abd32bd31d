"""Everything that fell out of a build of ReportBench, from the harvested row to the sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tasks.benchmarks.reportbench.domains.catalog import UNKNOWN
from tasks.benchmarks.reportbench.tables import SampleChoice
from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.harvest.rows import BrokenRow
from tasks.records import Dropped, Quarantined

STAGES = ("surveys", "sources", "references", "pdf-references", "fulltext", "prompts", "domains")


def left_out(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Broken and dropped rows, then what `quarantined` says; then the surveys that were not drawn."""
    if "harvest" in outputs:
        yield from _harvest(storage, outputs["harvest"])
    rejected = quarantined(storage, outputs)
    yield from rejected
    if "sample" in outputs:
        told = {row.survey_id for row in rejected}
        for row in read_rows(storage, outputs["sample"], "choices", SampleChoice):
            if not row.chosen and row.survey_id not in told:
                rule = "unknown-domain" if row.domain == UNKNOWN else "not-drawn"
                yield Quarantined(row.survey_id, "sample", "rejected", rule, row.reason)


def quarantined(storage: Storage, outputs: Mapping[str, StageOutput]) -> list[Quarantined]:
    """Every survey that a stage rejected or failed on, in the order of the pipeline, each once, with the first reason.

    A source without LaTeX is the business of the stage that reads references from PDFs: its word counts.
    """
    tried_again: set[str] = set()
    if "pdf-references" in outputs:
        tried_again = {item.id for item in read_manifest(storage, outputs["pdf-references"]).items}
    found: dict[str, Quarantined] = {}
    for stage in (stage for stage in STAGES if stage in outputs):
        for item in read_manifest(storage, outputs[stage]).items:
            if item.status != "done" and not (stage == "references" and item.id in tried_again):
                found.setdefault(item.id, Quarantined(item.id, stage, item.status, item.rule, item.detail))
    return list(found.values())


def _harvest(storage: Storage, output: StageOutput) -> Iterator[Quarantined]:
    for item in read_manifest(storage, output).items:
        if item.status != "done":
            yield Quarantined(item.id, "harvest", item.status, item.rule, item.detail)
    for broken in read_rows(storage, output, "broken", BrokenRow):
        yield Quarantined(f"line {broken.line_number}", "harvest", "rejected", "broken-row", broken.error)
    for row in read_rows(storage, output, "dropped", Dropped):
        yield Quarantined(row.survey_id, "harvest", "rejected", row.rule, row.example)
