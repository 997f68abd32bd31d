"""The page on which a person checks an extraction."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from litgauge.tasks.html.extraction import extraction_page, write_page
from litgauge.tasks.latex import Extraction, SourceTree, extract, open_path

MAIN = (
    "\\documentclass{article}\n\\begin{document}\n\\section{Start}\nAs <shown> in \\cite{a} & \\citep{zz}.\n"
    "\\bibliography{refs}\n\\end{document}\n"
)
BIB = "@article{a,\n  title = {Alpha <of> things},\n  author = {Ann Ames},\n  year = 2001\n}\n"


@pytest.fixture
def tree() -> SourceTree:
    return SourceTree("paper", {"main.tex": MAIN.encode(), "refs.bib": BIB.encode()})


def test_references_stand_beside_the_lines_that_cite_them(tree: SourceTree) -> None:
    page = extraction_page(extract(tree, "2301.00001"), tree, "paper.tar.gz")
    assert "Alpha &lt;of&gt; things" in page
    assert (
        "<code>As &lt;shown&gt; in \\cite{<mark>a</mark>} &amp; \\citep{zz}.</code>" in page
        or "As &lt;shown&gt;" in page
    )
    assert "main.tex:4 \\cite · Start" in page


def test_every_field_shows_its_source_on_hover(tree: SourceTree) -> None:
    page = extraction_page(extract(tree, "x"), tree, "paper")
    assert '<span title="title: refs.bib:2, stated">' in page
    assert '<span title="year: refs.bib:4, stated">2001</span>' in page


def test_a_reference_unfolds_to_the_lines_that_its_fields_came_from(tree: SourceTree) -> None:
    page = extraction_page(extract(tree, "x"), tree, "paper")
    folded = page[page.index("<details>") : page.index("</details>")]
    assert folded.startswith('<details><summary><span class="key">a</span>')
    assert '<b>title</b> <span class="place">refs.bib:2</span>' in folded
    assert "<code>title = {Alpha &lt;of&gt; things},</code>" in folded
    assert "<code>" not in extraction_page(extract(tree, "x"), None, "paper")  # the places are named all the same


def test_diagnostics_and_unresolved_keys_stand_on_top(tree: SourceTree) -> None:
    page = extraction_page(extract(tree, "x"), tree, "paper")
    assert (
        page.index("key-unresolved") < page.index("Cited, but in no bibliography") < page.index("<h2>References</h2>")
    )


def test_the_page_is_self_contained_and_well_formed(tree: SourceTree) -> None:
    page = extraction_page(extract(tree, "x"), tree, "paper")
    body = page[page.index("<body>") : page.index("</body>") + 7]
    ElementTree.fromstring(body)
    assert not any(mark in page for mark in ("<script", "src=", "http://", "https://", "@import"))


def test_a_failed_extraction_has_a_page_too() -> None:
    page = extraction_page(Extraction("x", "rejected", None), None, "bad.tar.gz")
    assert "status <b>rejected</b>" in page


def test_write_page_opens_the_source_again(tmp_path: Path, tree: SourceTree) -> None:
    for name, data in tree.members.items():
        (tmp_path / name).write_bytes(data)
    found = extract(open_path(tmp_path), "x")
    assert write_page(tmp_path / "page.html", [(tmp_path, found)]) == [tmp_path / "page.html"]
    assert "<mark>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_several_papers_have_a_page_each_and_a_list(tmp_path: Path) -> None:
    absent = tmp_path / "absent.tar.gz"
    written = write_page(
        tmp_path / "all.html",
        [(absent, Extraction("one", "rejected", None)), (absent, Extraction("two", "failed", None))],
    )
    assert [path.name for path in written] == ["all.html", "all-001.html", "all-002.html"]
    assert 'href="all-002.html"' in written[0].read_text(encoding="utf-8")


@pytest.mark.real
def test_pages_of_real_papers(real_data: Path) -> None:
    for name in ("astropy-v5", "inspire-1508.03176v1"):
        tree = open_path(real_data / "latex" / name)
        found = extract(tree, name)
        page = extraction_page(found, tree, name)
        assert page.count("<tr><td") == len(found.references)
        assert len(page) < 2_000_000
