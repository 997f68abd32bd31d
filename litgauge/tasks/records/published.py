"""Published metadata of a survey."""

from __future__ import annotations

from datetime import date

from litgauge.tasks.records.surveys import PersonName, Survey
from litgauge.tasks.records.table import Table, column, row

_ARXIV = "https://arxiv.org/abs/"


@row
class PublishedSurvey:
    """Essential metadata of a survey (papers/001, A.1): no full text, no comments, no submitter."""

    survey_id: str = column("arXiv id without version, or the id of a local source")
    title: str = column("title of the survey")
    abstract: str | None = column("its abstract, where the source of the metadata has one")
    authors: tuple[PersonName, ...] = column(
        "family and given names, in the order of the paper; a body has no given name"
    )
    categories: tuple[str, ...] = column("arXiv categories, the primary one first")
    license: str | None = column("licence of the paper itself, not of this data set")
    doi: str | None = column("DOI of the published version")
    url: str | None = column("page on arXiv; none for a local source")
    submitted: date | None = column("date of the first version")
    updated: date | None = column("date of the last version, the cut-off of its prompts")
    version: int = column("number of the last version")
    source_sha256: str | None = column("hash of the source that the references were read from")
    unresolved_keys: tuple[str, ...] = column(
        "keys cited that no bibliography explains; not among the references, never guessed"
    )


SURVEYS = Table(
    "surveys",
    PublishedSurvey,
    "the papers that serve as ground truth, essential metadata only",
    key=("survey_id",),
)


def published_survey(
    survey: Survey, source_sha256: str | None = None, unresolved_keys: tuple[str, ...] = ()
) -> PublishedSurvey:
    """Return what a release says about a survey."""
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
