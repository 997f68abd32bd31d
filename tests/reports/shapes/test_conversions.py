"""The shapes behind an HTML editor, Google Docs and pandoc give the same pairs."""

from __future__ import annotations

import shutil

import pytest

from tests.reports.shapes.conversions import EDITORS, PANDOC, by_pandoc, google_docs
from tests.reports.shapes.known_text import CLAIMS, expected_pairs, read_pairs
from tests.reports.shapes.marks import Place, Shape, shapes, written
from tests.reports.writing import read
from tests.tables import each_row

CHANGED = (
    "footnotes:", "linked: angle brackets", "linked: names before a link", "linked: label", "linked: dash",
    "linked: escaped, several", "linked: letters linked", "numbered: superscript", "numbered: doubled",
    "numbered: carets", "numbered: anchor", "named: in full", "list: definition", "list: colon", "list: caret",
    "list: table", "list: lettered bullets", "list: bold label",
)  # fmt: skip
"""What a converter takes the address from, or makes another shape of that is not read yet."""

FOOTNOTES = [shape for shape in shapes() if shape.name.startswith("footnotes:")]
KEPT = [shape for shape in shapes() if not shape.name.startswith(CHANGED)]


@pytest.mark.slow
@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("shape", KEPT, ids=lambda shape: shape.name)
def test_editors_keep_the_pairs(shape: Shape, editor: str) -> None:
    assert read_pairs(read(EDITORS[editor](written(shape)))) == expected_pairs()


@each_row("place", ["inside", "behind", "glued"])
@each_row("shape", FOOTNOTES)
def test_google_docs_keeps_footnotes(shape: Shape, place: Place) -> None:
    found = read(google_docs(written(shape, place)))
    assert read_pairs(found) == expected_pairs()
    assert len(found.statements) == len(CLAIMS)


@pytest.mark.parametrize(
    ("mark", "comment"),
    [
        (
            '<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup>',
            '<div class="c4"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Is it? See https://a.example/b.</span></p>'
            "<p>I doubt it.</p></div>",
        ),
        ("[\\[a\\]](#cmnt1)", "\n\n[\\[a\\]](#cmnt_ref1)Is it? See https://a.example/b.\nI doubt it.\n\n"),
    ],
)
def test_comments_beside_a_document_are_not_the_report(mark: str, comment: str) -> None:
    found = read(f"<p>Kites fly.[1]{mark} Boats sink.{mark}</p>{comment}<p>[1]: https://one.example/kites</p>")
    assert [(statement.text, statement.cited) for statement in found.statements] == [
        ("Kites fly.", True), ("Boats sink.", False),
    ]  # fmt: skip
    assert [link.url for link in found.links] == ["https://one.example/kites"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pandoc") is None, reason="Debian's package pandoc is not installed")
@pytest.mark.parametrize("form", ["html", "markdown, lines"])
def test_pandoc_keeps_the_pairs(form: str) -> None:
    lost = [
        shape.name
        for shape in KEPT[::3]
        if (form == "html" or not shape.name.endswith(("raised", "element", "together", "brackets")))
        and read_pairs(read(by_pandoc(written(shape), PANDOC[form]))) != expected_pairs()
    ]
    assert lost == []
