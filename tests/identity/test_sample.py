"""The sample's two agents: which work is which reference, and what they must not cite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.identity import DescribedWork, late_works, match_works, the_survey_itself
from litgauge.tasks.records import PersonName, Reference, Survey
from tests.identity.works import listed


def references_of(sample: Path, survey: str) -> list[Reference]:
    gold = json.loads((sample / "expected" / f"{survey}.json").read_text(encoding="utf-8"))
    return [
        listed(
            row["title"],
            row["first_author"],
            key=row["key"],
            year=row["year"],
            doi=row["doi"],
            arxiv_id=row["arxiv_id"],
        )
        for row in gold["references"]
    ]


def survey_of(sample: Path, survey: str) -> Survey:
    for line in (sample / "surveys.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["id"] == survey:
            names = tuple(PersonName(parts[0], parts[1]) for parts in row["authors_parsed"] or [])
            return Survey(
                survey, row["title"], None, names, (), None, None, None, row["doi"], None, None, 1, None, "local"
            )
    raise KeyError(survey)


def scholarly(task: dict[str, Any]) -> list[tuple[dict[str, Any], DescribedWork]]:
    rows = [row for row in task.get("references", []) if row["scholarly"]]
    return [(row, DescribedWork(row["title"], url=row["urls"][0])) for row in rows]


@pytest.mark.parametrize("agent", ["careful", "careless"])
def test_every_work_comes_out_as_the_sample_says(repository: Path, agent: str) -> None:
    sample = repository / "data" / "sample"
    tasks = json.loads((sample / "agents" / "expected.json").read_text(encoding="utf-8"))[agent]
    assert len(tasks) >= 8
    for survey, task in tasks.items():
        rows = scholarly(task)
        works = [work for _, work in rows]
        references = references_of(sample, survey)
        matching = match_works(works, references)
        keys = {pair.cited: references[pair.reference].key for pair in matching.pairs}
        assert [keys.get(number) for number in range(len(works))] == [row["key"] for row, _ in rows], survey
        counts = task["counts"]
        assert (matching.cited, matching.matched, matching.listed) == (
            counts["cited_works"],
            counts["in_list"],
            counts["list"],
        )
        itself = the_survey_itself(works, survey_of(sample, survey))
        late = late_works(works, task["cutoff"], leave_out=itself)
        violations = dict.fromkeys(itself, "the-survey-itself") | {work.cited: "after-cutoff" for work in late}
        assert [violations.get(number) for number in range(len(works))] == [row["violation"] for row, _ in rows]
