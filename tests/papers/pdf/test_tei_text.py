"""GROBID's TEI -> the text of a survey."""

from __future__ import annotations

from litgauge.tasks.papers.pdf import read_tei
from litgauge.tasks.records import FullText, Section
from tests.papers.pdf.tei_samples import cite, section, tei


def text_of(body: str, **more: str) -> FullText:
    return read_tei(tei(body, **more), "s").fulltext


def test_title_abstract_and_sections() -> None:
    told = f"Kites fly {cite('b0', '[1]')}, and high {cite(None, '(Fry, 2014)')}."
    body = section("Introduction", told, "Yes.", number="1") + section("Lift", "It lifts.", number="2.1")
    assert text_of(body, abstract="<div><p>On  kites.</p></div>") == FullText(
        "s",
        "A Survey of Kites",
        "On kites.",
        (Section(1, "Introduction", "Kites fly, and high.\n\nYes."), Section(2, "Lift", "It lifts.")),
        "grobid",
    )


def test_levels_from_printed_numbers() -> None:
    heads = ("I. INTRODUCTION", "II. METHODS", "A. Kites", "V. END")
    body = "".join(section(head, "text") for head in heads)
    assert [(part.level, part.title) for part in text_of(body).sections] == [
        (1, "INTRODUCTION"),
        (1, "METHODS"),
        (2, "Kites"),
        (1, "END"),
    ]


def test_an_unnumbered_heading_lies_under_the_numbered_one() -> None:
    body = section("Lift", "a", number="2") + section("Note on wind", "b") + section("Conclusion", "c")
    assert [part.level for part in text_of(body).sections] == [1, 2, 1]


def test_stamps_and_captions_are_no_headings() -> None:
    body = (
        section("Lift", "One.", number="1")
        + section("arXiv:2001.00001v1 [cs.AI] 3 Jan 2020", "Two.")
        + section("Figure 3", "Three.")
    )
    assert [part.text for part in text_of(body).sections] == ["One.\n\nTwo.\n\nThree."]


def test_people_and_money_are_left_out() -> None:
    back = (
        '<div type="acknowledgement"><div><head>Thanks</head><p>To Ann.</p></div></div>'
        '<div type="annex"><div><head>Competing interests</head><p>None.</p></div>'
        "<div><head>Appendix A: Proofs</head><p>Thus.</p></div></div>"
    )
    parts = text_of(section("Lift", "One.") + section("Funding", "By Bob."), back=back).sections
    assert [(part.title, part.text) for part in parts] == [("Lift", "One."), ("Appendix A: Proofs", "Thus.")]


def test_a_formula_goes_on_with_its_paragraph_and_floats_do_not() -> None:
    body = (
        "<div><head>Lift</head><p>It is</p><formula>L = qSC <label>(1)</label></formula><p>so.</p>"
        '<figure><figDesc>A kite.</figDesc></figure></div><note place="foot">A note.</note>'
    )
    assert text_of(body).sections[0].text == "It is L = qSC\n\nso."


def test_a_document_without_title_or_abstract() -> None:
    assert text_of(section("Lift", "One."), title="").title is None
    assert text_of(section("Lift", "One.")).abstract is None


def test_the_text_is_bounded() -> None:
    document = read_tei(tei(section("Lift", "word " * 1000) + section("Drag", "more")), "s", max_chars=100)
    assert [len(part.text) for part in document.fulltext.sections] == [100]
