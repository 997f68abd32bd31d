"""Figures as blocks of a report: which stretch is one, what its caption, source, label and citations are."""

from __future__ import annotations

from litgauge.tasks.records.figures import Figure
from litgauge.tasks.reports.figures.targets import inline_picture
from tests.reports.writing import LIST, read, statements
from tests.tables import each_row


def only(text: str) -> Figure:
    """The one figure of a text."""
    (figure,) = read(text).figures
    return figure


def targets(text: str) -> list[str]:
    """The targets of a text's figures."""
    return [target.target for target in read(text).figure_targets]


def test_a_caption_under_a_picture_belongs_to_the_figure() -> None:
    text = "Kites fly.\n\n![kites](images/kites.png)\n*Figure 1: Kites sold. Source: [1]*\n\nThey fall." + LIST
    figure = only(text)
    assert text[figure.start : figure.end] == "![kites](images/kites.png)\n*Figure 1: Kites sold. Source: [1]*"
    assert (figure.label, figure.caption, figure.source) == ("Figure 1", "Kites sold.", "Source: [1]")
    assert text[figure.caption_start : figure.caption_end] == "Kites sold."
    assert (figure.caption_place, figure.notation, figure.type, figure.type_reason) == (
        "line",
        "markdown",
        "image",
        "path",
    )
    assert [(link.label, link.url) for link in read(text).figure_links] == [("[1]", "https://one.example/a")]
    assert statements(text) == ["Kites fly.", "They fall."]


@each_row(
    "caption, label, words",
    [
        ("Figure 3: Kites", "Figure 3", "Kites"),
        ("**Fig. 3.** Kites", "Fig. 3", "Kites"),
        ("*Figure 3-1 – Kites*", "Figure 3-1", "Kites"),
        ("<em>Figure 2a: Kites</em>", "Figure 2a", "Kites"),
        ("图3：风筝", "图3", "风筝"),
        ("**图 3-1** 风筝销量", "图 3-1", "风筝销量"),
        ("图表 2：风筝", "图表 2", "风筝"),
        ("Abbildung 4: Drachen", "Abbildung 4", "Drachen"),
        ("Abb. 4: Drachen", "Abb. 4", "Drachen"),
        ("Figura 5. Cometas", "Figura 5", "Cometas"),
        ("Рис. 6. Змеи", "Рис. 6", "Змеи"),
        ("図7　凧", "図7", "凧"),
        ("Chart 8: Kites", "Chart 8", "Kites"),
        ("Figure IV: Kites", "Figure IV", "Kites"),
        ("FIGURE 9. KITES", "FIGURE 9", "KITES"),
        ("> *Figure 3: Kites*", "Figure 3", "Kites"),
    ],
)
def test_labels_of_many_languages(caption: str, label: str, words: str) -> None:
    figure = only(f"Text.\n\n![x](a.png)\n{caption}\n\nMore text.")
    assert (figure.label, figure.caption) == (label, words)


@each_row(
    "text, caption, place",
    [
        ("Figure 1: Kites\n\n![x](a.png)\n\nText.", "Kites", "above"),
        ("**Figure 1: Kites**\n![x](a.png)\n\nText.", "Kites", "above"),
        ("### Figure 1: Kites\n\n![x](a.png)\n\nText.", "Kites", "above"),
        ("![x](a.png)<br>*Kites in the wind*\n\nText.", "Kites in the wind", "line"),
        ("![x](a.png)\n\n*Kites in the wind*\n\nText.", "Kites in the wind", "line"),
        ("![x](a.png)\nKites in the wind\n\nText.", "Kites in the wind", "line"),
        ('<p align="center"><img src="a.png"></p>\n<p align="center">Kites fly</p>\n\nText.', "Kites fly", "line"),
        ("<figure><img src=a.png><figcaption>Kites</figcaption></figure>", "Kites", "figcaption"),
        ('![x](a.png "Kites in the wind")', "Kites in the wind", "title"),
        ("![Kites in the wind](a.png)", "Kites in the wind", "alt"),
        ("![kites.png](a.png)", "", "none"),
        ("![image](a.png)\n\nKites fly high.", "", "none"),
        ("| ![x](a.png) | ![y](b.png) |\n|---|---|\n| Figure 1: Kites | Figure 2: Owls |", "Kites", "cell"),
    ],
)  # fmt: skip
def test_where_captions_stand(text: str, caption: str, place: str) -> None:
    figure = read(text).figures[0]
    assert (figure.caption, figure.caption_place) == (caption, place)


