"""Rows of a release by the keys that scoring looks them up by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from litgauge.tasks.benchmark import Release
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.records import Citation, PublishedSurvey, Reference

_Row = TypeVar("_Row")
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ReleaseRows:
    """Rows of one release, by what they are looked up by."""

    name: str
    digest: str
    tasks: tuple[ReleaseTask, ...]
    surveys: Mapping[str, PublishedSurvey]
    references: Mapping[str, tuple[Reference, ...]]  # by survey
    citations: Mapping[str, tuple[Citation, ...]]  # by survey

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


def rows_by(rows: Iterable[_Row], key: Callable[[_Row], _Key]) -> dict[_Key, tuple[_Row, ...]]:
    """Return the rows by key, in their order."""
    groups: dict[_Key, list[_Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return {name: tuple(group) for name, group in groups.items()}
