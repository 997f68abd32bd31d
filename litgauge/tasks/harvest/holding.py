"""Surveys that a base file and its increments know, what has since come to fail a rule, and changes that are held.

A change is held where a refresh brought a record of a survey that cannot be read: the survey's last good record stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.engine.items import ItemState, Place
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import done_items, places_of, table_at
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.rules import UNREADABLE
from litgauge.tasks.records import Dropped, Quarantined, Survey, from_table

INCREMENT = "increment:"  # begins the names of items that refreshes have added


@dataclass(frozen=True)
class KnownSurveys:
    """Rows of all harvests, the base file's first."""

    rows: list[Survey] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)  # of each row
    fallen: dict[str, str] = field(default_factory=dict)  # survey -> rule that the newest harvest with it dropped it by
    unreadable: dict[str, str] = field(default_factory=dict)  # paper -> what could not be read of its newest record


def known_surveys(storage: Storage, harvested: StageOutput) -> KnownSurveys:
    """Return all rows, and what has since been deleted, withdrawn, or else come to fail a rule."""
    surveys = KnownSurveys()
    submitted: dict[str, date | None] = {}
    for state in done_items(storage, harvested).values():
        refreshed = state.id.startswith(INCREMENT)
        if refreshed:  # increments are small, and come in the order of their days
            _note_dropped(storage, state, surveys)
        for survey, place in _surveys_of(storage, state):
            name, day = survey.survey_id, survey.submitted
            first = submitted.setdefault(name, day)
            if refreshed and first is not None and day != first:
                surveys.unreadable[name] = f"date of v1: {day}, which was {first} before"
                continue
            surveys.rows.append(survey)
            surveys.places.append(place)
            surveys.fallen.pop(name, None)
            surveys.unreadable.pop(name, None)
    return surveys


def held_changes(surveys: KnownSurveys) -> Iterator[Quarantined]:
    """Yield the papers whose newest record cannot be read, each with the raw value."""
    records = {survey.survey_id for survey in surveys.rows}
    for name, change in sorted(surveys.unreadable.items()):
        state = "the last record that could be read stays" if name in records else "no record of it could be read"
        yield Quarantined(name, "harvest", "rejected", UNREADABLE, f"{change}; {state}")


def _surveys_of(storage: Storage, state: ItemState) -> Iterator[tuple[Survey, Place]]:
    runs = places_of([state], "surveys")
    places = [(path, first + number, 1) for path, first, length in runs for number in range(length)]
    return zip(from_table(Survey, table_at(storage, runs, Survey)), places, strict=True)


def _note_dropped(storage: Storage, state: ItemState, surveys: KnownSurveys) -> None:
    """Note what this increment dropped of the papers known so far; a duplicate is there under another name."""
    dropped = table_at(storage, places_of([state], "dropped"), Dropped)
    names = pa.array({survey.survey_id for survey in surveys.rows}, pa.string())
    reported = pc.or_(pc.is_in(dropped["survey_id"], names), pc.equal(dropped["rule"], UNREADABLE))
    for row in from_table(Dropped, dropped.filter(pc.and_(reported, pc.not_equal(dropped["rule"], "duplicate")))):
        if row.rule == UNREADABLE:
            surveys.unreadable[row.survey_id] = row.example
        else:
            surveys.fallen[row.survey_id] = row.rule
            surveys.unreadable.pop(row.survey_id, None)