def test_captions_over_their_pictures_are_told_from_captions_under_them() -> None:
    over = "".join(f"Figure {n}: Kite {n}\n\n![x]({n}.png)\n\n" for n in (1, 2, 3))
    under = "".join(f"![x]({n}.png)\n\nFigure {n}: Kite {n}\n\n" for n in (1, 2, 3))
    for text in (over, under):
        found = read("Text.\n\n" + text)
        assert [figure.caption for figure in found.figures] == ["Kite 1", "Kite 2", "Kite 3"]
        assert [target.target for target in found.figure_targets] == ["1.png", "2.png", "3.png"]


@each_row(
    "text, target, notation",
    [
        ("![a](b.png)", "b.png", "markdown"),
        ("![a](<b c.png>)", "b c.png", "markdown"),
        ("![a](b c.png)", "b c.png", "markdown"),
        ("![a](b_(1).png 'T')", "b_(1).png", "markdown"),
        ("![a][b]\n\n[b]: c.png", "c.png", "markdown"),
        ("![b][]\n\n[b]: c.png", "c.png", "markdown"),
        ("![b]\n\n[b]: <c.png> \"T\"", "c.png", "markdown"),
        ("[![a](b.png)](https://p.example/q)", "b.png", "markdown"),
        ("![a](data:image/png;base64,QUJD)", "image/png inline", "markdown"),
        ("<img src='b.png' alt=a>", "b.png", "img"),
        ("<IMG SRC=b.png>", "b.png", "img"),
        ('<img src="data:image/gif;base64,R0lGOD" data-src="b.png">', "b.png", "img"),
        ('<img srcset="s.png 1x, l.png 2x">', "l.png", "img"),
        ('<picture><source srcset="b.avif 2x"><img src="b.png"></picture>', "b.png", "picture"),
        ("<svg width=300><text>a</text></svg>", "image/svg+xml inline", "svg"),
        ('<canvas id="c"></canvas><script>new Chart(document.getElementById("c"), {})</script>', "#c", "canvas"),
        ('<div id="c"></div><script>Plotly.newPlot("c", [])</script>', "#c", "canvas"),
        ('<HTMLRenderer htmlFile="html_0.html" />', "html_0.html", "component"),
        ('<Image src={require("./b.png")} />', "./b.png", "component"),
        ("<BarChart data={rows} />", "BarChart", "component"),
        ('<iframe src="chart.html"></iframe>', "chart.html", "embed"),
        ('<object data="b.svg" type="image/svg+xml"></object>', "b.svg", "embed"),
        ("<embed src=b.svg>", "b.svg", "embed"),
        ("```mermaid\ngraph TD\n  A-->B\n```", "mermaid", "fence"),
        ("```vega-lite\n{}\n```", "vega-lite", "fence"),
        ("```{mermaid}\ngraph TD\n```", "mermaid", "fence"),
        ('```json\n{"$schema": "https://vega.github.io/schema/vega-lite/v5.json"}\n```', "json", "fence"),
        ("flowchart TD\n  A-->B\n  B-->C", "mermaid", "fence"),
        ('<pre class="mermaid">graph TD\nA-->B</pre>', "mermaid", "fence"),
        ("```\n100 |          *\n 75 |       *\n 50 |    *\n  0 |__*__________\n```", "drawing of letters", "ascii"),
        ("```\n      ___/\n    _/\n  _/\n_/\n```", "drawing of letters", "ascii"),
        ("```\n┌───┐\n│ A │\n└─┬─┘\n  ▼\n```", "drawing of letters", "ascii"),
        ("Asia  ██████ 60\n\nText", "", ""),
        ("Asia  ██████ 60\nEurope ████ 40\nAfrica ██ 20", "drawing of letters", "ascii"),
    ],
)  # fmt: skip
def test_notations(text: str, target: str, notation: str) -> None:
    found = read(text)
    shown = [(one.target, figure.notation) for one in found.figure_targets for figure in found.figures]
    assert shown == ([(target, notation)] if target else [])


