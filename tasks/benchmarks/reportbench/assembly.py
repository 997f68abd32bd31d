"""From the outputs of the stages to the tables of a release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.records import (
    Citation,
    DomainLabel,
    FullText,
    Prompt,
    PublishedSurvey,
    Quarantined,
    Reference,
    ReleaseTask,
    SampleChoice,
    SourceFile,
    Survey,
    published_survey,
)


@dataclass(frozen=True)
class BuildOutputs:
    """What the stages of a build made."""

    surveys: StageOutput
    sources: StageOutput
    references: tuple[StageOutput, ...]  # from LaTeX, then from what the first could not read
    fulltexts: StageOutput
    prompts: StageOutput
    domains: StageOutput
    sample: StageOutput


def assemble(storage: Storage, outputs: BuildOutputs) -> dict[str, list[Any]]:
    """The rows of every table; a survey is in if it has references, prompts and a domain."""
    labels = {label.survey_id: label for label in read_rows(storage, outputs.sample, "domains", DomainLabel)}
    prompts = [row for row in read_rows(storage, outputs.prompts, "prompts", Prompt) if row.survey_id in labels]
    complete = {prompt.survey_id for prompt in prompts}
    references = _kept(storage, outputs.references, "references", Reference, complete)
    citations = _kept(storage, outputs.references, "citations", Citation, complete)
    return {
        "surveys": _surveys(storage, outputs, complete, _unresolved(references, citations)),
        "references": references,
        "citations": citations,
        "prompts": prompts,
        "domains": [label for label in labels.values() if label.survey_id in complete],
        "choices": list(read_rows(storage, outputs.sample, "choices", SampleChoice)),
        "tasks": list(read_rows(storage, outputs.sample, "tasks", ReleaseTask)),
        "quarantine": quarantine(storage, outputs),
    }


def quarantine(storage: Storage, outputs: BuildOutputs) -> list[Quarantined]:
    """Every survey that a stage rejected or failed on, in the order of the pipeline, each once, with the first reason.

    A source without LaTeX is the business of the stage that reads references from PDFs: its word counts.
    """
    latex, *others = outputs.references
    tried_again = {item.id for output in others for item in read_manifest(storage, output).items}
    stages = [outputs.surveys, outputs.sources, latex, *others, outputs.fulltexts, outputs.prompts, outputs.domains]
    found: dict[str, Quarantined] = {}
    for output in stages:
        for item in read_manifest(storage, output).items:
            if item.status != "done" and not (output is latex and item.id in tried_again):
                found.setdefault(item.id, Quarantined(item.id, output.stage, item.status, item.rule, item.detail))
    return list(found.values())


def _unresolved(references: Sequence[Reference], citations: Sequence[Citation]) -> dict[str, tuple[str, ...]]:
    known = {(row.survey_id, key.casefold()) for row in references for key in (row.key, *row.aliases)}
    keys: dict[str, dict[str, None]] = {}
    for citation in citations:
        if (citation.survey_id, citation.key.casefold()) not in known:
            keys.setdefault(citation.survey_id, {})[citation.key] = None
    return {survey_id: tuple(found) for survey_id, found in keys.items()}


def _surveys(
    storage: Storage, outputs: BuildOutputs, complete: set[str], unresolved: Mapping[str, tuple[str, ...]]
) -> list[PublishedSurvey]:
    hashes = {row.survey_id: row.sha256 for row in read_rows(storage, outputs.sources, "sources", SourceFile)}
    texts = {row.survey_id: row for row in read_rows(storage, outputs.fulltexts, "fulltexts", FullText)}
    rows = []
    for survey in read_rows(storage, outputs.surveys, "surveys", Survey):
        if survey.survey_id in complete:
            text = texts[survey.survey_id]
            named = survey.completed(text.title, text.abstract)
            rows.append(published_survey(named, hashes[survey.survey_id], unresolved.get(survey.survey_id, ())))
    return rows


def _kept(
    storage: Storage, outputs: Sequence[StageOutput], table: str, row_type: type[Any], complete: set[str]
) -> list[Any]:
    rows: Iterable[Any] = (row for output in outputs for row in read_rows(storage, output, table, row_type))
    return [row for row in rows if row.survey_id in complete]
