"""Why a row is not the same in two releases, as far as the releases themselves tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tasks.harvest.optout import RULE
from tasks.records import Correction, PublishedSurvey, Quarantined, SampleChoice
from tasks.releases.manifest import StageLineage
from tasks.releases.release import Release, read_release_rows


@dataclass(frozen=True, slots=True)
class Reason:
    """The cause in a word, and in a sentence."""

    cause: str
    why: str


@dataclass(frozen=True, slots=True)
class StageChange:
    """A stage that is not the same in both releases."""

    stage: str
    what: Literal["added", "dropped", "code", "settings", "new input"]

    def __str__(self) -> str:
        return _STAGE_CHANGES[self.what].format(self.stage)


_STAGE_CHANGES = {
    "added": "stage {} was added",
    "dropped": "stage {} was dropped",
    "code": "the code of stage {} changed",
    "settings": "the settings of stage {} changed",
    "new input": "stage {} read new input",
}
_UNKNOWN = Reason("unknown", "neither release says why")


class Reasons:
    """Looks up why, in the tables and the lineage of two releases."""

    def __init__(self, before: Release, after: Release) -> None:
        releases = before, after
        self._names = before.name, after.name
        self._created = before.manifest.created[:10]
        self._lineage = after.manifest.lineage
        self.stages = tuple(changed_stages(before.manifest.lineage, after.manifest.lineage))
        self._surveys = [_surveys(release) for release in releases]
        self._quarantine = [_quarantine(release) for release in releases]
        self._corrections = [_corrections(release) for release in releases]
        self._choices = [_choices(release) for release in releases]

    def went(self, table: str, row: Any) -> Reason:
        """Why a row of the first release is not in the second."""
        return (
            self._removed(row, 1)
            or self._quarantined(row.survey_id, 1, "was")
            or self._with_survey(table, row.survey_id, 1)
            or self._not_drawn(table, row.survey_id, 1)
            or self._source(row.survey_id)
            or self._stages(table)
        )

    def came(self, table: str, row: Any) -> Reason:
        """Why a row of the second release was not in the first."""
        return (
            self._removed(row, 0)
            or self._quarantined(row.survey_id, 0, "had been")
            or self._with_survey(table, row.survey_id, 0)
            or self._not_drawn(table, row.survey_id, 0)
            or self._fresh(row.survey_id)
            or self._source(row.survey_id)
            or self._stages(table)
        )

    def changed(self, table: str, row: Any) -> Reason:
        """Why a row is in both, but not the same."""
        return self._source(row.survey_id) or self._stages(table)

    def corrected(self, row: Any, field: str) -> Reason:
        """The repair by which a field differs; an empty reason if there was none."""
        correction = self._corrections[1].get((row.survey_id, _where(row), field))
        return Reason(correction.rule, correction.detail) if correction else Reason("", "")

    def _removed(self, row: Any, release: int) -> Reason | None:
        correction = self._corrections[release].get((row.survey_id, _where(row), ""))
        return Reason(correction.rule, correction.detail) if correction else None

    def _quarantined(self, survey_id: str, release: int, verb: str) -> Reason | None:
        entry = self._quarantine[release].get(survey_id)
        if entry is None or survey_id in self._surveys[release]:
            return None
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
        choice = self._choices[release].get(survey_id)
        if table != "tasks" or choice is None or choice.chosen:
            return None
        return Reason("not-drawn", f"in {self._names[release]} the sample left the survey out: {choice.reason}")

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

    def _stages(self, table: str) -> Reason:
        """The changed stages that a table comes from; all changed ones where the lineage does not tell."""
        leading = _leading_to(table, self._lineage)
        found = [change for change in self.stages if change.stage in leading] or list(self.stages)
        if not found:
            return _UNKNOWN
        return Reason("stage-changed", "; ".join(str(change) for change in found))


def changed_stages(before: tuple[StageLineage, ...], after: tuple[StageLineage, ...]) -> Iterator[StageChange]:
    """What differs between two lineages; a stage that only followed the change of another is not named."""
    old, new = ({stage.stage: stage for stage in lineage} for lineage in (before, after))
    for name, stage in new.items():
        former = old.get(name)
        if former is None:
            yield StageChange(name, "added")
            continue
        if stage.code != former.code:
            yield StageChange(name, "code")
        if stage.settings != former.settings:
            yield StageChange(name, "settings")
        same_work = (stage.code, stage.settings) == (former.code, former.settings)
        if same_work and stage.output != former.output and all(_same_output(old, new, name) for name in stage.inputs):
            yield StageChange(name, "new input")
    yield from (StageChange(name, "dropped") for name in old if name not in new)


def _same_output(old: Mapping[str, StageLineage], new: Mapping[str, StageLineage], stage: str) -> bool:
    return stage in old and stage in new and old[stage].output == new[stage].output


def _leading_to(table: str, lineage: tuple[StageLineage, ...]) -> set[str]:
    stages = {stage.stage: stage for stage in lineage}
    waiting = [stage.stage for stage in lineage if table in stage.tables]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found and name in stages:
            found.add(name)
            waiting.extend(stages[name].inputs)
    return found


def _where(row: Any) -> str:
    """Where an imported row stood; its key where it was not imported."""
    places = [entry.place for entry in getattr(row, "provenance", ()) if entry.field == "row"]
    return places[0] if places else getattr(row, "key", "")


def _surveys(release: Release) -> dict[str, PublishedSurvey]:
    return {survey.survey_id: survey for survey in read_release_rows(release, "surveys", PublishedSurvey)}


def _quarantine(release: Release) -> dict[str, Quarantined]:
    return {entry.survey_id: entry for entry in read_release_rows(release, "quarantine", Quarantined)}


def _choices(release: Release) -> dict[str, SampleChoice]:
    if "choices" not in release.manifest.tables:
        return {}
    return {row.survey_id: row for row in read_release_rows(release, "choices", SampleChoice)}


def _corrections(release: Release) -> dict[tuple[str, str, str], Correction]:
    if "corrections" not in release.manifest.tables:
        return {}
    rows = read_release_rows(release, "corrections", Correction)
    return {(entry.survey_id, entry.place, entry.field): entry for entry in rows}
