"""Any text is read: without failing, with offsets that hold, losing no mark, in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.reports import cited_works
from litgauge.tasks.reports.model_boundaries import redraw
from litgauge.tasks.reports.reading.transparent_html import surface
from tests.reports.writing import LIST, read, report

PIECES = (
    "It rains", "[1]", "[2, 3]", "[4-9]", "[^1]", "\n[^1]: note https://n.example/1", "[x](https://a.example/b_(c))",
    "<https://u.example/>",
    "(Smith et al., 2020)", "Smith (2020)", "【1†source】", "citeturn0search1", "<sup>1</sup>", "¹",
    '<a href="#r1">[1]</a>',
    '<a href="https://h.example/x">so</a>', "\n\n", "\n", ". ", "。", "! ", "? ", " - ", "\n- ", "\n1. ", "\n# Head\n",
    "\n## References\n",
    "\nReferences\n\n", "\n[1] Smith, A. (2020). A title. https://one.example/a\n",
    "\n| a | b |\n|---|---|\n| It rains [1]. So. | [2] |\n",
    "```\n", "`code`", "$x_1$", "$$", "\\[", "\\]", "<p>", "</p>", "<li>", "<td>", "<!--", "-->", "<script>",
    "</script>", "&amp;",
    "**bold**", "(", ")", "[", "]", "“", "”", "\r\n", "\t", "\u00a0", "中文", "é", "\U0001f600", "\ue200", "\uf8e7",
    "\0", "[w]: https://w.example\n",
)  # fmt: skip
texts = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


@pytest.mark.slow
@given(texts)
@settings(max_examples=400, deadline=None)
def test_offsets_hold_and_nothing_overlaps(text: str) -> None:
    found = read(text)
    end = 0
    for number, statement in enumerate(found.statements):
        assert statement.number == number
        assert end <= statement.start < statement.end <= len(text)
        assert text[statement.start : statement.end] == text[statement.start : statement.end].strip(" \n\t")
        assert any(character.isalnum() for character in text[statement.start : statement.end])
        end = statement.end
    for link in (*found.links, *found.stray):
        assert text[link.start : link.end] == link.label
        assert link.label
    for entry in found.entries:
        assert 0 <= entry.start < entry.end <= len(text)
    cited = {link.statement for link in found.links}
    assert cited == {statement.number for statement in found.statements if statement.cited}


@pytest.mark.slow
@given(texts)
@settings(max_examples=100, deadline=None)
def test_reading_is_deterministic_and_what_it_found_redraws_nothing(text: str) -> None:
    found = read(text)
    assert found == read(text)
    proposed = [text[statement.start : statement.end] for statement in found.statements]
    drawn = redraw(report(text), found, proposed, "model")
    assert len(drawn.read.links) == len(found.links)
    assert sum(statement.origin == "model" for statement in drawn.read.statements) == drawn.accepted


@pytest.mark.slow
@given(texts)
@settings(max_examples=100, deadline=None)
def test_each_work_is_cited_once(text: str) -> None:
    found = read(text + LIST)
    works = cited_works(found)
    assert [work.number for work in works] == list(range(len(works)))
    pages = [work.page for work in works if work.page]
    assert len(pages) == len(set(pages))
    assert {link.statement for link in found.links if link.page} <= {
        number for work in works for number in work.statements
    }


@given(st.text(alphabet='<>/"=abp li!-', max_size=200))
def test_making_html_transparent_keeps_the_length(text: str) -> None:
    assert len(surface(text)) == len(text)


NASTY = [
    "[", "](", "[a](", "([", "((", "<a ", '<a href="', "<", "<p>", "<!--", "```\n", "| a ", "| a | b |\n", "a|b\n",
    "[1]", "[1,2] ", "\n\n[1]", "[^1]: x\n",
    "https://a.example/", "https://a.example/b ", ". ", "Ab. ", "...", "*", "_", "$", "$$\n\n", "\\[", "`", "- a\n",
    "> ", "Smith, ", "Smith and ",
    "Smith et al. (2020) ", "(Smith, 2020; ", "(2020) ", "【1†", "Title\n\n", "[1] A title here\n",
    "1. A title here\n", "&amp;", "“", " - ", "A",
    "## References\n[1] Smith, A., Jones, B. (2020). Title. https://a.example/1\n", "\n", " ", "。", "<sup>1</sup>",
    "![a](", "doi:10.1000/",
]  # fmt: skip


@pytest.mark.soak
def test_two_megabytes_of_report() -> None:
    part = (
        "# Head\n\n"
        "It rains in Paris, as Smith et al. say [1]. It snows [2](https://a.example/x). Much, e.g. 3.5 %, is lost.\n\n"
        "- One [2]\n- Two\n\n"
    )
    text = part * (2_000_000 // len(part)) + LIST
    start = time.process_time()
    found = read(text)
    assert len(found.statements) == 5 * (2_000_000 // len(part))
    assert time.process_time() - start < 30
