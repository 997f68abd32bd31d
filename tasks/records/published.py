"""What is published of a survey."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tasks.records.surveys import PersonName, Survey
from tasks.records.table import Table

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


SURVEYS = Table(
    "surveys",
    PublishedSurvey,
    "the papers that serve as ground truth, essential metadata only",
    {
        "survey_id": "arXiv id without version, or the id of a local source",
        "title": "title of the survey",
        "abstract": "its abstract, where the source of the metadata has one",
        "authors": "family and given names, in the order of the paper; a body has no given name",
        "categories": "arXiv categories, the primary one first",
        "license": "licence of the paper itself, not of this data set",
        "doi": "DOI of the published version",
        "url": "page on arXiv; none for a local source",
        "submitted": "date of the first version",
        "updated": "date of the last version",
        "version": "number of the last version",
        "source_sha256": "hash of the source that the references were read from",
        "unresolved_keys": "keys cited that no bibliography explains; not among the references, never guessed",
    },
    key=("survey_id",),
)


def published_survey(
    survey: Survey, source_sha256: str | None = None, unresolved_keys: tuple[str, ...] = ()
) -> PublishedSurvey:
    """What a release says about a survey."""
    local = survey.origin == "local" or survey.survey_id.startswith("local/")  # whatever else its id looks like
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
