"""Sections to one report: faults of the released polisher (TVIR, commit c48f1ed) by example, and what holds for any."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.reports.polishing import UnresolvedMark, polish
from tests.reports.polishing.sections import ODD, PLAIN, RandomSection, body_of, marks_of, numbers_of, sections
from tests.tables import each_row

A = '<a href="#ref{0}">[{0}]</a>'


def section(text: str, *entries: str) -> str:
    listed = "\n".join(f"[{number}] {entry}" for number, entry in enumerate(entries, start=1))
    return f"## Heading\n\n{text}\n\n## References\n\n{listed}\n"


def test_numbers_follow_the_first_citation_and_one_page_is_one_work() -> None:
    report = polish(
        [
            section("Late [2], early [1].", "Ames, https://a.org/x", "Bell, https://b.org/y?id=3"),
            section("Both [1, 2].", "Bell (2020), http://b.org/y?id=3&utm_source=x", "Cole, https://b.org/y?id=4"),
        ]
    )
    assert f"Late {A.format(1)}, early {A.format(2)}." in report.text
    assert f"Both {A.format(1)}{A.format(3)}." in report.text
    assert [entry.partition(",")[0] for entry in report.references] == ["Bell (2020)", "Ames", "Cole"]


def test_two_publishers_with_the_same_title_stay_two_works() -> None:
    report = polish([section("x [1].", "IEA. World Outlook 2024."), section("y [1].", "OECD. World Outlook 2024.")])
    assert report.references == ("IEA. World Outlook 2024.", "OECD. World Outlook 2024.")
    assert f"y {A.format(2)}." in report.text


def test_a_number_without_an_entry_is_not_another_work() -> None:
    report = polish([section("x [1].", "Ames, https://a.org"), section("y [2], z [1, 7].", "Bell, https://b.org")])
    assert f"y [2?], z {A.format(2)}[7?]." in report.text
    assert report.unresolved == (UnresolvedMark(1, "2"), UnresolvedMark(1, "7"))


def test_labels_change_in_labels_and_references_to_them_alone() -> None:
    one = (
        '## {0}\n\nSee Figure 1, Figure 12 of the IEA and 图 1.\n\n<figure>\n<img src="images/{0}.png" '
        'alt="Figure 1: All">\n<figcaption id="fig1">Figure 1: All 11 of Figure 12 of the IEA, Fig. 1</figcaption>\n'
        '</figure>\n\nAs <a href="#fig1">Figure 1</a> shows.'
    )
    report = polish([one.format("a"), one.format("b")])
    assert one.format("a") in report.text
    assert '<figcaption id="fig2">Figure 2: All 11 of Figure 12 of the IEA, Fig. 1</figcaption>' in report.text
    assert "See Figure 2, Figure 12 of the IEA and 图 2." in report.text
    assert 'alt="Figure 2: All"' in report.text
    assert 'As <a href="#fig2">Figure 2</a> shows.' in report.text
    assert report.figures == 2


def test_text_behind_a_list_is_kept() -> None:
    report = polish([section("x [1].", "Ames, https://a.org") + "\nIn sum, kites fly.\n\n### Appendix\n\nMore."])
    assert "x " + A.format(1) + ".\n\nIn sum, kites fly.\n\n### Appendix\n\nMore.\n\n## References" in report.text


def test_an_address_need_not_be_last() -> None:
    one, other = "Ames. https://a.org/x. Accessed 3 May.", "A. Ames, Kites, https://a.org/x"
    report = polish([section("x [1].", one), section("y [1].", other)])
    assert report.references == (one,)


def test_entries_that_nobody_cites_are_named_and_left_out() -> None:
    report = polish([section("x [2].", "Ames, https://a.org", "Bell, https://b.org")])
    assert (report.references, report.uncited) == (("Bell, https://b.org",), ("Ames, https://a.org",))


@each_row(
    "text",
    [
        "`a[1]` and $x[1]$", "```\n[1]\n```", "https://a.org/b[1]", "the interval [1, 3]", "in [2019]", "[0, 1]",
        "![x](a[1].png)", '<img src="a[1].png">', "Figure 1 of the IEA", "Lee's Figure 1", "版图1", "Figure 1.2",
    ],
)  # fmt: skip
def test_what_is_no_mark_stays(text: str) -> None:
    figure = "![x](y.png)\n\n*Figure 1: x*"
    report = polish([f"## A\n\n{figure}", section(f"{text}\n\n{figure} [1]", "Ames, https://a.org")])
    assert text in report.text


@each_row(
    "text, shown",
    [
        ("[1]", A.format(2)), ("\\[1\\]", A.format(2)), ("【1】", A.format(2)), ("[^1]", A.format(2)),
        ("[1, p. 3]", '<a href="#ref2">[2, p. 3]</a>'), ("[1](#ref1)", A.format(2)), ("[[1]](#cite-1)", A.format(2)),
        ("<a href='#ref1'>Bell 2020</a>", '<a href="#ref2">Bell 2020</a>'), ("[[1]](https://b.org)", "[[2]](https://b.org)"),
        ("<sup>[1]</sup>", f"<sup>{A.format(2)}</sup>"), ("![see [1]](y.png)", "![see [2]](y.png)"),
        ('<img alt="see [1]" src="y[1].png">', '<img alt="see [2]" src="y[1].png">'),
    ],
)  # fmt: skip
def test_marks_in_other_forms(text: str, shown: str) -> None:
    report = polish([section("x [1].", "Ames, https://a.org"), section(f"y {text} z", "Bell, https://b.org")])
    assert f"y {shown} z" in report.text


def test_lists_in_other_forms_keep_their_name() -> None:
    report = polish(["# 甲\n\n甲 [2]。\n\n### 参考文献\n1. 王. 一. https://a.cn\n2. 李. 二. https://b.cn\n   第三版"])
    assert report.text.endswith('## 参考文献\n\n<a id="ref1"></a> [1] 李. 二. https://b.cn 第三版\n')


def test_a_figure_in_code_is_none() -> None:
    report = polish(["](#fig2)", "```\n![x](y.png)\n图2 标题"])
    assert "](#fig2)" in report.text
    assert polish([report.text]).text == report.text


def test_a_block_of_code_that_is_left_open_ends_with_its_section() -> None:
    report = polish(["## A\n\n```\ncode", section("x [1].", "Ames, https://a.org")])
    assert "```\ncode\n```\n\n## Heading\n\nx " + A.format(1) in report.text


def _holds(parts: list[RandomSection]) -> None:
    report = polish([part.text for part in parts])
    body = body_of(report.text)
    assert marks_of(report.text) == [work for part in parts for work in part.marks]  # every mark leads where it led
    assert list(dict.fromkeys(numbers_of(report.text))) == list(range(1, len(report.references) + 1))
    assert len(report.unresolved) == sum(work is None for part in parts for work in part.marks)
    position = 0
    for words in (words for part in parts for words in part.words if words.strip()):  # nothing is lost, in its order
        position = body.index(words.strip(), position) + len(words.strip())
    captions = [int(number) for number in re.findall(r"(?:Figure|Fig\.|图) (\d+): Kites", body)]
    assert captions == list(range(1, sum(part.figures for part in parts) + 1))
    assert re.findall(r'#fig(\d+)">Figure (\d+)', body) == [(str(n), str(n)) for n in captions]
    assert body.count("after Figure 12 of the IEA") == len(captions)
    assert polish([report.text]).text == report.text


def _is_total(texts: list[str]) -> None:
    report = polish([f"# T\n\n{text}" for text in texts])
    again = polish([report.text])
    assert again.text == report.text
    assert again.references == report.references


any_sections = st.lists(sections(), max_size=4)
odd_texts = st.lists(
    st.lists(st.sampled_from((*ODD, *PLAIN, "\n", "\n\n", " ")) | st.text(max_size=4), max_size=25).map("\n".join),
    max_size=3,
)


@pytest.mark.slow
@given(any_sections)
def test_any_sections(parts: list[RandomSection]) -> None:
    _holds(parts)


@given(odd_texts)
def test_any_text(texts: list[str]) -> None:
    _is_total(texts)


@pytest.mark.soak
@settings(max_examples=10_000)
@given(any_sections)
def test_ten_thousand_sections(parts: list[RandomSection]) -> None:
    _holds(parts)


@pytest.mark.soak
@settings(max_examples=10_000)
@given(odd_texts)
def test_ten_thousand_texts(texts: list[str]) -> None:
    _is_total(texts)
