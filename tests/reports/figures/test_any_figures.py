"""Any text: figures lie in it, apart from each other and from the statements; reading never fails."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.reports.figures.figure_blocks import find_figures
from litgauge.tasks.reports.figures.targets import inline_picture
from litgauge.tasks.reports.reading.transparent_html import surface
from litgauge.tasks.reports.structure import structural_errors
from tests.reports.writing import LIST, read, report

PIECES = (
    "![a](b.png)", "![a](", "![a][r]", "\n[r]: c.png\n", "[![a](b.png)](https://p.example)",
    "![](data:image/png;base64,QQ==)", "![a](data:image/svg+xml,<svg></svg>)", "<img src=b.png>",
    "<img src='", "<img alt=\"", "<figure>", "</figure>", "<figcaption>", "</figcaption>", "<picture>",
    "</picture>", "<source srcset=a.png>", "<svg>", "</svg>", "<canvas id=c>", "</canvas>",
    "<script>new Chart(document.getElementById('c'))</script>", "<iframe src=a.html></iframe>",
    "<HTMLRenderer htmlFile='a.html' />", "<Chart data={", "}", "/>", "```mermaid\n", "```\n",
    "flowchart TD\n  A-->B\n", "┌──┐\n│ a│\n└─▼┘\n", "Figure 1: Kites", "**Figure 2.** Owls", "图 3：风筝",
    "Figure 3 shows kites.", "*Source: [1]*", "来源：[1]", "[1]", "see Fig. 2", "<br>", "\n", "\n\n",
    "\n| a | ![b](c.png) |\n|---|---|\n| x | Figure 4: y |\n", "\n# Head\n", "\n- ", "> ", "It rains. ",
    "中文。", "`", "<!--", "-->", "\\", "]", ")", "\"", "*", "é", "\U0001f600", "\uf8ea",
)  # fmt: skip
texts = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


@pytest.mark.slow
@given(texts)
@settings(max_examples=400, deadline=None)
def test_figures_lie_in_the_text_apart_from_each_other_and_from_statements(text: str) -> None:
    text += LIST
    found = read(text)
    end = 0
    for number, figure in enumerate(found.figures):
        assert figure.number == number
        assert end <= figure.start < figure.end <= len(text)
        assert -1 <= figure.caption_start <= figure.caption_end <= len(text)
        assert (figure.caption_start < 0) == (figure.caption_end < 0)
        assert bool(figure.caption) == (figure.caption_place != "none")
        end = figure.end
    for target in found.figure_targets:
        assert 0 <= target.start <= target.end <= len(text)
        assert 0 <= target.figure < len(found.figures)
        inline_picture(text, target)
    for link in found.figure_links:
        assert text[link.start : link.end] == link.label
    errors = structural_errors(report(text), found)
    assert [error.number for error in errors] == list(range(len(errors)))
    assert all(0 <= error.start <= error.end <= len(text) for error in errors)
    order = [(target.figure, target.part) for target in found.figure_targets]
    assert order == sorted(set(order))


@pytest.mark.slow
@given(texts)
@settings(max_examples=200, deadline=None)
def test_the_prose_keeps_length_and_lines(text: str) -> None:
    shown = surface(text)
    found = find_figures(text, shown)
    assert len(found.prose) == len(text)
    assert [at for at, sign in enumerate(found.prose) if sign == "\n"] == [
        at for at, sign in enumerate(shown) if sign == "\n"
    ]
    assert found == find_figures(text, shown)
