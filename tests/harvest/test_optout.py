"""The opt-out list: what it covers, what is left of a survey, and what a broken list says."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.harvest.optout import OptOut, OptOutList, opted_out, read_opt_outs
from litgauge.tasks.records import PersonName
from tests.releases.rows import OTHER, SURVEY
from tests.tables import each_row

DAY = datetime.date(2026, 1, 31)


def _list(**name: str) -> OptOutList:
    return OptOutList(version=1, requests=(OptOut(date=DAY, request="ticket 12 of jane.doe@example.org", **name),))


@each_row(
    "name",
    [
        {"arxiv_id": "2101.00001"},
        {"arxiv_id": "arXiv:2101.00001v2"},
        {"doi": "https://doi.org/10.1000/GM.1"},
        {"author": "Doe, Jane"},
        {"author": "doe, J."},
        {"author": "van Dam, Piet", "orcid": "0000-0002-1825-0097"},
    ],
)
def test_a_request_covers_its_survey_and_no_other(name: dict[str, str]) -> None:
    assert opted_out(_list(**name), [SURVEY, OTHER]) == {"2101.00001": "left out at its authors' request of 2026-01-31"}


@pytest.mark.parametrize("author", ["Müller-Lüdenscheidt, Karl", "MULLER-LUDENSCHEIDT, K"])
def test_accents_case_and_initials_do_not_matter(author: str) -> None:
    assert list(opted_out(_list(author=author), [SURVEY, OTHER])) == ["2102.00002"]


@pytest.mark.parametrize("author", ["Doe, John", "Do, Jane", "Dam, Piet", "Doe, Mary Jane"])
def test_another_person(author: str) -> None:
    assert opted_out(_list(author=author), [SURVEY, OTHER]) == {}


def test_a_body_is_no_person() -> None:
    assert opted_out(_list(author="Doe, Jane"), [replace(SURVEY, authors=(PersonName("Doe", ""),))]) == {}


def test_the_reason_tells_nothing_of_the_authors() -> None:
    found = opted_out(_list(author="Doe, Jane"), [SURVEY, OTHER])
    assert found == {"2101.00001": "left out at its authors' request of 2026-01-31"}


def test_the_list_that_ships(repository: Path) -> None:
    assert read_opt_outs(repository / "configs/opt_out.yaml") == OptOutList(version=1)


ENTRY = "    date: 2026-01-31\n    request: x\n"
BROKEN = [
    ("  - arxiv_id: '2101.00001'\n    date: soon\n    request: x\n", r":4: requests\.0\.date: "),
    ("  - arxiv_id: '2101.00001'\n    request: x\n", r":3: requests\.0\.date: Field required"),
    (f"  - arxiv_id: '21'\n{ENTRY}", r":3: requests\.0\.arxiv_id: this is no arXiv id"),
    (f"  - arxiv_id: 2101.00001\n{ENTRY}", r":3: requests\.0\.arxiv_id: .*valid string.*quotes"),
    (f"  - author: Doe\n{ENTRY}", r":3: requests\.0\.author: write it as 'Family, Given'"),
    ("\n  - date: 2026-01-31\n    request: x\n", r":4: requests\.0: give exactly one of"),
    (f"  - doi: 10.1/x\n{ENTRY}", r":3: requests\.0\.doi: this is no DOI"),
    (
        f"  - arxiv_id: '2101.00001'\n    orcid: '0000-0002-1825-0097'\n{ENTRY}",
        r":3: .*`orcid` needs `author`",
    ),
    ("  - [\n", r": is not YAML, line \d"),
]


@each_row("requests, message", BROKEN)
def test_a_broken_request_says_where(tmp_path: Path, requests: str, message: str) -> None:
    path = tmp_path / "opt_out.yaml"
    path.write_text(f"version: 1\nrequests:\n{requests}")
    with pytest.raises(ConfigError, match=r"opt_out\.yaml" + message):
        read_opt_outs(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version: 1\nremovals: []\n", r":2: removals: unknown key; .*allowed here: requests, version"),
        ("version: 2\n", r":1: version: "),
        ("- a\n", r": must be a mapping"),
        ("", r": version: Field required"),
    ],
)
def test_a_broken_list_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "opt_out.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"opt_out\.yaml" + message):
        read_opt_outs(path)


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_opt_outs(tmp_path / "none.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError):
        read_opt_outs(tmp_path / "binary.yaml")
