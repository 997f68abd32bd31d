"""The review file: what is written can be edited and read back, and mistakes are named by their line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tasks.base.errors import ConfigError
from tasks.benchmarks.reportbench.domains import read_review, with_experts, write_review
from tests.benchmarks.reportbench.domains.examples import label

LABELS = [label("2301.2", "Healthcare and Biomedicine"), label("2301.1", "Unknown", reason='says "why", and more')]
TITLES = {"2301.1": "=SUM(A1): On Bees, Hives; and Honey", "2301.2": "Über Bienen"}


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
    assert write_review(LABELS, TITLES, path) == 2
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


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_both_formats_hold_the_same(tmp_path: Path, suffix: str) -> None:
    experts = [label("2301.1", "Unknown", "expert", "no idea")]
    path = tmp_path / f"review{suffix}"
    write_review(experts, TITLES, path)
    assert [(one.survey_id, one.domain, one.reason) for one in read_review(path)] == [("2301.1", "Unknown", "no idea")]


def test_semicolons_and_extra_columns_of_a_spreadsheet_are_read(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    path.write_text("\ufeffmine;survey_id;expert_domain\nx;2301.1;D\n", encoding="utf-8")
    assert read_review(path)[0].domain == "Healthcare and Biomedicine"


@pytest.mark.parametrize(
    ("name", "text", "place", "said"),
    [
        ("a.csv", "survey_id,expert_domain\n1,D\n2,Cooking\n", ":3", 'no domain "Cooking"'),
        ("b.csv", 'survey_id,title,expert_domain\n1,"two\nlines",D\n2,x,Cooking\n', ":4", 'no domain "Cooking"'),
        ("c.csv", "survey_id,expert_domain\n1,D\n1,E\n", ":3", "in line 2"),
        ("d.csv", "survey_id,domain\n1,D\n", ":1", "no column expert_domain"),
        ("e.csv", "survey_id,expert_domain\n,D\n", ":2", "without a survey_id"),
        ("f.jsonl", '{"survey_id": "1", "expert_domain": "D"}\n{"survey_id"', ":2", "not JSON"),
        ("g.jsonl", '{"survey_id": "1", "expert_domain": "Cooking"}', ":1", 'no domain "Cooking"'),
        ("h.jsonl", "[1]", ":1", "not an object"),
    ],
)
def test_mistakes_are_named_by_file_and_line(tmp_path: Path, name: str, text: str, place: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as caught:
        read_review(path)
    assert caught.value.where == f"{path}{place}"


def test_an_unknown_domain_is_answered_with_what_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "review.jsonl"
    path.write_text(json.dumps({"survey_id": "1", "expert_domain": "Cooking"}), encoding="utf-8")
    with pytest.raises(ConfigError, match="Culture, Media, and Digital Content; Unknown"):
        read_review(path)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_review(tmp_path / "none.csv")
    latin = tmp_path / "latin.csv"
    latin.write_bytes("survey_id,expert_domain\n1,Ünknown\n".encode("latin-1"))
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_review(latin)
