"""The stages of the construction: candidate trees of every survey, and the one that is its taxonomy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from tasks.base.errors import Rejected
from tasks.benchmarks.taxobench.construction.choosing import choose
from tasks.benchmarks.taxobench.construction.reading import candidate_rows, taxonomies_in, titles_of
from tasks.benchmarks.taxobench.construction.rows import (
    CandidatePaper,
    CandidateTopic,
    CandidateTree,
    ChosenTree,
    SpokenOf,
)
from tasks.benchmarks.taxobench.construction.settings import TaxonomySettings
from tasks.engine import Context, ItemInput, Stage, each
from tasks.engine.memory import StageOutput
from tasks.engine.run import Run
from tasks.engine.stage import run_stage
from tasks.fences import Limits
from tasks.latex import ExtractionSettings
from tasks.papers.fenced import fenced
from tasks.records import Reference, SourceFile, Survey


@dataclass(frozen=True, slots=True)
class SurveyTitle:
    """A survey's title, from its row or its source."""

    survey_id: str
    title: str


class ChoiceCall(BaseModel):
    """By what trees are chosen, and how often the surveys are cited, as far as that is known."""

    model_config = ConfigDict(frozen=True)

    taxonomies: TaxonomySettings
    counts: Mapping[str, int]


def read_candidates(
    run: Run, surveys: StageOutput, sources: StageOutput, references: StageOutput, settings: ExtractionSettings
) -> StageOutput:
    """Every tree in the surveys' sources that may be a taxonomy; a survey without references has none."""
    limits = [settings.time_limit_s, settings.memory_limit_mb]
    return run_stage(CANDIDATE_TREES, run, settings, [[surveys], [sources], [references]], deciding={"limits": limits})


def choose_trees(
    run: Run, candidates: StageOutput, settings: TaxonomySettings, counts: Mapping[str, int]
) -> StageOutput:
    """The tree of each survey that its taxonomy is made from; others are rejected with the rule that they fail."""
    low = {name: count for name, count in sorted(counts.items()) if count < settings.min_citations}
    deciding = {"taxonomies": settings.model_dump(mode="json", exclude={"citation_counts"}), "cited too little": low}
    return run_stage(TREES, run, ChoiceCall(taxonomies=settings, counts=low), [[candidates]], deciding=deciding)


def _candidates(item: ItemInput, context: Context) -> dict[str, list[Any]]:
    settings: ExtractionSettings = context.settings
    survey, source, references = item.one(Survey), item.one(SourceFile), item.all(Reference)
    found = fenced(
        Limits(settings.time_limit_s, settings.memory_limit_mb),
        "reading its taxonomies",
        taxonomies_in,
        context.storage.read_checked(source.blob),
        survey.survey_id,
        survey.title,
        titles_of(references),
    )
    rows = candidate_rows(survey.survey_id, found, references)
    return {**rows, "titles": [SurveyTitle(survey.survey_id, found.title)]}


def _choose(item: ItemInput, context: Context) -> dict[str, list[ChosenTree]]:
    call: ChoiceCall = context.settings
    title = item.one(SurveyTitle)
    if (count := call.counts.get(title.survey_id)) is not None:
        raise Rejected(
            "cited-too-little", f"cited {count} times by OpenAlex, at least {call.taxonomies.min_citations} are needed"
        )
    chosen = choose(
        title.survey_id,
        title.title,
        item.all(CandidateTree),
        item.all(CandidateTopic),
        item.all(CandidatePaper),
        item.all(SpokenOf),
        call.taxonomies,
    )
    return {"trees": [chosen]}


_ROWS: Mapping[str, type] = {
    "titles": SurveyTitle,
    "candidates": CandidateTree,
    "topics": CandidateTopic,
    "papers": CandidatePaper,
    "spoken": SpokenOf,
}
CANDIDATE_TREES = Stage(
    "candidate-trees",
    reads={"surveys": Survey, "sources": SourceFile, "references": Reference},
    writes=_ROWS,
    compute=each(_candidates),
    batch=25,
    at_once=os.cpu_count() or 1,  # each waits for a process
)
TREES = Stage("chosen-trees", reads=_ROWS, writes={"trees": ChosenTree}, compute=each(_choose))
