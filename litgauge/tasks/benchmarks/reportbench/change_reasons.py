"""Why a row of ReportBench is not the same in two releases, as far as its tables tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from litgauge.tasks.benchmark import Compared, Reason, Release
from litgauge.tasks.benchmarks.reportbench.rows import Correction, ReleaseTask, SampleChoice
from litgauge.tasks.records import Quarantined, Reference
from litgauge.tasks.text import compact_title

_NUMBERED = re.compile(r"#\d+$")


class ReportbenchReasons:
    """Looks up why, in the tables of two releases."""

    def __init__(self, before: Release, after: Release) -> None:
        releases = before, after
        self._names = before.name, after.name
        self._created = before.created[:10]
        self._releases = releases
        self._surveys = [_surveys(release) for release in releases]
        self._corrections = [_corrections(release) for release in releases]

    @cached_property
    def _quarantine(self) -> list[dict[str, Quarantined]]:
        return [_quarantine(release) for release in self._releases]

    @cached_property
    def _choices(self) -> list[dict[str, SampleChoice]]:
        return [_choices(release) for release in self._releases]

    @cached_property
    def _levels(self) -> list[dict[str, str | None]]:
        return [_levels(release) for release in self._releases]

    def went(self, table: str, row: Any) -> Reason | None:
        """Return why a row of the first release is not in the second."""
        return (
            self._removed(row, 1)
            or self._quarantined(row.survey_id, 1, "was")
            or self._with_survey(table, row.survey_id, 1)
            or self._not_drawn(table, row.survey_id, 1)
            or self._other_level(table, row)
            or self._source(row.survey_id)
        )

    def came(self, table: str, row: Any) -> Reason | None:
        """Return why a row of the second release was not in the first."""
        return (
            self._removed(row, 0)
            or self._quarantined(row.survey_id, 0, "had been")
            or self._with_survey(table, row.survey_id, 0)
            or self._not_drawn(table, row.survey_id, 0)
            or self._other_level(table, row)
            or self._fresh(row.survey_id)
            or self._source(row.survey_id)
        )

    def changed(self, _table: str, row: Any) -> Reason | None:
        """Return why a row is in both, but not the same."""
        return self._source(row.survey_id)

    def corrected(self, row: Any, field: str) -> Reason | None:
        """Return the repair by which a field differs; an empty reason if there was none."""
        correction = self._corrections[1].get((row.survey_id, _where(row), field))
        return Reason(correction.rule, correction.detail) if correction else None

    def _removed(self, row: Any, release: int) -> Reason | None:
        correction = self._corrections[release].get((row.survey_id, _where(row), ""))
        return Reason(correction.rule, correction.detail) if correction else None

    def _quarantined(self, survey_id: str, release: int, verb: str) -> Reason | None:
        if survey_id in self._surveys[release]:
            return None
        entry = self._quarantine[release].get(survey_id)
        if entry is None:
            return None
        from litgauge.tasks.harvest.optout import RULE

        if entry.rule == RULE:
            return Reason(RULE, f"opted out: {entry.detail}")
        return Reason(
            f"quarantined: {entry.rule}",
            f"{verb} quarantined in {self._names[release]} by rule {entry.rule} at stage {entry.stage}: {entry.detail}",
        )

    def _with_survey(self, table: str, survey_id: str, release: int) -> Reason | None:
        """A row goes and comes with its survey; the survey's own cause is told beside the survey."""
        if table == "surveys" or survey_id in self._surveys[release]:
            return None
        return Reason("with-its-survey", f"its survey {'went' if release else 'came'}, see there")

    def _not_drawn(self, table: str, survey_id: str, release: int) -> Reason | None:
        choice = self._choices[release].get(survey_id) if table == "tasks" else None
        if choice is None or choice.chosen:
            return None
        return Reason("not-drawn", f"in {self._names[release]} the sample left the survey out: {choice.reason}")

    def _other_level(self, table: str, row: Any) -> Reason | None:
        """A task is of one level, so a survey that is drawn again at another one is another task."""
        if table != "tasks":
            return None
        before, after = (levels.get(row.survey_id) for levels in self._levels)
        if before is None or after is None or before == after:
            return None
        why = self._choices[1][row.survey_id].reason if row.survey_id in self._choices[1] else ""
        return Reason("level-changed", f"the sample drew its survey at level {after} instead of {before}: {why}")

    def _fresh(self, survey_id: str) -> Reason | None:
        survey = self._surveys[1].get(survey_id)
        if survey is None or survey_id in self._surveys[0]:
            return None
        appeared = survey.submitted
        if appeared is not None and appeared.isoformat() >= self._created:
            return Reason("new-harvest", f"submitted on {appeared}, after {self._names[0]} was frozen")
        return None

    def _source(self, survey_id: str) -> Reason | None:
        first, second = (surveys.get(survey_id) for surveys in self._surveys)
        if first is None or second is None:
            return None
        if first.version != second.version:
            return Reason("new-version", f"new version of the survey, v{first.version} → v{second.version}")
        if first.source_sha256 != second.source_sha256:
            return Reason("source-changed", "the survey's source has another hash under the same version number")
        return None


def _where(row: Any) -> str:
    """Return where an imported row stood; its key where it was not imported."""
    places = [entry.place for entry in getattr(row, "provenance", ()) if entry.field == "row"]
    return places[0] if places else getattr(row, "key", "")


@dataclass(frozen=True, slots=True)
class _SurveyVersion:
    """Columns of a survey that tell which one it is."""

    survey_id: str
    submitted: date | None
    version: int
    source_sha256: str | None


def _surveys(release: Release) -> dict[str, _SurveyVersion]:
    return {survey.survey_id: survey for survey in release.rows("surveys", _SurveyVersion)}


def _quarantine(release: Release) -> dict[str, Quarantined]:
    return {entry.survey_id: entry for entry in release.rows("quarantine", Quarantined)}


def _choices(release: Release) -> dict[str, SampleChoice]:
    if not release.has("choices"):
        return {}
    return {row.survey_id: row for row in release.rows("choices", SampleChoice)}


def _levels(release: Release) -> dict[str, str | None]:
    """Return the level of each survey that has one task."""
    rows = list(release.rows("tasks", ReleaseTask)) if release.has("tasks") else []
    count = Counter(row.survey_id for row in rows)
    return {row.survey_id: row.level for row in rows if count[row.survey_id] == 1}


def _corrections(release: Release) -> dict[tuple[str, str, str], Correction]:
    if not release.has("corrections"):
        return {}
    rows = release.rows("corrections", Correction)
    return {(entry.survey_id, entry.place, entry.field): entry for entry in rows}


def _place(reference: Reference) -> str | None:
    """Place and key in what was imported, without the number that cleaning adds to the key of a second work."""
    place = next((entry.place for entry in reference.provenance if entry.field == "row"), None)
    return f"{place} {_NUMBERED.sub('', reference.key)}" if place else None


def _first(values: Iterable[str | None]) -> str:
    return next((value for value in values if value), "")


COMPARED = (
    Compared("surveys", title=lambda row: row.title),
    Compared(
        "references",
        named="key",
        title=lambda row: _first((row.title, row.doi, row.url)),
        identities=(
            _place,
            lambda row: row.key,
            lambda row: row.doi,
            lambda row: row.arxiv_id,
            lambda row: compact_title(row.title) or None if row.title else None,
        ),
        ignored=("provenance",),  # where a value stands in a source
    ),
    Compared("tasks", title=lambda row: row.prompt[:80], ignored=("chosen",)),  # words about all surveys of a domain
)
"""Tables compared row by row. References are paired by their place in an import, key, DOI, arXiv id, then title."""
