"""The local PDF reader, on PDFs that need no TeX to make."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.papers.pdf import PdfSettings, read_pdf
from litgauge.tasks.papers.pdf.information import PdfInformation, pdf_information
from tests.papers.pdf.pdf_samples import column, paper, pdf
from tests.tables import each_row

WORDS = [
    "The wind was strong and the kites were high above the field, so that nobody",
    "could see whose line was whose, and in the end they all came down together in",
    "one great tangle of string and paper that took until the evening to undo.",
]


def test_title_abstract_sections_and_nothing_else() -> None:
    text = read_pdf(paper(), "s", PdfSettings())
    assert (text.title, text.origin) == ("A Survey of Kites", "pdf")
    assert text.abstract == "We survey kites and what holds them up."
    assert [(part.level, part.title) for part in text.sections] == [
        (1, "Introduction"),
        (1, "Section B"),
        (1, "Section C"),
    ]
    everything = " ".join(part.text for part in text.sections)
    assert everything.count("Kites are flown wherever there is wind") == 6
    for gone in ("Journal of Kites", "Ann Author", "Fry", "Lift"):
        assert gone not in everything


def test_page_numbers_are_dropped() -> None:
    text = read_pdf(paper(), "s", PdfSettings())
    assert not any(character.isdigit() for part in text.sections for character in part.text)


def test_lines_that_jump_about_are_read_by_column() -> None:
    left, right = [f"Left {line[:40]}" for line in WORDS * 4], [f"Right {line[:40]}" for line in WORDS * 4]
    upwards = [*reversed(column(right, 320, 700)), *reversed(column(left, 40, 700))]
    [part] = read_pdf(pdf([upwards]), "s", PdfSettings()).sections
    words = [word for word in part.text.split() if word in ("Left", "Right")]
    assert words == ["Left"] * 12 + ["Right"] * 12


def test_a_word_broken_at_the_end_of_a_line_is_whole_again() -> None:
    lines = ["They are used in meteoro-", "logy and for end-to-", "end tests. An end-to-end test is", *WORDS]
    [part] = read_pdf(pdf([column(lines, 72, 700)]), "s", PdfSettings()).sections
    assert part.text.startswith("They are used in meteorology and for end-to-end tests. An end-to-end test is The wind")


def test_cited_numbers_are_cut_out() -> None:
    lines = ["Kites fly [3], and high [4, 6–8].", *WORDS]
    [part] = read_pdf(pdf([column(lines, 72, 700)]), "s", PdfSettings()).sections
    assert part.text.startswith("Kites fly, and high. The wind")


def test_only_the_first_pages_are_read() -> None:
    text = read_pdf(paper(3), "s", PdfSettings(max_pages=1))
    assert [part.title for part in text.sections] == ["Introduction"]


@each_row(
    "data, settings, rule",
    [
        (b"", PdfSettings(), "pdf-broken"),
        (b"<html>withdrawn</html>", PdfSettings(), "pdf-broken"),
        (b"%PDF-1.4\n" + bytes(500), PdfSettings(), "pdf-broken"),
        (pdf([[]]), PdfSettings(), "pdf-no-text"),
        (pdf([[("Scan 1", 10, 10, 8)]] * 40), PdfSettings(), "pdf-no-text"),
        (paper(), PdfSettings(max_bytes=100), "pdf-too-large"),
        (paper(), PdfSettings(timeout_s=1e-9), "pdf-too-slow"),
    ],
)
def test_pdfs_that_cannot_be_read(data: bytes, settings: PdfSettings, rule: str) -> None:
    with pytest.raises(Rejected) as caught:
        read_pdf(data, "s", settings)
    assert caught.value.rule == rule


def test_a_locked_pdf_is_told_from_a_broken_one() -> None:
    lock = (
        b"/ID [<" + b"01" * 16 + b"><" + b"01" * 16 + b">] /Encrypt << /Filter /Standard /V 1 /R 2 "
        b"/P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >> "
    )
    locked = paper().replace(b"trailer << ", b"trailer << " + lock)
    with pytest.raises(Rejected) as caught:
        read_pdf(locked, "s", PdfSettings())
    assert caught.value.rule == "pdf-encrypted"


def test_a_pdf_whose_table_of_objects_is_lost_is_still_read() -> None:
    assert read_pdf(paper().replace(b"startxref\n", b"startxref\n9"), "s", PdfSettings()).title == "A Survey of Kites"


def test_threads_take_turns() -> None:
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda _: read_pdf(paper(), "s", PdfSettings()), range(12)))
    assert all(text == texts[0] for text in texts)


def test_what_a_pdf_says_of_its_making_costs_nothing_where_it_is_broken() -> None:
    assert pdf_information(b"%PDF-1.5 and then nothing") == PdfInformation()
    assert pdf_information(b"no PDF at all") == PdfInformation()
