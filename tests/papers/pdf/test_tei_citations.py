"""Which entries the text cites, and where."""

from __future__ import annotations

import pytest

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.papers.pdf import read_tei
from litgauge.tasks.papers.pdf.tei.document import TeiDocument
from tests.papers.pdf.tei_samples import cite, entry, person, section, tei
from tests.tables import each_row

NUMBERED = "".join(entry(f"b{place}", f"Work {place}", year="2001") for place in range(12))


def links(document: TeiDocument) -> list[tuple[str, str]]:
    return [(citation.key, citation.command) for citation in document.citations]


def test_only_cited_entries_are_references_and_the_rest_is_told() -> None:
    document = read_tei(tei(section("Kites", f"Seen {cite('b1', '[2]')}."), NUMBERED), "s")
    assert [reference.key for reference in document.references] == ["b1"]
    assert len(document.uncited) == 11
    assert document.diagnostics[0].code == "grobid-uncited"
    assert "b0: no callout leads to it: Work 0" in document.diagnostics[0].message


def test_citations_say_where_they_stand_and_what_is_said_there() -> None:
    text = f"<s>Kites fly.</s><s>They fly high {cite('b1', '[2]')}.</s>"
    annex = f'<div type="annex"><div><head>Proofs</head><p>Also {cite("b2", "[3]")}.</p></div></div>'
    document = read_tei(tei(section("Lift", text, number="2.1"), NUMBERED, back=annex), "s")
    first, second = document.citations
    assert (first.section, first.in_appendix, first.file, first.line) == ("Lift", False, "", 0)
    assert (second.section, second.in_appendix) == ("Proofs", True)
    assert document.contexts[0].sentence == "They fly high [2]."
    assert document.contexts[0].paragraph == "Kites fly. They fly high [2]."
    assert document.contexts[0].callout == "[2]"
    assert document.contexts[1].sentence is None
    assert [reference.in_main_text for reference in document.references] == [True, False]


def test_a_range_cites_what_lies_between_its_ends() -> None:
    text = f"Many {cite('b2', '[3]')}- {cite('b5', '[6]')}, and {cite('b7', '[8]')}, {cite('b9', '[10]')}."
    document = read_tei(tei(section("Kites", text), NUMBERED), "s")
    assert sorted(links(document)) == [
        ("b2", "bibr"),
        ("b3", "range"),
        ("b4", "range"),
        ("b5", "bibr"),
        ("b7", "bibr"),
        ("b9", "bibr"),
    ]


def test_numbers_that_grobid_did_not_link() -> None:
    known = ", ".join(cite(f"b{place}", f"[{place + 1}]") for place in (0, 1, 4, 11))
    cells = "<cell>Kite A [3, 4]</cell><cell>95% [5.2, 7]</cell><cell>[0, 9]</cell>"
    table = f"<figure><table><row>{cells}</row></table></figure>"
    document = read_tei(tei(section("Kites", known) + table, NUMBERED), "s")
    assert [link for link in links(document) if link[1] == "number"] == [("b2", "number"), ("b3", "number")]


def test_a_number_between_callouts_that_disagree_is_not_guessed() -> None:
    known = ", ".join([cite("b0", "[1]"), cite("b1", "[2]"), cite("b2", "[3]"), cite("b8", "[6]"), cite("b9", "[7]")])
    document = read_tei(tei(section("Kites", f"{known} and [5]."), NUMBERED), "s")
    assert {rule for _, rule in links(document)} == {"bibr"}


AUTHORED = "".join(
    [
        entry("b0", "Lift", people=person("Fry", "H"), year="2014"),
        entry("b1", "SynKite: making kites", people=person("Liu", "J"), year=""),
        entry("b2", "Kites, critically", people=person("Liu", "Z"), year=""),
        entry("b3", "Bridles", people=person("O'Brien", "K") + person("Fry", "H"), year="2015"),
        entry("b4", "Tails", people=person("Müller", "K"), year="1999"),
    ]
)


@each_row(
    "text, key",
    [
        (cite(None, "(Fry, 2014)"), "b0"),
        ("as Fry et al. ( 2014 ) say", "b0"),
        (f"see {cite(None, 'Liu et al., 2025a;')}", "b1"),
        (f"see {cite(None, 'Liu et al., 2025b')}", "b2"),
        ("against SynKite (Liu et al., 2025b)", "b1"),  # the name says more than a letter of two lists
        ("O'Brien and Fry (2015) hold", "b3"),
        ("(e.g. Müller, 1999; others)", "b4"),
    ],
)
def test_authors_and_years_that_grobid_did_not_link(text: str, key: str) -> None:
    document = read_tei(tei(section("Kites", text), AUTHORED), "s")
    assert links(document) == [(key, "author-year")]


@each_row(
    "text", ["Fry (2013) differs", "Liu et al. (2025) is one of two", "fry 2014", "In 2014 Fry wrote", "Smith (2014)"]
)
def test_authors_and_years_that_fit_no_entry_or_two(text: str) -> None:
    assert links(read_tei(tei(section("Kites", text), AUTHORED), "s")) == []


def test_captions_and_footnotes_cite_too() -> None:
    figure = f"<figure><head>Fig. 1</head><figDesc>After {cite('b0', '[1]')}</figDesc></figure>"
    note = f'<note place="foot">See {cite("b1", "[2]")}</note>'
    document = read_tei(tei(section("Kites", "None here.") + figure + note, NUMBERED), "s")
    assert [key for key, _ in links(document)] == ["b0", "b1"]


def test_no_list_of_works_is_told() -> None:
    document = read_tei(tei(section("Kites", "They fly.")), "s")
    assert [found.code for found in document.diagnostics] == ["grobid-no-list"]


@each_row(
    "xml",
    [
        b"",
        b"not xml",
        b"<html><body>502</body></html>",
        b"<TEI/>",
        tei("")[:-9],
        b'<!DOCTYPE TEI [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text>&b;&b;&b;</text></TEI>',
        b'<!DOCTYPE TEI SYSTEM "http://127.0.0.1:9/evil.dtd"><TEI xmlns="http://www.tei-c.org/ns/1.0"/>',
    ],
)
def test_what_is_no_tei_fails_for_now(xml: bytes) -> None:
    with pytest.raises(Failed) as caught:
        read_tei(xml, "s")
    assert caught.value.rule == "tei-malformed"


def test_a_local_file_is_never_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("secret") / "secret.txt"
    secret.write_text("hidden")
    xml = (
        f'<!DOCTYPE TEI [<!ENTITY x SYSTEM "{secret.as_uri()}">]><TEI xmlns="http://www.tei-c.org/ns/1.0">'
        "<text><body><div><p>&x;</p></div></body></text></TEI>"
    )
    with pytest.raises(Failed):
        read_tei(xml.encode(), "s")
