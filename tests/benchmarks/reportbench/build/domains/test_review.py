"""The review file: what is written can be edited and read back, and mistakes are named by their line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_REVIEW, read_review, review_rows, with_experts
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
from litgauge.tasks.sheets import sheet_bytes
from tests.benchmarks.reportbench.build.domains.examples import label

LABELS = [label("2301.2", "Healthcare and Biomedicine"), label("2301.1", "Unknown", reason='says "why", and more')]
TITLES = {"2301.1": "=SUM(A1): On Bees, Hives; and Honey", "2301.2": "Über Bienen"}


def write_review(labels: Iterable[DomainLabel], titles: Mapping[str, str], path: Path) -> None:
    path.write_bytes(sheet_bytes(DOMAIN_REVIEW, review_rows(labels, titles), path.suffix))


def edit(path: Path, survey_id: str, expert_domain: str, comment: str = "") -> None:
    """What an expert does with the file."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["survey_id"] == survey_id:
            row |= {"expert_domain": expert_domain, "comment": comment}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_an_untouched_file_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(LABELS, TITLES, path)
    assert read_review(path) == ()


def test_the_file_shows_what_there_is_to_judge(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(LABELS, TITLES, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["survey_id"], first["domain"], first["reason"]) == ("2301.1", "Unknown", 'says "why", and more')
    assert first["title"] == "'=SUM(A1): On Bees, Hives; and Honey"  # no formula for a spreadsheet to run
    assert second["title"] == "Über Bienen"
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")


def test_an_experts_label_wins_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(LABELS, TITLES, path)
    edit(path, "2301.1", "energy and environment", "bees are nature")
    experts = read_review(path)
    merged = with_experts(LABELS, experts)
    assert [one.survey_id for one in merged] == ["2301.2", "2301.1"]
    assert merged[0] == LABELS[0]
    assert (merged[1].domain, merged[1].model, merged[1].reason) == (
        "Energy and Environmental Sustainability",
        "expert",
        "bees are nature",
    )


def test_an_experts_label_is_still_there_in_the_next_export(tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.jsonl"
    write_review(LABELS, TITLES, first)
    edit(first, "2301.1", "J", "honey is culture")
    merged = with_experts(LABELS, read_review(first))
    write_review(merged, TITLES, second)
    assert with_experts(LABELS, read_review(second)) == merged


def test_an_unknown_domain_is_answered_with_what_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    path.write_text(json.dumps({"survey_id": "1", "expert_domain": "Cooking"}), encoding="utf-8")
    with pytest.raises(UnusableInput, match="Culture, Media, and Digital Content; Unknown"):
        read_review(path)


def test_an_id_that_was_taken_for_a_number_is_its_surveys(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    path.write_text("survey_id;expert_domain\n2301,0001;D\n9999,9;D\n", encoding="utf-8")
    labels = [label("2301.00010", "Unknown"), label("2301.00020", "Unknown")]
    merged = with_experts(labels, read_review(path))
    assert [(one.survey_id, one.domain) for one in merged] == [
        ("2301.00010", "Healthcare and Biomedicine"),
        ("2301.00020", "Unknown"),
    ]


def test_a_domain_without_its_survey_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    path.write_text("survey_id,expert_domain\n,D\n", encoding="utf-8")
    with pytest.raises(UnusableInput, match="without a survey_id"):
        read_review(path)