@each_row(
    "text",
    [
        "`![a](b.png)` is how a picture is put in.",
        "```\n![a](b.png)\n```",
        "```python\nplt.plot(x)\n```",
        "<!-- ![a](b.png) -->",
        "\\![a](b.png) and more.",
        "<img src=t.gif width=1 height=1>",
        '<img src="https://www.google.com/s2/favicons?domain=a.example"> text',
        "![build](https://img.shields.io/badge/a-b.svg)",
        "[![build](https://ci.example/workflows/ci/badge.svg)](https://ci.example)",
        '<svg width="16" height="16"><path/></svg>',
        '<svg viewBox="0 0 24 24"><path/></svg>',
        '<iframe src="https://www.youtube.com/embed/x"></iframe>',
        "<figure><table><tr><td>Kites fly</td></tr></table><figcaption>Table 1</figcaption></figure>",
        "```\nsrc\n├── a.py\n└── b.py\n```",
        "```\n- kites\n  - owls\n    * 4\n  - bats\n```",
        "```\n/usr/lib\n ../a\n  */b\n```",
        "```\n...\n...\n...\n```",
        "```\n+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n```",
        "| a | b |\n|---|---|\n| ↑ 1 | ↓ 2 |",
        "- Sales ↑ 4 %\n- Costs ↓ 2 %\n- Kites → owls",
        "[a picture](b.png)",
    ],
)
def test_what_is_no_figure(text: str) -> None:
    assert read(text).figures == ()


def test_a_picture_with_its_bytes_is_one_figure_and_no_text() -> None:
    packed = "QUJD" * 50_000
    tag = f"<img src='data:image/jpeg;base64,{packed}'>"
    text = f"Kites fly.\n\n![a](data:image/png;base64,{packed})\n\n{tag}\n\nThey fall."
    found = read(text)
    assert [statement.text for statement in found.statements] == ["Kites fly.", "They fall."]
    assert [target.media_type for target in found.figure_targets] == ["image/png", "image/jpeg"]
    assert {inline_picture(text, target) for target in found.figure_targets} == {b"ABC" * 50_000}


def test_the_definition_of_a_picture_is_no_text_and_no_reference() -> None:
    text = "Kites fly [1].\n\n![a][pic]\n\n[pic]: https://a.example/k.png\n[1]: https://one.example/a\n"
    found = read(text)
    assert [entry.url for entry in found.entries] == ["https://one.example/a"]
    assert targets(text) == ["https://a.example/k.png"]


def test_a_picture_that_links_to_its_page_cites_it() -> None:
    found = read("[![Kites](k.png)](https://p.example/kites)\n\nKites fly.")
    assert [(link.figure, link.url) for link in found.figure_links] == [(0, "https://p.example/kites")]


def test_a_source_line_is_the_figures_and_not_the_statement_before() -> None:
    text = "Kites fly.\n\n![x](a.png)\n\n*Figure 1: Kites*\n\n数据来源：[联合国](https://un.example/x)\n\nThey fall."
    found = read(text)
    assert found.figures[0].source == "数据来源：联合国"
    assert [link.url for link in found.figure_links] == ["https://un.example/x"]
    assert found.links == ()


def test_sources_that_stand_apart_are_the_sections() -> None:
    text = "Kites fly.\n\n![x](a.png)\n\n**Sources:** [1][2]\n\n## Owls\n\nThey sleep." + LIST
    found = read(text)
    assert found.figures[0].source == ""
    assert [found.statements[link.statement].text for link in found.links] == ["Kites fly."] * 2


