"""The sample's rows: the snapshot's schema, and a fate for each of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.harvest.rows import read_row
from litgauge.tasks.harvest.rules import Rules
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.text import compact_title

SNAPSHOT_KEYS = [
    "id",
    "submitter",
    "authors",
    "title",
    "comments",
    "journal-ref",
    "doi",
    "report-no",
    "categories",
    "license",
    "abstract",
    "versions",
    "update_date",
    "authors_parsed",
]


@pytest.fixture(scope="module")
def sample(repository: Path) -> Path:
    return repository / "data" / "sample"


@pytest.fixture(scope="module")
def rows(sample: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (sample / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def fates(sample: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (sample / "fates.jsonl").read_text(encoding="utf-8").splitlines()]


def test_rows_have_the_snapshot_s_keys_in_their_order_and_unknown_ones_behind(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert list(row)[: len(SNAPSHOT_KEYS)] == SNAPSHOT_KEYS, row["id"]
    unknown = {key for row in rows for key in row} - {*SNAPSHOT_KEYS, "source"}
    assert unknown == {"keywords", "sha_of_pdf", "dataset_version", "topics"}


def test_no_row_can_be_taken_for_a_real_paper(rows: list[dict[str, Any]]) -> None:
    assert all(row["id"].startswith("9912.000") for row in rows)  # December 2099
    assert not any(row["doi"] for row in rows)


def test_each_row_has_one_fate(rows: list[dict[str, Any]], fates: list[dict[str, Any]]) -> None:
    of_rows = [(row["id"], max(len(row["versions"]), 1)) for row in rows]
    assert of_rows == [(fate["id"], fate["version"]) for fate in fates]
    assert Counter(fate["fate"] for fate in fates) == {"released": 12, "falls out": 20}


def test_the_released_surveys_cover_the_ten_domains(fates: list[dict[str, Any]]) -> None:
    domains = Counter(fate["domain"] for fate in fates if fate["fate"] == "released")
    assert len(domains) == 10
    assert all(10 <= fate["references"] <= 20 for fate in fates if fate["fate"] == "released")


def test_the_rules_of_the_paper_drop_what_they_are_said_to_drop(sample: Path, fates: list[dict[str, Any]]) -> None:
    rules = Rules(SelectionSettings())
    lines = (sample / "surveys.jsonl").read_bytes().splitlines()
    for line, fate in zip(lines, fates, strict=True):
        fall = rules.first_failing(read_row(line))
        by_rule = fate.get("at") == "selection" and fate["rule"] != "duplicate"
        assert (fall.rule if fall else None) == (fate["rule"] if by_rule else None), fate["id"]


def test_of_the_duplicates_the_later_one_stays(rows: list[dict[str, Any]], fates: list[dict[str, Any]]) -> None:
    updated = {(row["id"], len(row["versions"])): row for row in rows}
    kept, dropped = updated["9912.00004", 1], updated["9912.00032", 1]
    assert compact_title(kept["title"]) == compact_title(dropped["title"])
    assert kept["update_date"] > dropped["update_date"]
    assert [fate["version"] for fate in fates if fate["id"] == "9912.00002" and fate["fate"] == "released"] == [2]


def test_cutoffs_are_the_month_of_the_last_version(sample: Path, fates: list[dict[str, Any]]) -> None:
    surveys = {
        (row.survey_id, row.version): row for row in map(read_row, (sample / "surveys.jsonl").read_bytes().splitlines())
    }
    for fate in fates:
        if fate["fate"] == "released":
            updated = surveys[fate["id"], fate["version"]].updated
            assert updated is not None
            assert f"{updated:%Y-%m}" == fate["cutoff"]


def test_every_kind_of_null_occurs(rows: list[dict[str, Any]]) -> None:
    for key in ("comments", "journal-ref", "license", "authors_parsed", "source", "update_date"):
        assert any(row[key] is None for row in rows), key


def test_the_sample_stays_small(sample: Path) -> None:
    assert sum(path.stat().st_size for path in sample.rglob("*") if path.is_file()) < 1_000_000
