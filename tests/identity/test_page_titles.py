"""The title of a work out of the title of its page."""

from __future__ import annotations

import pytest

from litgauge.tasks.identity.page_titles import titles_of_page
from tests.tables import each_row

TITLE = "Loops - a study of string"


@each_row(
    "shown",
    [
        "{} | Nature", "{} - ScienceDirect", "[2301.00001] {}", "[hep-th/9901001] {}", "{} | Papers With Code",
        "(PDF) {}",
        "{} | IEEE Conference Publication | IEEE Xplore", "{} | Proceedings of the 31st Conference", "Frontiers | {}",
        "{} - ACL Anthology", "Paper page - {}", "{} by A. Example, B. Sample :: SSRN", "arXiv:2301.00001v2 {}",
        "{} - PubMed - PMC", "{} – Loop Journal", "{} [PDF]", "{}",
    ],
)  # fmt: skip
def test_what_a_site_adds_is_taken_off(shown: str) -> None:
    assert titles_of_page(shown.format(TITLE), "https://www.loopjournal.example/7")[0] == TITLE


@each_row(
    "shown",
    ["", "Just a moment...", "404 Not Found", "Microsoft Word - loops.doc", "2301.00001v1.pdf", "Untitled", "PDF"],
)
def test_what_is_no_title(shown: str) -> None:
    assert titles_of_page(shown, None) == ()


@pytest.mark.parametrize("title", ["300 years of gravitation", "GPT-4", "Loops - A survey", "P(A|B) in practice"])
def test_what_stands_stays(title: str) -> None:
    assert titles_of_page(title, "https://www.nature.com/articles/x") == (title,)
