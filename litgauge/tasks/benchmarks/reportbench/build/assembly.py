"""Assembles the tables of a release from the outputs of the stages, on Arrow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark.survey_tables import SurveyTables
from litgauge.tasks.benchmarks.reportbench.build.citation_keys import unresolved_keys
from litgauge.tasks.benchmarks.reportbench.build.quarantine import rejected_surveys
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, ReleaseTask, SampleChoice
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, read_rows, read_table
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
    row_digest,
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
    unusable_changes: StageOutput | None = None  # changes of a refresh that could not be used

    @property
    def by_stage(self) -> dict[str, StageOutput]:
        """Return the outputs by the names of their stages."""
        held_outputs = [self.unusable_changes] if self.unusable_changes else []
        before = (self.surveys, self.sources, *self.references, self.fulltexts)
        return {of.stage: of for of in (*before, self.prompts, self.domains, self.sample, *held_outputs)}

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """Return the final outputs, to which all others lead."""
        return (self.prompts, self.sample, *([self.unusable_changes] if self.unusable_changes else []))


def assemble(storage: Storage, outputs: BuildOutputs) -> SurveyTables:
    """Return the tables of a release; a survey is included if it has references, prompts and a domain."""
    labels = read_table(storage, outputs.sample, "domains", DomainLabel)
    surveys = _complete(storage, outputs, frozenset(labels["survey_id"].to_pylist()))
    whole = {
        "domains": labels.filter(pc.is_in(labels["survey_id"], pa.array(list(surveys), pa.string()))),
        "choices": read_table(storage, outputs.sample, "choices", SampleChoice),
        "tasks": read_table(storage, outputs.sample, "tasks", ReleaseTask),
        "quarantine": to_table(Quarantined, quarantine(storage, outputs)),
    }
    names = ("surveys", "references", "citations", "prompts")
    return SurveyTables(whole, names, surveys, lambda survey_ids: _of_surveys(storage, outputs, survey_ids))


def _complete(storage: Storage, outputs: BuildOutputs, labelled: Collection[str]) -> dict[str, str]:
    """Return the surveys that are in, each with the digest of what its rows are made from."""
    prompts = done_items(storage, outputs.prompts)
    names = [name for name, state in prompts.items() if name in labelled and "prompts" in state.parts]
    made_from = [
        done_items(storage, output)
        for output in (outputs.surveys, outputs.sources, *outputs.references, outputs.fulltexts)
    ]
    return {
        name: row_digest([states[name].digest if name in states else "" for states in (*made_from, prompts)])
        for name in names
    }


def _of_surveys(storage: Storage, outputs: BuildOutputs, surveys: Collection[str]) -> dict[str, pa.Table]:
    references = _of(storage, outputs.references, "references", Reference, surveys)
    citations = _of(storage, outputs.references, "citations", Citation, surveys)
    return {
        "surveys": _surveys(storage, outputs, surveys, references, citations),
        "references": references,
        "citations": citations,
        "prompts": read_table(storage, outputs.prompts, "prompts", Prompt, surveys),
    }


def quarantine(storage: Storage, outputs: BuildOutputs) -> list[Quarantined]:
    """Return every survey that a stage rejected or failed on, each once (`rejected_surveys`)."""
    return rejected_surveys(storage, outputs.by_stage)


def _surveys(
    storage: Storage, outputs: BuildOutputs, survey_ids: Collection[str], references: pa.Table, citations: pa.Table
) -> pa.Table:
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
    storage: Storage, outputs: Sequence[StageOutput], name: str, row_type: type, surveys: Collection[str]
) -> pa.Table:
    """Return the rows of these surveys, each an item of one of the outputs, without loading others."""
    return pa.concat_tables([read_table(storage, output, name, row_type, surveys) for output in outputs])
