"""The extractor against what a person read in the sample's sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.latex import Extraction, extract, open_path
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

SURVEYS = [f"9912.000{number:02}" for number in range(1, 16)]


@pytest.fixture(scope="module")
def sample(repository: Path) -> Path:
    return repository / "data" / "sample"


def expected(sample: Path, survey_id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((sample / "expected" / f"{survey_id}.json").read_text(encoding="utf-8"))
    return found


def extracted(sample: Path, survey_id: str) -> Extraction:
    (path,) = (sample / "sources").glob(f"{survey_id}.*")
    return extract(open_path(path), survey_id)


@pytest.mark.parametrize("survey_id", SURVEYS)
def test_keys_come_out_in_order_of_first_citation(survey_id: str, sample: Path) -> None:
    gold, found = expected(sample, survey_id), extracted(sample, survey_id)
    assert found.status == gold["status"]
    assert list(found.cited_keys) == gold["cited_keys"]
    assert list(found.nocite_keys) == gold["nocite_keys"]
    assert list(found.unresolved_keys) == gold["unresolved_keys"]
    if gold["main"]:
        assert found.main == gold["main"]


@pytest.mark.parametrize("survey_id", SURVEYS)
def test_references_say_what_the_source_says(survey_id: str, sample: Path) -> None:
    gold, found = expected(sample, survey_id), extracted(sample, survey_id)
    of_reference = [
        {
            "key": reference.key,
            "title": reference.title,
            "first_author": reference.authors[0].family if reference.authors else None,
            "year": reference.year,
            "doi": reference.doi,
            "arxiv_id": reference.arxiv_id,
        }
        for reference in found.references
    ]
    assert of_reference == gold["references"]
    assert [reference.key for reference in found.references if not reference.in_main_text] == gold["appendix_only"]


@pytest.mark.parametrize("survey_id", SURVEYS)
def test_the_gold_itself_is_consistent(survey_id: str, sample: Path) -> None:
    gold = expected(sample, survey_id)
    assert gold["id"] == survey_id
    assert [key for key in gold["cited_keys"] if key not in gold["unresolved_keys"]] == [
        reference["key"] for reference in gold["references"]
    ]
    for reference in gold["references"]:
        assert reference["title"] == " ".join(reference["title"].split())
        assert not set("\\{}$~") & set(reference["title"])
        assert reference["doi"] is None or normalise_doi(reference["doi"]) == reference["doi"]
        assert reference["arxiv_id"] is None or normalise_arxiv_id(reference["arxiv_id"]) == reference["arxiv_id"]


def test_one_work_has_the_same_facts_in_every_survey(sample: Path) -> None:
    facts: dict[str, dict[str, Any]] = {}
    for survey_id in SURVEYS:
        for reference in expected(sample, survey_id)["references"]:
            known = facts.setdefault(reference["key"], reference)
            assert (known["title"], known["year"]) == (reference["title"], reference["year"])
    assert len(facts) > 150
