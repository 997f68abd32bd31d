"""The type of a figure by evidence, and pictures that are none by the text alone."""

from __future__ import annotations

from litgauge.tasks.reports.figures.invalid import InvalidMode, invalid_reason
from litgauge.tasks.reports.figures.types import PictureEvidence, figure_type
from tests.reports.writing import read
from tests.tables import each_row


def type_of(text: str, evidence: PictureEvidence | None = None) -> tuple[str, str]:
    """The type of a text's first figure."""
    found = read(text)
    known = {0: evidence} if evidence else None
    targets = [target for target in found.figure_targets if target.figure == 0]
    return figure_type(found.figures[0].notation, targets, known)


@each_row(
    "text, evidence",
    [
        ("![a](images/b.png)", ("image", "path")),
        ("![a](charts/b.png)", ("chart", "path")),
        ("![a](./out/charts/b.png)", ("chart", "path")),
        ("![a](resources/b.png)", ("unknown", "")),
        ("![a](https://x.example/charts/b.png)", ("image", "address")),
        ("![a](https://quickchart.io/chart?c={type:'bar'})", ("chart", "generator")),
        ("![a](https://mermaid.ink/img/abc)", ("chart", "generator")),
        ("![a](data:image/png;base64,QUJD)", ("unknown", "")),
        ("<svg width=300></svg>", ("chart", "notation")),
        ("```mermaid\ngraph TD\n```", ("chart", "notation")),
        ("<HTMLRenderer htmlFile='a.html' />", ("chart", "notation")),
        ("![a](images/b.png) ![c](charts/d.png)\n*Figure 1: Both*", ("unknown", "mixed")),
    ],
)
def test_evidence_in_order(text: str, evidence: tuple[str, str]) -> None:
    assert type_of(text) == evidence


def test_the_program_comes_before_the_path() -> None:
    text = "![a](images/b.png)"
    assert type_of(text, PictureEvidence(software="Matplotlib version3.9.2, https://matplotlib.org/")) == (
        "chart",
        "software",
    )
    assert type_of(text, PictureEvidence(software="Adobe Photoshop 25.1")) == ("image", "path")


def reason_of(text: str, mode: InvalidMode = "ours") -> str:
    """Why the one picture of a text is none."""
    (target,) = read(text).figure_targets
    return invalid_reason(text, target, mode)


@each_row(
    "text, reason",
    [
        ("![a]()", "empty"),
        ("<img alt=a>", "empty"),
        ("![a](#)", "empty"),
        ("![a](data:image/png;base64,)", "empty"),
        ("![a](data:image/png;base64,QU_-!!)", "broken"),
        ("![a](data:image/png;base64,QUJD)", ""),
        ("![a](data:image/svg+xml,%3Csvg%3E%3C/svg%3E)", ""),
        ("![a](https://via.placeholder.com/300)", "placeholder"),
        ("![a](path/to/image.png)", "placeholder"),
        ("![a](https://example.com/a.png)", "placeholder"),
        ("![a](images/a.png)", ""),
        ("```\n┌───┐\n│ A │\n└─▼─┘\n```", "ascii-art"),
    ],
)
def test_what_the_text_tells(text: str, reason: str) -> None:
    assert reason_of(text) == reason


def test_the_paper_takes_code_in_place_of_a_picture_as_absent() -> None:
    text = "```mermaid\ngraph TD\n```"
    assert (reason_of(text), reason_of(text, "paper"), reason_of(text, "released")) == ("", "mermaid", "mermaid")
    assert reason_of("```vega-lite\n{}\n```", "paper") == "not-rendered"
