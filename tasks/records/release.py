"""Rows that only releases hold: what is published of a survey, and how an imported list was corrected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tasks.records.surveys import PersonName, Survey

_ARXIV = "https://arxiv.org/abs/"


@dataclass(frozen=True, slots=True)
class PublishedSurvey:
    """The essential metadata of a survey (papers/001, A.1): no full text, no comments, no submitter."""

    survey_id: str
    title: str
    abstract: str | None
    authors: tuple[PersonName, ...]
    categories: tuple[str, ...]
    license: str | None
    doi: str | None
    url: str | None  # its page on arXiv; None for local sources
    submitted: date | None  # first version
    updated: date | None  # last version: the cut-off of its prompts
    version: int  # number of the last version, from 1
    source_sha256: str | None  # of the source that its references were read from
    unresolved_keys: tuple[str, ...]  # cited, but in no bibliography: not among the references, never guessed


@dataclass(frozen=True, slots=True)
class Correction:
    """One repair of an imported reference list: a row that was removed, or one field that was changed."""

    survey_id: str
    key: str
    place: str  # "gt/2301.07499.jsonl:401" in what was imported
    field: str  # "" where the whole row was removed
    rule: str  # short kebab-case name
    before: str
    after: str
    detail: str


def published_survey(
    survey: Survey, source_sha256: str | None = None, unresolved_keys: tuple[str, ...] = ()
) -> PublishedSurvey:
    """What a release says about a survey."""
    local = survey.survey_id.startswith("local/")
    return PublishedSurvey(
        survey.survey_id,
        survey.title,
        survey.abstract,
        survey.authors,
        survey.categories,
        survey.license,
        survey.doi,
        None if local else _ARXIV + survey.survey_id,
        survey.submitted,
        survey.updated,
        survey.version,
        source_sha256,
        unresolved_keys,
    )
