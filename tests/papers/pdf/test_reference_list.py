"""Works that a PDF lists, without a server."""

from __future__ import annotations

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.papers.pdf.reference_list import read_references
from litgauge.tasks.papers.pdf.settings import PdfSettings
from tests.papers.pdf.pdf_samples import Printed, pdf

AMES = ("A. Ames and B. Boyle. On kites and their strings.", "Journal of Inventions, 3(2):4-15, 2001.")
COLE = ("C. Cole. Wind over water. In Proceedings of the", "Weather Conference, pages 77-90, 2002.")
DREW = ("D. Drew, E. Eden, and F. Ford. Sails of stone.", "Annals of the Sea, 12:1-9, 1999.")
TITLES = ["On kites and their strings", "Wind over water", "Sails of stone"]


def page(texts: list[tuple[float, str]]) -> list[Printed]:
    return [(text, left, 740 - 14 * number, 10) for number, (left, text) in enumerate(texts)]


def test_numbered_works_and_what_cites_them() -> None:
    body = [(72.0, "Kites fly [1] and sails do not [2,3]."), (72.0, "As was shown before [1-3]."), (72.0, "References")]
    for number, (first, second) in enumerate((AMES, COLE, DREW), 1):
        body += [(72.0, f"[{number}] {first}"), (90.0, second)]
    found = read_references(pdf([page(body)]), "kites.pdf", PdfSettings())
    assert [reference.title for reference in found.references] == TITLES
    assert [citation.key for citation in found.citations] == ["1", "2", "3", "1", "2", "3"]
    assert [reference.year for reference in found.references] == [2001, 2002, 1999]


def test_hanging_works_that_go_on_in_another_column() -> None:
    body = [(72.0, "Kites fly (Ames and Boyle, 2001); see Cole (2002)."), (72.0, "References")]
    left = [(at, text) for first, second in (AMES, COLE) for at, text in ((72.0, first), (84.0, second))]
    right = [(320.0, DREW[0]), (332.0, DREW[1])]
    found = read_references(pdf([page([*body, *left]) + page(right)]), "kites.pdf", PdfSettings())
    assert [reference.title for reference in found.references] == TITLES
    assert [citation.key for citation in found.citations] == ["1", "2"]


def test_a_pdf_without_a_list_says_so() -> None:
    with pytest.raises(Rejected, match="no heading"):
        read_references(pdf([page([(72.0, "Kites fly.")])]), "kites.pdf", PdfSettings())


def test_a_numbered_list_without_a_heading() -> None:
    works = [AMES, COLE, DREW, ("E. Evans. Kites of paper.", "J. Paper, 1:2-3, 2004."), ("F. Finn. Ropes.", "2005.")]
    body = [(72.0, "Kites fly [1] and sails do not [2,3].")]
    for number, (first, second) in enumerate(works, 1):
        body += [(72.0, f"[{number}] {first}"), (90.0, second)]
    found = read_references(pdf([page(body)]), "kites.pdf", PdfSettings())
    assert [reference.title for reference in found.references][:3] == TITLES
    assert [citation.key for citation in found.citations] == ["1", "2", "3"]


def test_callouts_by_labels_and_by_names_with_others() -> None:
    labels = ("AB01", "Col02", "DEF99")
    body = [(72.0, "Kites fly [AB01] and sails do not [Col02, DEF99]."), (72.0, "References")]
    named = [(72.0, "Sails are of stone (Drew et al., 1999), and D. Drew, E. Eden, and"), (72.0, "F. Ford (1999)")]
    lists = []
    for label, (first, second) in zip(labels, (AMES, COLE, DREW), strict=True):
        lists += [(72.0, f"[{label}] {first}"), (90.0, second)]
    found = read_references(pdf([page([*body, *lists])]), "kites.pdf", PdfSettings())
    assert [citation.key for citation in found.citations] == list(labels)
    found = read_references(pdf([page([*named, body[1], *lists])]), "kites.pdf", PdfSettings())
    assert [citation.key for citation in found.citations] == ["DEF99"] * 2


def test_a_page_number_is_no_edge_of_a_column() -> None:
    left = [(72.0, "Kites fly (Ames and Boyle, 2001)."), (72.0, "References")]
    hanging = [(at, text) for first, second in (AMES, COLE, DREW) for at, text in ((311.0, first), (323.0, second))]
    number: Printed = ("1", 303.0, 40.0, 10)
    found = read_references(pdf([page(left) + page(hanging) + [number]]), "kites.pdf", PdfSettings())
    assert [reference.title for reference in found.references] == TITLES
