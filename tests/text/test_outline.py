"""Headings, bounds and the clean-up of prose."""

from __future__ import annotations

import pytest

from litgauge.tasks.records import Section
from litgauge.tasks.text.outline import bounded, is_appendix, is_back_matter, number_level, unnumbered
from litgauge.tasks.text.plain import one_line, tidy
from tests.tables import each_row


@each_row(
    "title, level, name",
    [
        ("1 Introduction", 1, "Introduction"),
        ("2.1. Data", 2, "Data"),
        ("3.1.2 Wind tunnels", 3, "Wind tunnels"),
        ("IV. RESULTS", 1, "RESULTS"),
        ("A.1 Proofs", 2, "Proofs"),
        ("Results", None, "Results"),
        ("3D kites", None, "3D kites"),
    ],
)
def test_printed_numbers(title: str, level: int | None, name: str) -> None:
    assert (number_level(title), unnumbered(title)) == (level, name)


@each_row(
    "title",
    [
        "Acknowledgements",
        "ACKNOWLEDGMENT",
        "6. Funding",
        "Author contributions",
        "Conflict of interest",
        "Data availability statement",
        "References",
    ],
)
def test_back_matter(title: str) -> None:
    assert is_back_matter(title)


@each_row("title", ["Funding of science", "Data", "Conclusion", "Ethics of kites", "Authors read"])
def test_subjects_are_no_back_matter(title: str) -> None:
    assert not is_back_matter(title)


def test_appendices() -> None:
    assert is_appendix("Appendix A: Proofs")
    assert is_appendix("Supplementary Material")
    assert not is_appendix("Supplementing the diet")


def test_bounded_cuts_the_last_section() -> None:
    sections = [Section(1, "One", "abcd"), Section(1, "", ""), Section(1, "Two", "efgh"), Section(1, "Three", "x")]
    assert bounded(sections, 6) == (Section(1, "One", "abcd"), Section(1, "Two", "ef"))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("eﬃcient \u00adkites\u200b\n fly", "efficient kites fly"),
        ("e\u0301tude", "étude"),
        ("a\x00b", "ab"),
        ("", ""),
    ],
)
def test_one_line(raw: str, clean: str) -> None:
    assert one_line(raw) == clean


@each_row(
    "raw, clean",
    [
        ("kites ( ) fly , and [ , ] high .", "kites fly, and high."),
        ("kites (see e.g., ; ) fly", "kites fly"),
        ("so it is ;; and", "so it is; and"),
        ("the .bib file", "the .bib file"),
        ("(a, )", "(a)"),
        ("f(x) = [0, 1]", "f(x) = [0, 1]"),
    ],
)
def test_tidy(raw: str, clean: str) -> None:
    assert tidy(raw) == clean
