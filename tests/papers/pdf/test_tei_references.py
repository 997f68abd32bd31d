"""Entries of GROBID's list of works -> references."""

from __future__ import annotations

import pytest

from litgauge.tasks.papers.pdf import read_tei
from litgauge.tasks.records import PersonName, Reference
from tests.papers.pdf.tei_samples import cite, entry, person, section, tei
from tests.tables import each_row


def only(xml: str) -> Reference:
    """The one reference of a document that cites it."""
    [reference] = read_tei(tei(section("Kites", f"Seen {cite('b0', '[1]')}."), xml), "s").references
    return reference


def test_an_article() -> None:
    reference = only(
        entry(
            "b0",
            "Lift of kites.",
            people=person("De Bruijn", "Nicolaas", "G") + person("Fry", "H"),
            year="2014-03",
            host="Journal of Kites",
            rest='<idno type="DOI">10.1000/ABC.12</idno><idno type="arXiv">arXiv:1401.00002v3[physics.flu-dyn</idno>'
            '<ptr target="https://example.org/kites"/>',
        )
    )
    assert reference.title == "Lift of kites"
    assert reference.authors == (PersonName("De Bruijn", "Nicolaas G."), PersonName("Fry", "H."))
    assert (reference.type, reference.venue, reference.year) == ("article", "Journal of Kites", 2014)
    assert (reference.doi, reference.arxiv_id) == ("10.1000/abc.12", "1401.00002")
    assert (reference.url, reference.origin) == ("https://example.org/kites", "grobid")
    assert {source.field for source in reference.provenance} == {"title", "venue", "year", "doi", "arxiv_id", "url"}


def test_a_preprint_is_a_monograph_to_grobid() -> None:
    reference = only(
        entry(
            "b0",
            "Kites at scale",
            people=person("Fry", "H"),
            year="2020",
            rest='<note type="report_type">arXiv preprint</note><idno type="DOI">10.48550/arXiv.2001.00001</idno>',
        )
    )
    assert (reference.type, reference.venue, reference.arxiv_id) == ("misc", "arXiv preprint", "2001.00001")


def test_the_venue_of_an_article_in_proceedings() -> None:
    xml = (
        '<biblStruct xml:id="b0"><analytic><title level="a">Bridles</title></analytic><monogr>'
        '<title level="m">Proceedings of Kites</title><title level="s">Lecture Notes</title>'
        "<imprint/></monogr></biblStruct>"
    )
    assert (only(xml).type, only(xml).venue, only(xml).year) == ("inproceedings", "Proceedings of Kites", None)


@each_row(
    "people, expected",
    [
        (person("", "Openai"), [PersonName("Openai", "")]),  # one word in the wrong element: a body
        (person("", "R") + person("Fry", "H"), [PersonName("Fry", "H.")]),  # the rest of a name that was torn apart
        (person("", "Iii") + person("Fry", "H"), [PersonName("Fry", "H.")]),
        (person("Nnodes=${nnodes", ""), []),
        ("<author><orgName>The Kite Collaboration</orgName></author>", [PersonName("The Kite Collaboration", "")]),
        (
            "<author><persName><forename>K</forename><surname>Merz</surname><genName>Jr</genName></persName></author>",
            [PersonName("Merz", "K. Jr")],
        ),
    ],
)
def test_people(people: str, expected: list[PersonName]) -> None:
    assert list(only(entry("b0", "Kites", people=people)).authors) == expected


def test_et_al_is_read_from_the_printed_entry() -> None:
    assert only(
        entry("b0", "Kites", people=person("Fry", "H"), rest='<note type="raw_reference">Fry, H., et al.: Kites</note>')
    ).et_al
    assert not only(entry("b0", "Kites", people=person("Fry", "H"))).et_al


def test_pubmed_gives_an_address_where_there_is_no_other() -> None:
    assert only(entry("b0", "Kites", rest='<idno type="PMID">26487714</idno>')).url == (
        "https://pubmed.ncbi.nlm.nih.gov/26487714/"
    )


@pytest.mark.parametrize(
    "rest",
    [
        '<ptr target="org"/>',
        '<ptr target="javascript:alert(1)"/>',
        '<idno type="DOI">n/a</idno>',
        '<idno type="arXiv">unknown</idno>',
    ],
)
def test_what_is_no_identifier_is_left_out(rest: str) -> None:
    reference = only(entry("b0", "Kites", rest=rest))
    assert (reference.doi, reference.arxiv_id, reference.url) == (None, None, None)


@pytest.mark.parametrize(("when", "year"), [("2018-05", 2018), ("1024", None), ("", None)])
def test_years(when: str, year: int | None) -> None:
    assert only(entry("b0", "Kites", year=when)).year == year


def test_a_work_without_a_title_is_kept_and_told() -> None:
    untitled = entry("b0", "", people=person("Fry", "H"))
    document = read_tei(tei(section("Kites", f"Seen {cite('b0', '1')}"), untitled), "s")
    assert document.references[0].title is None
    assert [found.code for found in document.diagnostics] == ["grobid-no-title"]
