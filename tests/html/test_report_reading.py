"""The page on which a person checks how a report is read."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from litgauge.tasks.html.report_reading import ShownReading, reading_page, write_reading_pages
from litgauge.tasks.records import AgentReport, PlacedCitation
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.diagnostics import diagnose
from tests.html.hostile import ADDRESSES, ATTACKS
from tests.reports.writing import LIST, report
from tests.tables import each_row

TAGS = {"body", "main", "h1", "h2", "p", "ul", "li", "b", "a", "span", "div", "table", "tr", "th", "td", "br"}


def shown(row: AgentReport, name: str = "mine") -> ShownReading:
    read = read_report(row)
    return ShownReading(name, row, read, diagnose(row, read))


def body(page: str) -> ElementTree.Element:
    """The page's body, which must be well-formed; entities of HTML do not occur in it."""
    return ElementTree.fromstring(page[page.index("<body>") : page.index("</body>") + 7])


def test_statements_and_marks_are_coloured_as_they_were_read() -> None:
    page = reading_page(shown(report("# Rain [2]\n\nIt rains [1]. It snows [9]. It blows." + LIST)))
    pieces = {"".join(part.itertext()): part.get("class") for part in body(page).iter() if part.get("class")}
    assert pieces["It rains "] == "s c"
    assert pieces["[1]"] == "s c m"
    assert pieces["[9]"] == "s c odd m lost"
    assert pieces["[2]"] in ("m stray", "e")
    assert pieces["It blows."] == "s"
    text = next(part for part in body(page).iter("div") if part.get("class") == "text")
    assert "".join(text.itertext()) == "# Rain [2]\n\nIt rains [1]. It snows [9]. It blows." + LIST
    assert 'href="#u0"' in page
    assert 'id="u0"' in page
    assert 'id="o0"' in page


def test_what_is_cited_beside_the_text_is_put_in() -> None:
    row = report("It rains. It snows.")
    row = AgentReport(
        *(getattr(row, name) for name in list(AgentReport.__slots__)[:-1]),
        (PlacedCitation(0, 9, "https://one.example/a", None),),
    )
    assert '<a class="m n" href="https://one.example/a"' in reading_page(shown(row))


@each_row("attack", ATTACKS)
def test_nothing_in_a_report_gets_out_of_its_text(attack: str) -> None:
    row = report(f"It rains {attack} [1]. [{attack}](https://a.example/{attack}) {attack}.", ())
    row = AgentReport(*(getattr(row, name) for name in list(AgentReport.__slots__)[:-1]),
                      tuple(PlacedCitation(0, 8, address, attack) for address in ADDRESSES))  # fmt: skip
    page = reading_page(shown(row, attack))
    found = body(page)
    assert {part.tag for part in found.iter()} <= TAGS
    assert all(part.get("href", "#").startswith(("#", "http://", "https://")) for part in found.iter())
    assert not any(name.startswith("on") for part in found.iter() for name in part.attrib)
    assert not {"\x1b", "\x9f", "\u202e"} & set(page)
    page.encode()


def test_several_reports_have_a_list(tmp_path: Path) -> None:
    pages = [shown(report("It rains [1]." + LIST), "one"), shown(report("It snows."), "<two>")]
    written = write_reading_pages(tmp_path / "read.html", pages)
    assert [path.name for path in written] == ["read.html", "read-001.html", "read-002.html"]
    assert "&lt;two&gt;" in written[0].read_text(encoding="utf-8")
    assert write_reading_pages(tmp_path / "x" / "one.html", pages[:1]) == [tmp_path / "x" / "one.html"]


def test_figures_stand_in_a_table_and_their_bytes_are_cut(tmp_path: Path) -> None:
    packed = "QUJD" * 1000
    row = report(
        f"Kites fly.\n\n![Kites in May](data:image/png;base64,{packed})\n*Figure 1: Kites. Source: [1]*\n" + LIST
    )
    read = read_report(row)
    (page,) = write_reading_pages(tmp_path / "p.html", [ShownReading("kites", row, read, diagnose(row, read))])
    text = page.read_text(encoding="utf-8")
    assert "QUJD" * 100 not in text
    assert "Figure 1" in text
    assert "image/png inline" in text
    assert "1 figures" in text
    assert body(text).find(".//table") is not None
