"""Who wrote a paper and when, by its title page: what is no name for sure is left out."""

from __future__ import annotations

from datetime import date

import pytest

from litgauge.tasks.latex import SourceTree, open_source
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.records import FullText
from tests.tables import each_row


def text_of(front: str) -> FullText:
    source = rf"\documentclass{{article}}{front}\begin{{document}}\maketitle Some prose of the paper.\end{{document}}"
    tree: SourceTree = open_source(source.encode(), "x")
    return latex_fulltext(tree, "x")


@each_row(
    "front, names",
    [
        (r"\author{Ada Quill \and Otto van Ink}", ["Ada Quill", "Otto van Ink"]),
        (r"\author{Ada Quill\thanks{Univ. of Maps} \\ Institute of Ink \\ Old Town, Country}", ["Ada Quill"]),
        (
            r"\author[1]{Ada Quill}\author[1,2*]{Jos\'e de la Peña}\affil[1]{New Zealand}",
            ["Ada Quill", "José de la Peña"],
        ),
        (r"\author{A. Quill$^{1}$, B.~Ink$^{1,2}$, and C.-D. Page}", ["A. Quill", "B. Ink", "C.-D. Page"]),
        (
            r"\author{\IEEEauthorblockN{Ada Quill, \IEEEmembership{Member, IEEE}, and Jo Ink}"
            r"\IEEEauthorblockA{School of Nibs, Menlo Park}}",
            ["Ada Quill", "Jo Ink"],
        ),
        (r"\author{\fnm{Ada} \sur{Quill}}", ["Ada Quill"]),
        (r"\author{author}", []),
        (r"\author{Anonymous}", []),
        ("", []),
    ],
)
def test_names_come_without_notes_and_addresses(front: str, names: list[str]) -> None:
    assert [f"{person.given} {person.family}".strip() for person in text_of(front).authors] == names


@each_row(
    "front, day",
    [
        (r"\date{August 28, 2017}", date(2017, 8, 28)),
        (r"\date{Draft of 3\textsuperscript{rd} May}", None),
        (r"\date{September 2025}", date(2025, 9, 1)),
        (r"\date{\today}", None),
        (r"\date{}", None),
        ("", None),
    ],
)
def test_only_a_date_that_is_named_is_one(front: str, day: date | None) -> None:
    assert text_of(front).written == day


@pytest.mark.soak
def test_hostile_title_pages_cost_little() -> None:
    deep = r"\author{" + r"\thanks{" * 3_000 + "x" + "}" * 3_000 + "}"
    assert text_of(deep * 20).authors == ()
    assert text_of(r"\author{A, B and C " * 3_000).authors == ()
