"""The thresholds, against gold lists that real TeX made (cited keys) and pandoc read (titles, authors, years, DOIs)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.latex import SourceTree, extract, open_path
from litgauge.tasks.records import Reference
from perf.extraction_accuracy import Grade, grade_all, macro, reviewed

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def grades(real_data: Path) -> list[Grade]:
    return grade_all(real_data / "latex", reviewed(Path(__file__).with_name("gold_errors.json")))


@pytest.mark.parametrize(
    ("attribute", "printed", "threshold"),
    [
        ("precision", None, 0.999),
        ("recall", None, 0.999),
        ("resolved", None, 1.0),
        ("titles", False, 0.99),
        ("titles", True, 0.95),
        ("first_authors", None, 0.98),
        ("authors", None, 0.98),
        ("years", None, 0.98),
        ("dois", None, 0.98),
    ],
)
def test_macro_averages(grades: list[Grade], attribute: str, printed: bool | None, threshold: float) -> None:
    value, papers = macro(grades, attribute, printed=printed)
    assert papers >= 6
    assert value >= threshold


def test_every_difference_from_the_gold_was_reviewed(grades: list[Grade]) -> None:
    assert [(grade.name, difference) for grade in grades for difference in grade.differences] == []


def test_with_the_bbl_hidden_nothing_changes_for_sources_that_have_both(real_data: Path) -> None:
    compared = 0
    for paper in sorted((real_data / "latex").iterdir()):
        tree = open_path(paper)
        if not any(path.endswith(".bbl") for path in tree.members) or not any(
            path.endswith(".bib") for path in tree.members
        ):
            continue
        whole = extract(tree, "x")
        without = extract(
            SourceTree(tree.name, {path: data for path, data in tree.members.items() if not path.endswith(".bbl")}), "x"
        )
        if whole.main == without.main:
            assert [_unchecked(one) for one in whole.references] == list(without.references)
            compared += 1
    assert compared >= 4


def _unchecked(reference: Reference) -> Reference:
    """The reference without what the printed list says of it."""
    return replace(reference, provenance=tuple(replace(row, printed="") for row in reference.provenance))


def test_text_has_no_residue(real_data: Path) -> None:
    residue = []
    for paper in sorted((real_data / "latex").iterdir()):
        for reference in extract(open_path(paper), paper.name).references:
            texts = [
                reference.title or "",
                reference.venue or "",
                *(name.family + name.given for name in reference.authors),
            ]
            residue += [
                (paper.name, reference.key, text)
                for text in texts
                if "\\" in text or "\n" in text or "  " in text or "{" in text
            ]
    assert len(residue) <= 3, residue  # three .bib files hold "\\\\{" or "\\\\backslash" as text


def test_every_field_says_where_it_came_from(real_data: Path) -> None:
    tree = open_path(real_data / "latex" / "astropy-v5")
    for reference in extract(tree, "x").references:
        places = {item.field: item.place for item in reference.provenance}
        assert {
            name for name in ("title", "authors", "year", "venue", "doi") if getattr(reference, name)
        } <= places.keys()
        file, _, line = places["title"].rpartition(":")
        assert "title" in tree.text(file).splitlines()[int(line) - 1].lower()