def test_a_long_remark_in_italics_stays_prose() -> None:
    remark = "Kites fly over the hill and far away. " * 12
    assert len(statements(f"![x](a.png)\n\n*{remark.strip()}*")) == 12


def test_pictures_that_share_a_caption_are_one_figure() -> None:
    found = read("![a](1.png) ![b](2.png)\n*Figure 1: left kites, right owls*\n")
    assert [(target.figure, target.part) for target in found.figure_targets] == [(0, 0), (0, 1)]
    apart = read("![a](1.png) ![b](2.png)\n\nKites fly high.")
    assert [(target.figure, target.part) for target in apart.figure_targets] == [(0, 0), (1, 0)]


def test_prose_beside_a_picture_stays_prose() -> None:
    text = "![x](a.png)\nFigure 1 shows that kites fly [1].\n\nAn icon ![i](b.png) stands in a sentence." + LIST
    assert statements(text) == ["Figure 1 shows that kites fly.", "An icon stands in a sentence."]
    assert len(read(text).figures) == 2


def test_context_is_what_names_the_figure_else_its_neighbours() -> None:
    before, picture = "Owls sleep.\n\nAs Fig. 2 shows, kites fly.\n\n", "![x](a.png)\nFigure 2: Kites\n\n"
    text = f"{before}{picture}They fall.\n\n![y](b.png)\n\nThe end."
    found = read(text)
    assert found.figures[0].context == ("As Fig. 2 shows, kites fly.",)
    assert found.figures[1].context == ("They fall.", "The end.")


def test_figures_of_several_sections_with_one_label_are_named_in_their_own() -> None:
    part = "## {0}\n\nFigure 1 is {0}.\n\n![x]({0}.png)\n*Figure 1: {0}*\n\n"
    found = read(part.format("kites") + part.format("owls"))
    assert [figure.context for figure in found.figures] == [("Figure 1 is kites.",), ("Figure 1 is owls.",)]


PAGE = """<html><body><h1>Cars</h1><p>Sales rose by 12% <a href="#ref1">[1]</a>. See <a href="#fig1">Figure 1</a>.</p>
<figure id="fig1"><div><canvas id="sales" width="400"></canvas></div>
<figcaption><strong>Figure 1.</strong> Sales. Source: <a href="#ref1">[1]</a></figcaption></figure>
<div><canvas id="c2"></canvas></div>
<p class="caption"><em>Figure 2: Makers</em></p>
<p>Norway leads the field.</p>
<div class="figure"><img src="images/oslo.jpg" alt="A station in Oslo">
<p class="figure-caption">Figure 3. A station. Photo: <a href="https://p.example/x">P. Hansen</a></p></div>
<div id="plot"></div>
<p style="text-align:center"><small>图 4：销量（数据来源：IEA）</small></p>
<h2>References</h2><ol><li id="ref1">IEA (2024). Outlook. <a href="https://iea.example/o">link</a></li></ol>
<script>new Chart(document.getElementById("sales"), {}); Plotly.newPlot("plot", []);</script></body></html>"""


def test_a_page_with_charts_of_scripts() -> None:
    found = read(PAGE)
    assert [(figure.label, figure.caption, figure.source) for figure in found.figures] == [
        ("Figure 1", "Sales.", "Source: [1]"),
        ("Figure 2", "Makers", ""),
        ("Figure 3", "A station.", "Photo: P. Hansen"),
        ("图 4", "销量", "数据来源：IEA"),
    ]
    assert [target.target for target in found.figure_targets] == ["#sales", "#c2", "images/oslo.jpg", "#plot"]
    assert [(link.figure, link.url) for link in found.figure_links] == [
        (0, "https://iea.example/o"),
        (2, "https://p.example/x"),
    ]
    assert [statement.text for statement in found.statements] == ["Sales rose by 12%.", "Norway leads the field."]
