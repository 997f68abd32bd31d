"""Assembles the tables of a release from the outputs of the stages, on Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmarks.reportbench.build.citation_keys import unresolved_keys
from litgauge.tasks.benchmarks.reportbench.build.quarantine import rejected_surveys
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, ReleaseTask, SampleChoice
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows, read_table
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import (
    Citation,
    PersonName,
    PublishedSurvey,
    Quarantined,
    Reference,
    SourceFile,
    Survey,
    published_survey,
    to_table,
)


@dataclass(frozen=True, slots=True)
class _TextHead:
    """Columns of a full text that are read; the text itself is far larger than a whole release."""

    survey_id: str
    title: str | None
    abstract: str | None
    authors: tuple[PersonName, ...]
    written: date | None


@dataclass(frozen=True)
class BuildOutputs:
    """Outputs of the stages of a build."""

    surveys: StageOutput
    sources: StageOutput
    references: tuple[StageOutput, ...]  # from LaTeX, then from sources that the first could not read
    fulltexts: StageOutput
    prompts: StageOutput
    domains: StageOutput
    sample: StageOutput
    held: StageOutput | None = None  # changes of a refresh that could not be used

    @property
    def by_stage(self) -> dict[str, StageOutput]:
        """Return the outputs by the names of their stages."""
        held_outputs = [self.held] if self.held else []
        before = (self.surveys, self.sources, *self.references, self.fulltexts)
        return {of.stage: of for of in (*before, self.prompts, self.domains, self.sample, *held_outputs)}

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """Return the final outputs, to which all others lead."""
        return (self.prompts, self.sample, *([self.held] if self.held else []))


def assemble(storage: Storage, outputs: BuildOutputs) -> dict[str, pa.Table]:
    """Return the tables of a release; a survey is included if it has references, prompts and a domain."""
    labels = read_table(storage, outputs.sample, "domains", DomainLabel)
    prompts = read_table(storage, outputs.prompts, "prompts", Prompt, labels["survey_id"].to_pylist())
    complete = pc.unique(prompts["survey_id"])
    references = _of(storage, outputs.references, "references", Reference, complete)
    citations = _of(storage, outputs.references, "citations", Citation, complete)
    return {
        "surveys": _surveys(storage, outputs, complete, references, citations),
        "references": references,
        "citations": citations,
        "prompts": prompts,
        "domains": labels.filter(pc.is_in(labels["survey_id"], complete)),
        "choices": read_table(storage, outputs.sample, "choices", SampleChoice),
        "tasks": read_table(storage, outputs.sample, "tasks", ReleaseTask),
        "quarantine": to_table(Quarantined, quarantine(storage, outputs)),
    }


def quarantine(storage: Storage, outputs: BuildOutputs) -> list[Quarantined]:
    """Return every survey that a stage rejected or failed on, each once (`rejected_surveys`)."""
    return rejected_surveys(storage, outputs.by_stage)


def _surveys(
    storage: Storage, outputs: BuildOutputs, complete: pa.Array, references: pa.Table, citations: pa.Table
) -> pa.Table:
    survey_ids = complete.to_pylist()
    unresolved = unresolved_keys(references, citations)
    hashes = {
        row.survey_id: row.sha256 for row in read_rows(storage, outputs.sources, "sources", SourceFile, survey_ids)
    }
    heads = {head.survey_id: head for head in read_rows(storage, outputs.fulltexts, "fulltexts", _TextHead, survey_ids)}
    rows = []
    for survey in read_rows(storage, outputs.surveys, "surveys", Survey, survey_ids):
        name = survey.survey_id
        head = heads[name]
        completed = survey.completed(head.title, head.abstract, head.authors, head.written)
        rows.append(published_survey(completed, hashes[name], unresolved.get(name, ())))
    return to_table(PublishedSurvey, rows)


def _of(
    storage: Storage, outputs: Sequence[StageOutput], name: str, row_type: type, surveys: pa.StringArray
) -> pa.Table:
    """Return the rows of these surveys, each an item of one of the outputs, without loading others."""
    items = frozenset(surveys.to_pylist())
    return pa.concat_tables([read_table(storage, output, name, row_type, items) for output in outputs])
