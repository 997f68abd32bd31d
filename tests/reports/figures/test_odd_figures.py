"""Odd ways to put figures into a report: which pictures, labels and captions are read, and which statements stay."""

from __future__ import annotations

from tests.reports.writing import LIST, read
from tests.tables import each_row

Figures = list[tuple[str, str, str]]  # target, label, caption

ODD: dict[str, tuple[str, Figures, list[str]]] = {
    "emoji before the label": ("![a](b.png)\n📊 *Figure 1: Kites*", [("b.png", "Figure 1", "Kites")], []),
    "a picture without caption right above one that has one": (
        "![a](b.png)\n![c](d.png)\n*Figure 1: Kites [1].*",
        [("b.png", "", ""), ("d.png", "Figure 1", "Kites.")],
        [],
    ),
    "a picture without caption above one that has one, a line apart": (
        "![a](b.png)\n\n![c](d.png)\n\n*Figure 1: Kites*",
        [("b.png", "", ""), ("d.png", "Figure 1", "Kites")],
        [],
    ),
    "captions above, the first picture without": (
        "*Figure 1: Kites*\n\n![a](b.png)\n\n![c](d.png)\n\nKites fly high above the sea in May.",
        [("b.png", "Figure 1", "Kites"), ("d.png", "", "")],
        ["Kites fly high above the sea in May."],
    ),
    "parts on lines of their own": (
        "![a](b.png)\n![c](d.png)\n*Figure 1: Kites in (a) May and (b) June.*",
        [
            ("b.png", "Figure 1", "Kites in (a) May and (b) June."),
            ("d.png", "Figure 1", "Kites in (a) May and (b) June."),
        ],
        [],
    ),
    "label in brackets": ("![a](b.png)\n[Figure 1] Kites by year", [("b.png", "Figure 1", "Kites by year")], []),
    "label in CJK brackets": ("![a](b.png)\n【图1】风筝销量", [("b.png", "图1", "风筝销量")], []),
    "full-width digits": ("![a](b.png)\n图３：风筝", [("b.png", "图３", "风筝")], []),
    "Chinese numerals": ("![a](b.png)\n图三 风筝", [("b.png", "图三", "风筝")], []),
    "label alone": ("![a](b.png)\n**Figure 2**", [("b.png", "Figure 2", "")], []),
    "label bold, words plain": ("![a](b.png)\n**Figure 2:** Kites sold", [("b.png", "Figure 2", "Kites sold")], []),
    "label and words on lines of their own": (
        "![a](b.png)\n**Figure 2**\nKites sold in May\n\nKites fly.",
        [("b.png", "Figure 2", "Kites sold in May")],
        ["Kites fly."],
    ),
    "caption of two lines": (
        "![a](b.png)\n*Figure 2: Kites sold\nin every month*\n\nKites fly.",
        [("b.png", "Figure 2", "Kites sold in every month")],
        ["Kites fly."],
    ),
    "caption with a formula": (
        "![a](b.png)\nFigure 2: Kites $k_1$ sold",
        [("b.png", "Figure 2", "Kites $k_1$ sold")],
        [],
    ),
    "caption in a quotation": ("> ![a](b.png)\n>\n> *Figure 2: Kites*", [("b.png", "Figure 2", "Kites")], []),
    "picture in a list item": (
        "- Kites fly.\n- ![a](b.png)\n- Owls sleep.",
        [("b.png", "", "")],
        ["Kites fly.", "Owls sleep."],
    ),
    "picture under a list item": (
        "- Kites fly.\n\n  ![a](b.png)\n  *Figure 2: Kites*\n\n- Owls sleep.",
        [("b.png", "Figure 2", "Kites")],
        ["Kites fly.", "Owls sleep."],
    ),
    "picture in a heading": ("## ![a](b.png) Kites\n\nKites fly.", [("b.png", "", "")], ["Kites fly."]),
    "two pictures, two captions on one line each": (
        "![a](1.png)\nFigure 1: Kites\n![b](2.png)\nFigure 2: Owls",
        [("1.png", "Figure 1", "Kites"), ("2.png", "Figure 2", "Owls")],
        [],
    ),
    "sub-figures in a nested figure": (
        "<figure><figure><img src=1.png></figure><figure><img src=2.png></figure>"
        "<figcaption>Figure 3: Both</figcaption></figure>",
        [("1.png", "Figure 3", "Both"), ("2.png", "Figure 3", "Both")],
        [],
    ),
    "figcaption before the picture": (
        "<figure><figcaption>Figure 1. Kites</figcaption><img src=1.png></figure>",
        [("1.png", "Figure 1", "Kites")],
        [],
    ),
    "Markdown in a figure": (
        "<figure>\n\n![a](b.png)\n\n<figcaption>Figure 1. Kites</figcaption>\n</figure>",
        [("b.png", "Figure 1", "Kites")],
        [],
    ),
    "figure never closed": (
        "<figure><img src=1.png><figcaption>Kites</figcaption>\n\nKites fly.",
        [("1.png", "", "Kites")],
        ["Kites fly."],
    ),
    "figure without picture": (
        "<figure><figcaption>Figure 1: Kites</figcaption></figure>\n\nKites fly.",
        [],
        ["Kites fly."],
    ),
    "quotation in a figure": (
        "<figure><blockquote>Kites fly.</blockquote><figcaption>A flyer</figcaption></figure>",
        [],
        ["Kites fly.", "A flyer"],
    ),
    "img without src": ("<img alt='Kites in May'>", [("", "", "Kites in May")], []),
    "empty target": ("![Kites in May]()", [("", "", "Kites in May")], []),
    "target #": ("![Kites in May](#)", [("#", "", "Kites in May")], []),
    "title in single quotes": ("![a](b.png 'Kites in May')", [("b.png", "", "Kites in May")], []),
    "size behind the target": ("![a](b.png =300x200)", [("b.png", "", "")], []),
    "attributes behind the picture": ("![a](b.png){width=50%}\n\nKites fly.", [("b.png", "", "")], ["Kites fly."]),
    "query in the address": ("![a](https://x.example/i?a=1&amp;b=2)", [("https://x.example/i?a=1&b=2", "", "")], []),
    "address without scheme": ("![a](//x.example/i.png)", [("//x.example/i.png", "", "")], []),
    "path of Windows": ("![a](images\\b.png)", [("images\\b.png", "", "")], []),
    "path with blanks": ("![a](./my charts/kites 2020.png)", [("./my charts/kites 2020.png", "", "")], []),
    "path in percent": ("![a](my%20charts/k.png)", [("my%20charts/k.png", "", "")], []),
    "line break in the alternative text": ("![Kites\nin May](b.png)", [("b.png", "", "Kites in May")], []),
    "brackets in the alternative text": ("![Kites [1] in May](b.png)", [("b.png", "", "Kites [1] in May")], []),
    "alternative text with a label": ("![Figure 4: Kites](b.png)", [("b.png", "Figure 4", "Kites")], []),
    "two notations of one picture": (
        "![a](b.png)\n\n<noscript><img src=b.png></noscript>\n\nKites fly.",
        [("b.png", "", "")],
        ["Kites fly."],
    ),
    "lazy picture": ('<img data-src="b.png" class="lazy">', [("b.png", "", "")], []),
    "JSX with braces": ('<img src={"b.png"} alt="Kites in May" />', [("b.png", "", "Kites in May")], []),
    "component with children": (
        '<Figure src="b.png">Kites in May</Figure>\n\nKites fly.',
        [("b.png", "", "Kites in May")],
        ["Kites fly."],
    ),
    "component with a caption": (
        '<ChartRenderer file="c.html" title="Kites in May" />',
        [("c.html", "", "Kites in May")],
        [],
    ),
    "component that is no figure": ("<Note>Kites fly.</Note>", [], ["Kites fly."]),
    "data with line ends": (
        "![a](data:image/png;base64,QUJD\nREVG)\n\nKites fly.",
        [("image/png inline", "", "")],
        ["Kites fly."],
    ),
    "SVG as data, not packed": (
        "![a](data:image/svg+xml;utf8,<svg><text>Kites (May) fly.</text></svg>)\n\nOwls sleep.",
        [("image/svg+xml inline", "", "")],
        ["Owls sleep."],
    ),
    "data in a definition": (
        "![a][p]\n\nKites fly.\n\n[p]: data:image/png;base64,QUJD",
        [("image/png inline", "", "")],
        ["Kites fly."],
    ),
    "nested SVG": (
        "<svg width=200><svg></svg><text>Kites</text></svg>\n\nOwls sleep.",
        [("image/svg+xml inline", "", "")],
        ["Owls sleep."],
    ),
    "SVG with a caption": (
        "<svg width=200></svg>\n*Figure 1: Kites*",
        [("image/svg+xml inline", "Figure 1", "Kites")],
        [],
    ),
    "canvas with a caption": (
        '<canvas id="k"></canvas>\n<p class="caption">Kites in May</p>\n\nOwls sleep.',
        [("#k", "", "Kites in May")],
        ["Owls sleep."],
    ),
    "fence of tildes": ("~~~mermaid\npie title Kites in May\n~~~", [("mermaid", "", "Kites in May")], []),
    "fence with a caption": ("```mermaid\ngraph TD\n```\n*Figure 1: Kites*", [("mermaid", "Figure 1", "Kites")], []),
    "fence never closed": ("Kites fly.\n\n```mermaid\ngraph TD\n  A-->B", [("mermaid", "", "")], ["Kites fly."]),
    "fence in a list": (
        "- Kites fly.\n  ```mermaid\n  graph TD\n  ```\n- Owls sleep.",
        [("mermaid", "", "")],
        ["Kites fly.", "Owls sleep."],
    ),
    "code of a chart library": ("```python\nimport matplotlib\nplt.show()\n```", [], []),
    "JSON that is no chart": ('```json\n{"a": 1}\n```', [], []),
    "ECharts options": ('```json\n{"xAxis": {}, "series": [{"type": "bar"}]}\n```', [("json", "", "")], []),
    "drawing of letters with a caption": (
        "```text\n+-----+     +-----+\n| A   | --> | B   |\n+-----+     +-----+\n```\n**Figure 1: Flow**",
        [("drawing of letters", "Figure 1", "Flow")],
        [],
    ),
    "poem in a fence": ("```\nKites fly\nover the hill\nand far away\n```", [], []),
    "table with icons": (
        "| Kite | Look |\n|---|---|\n| Delta | ![a](d.png) |\n| Box | ![b](x.png) |",
        [("d.png", "", ""), ("x.png", "", "")],
        ["Delta", "Box"],
    ),
    "pictures in a table of HTML": (
        "<table><tr><td><img src=1.png></td><td><img src=2.png></td></tr>"
        "<tr><td>(a) Kites</td><td>(b) Owls</td></tr></table>",
        [("1.png", "", "(a) Kites"), ("2.png", "", "(b) Owls")],
        [],
    ),
    "prose under a picture": (
        "![a](b.png)\n\nFigure 1 shows that kites fly.",
        [("b.png", "", "")],
        ["Figure 1 shows that kites fly."],
    ),
    "Chinese prose under a picture": (
        "![a](b.png)\n\n图 1 展示了风筝的销量。",
        [("b.png", "", "")],
        ["图 1 展示了风筝的销量。"],
    ),
    "bold heading under a picture": (
        "![a](b.png)\n\n**Next steps**\n\nKites fly.",
        [("b.png", "", "")],
        ["Kites fly."],
    ),
    "caption of a table under a picture": (
        "![a](b.png)\n\n*Table 1: Kites*\n\n| a | b |\n|---|---|\n| Kites | fly |",
        [("b.png", "", "")],
        ["Kites | fly"],
    ),
    "picture between a claim and its mark": ("Kites fly ![a](b.png) [1]." + LIST, [("b.png", "", "")], ["Kites fly."]),
    "picture in the list of references": (
        "Kites fly [1].\n\n## References\n\n[1] ![a](b.png) Smith (2020). https://one.example/a",
        [("b.png", "", "")],
        ["Kites fly."],
    ),
    "CRLF": (
        "Kites fly.\r\n\r\n![a](b.png)\r\n*Figure 1: Kites*\r\n\r\nOwls sleep.\r\n",
        [("b.png", "Figure 1", "Kites")],
        ["Kites fly.", "Owls sleep."],
    ),
    "label with a dash in front": ("![a](b.png)\n— Figure 1: Kites", [("b.png", "Figure 1", "Kites")], []),
    "triangle before the label": (
        "![a](b.png)\n\n▲图1：风筝市场\n\n风筝很多。",
        [("b.png", "图1", "风筝市场")],
        ["风筝很多。"],
    ),
    "label without number": ("*图：风筝市场*\n\n![](b.png)\n\n风筝很多。", [("b.png", "", "风筝市场")], ["风筝很多。"]),
    "caption of a journal": (
        "![a](b.png)\n**Fig. 1 | Kites.** a, Small kites. b, Large kites.",
        [("b.png", "Fig. 1", "Kites. a, Small kites. b, Large kites.")],
        [],
    ),
    "note under the source": (
        "![a](b.png)\n**Figure 1: Kites**\n*Source: FAO*\n\nKites fly.",
        [("b.png", "Figure 1", "Kites")],
        ["Kites fly."],
    ),
    "two hundred pictures": ("![a](b.png)\n\n" * 200, [("b.png", "", "")] * 200, []),
}


@each_row("name", ODD)
def test_odd_forms(name: str) -> None:
    text, figures, statements = ODD[name]
    found = read(text)
    rows = [
        (target.target, found.figures[target.figure].label, found.figures[target.figure].caption)
        for target in found.figure_targets
    ]
    assert rows == figures
    assert [statement.text for statement in found.statements] == statements
