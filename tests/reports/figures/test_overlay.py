"""A judge's view of a report: positions and texts alone change it, and offsets lead back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.reports.figures.overlay import (
    Edit,
    OverlayMode,
    caption_revision,
    overlaid,
    shows_revisions,
    without_bytes,
)
from tests.reports.writing import read


def test_an_emptied_target_leaves_longer_paths_alone() -> None:
    text = "![a](images/a.png) and ![b](images/a.png.webp)"
    (first, _) = read(text).figure_targets
    assert overlaid(text, [(first.start, first.end)]).text == "![a]() and ![b](images/a.png.webp)"


def test_a_revised_caption_leaves_other_figures_and_its_label_and_source_alone() -> None:
    text = "".join(f"![x]({n}.png)\n*Figure {n}: Kites. Source: [1]*\n\n" for n in (1, 10))
    figure = read(text).figures[0]
    shown = overlaid(text, revisions=[caption_revision(text, figure, "Kites sold in May")]).text
    assert shown == text.replace("Figure 1: Kites.", "Figure 1: Kites sold in May", 1)


def test_a_figure_without_caption_gets_one_in_a_paragraph_or_in_brackets() -> None:
    alone, beside = "![x](1.png)\n\nKites fly.", "An icon ![x](1.png) stands here."
    for text, shown in (
        (alone, "![x](1.png)\n\nKites\n\n\nKites fly."),
        (beside, "An icon ![x](1.png) (Kites) stands here."),
    ):
        edit = caption_revision(text, read(text).figures[0], "Kites")
        assert overlaid(text, revisions=[edit]).text == shown


def test_bytes_in_the_text_are_not_shown() -> None:
    text = "![x](data:image/png;base64,QUJD)\n\n<svg width=300></svg>\n\n![y](b.png)"
    shown = overlaid(text, revisions=without_bytes(read(text).figure_targets)).text
    assert shown == "![x](image/png inline)\n\nimage/svg+xml inline\n\n![y](b.png)"


def test_an_empty_revision_deletes_no_caption() -> None:
    text = "![x](1.png)\nFigure 1: Kites"
    edit = caption_revision(text, read(text).figures[0], "  ")
    assert overlaid(text, revisions=[edit]).text == text


def test_who_is_shown_revisions() -> None:
    metrics = ("IA", "WQ", "ADB", "FLC", "MC", "FCI")
    modes: tuple[OverlayMode, ...] = ("paper", "released", "ours")
    shown = {mode: [one for one in metrics if shows_revisions(one, mode)] for mode in modes}
    assert shown == {
        "paper": ["IA", "MC"],
        "released": ["IA", "WQ", "ADB", "FLC", "MC"],
        "ours": ["IA", "MC"],
    }


def test_a_place_outside_of_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="not in a text of 3"):
        overlaid("abc", [(2, 9)])


edits = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), st.text(max_size=4)), max_size=6)


@given(st.text(min_size=46, max_size=60), edits)
def test_nothing_changes_outside_of_the_edits_and_offsets_lead_back(
    text: str, wanted: list[tuple[int, int, str]]
) -> None:
    found = overlaid(
        text,
        [(start, start + size) for start, size, words in wanted if not words],
        [Edit(start, start + size, words) for start, size, words in wanted if words],
    )
    inside = {at for edit in found.edits for at in range(edit.start, edit.end)}
    for at in range(len(text)):
        if at not in inside:
            assert found.text[found.shown(at)] == text[at]
            assert found.original(found.shown(at)) == at
    kept = "".join(sign for at, sign in enumerate(text) if at not in inside)
    put_in = sum(len(edit.text) for edit in found.edits)
    assert len(found.text) == len(kept) + put_in
    assert [found.original(at) for at in range(len(found.text))] == sorted(
        found.original(at) for at in range(len(found.text))
    )
    assert all(first.end <= second.start for first, second in zip(found.edits, found.edits[1:], strict=False))
