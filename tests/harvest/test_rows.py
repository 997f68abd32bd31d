"""What a row of the snapshot says, however it is written."""

from __future__ import annotations

import doctest
import json
from datetime import date
from typing import Any

import pytest

import litgauge.tasks.harvest.rows
from litgauge.tasks.harvest.rows import UnreadableRowError, authors_of, read_row, to_survey
from litgauge.tasks.records.surveys import PersonName
from tests.harvest.conftest import row, versions
from tests.tables import each_row


def read(**changes: Any) -> Any:
    return read_row(json.dumps(row(**changes)).encode())


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(litgauge.tasks.harvest.rows).failed == 0


def test_a_survey_is_clean_text_with_days_and_names() -> None:
    survey = to_survey(
        read(title="The {H}ubble\n  constant $H_0$: a Review.", versions=versions(3), doi="10.1000/ABC"), "snapshot"
    )
    assert survey.title == "The Hubble constant H₀: a Review"
    assert survey.abstract == "We review what is known about engines."
    assert survey.authors == (PersonName("Lovelace", "Ada"), PersonName("Babbage", "Charles"))
    assert survey.categories == ("cs.CL", "math.NA")
    assert (survey.submitted, survey.updated, survey.version) == (date(2021, 1, 4), date(2021, 3, 4), 3)
    assert survey.doi == "10.1000/abc"


def test_published_rows_call_the_id_arxiv_id() -> None:
    assert read_row(b'{"arxiv_id": "2312.04861v2"}').survey_id == "2312.04861"


def test_a_local_row_may_be_almost_empty() -> None:
    versions = b'[{"version": "v1", "created": "2024-09-05"}]'
    line = b'{"id": "local/a", "title": null, "authors": null, "source": "a", "versions": ' + versions + b"}"
    survey = to_survey(read_row(line), "local")
    assert (survey.title, survey.authors, survey.source, survey.submitted) == ("", (), "a", date(2024, 9, 5))


@each_row(
    "byline, families",
    [
        ("C. Bal\\'azs, E. L. Berger and C.-P. Yuan", ["Balázs", "Berger", "Yuan"]),
        ("A. Smith (1 and 2), B. Jones ((1) CERN, (2) MIT)", ["Smith", "Jones"]),
        ("John Smith, Jr., Mary Ann Evans", ["Smith", "Evans"]),
        ("The ATLAS Collaboration", ["The ATLAS Collaboration"]),
        ("Vincent van Gogh", ["van Gogh"]),
        ("Alice One,\n  Bob Two, and Carol Three", ["One", "Two", "Three"]),
        ("", []),
    ],
)
def test_without_parsed_names_the_byline_is_split(byline: str, families: list[str]) -> None:
    assert [person.family for person in authors_of(read(authors=byline, authors_parsed=None))] == families


def test_a_suffix_stands_with_the_given_name() -> None:
    assert authors_of(read(authors_parsed=[["Smith", "John", "Jr."]])) == (PersonName("Smith", "John Jr."),)


@each_row(
    "line, says",
    [
        (b'{"id": "2101.00001", "title"', "truncated"),
        (b"[1, 2]", "Expected `object`"),
        (b"null", "Expected `object`"),
        (b"garbage", "malformed"),
        (b'{"title": "a"}', "no id"),
        (b'{"id": "  "}', "no id"),
        (b'{"id": 2101.00001}', "$.id"),
        (b'{"id": "1", "title": ["a"]}', "$.title"),
        (b'{"id": "1", "versions": "v1"}', "$.versions"),
        (b'{"id": "1", "authors_parsed": [["a", null]]}', "$.authors_parsed[0][1]"),
        (b'{"id": "1", "title": "\xff"}', "utf-8"),
        (b'{"id": "1", "x": ' + b"[" * 100_000, ""),
    ],
)
def test_what_is_no_row_says_why(line: bytes, says: str) -> None:
    with pytest.raises(UnreadableRowError) as error:
        read_row(line)
    assert says.lower() in str(error.value).lower()
