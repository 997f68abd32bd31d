"""One row of a harvest never stops the others, whatever it makes us raise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.harvest import rows, rules
from litgauge.tasks.harvest.rows import parse_day
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.harvest.snapshot import Harvested, harvest_snapshot
from tests.tables import each_row


def row(number: int, **more: Any) -> dict[str, Any]:
    created = "Mon, 6 Jan 2020 00:00:00 GMT"
    return {
        "id": f"2001.{number:05}", "title": f"A survey of loops of kind {number}", "abstract": "We survey loops.",
        "authors": "A. Author", "categories": "cs.AI", "comments": "Accepted at TPAMI", "journal-ref": "J. Loops, 2020",
        "license": "http://creativecommons.org/licenses/by/4.0/", "update_date": "2020-01-06",
        "versions": [{"version": "v1", "created": created}], **more,
    }  # fmt: skip


def harvested(folder: Path, lines: list[dict[str, Any]]) -> list[Harvested]:
    path = folder / "rows.json"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return list(harvest_snapshot(str(path), SelectionSettings()))


@pytest.mark.parametrize("stumble", ["the first rule", "clean_title"])
def test_what_nobody_foresaw_of_a_row_is_a_broken_row(
    stumble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: Any = rows if stumble == "clean_title" else rules.Rules
    name = stumble if stumble == "clean_title" else "first_failing_of_head"
    real = getattr(where, name)

    def faulty(*given: Any) -> Any:
        if "kind 2" in str(given[-1]):
            raise RecursionError("too deep \ud800")
        return real(*given)

    monkeypatch.setattr(where, name, faulty)
    parts = harvested(tmp_path, [row(number) for number in range(4)])

    (broken,) = [one for part in parts for one in part.broken]
    assert broken.line_number == 3
    assert broken.error.startswith("bug: RecursionError: too deep ? (")
    assert "test_row_isolation.py:" in broken.error
    assert [survey.survey_id for part in parts for survey in part.surveys] == ["2001.00000", "2001.00001", "2001.00003"]


@each_row("date", [" GMT", "x GMT", "", "GMT", "9" * 5_000, "Mon, 32 Foo 99999 99:99:99 GMT", "\0"])
def test_what_is_no_date_is_none(date: str) -> None:
    assert parse_day(date) is None
