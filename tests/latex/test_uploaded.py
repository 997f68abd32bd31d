"""Sources as they were uploaded, with their classes and styles: the same as without, and as real TeX says."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.latex import extract, open_path
from perf.extraction_accuracy import Grade, grade_all, reviewed

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def grades(real_data: Path) -> list[Grade]:
    return grade_all(real_data / "latex_uploaded", reviewed(Path(__file__).with_name("gold_errors.json")))


def test_nothing_differs_from_the_gold(grades: list[Grade]) -> None:
    assert len(grades) >= 21
    assert [(grade.name, difference) for grade in grades for difference in grade.differences] == []


def works(folder: Path) -> list[object]:
    found = extract(open_path(folder), "x")
    return [
        found.cited_keys,
        found.unresolved_keys,
        [(work.key, work.title, work.authors, work.year, work.doi, work.arxiv_id) for work in found.references],
    ]


def test_classes_and_styles_change_no_reference(real_data: Path) -> None:
    papers = [paper.name for paper in sorted((real_data / "latex_uploaded").iterdir())]
    assert [
        name for name in papers if works(real_data / "latex_uploaded" / name) != works(real_data / "latex" / name)
    ] == []
