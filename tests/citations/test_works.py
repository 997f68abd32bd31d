"""Printed works are read in the styles of bibliographies and in those of agents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.citations.marks.annotations import annotated
from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.citations.works import read_printed, read_printed_works
from litgauge.tasks.text.inline_markup import without_markup
from tests.tables import each_row

OWLS = "Hearing of barn owls at night"
AMES = PrintedWork(OWLS, ("Ames",), 2019)
BOTH = PrintedWork(OWLS, ("Ames", "Boyle"), 2019)


@each_row(
    "text, work",
    [
        (f"1. Ames, A., & Boyle, B. (2019). {OWLS}. *Journal of Owls*, *12*(3), 1–9.", BOTH),
        (f"[3] A. Ames and B. Boyle, “{OWLS},” *Journal of Owls*, vol. 12, pp. 1–9, 2019.", BOTH),
        (f"Ames A, Boyle B. {OWLS}. J Owls. 2019;12(3):1-9.", BOTH),
        (f"Ames, Ada, and Bea Boyle. 2019. “{OWLS}.” Journal of Owls 12: 1–9.", BOTH),
        (f"@article{{a, title={{{{{OWLS}}}}}, author = {{Ada Ames and Boyle, Bea}}, year=2019", BOTH),
        (f"{OWLS} (Ames & Boyle, 2019)", BOTH),
        (f"{OWLS} (Ames, Boyle, 2019, Journal of Owls): how owls hear.", BOTH),
        (f"{OWLS} by Ada Ames and Bea Boyle (2019)", BOTH),
        (f"{OWLS} – Ada Ames, Bea Boyle (2019)", BOTH),
        (f"**{OWLS}** by Ada Ames and Bea Boyle (2019), who went out at night.", BOTH),
        (f"**{OWLS}** — Ames et al. (2019): how owls hear.", AMES),
        (f"**{OWLS} (Ames et al., 2019)** – how owls hear.", AMES),
        (f"**Ames et al. (2019)** – *{OWLS}*", AMES),
        (f"“{OWLS}” (Ames et al., 2019)", AMES),
        (f"*{OWLS}* by Ames et al. (2019), followed by others", AMES),
        (f"**Key paper:** “{OWLS}” (Ames, 2019)", AMES),
        (f"[{OWLS}](https://owls.example/a) (Ames et al., 2019)", AMES),
        ("GloVe (Pennington et al., 2014)", PrintedWork("GloVe", ("Pennington",), 2014)),
        ("GloVe", PrintedWork("GloVe")),
        (f"[PDF] {OWLS}", PrintedWork(OWLS)),
        (f"{OWLS} (2019) - how owls hear", PrintedWork(OWLS, (), 2019)),
        ("Owls&#39; nights", PrintedWork("Owls' nights")),
    ],
)
def test_title_authors_and_year_of_one_entry(text: str, work: PrintedWork) -> None:
    read = read_printed(text)
    assert (read.title, read.authors, read.year) == (work.title, work.authors, work.year)


@each_row(
    "mark",
    [
        " ([owls.example](https://owls.example/a?utm_source=openai))",
        " [owls.example](https://owls.example/a)",
        " ([owls.example](https://owls.example/a), [b.example+1](https://b.example))",
        " [1][2]",
        " [1, 3–5]",
        "【1†source】",
        " 【12:3†owls.pdf】",
        " \ue200cite\ue202turn0search1\ue201",
        " citeturn0search1",
        " [^1]",
        "<sup>[2]</sup>",
        " [cite: 1, 2]",
        " [PDF](https://owls.example/a.pdf)",
        " (source: [Owls](https://owls.example/a))",
    ],
)
def test_marks_and_provider_annotations_are_no_part_of_a_title(mark: str) -> None:
    assert read_printed(f"2. {OWLS}{mark}").title == OWLS
    assert read_printed(f"**{OWLS}** (Ames et al., 2019){mark}").title == OWLS
    assert without_markup(annotated(f"Owls hear well{mark}.").text) == "Owls hear well."


@each_row(
    "text, name, value",
    [
        ("W2741809807", "openalex", 2741809807),
        ("https://api.openalex.org/works/W2741809807", "openalex", 2741809807),
        (f"{OWLS} (OpenAlex: W2741809807)", "openalex", 2741809807),
        (f"{OWLS} [arXiv](https://arxiv.org/abs/1706.03762v2)", "arxiv_id", "1706.03762"),
        ("1706.03762", "arxiv_id", "1706.03762"),
        ("https://doi.org/10.48550/arXiv.1706.03762", "arxiv_id", "1706.03762"),
        (f"{OWLS}, doi:10.1000/182", "doi", "10.1000/182"),
        (f"{OWLS} ([doi.org](https://doi.org/10.1000/182?utm_source=openai))", "doi", "10.1000/182"),
    ],
)
def test_identifiers_are_read_and_are_no_title(text: str, name: str, value: object) -> None:
    read = read_printed(text)
    assert getattr(read, name) == value
    assert read.title in ("", OWLS)


def test_the_entries_of_a_list_are_read_in_its_order() -> None:
    works = read_printed_works([f"Ames A. {OWLS}. J Owls. 2019;1:1.", "GloVe", "@misc{b,title={Gulls}}"])
    assert [work.title for work in works] == [OWLS, "GloVe", "Gulls"]


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    read_printed(text)
    annotated(text)
