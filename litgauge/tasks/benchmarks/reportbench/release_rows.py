"""Rows of a release by the keys that scoring looks them up by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.records import Citation, PublishedSurvey, Reference
from litgauge.tasks.records.grouping import rows_by


@dataclass(frozen=True, slots=True)
class ReleaseRows:
    """Rows of one release, by what they are looked up by."""

    name: str
    digest: str
    tasks: tuple[ReleaseTask, ...]
    surveys: Mapping[str, PublishedSurvey]
    references: Mapping[str, Sequence[Reference]]  # by survey
    citations: Mapping[str, Sequence[Citation]]  # by survey

    def reference(self, survey_id: str, key: str) -> Reference | None:
        """Return the reference with this key, or one that was merged into it."""
        listed = self.references.get(survey_id, ())
        return next((reference for reference in listed if key == reference.key or key in reference.aliases), None)


def load_release_rows(release: Release) -> ReleaseRows:
    """Return the rows of a release.

    Raises ReleaseError where a table is missing, was changed or is of another version.
    """
    return ReleaseRows(
        name=release.name,
        digest=release.digest,
        tasks=tuple(release.rows("tasks", ReleaseTask)),
        surveys={survey.survey_id: survey for survey in release.rows("surveys", PublishedSurvey)},
        references=rows_by(release.rows("references", Reference), attrgetter("survey_id")),
        citations=rows_by(release.rows("citations", Citation), attrgetter("survey_id")),
    )
