"""Structural errors: each rule with a report that breaks it, and reports that break none."""

from __future__ import annotations

from litgauge.tasks.records.figures import StructuralError
from litgauge.tasks.reports.structure import structural_errors
from tests.reports.writing import read, report
from tests.tables import each_row

SOUND = (
    "# Kites\n\nKites cost $30 in 2020 [1]. As Figure 1 shows, they fly [2].\n\n"
    "![Kites](images/k.png)\n*Figure 1: Kites. Source: [2]*\n\n"
    "## References\n\n[1] Ames (2020). Kites. https://one.example/a\n[2] Bell (2021). Wind. https://two.example/b\n"
)


def errors(text: str, **known: object) -> list[StructuralError]:
    """The structural errors of a text."""
    return list(structural_errors(report(text), read(text), **known))  # type: ignore[arg-type]


def codes(text: str, **known: object) -> list[str]:
    """Their codes."""
    return [error.code for error in errors(text, **known)]


def test_a_sound_report_has_none() -> None:
    assert errors(SOUND) == []


@each_row(
    "before, after, expected",
    [
        ("in 2020 [1]. As", "in 2020.\n\nKites fly [1]. As", [("traceability", "uncited-data")]),
        ("they fly [2]", "they fly [7]", [
            ("traceability", "number-without-entry"), ("consistency", "cited-not-listed"),
        ]),
        (" https://two.example/b", " Longman.", [("traceability", "entry-without-address")]),
        (" Source: [2]", "", [("traceability", "figure-without-source")]),
        ("[2] Bell", "[3] Bell", [
            ("traceability", "number-without-entry"), ("consistency", "cited-not-listed"),
            ("traceability", "number-without-entry"), ("consistency", "numbers-missing"),
            ("consistency", "listed-not-cited"),
        ]),
        ("two.example/b", "one.example/a", [("consistency", "one-page-two-numbers")]),
        ("/b\n", "/b\n[3] Cole (2022). Sky. https://three.example/c\n", [("consistency", "listed-not-cited")]),
        ("/b\n", "/b\n[2] Cole (2022). Sky. https://three.example/c\n", [
            ("consistency", "listed-not-cited"), ("consistency", "number-doubled"),
        ]),
        ("As Figure 1 shows, they", "They", [("consistency", "figure-not-named")]),
        ("*Figure 1: Kites. Source: [2]*", "", [
            ("completeness", "figure-not-there"), ("traceability", "figure-without-source"),
            ("completeness", "figure-without-caption"),
        ]),
        ("As Figure 1 shows", "As Figure 1 and Fig. 4 show", [("completeness", "figure-not-there")]),
        ("![Kites](images/k.png)\n", "", [("completeness", "caption-without-figure")]),
        ("images/k.png", "", [("completeness", "picture-unusable")]),
        ("## References", "## Outlook\n\n## References", [("completeness", "section-empty")]),
        ("Kites cost", "[Section content generation failed]\n\nKites cost", [("completeness", "placeholder")]),
        ("Kites cost", "【此处插入图表】\n\nKites cost", [("completeness", "placeholder")]),
        ("As Figure 1 shows", "As Figure 3 of the report shows, and Figure 1", []),
        ("As Figure 1 shows", "As [1, Fig. 3] shows, and Figure 1", []),
    ],
)  # fmt: skip
def test_each_rule(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    text = SOUND.replace(before, after, 1)
    assert text != SOUND
    assert sorted((error.dimension, error.code) for error in errors(text)) == sorted(expected)


def test_places_and_numbers() -> None:
    text = SOUND.replace("they fly [2]", "they fly [7]")
    first, second = errors(text)
    assert (first.number, second.number) == (0, 1)
    assert text[first.start : first.end] == first.detail == "[7]"


def test_labels_that_are_missing_doubled_and_out_of_order() -> None:
    def figures(*numbers: int) -> list[tuple[str, str]]:
        text = "".join(f"Figure {n} is here.\n\n![k](a{n}.png)\n*Figure {n}: Kites. Source: X*\n\n" for n in numbers)
        return [(error.code, error.detail) for error in errors(text)]

    assert figures(1, 2, 3) == []
    assert figures(1, 3) == [("label-missing", "figure 2")]
    assert figures(2, 3) == [("label-missing", "figure 1")]
    assert ("label-doubled", "figure 1") in figures(1, 1)
    assert figures(2, 1) == [("labels-out-of-order", "figure 1 behind figure 2")]


@each_row(
    "sentence, labels, expected",
    [
        ("Figures 1, 2 and 3 show it.", "1 2a 2b 3", []),
        ("Figures 1, 2a, 2b and 3 show it.", "1 2a 2b 3", []),
        ("Figures 1, 2(a) and 2(b) show it.", "1 2", []),
        ("Figures 1A and 1B show it.", "1A 1B", []),
        ("Figures 2 and 1 show it.", "2a 2b 1", [("labels-out-of-order", "figure 1 behind figure 2")]),
        ("Figures 1 and 3 show it.", "1 3a 3b", [("label-missing", "figure 2")]),
        ("Figure 1 shows it.", "1 2a 2b", [("figure-not-named", "Figure 2a"), ("figure-not-named", "Figure 2b")]),
        ("Figures 1 and 2a show it.", "1 2a 2b", [("figure-not-named", "Figure 2b")]),
        ("Figures 1, 2a, 2b and 2c show it.", "1 2a 2b", [("figure-not-there", "figure 2c")]),
    ],
)
def test_parts_stand_for_the_whole_figure(sentence: str, labels: str, expected: list[tuple[str, str]]) -> None:
    shown = "".join(f"![k](a{n}.png)\n*Figure {n}: Kites. Source: X*\n\n" for n in labels.split())
    found = errors(f"{sentence}\n\n{shown}")
    assert sorted((error.code, error.detail) for error in found) == expected


def test_labels_by_chapter_are_counted_in_their_chapter() -> None:
    text = "".join(f"图 {n} 见下。\n\n![k](a.png)\n*图 {n}：风筝。来源：X*\n\n" for n in ("1-1", "1-2", "2-1"))
    assert errors(text) == []


def test_what_the_text_cannot_tell_is_handed_in() -> None:
    assert codes(SOUND, pages_gone={"https://one.example/a"}) == ["page-gone"]
    assert codes(SOUND, unusable={(0, 0): "missing"}) == ["picture-unusable"]


def test_a_remote_picture_is_its_own_source_and_a_drawn_one_is_not() -> None:
    assert codes("![Kites](https://x.example/k.png)\n*Kites*") == []
    assert codes("![Kites](https://quickchart.io/chart?c=1)\n*Kites*") == ["figure-without-source"]
