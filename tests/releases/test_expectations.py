"""Expectations of a refresh: what may change by itself, and what a person has to accept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Quarantined
from litgauge.tasks.releases.expectations import ExpectationSettings, compare, held_digests, hold, let_go
from litgauge.tasks.releases.freeze import candidate_release, freeze_release
from litgauge.tasks.releases.release import load
from tests.releases.rows import SURVEY, Rows, reference

pytestmark = pytest.mark.slow


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path))


def data_set(surveys: int, references: int = 4, unreadable: int = 0) -> Rows:
    """So many surveys with so many references each; the newest record of some cannot be read."""
    names = [f"21{number:02}.00001" for number in range(surveys)]
    return {
        "surveys": [replace(SURVEY, survey_id=name, unresolved_keys=()) for name in names],
        "references": [reference(f"r{number}", survey_id=name) for name in names for number in range(references)],
        "citations": [], "prompts": [], "tasks": [],
        "quarantine": [
            Quarantined(name, "harvest", "rejected", "unreadable", "date of v1: 'soon'") for name in names[:unreadable]
        ],
    }  # fmt: skip


def broken(storage: Storage, before: Rows, after: Rows, **settings: float) -> list[str]:
    """The settings that say why a release of these rows is held after one of those."""
    freeze_release(storage, REPORTBENCH, before, name="a")
    candidate = candidate_release(storage, REPORTBENCH, after, (), "a")
    comparison = compare(load(storage, "a"), candidate, ExpectationSettings.model_validate(settings))
    return [line.partition("expectations.")[2].rstrip(")") for line in comparison.broken]


@pytest.mark.parametrize(
    ("before", "after", "settings", "names"),
    [
        (data_set(12), data_set(12), {}, []),
        (data_set(12), data_set(11), {}, []),  # one may go
        (data_set(12), data_set(11), {"surveys_lost": 0}, ["surveys_lost"]),
        (data_set(12), data_set(8), {}, ["surveys_lost", "shrunk"]),
        (data_set(60), data_set(57), {}, []),  # five in a hundred
        (data_set(60), data_set(56), {}, ["surveys_lost"]),
        (data_set(12, 4), data_set(12, 3), {}, ["references_lost"]),
        (data_set(12, 4), data_set(12, 3), {"references_lost": 0.25}, []),
        (data_set(12), data_set(12, unreadable=4), {}, ["unreadable"]),
        (data_set(12, unreadable=4), data_set(12, unreadable=5), {}, []),  # four were known
        (data_set(12), data_set(22), {}, []),
        (data_set(12), data_set(23), {}, ["grown"]),
        (data_set(12), data_set(1), {"surveys_lost": 1, "shrunk": 1}, []),
    ],
)
def test_a_release_beyond_what_is_expected(
    storage: Storage, before: Rows, after: Rows, settings: dict[str, Any], names: list[str]
) -> None:
    assert broken(storage, before, after, **settings) == names


def test_a_little_every_week_is_too_much_in_the_end(storage: Storage) -> None:
    for surveys in (30, 29, 28):
        freeze_release(storage, REPORTBENCH, data_set(surveys), name="a")
    assert broken(storage, data_set(27), data_set(26)) == ["shrunk"]


def test_opt_outs_are_the_operators_own(storage: Storage) -> None:
    after = data_set(8)
    after["quarantine"] = [
        Quarantined(f"21{number:02}.00001", "surveys", "rejected", "opted-out", "asked on 2026-01-01")
        for number in range(8, 12)
    ]
    assert broken(storage, data_set(12), after, shrunk=1) == []


def test_what_is_held_is_known_until_a_release_is_made(storage: Storage) -> None:
    candidate = candidate_release(storage, REPORTBENCH, data_set(3), (), "a")
    hold(storage, candidate, ("too few",))
    hold(storage, candidate, ("too few",))
    assert held_digests(storage, "a") == {candidate.digest}
    assert freeze_release(storage, REPORTBENCH, data_set(3), name="a").digest == candidate.digest
    let_go(storage, "a")
    assert held_digests(storage, "a") == set()
