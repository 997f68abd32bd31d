"""What a refresh cannot read changes nothing: which records that are, and what is known of their papers then."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.harvest.readable import unreadable_dates
from litgauge.tasks.harvest.rows import read_row
from litgauge.tasks.harvest.rules import Fall, Rules
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.harvest.snapshot import harvest_snapshot
from tests.harvest.conftest import row, write_rows
from tests.tables import each_row

RULES = Rules(SelectionSettings(), refreshed=True)


def dated(created: str | None, version: str = "v1") -> dict[str, Any]:
    return {"versions": [{"version": version, "created": created}]}


@each_row(
    "changes, seen",
    [
        (dated("2021/01/04 10:00"), "date of v1: '2021/01/04 10:00'"),
        (dated("4 janvier 2021"), "date of v1: '4 janvier 2021'"),
        (dated("1609754400"), "date of v1: '1609754400'"),
        (dated(""), "date of v1: ''"),
        (dated("Mon, 4 Jan 2221 10:00:00 GMT"), "date of v1: 'Mon, 4 Jan 2221 10:00:00 GMT'"),
        (dated("Thu, 1 Jan 1970 00:00:00 GMT"), "date of v1: 'Thu, 1 Jan 1970 00:00:00 GMT'"),
        (dated("Mon, 4 Jan 2021 10:00:00 GMT", "version 1"), "number of a version: 'version 1'"),
        ({"versions": []}, "versions: none"),
        ({"title": " \n"}, "title: ' \\n'"),
        ({"authors": None, "authors_parsed": None}, "authors: None"),
        ({"categories": ""}, "categories: ''"),
        ({"license": "http://arxiv.org/licenses/nonexclusive-distrib/2.0/"}, "license: 'http://arxiv.org/"),
        ({"license": None}, "license: None"),
    ],
)
def test_a_record_that_cannot_be_read_says_what_stands_there(changes: dict[str, Any], seen: str) -> None:
    fall = RULES.first_failing(read_row(json.dumps(row(**changes)).encode()))
    assert fall is not None
    assert fall.rule == "unreadable"
    assert fall.example.startswith(seen)


@each_row(
    "changes, rule",
    [
        ({}, None),
        (dated("2021-01-04T10:00:00Z"), None),  # another form, which can be read
        ({"comments": None, "license": None}, "publication-evidence"),
        ({"title": "Engines", **dated("soon")}, "title"),  # no survey, whatever its date
        ({"comments": "This paper has been withdrawn", "license": None}, "withdrawn"),
        ({"deleted": True, "versions": None}, "deleted"),
        (dated("Fri, 4 Jan 2019 10:00:00 GMT"), "too-old"),
    ],
)
def test_other_records_meet_the_rules_that_they_always_met(changes: dict[str, Any], rule: str | None) -> None:
    fall = RULES.first_failing(read_row(json.dumps(row(**changes)).encode()))
    assert (fall and fall.rule) == rule


def test_in_a_snapshot_a_date_that_cannot_be_read_is_none() -> None:
    entry = read_row(json.dumps(row(**dated("soon"))).encode())
    assert Rules(SelectionSettings()).first_failing(entry) == Fall("missing-date", "soon")


def test_every_raw_value_is_kept(tmp_path: Path) -> None:
    """Of other rules a hundred examples are."""
    rows = [row(f"2101.{number:05}", **dated(f"day {number}")) for number in range(300)]
    parts = list(harvest_snapshot(write_rows(tmp_path / "rows.jsonl", *rows), SelectionSettings(), "oai"))
    assert [entry["example"] for part in parts for entry in part.dropped.to_pylist()] == [
        f"date of v1: 'day {number}'" for number in range(300)
    ]


@pytest.mark.real
def test_all_real_dates_can_be_read(real_rows: list[Path]) -> None:
    lines = [line for path in real_rows[:4] for line in path.read_bytes().splitlines() if line.strip()]
    heads = [read_row(line) for line in lines]
    faults = [fault for head in heads if (fault := unreadable_dates(head))]
    assert len(heads) > 1200
    assert faults == []
    assert all(head.submitted is not None and head.submitted > date(1986, 1, 1) for head in heads)
