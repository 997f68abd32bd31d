"""Printed references in every order of their parts are read with their titles."""

from __future__ import annotations

import pytest

from litgauge.tasks.text import compact_title
from tests.reports.shapes.known_text import SOURCES
from tests.reports.shapes.printed_forms import forms, listed
from tests.reports.writing import read
from tests.tables import each_row

FORMS = list(forms())


@pytest.mark.slow
def test_titles_of_all_orders_and_dresses() -> None:
    """Every eleventh of the forms; what is wrong most has people in full without a year, which may be a title."""
    right = total = 0
    for _, template in FORMS[::11]:
        entries = {entry.labels[0]: entry.words.title or "" for entry in read(listed(template)).entries}
        total += len(SOURCES)
        right += sum(compact_title(entries.get(str(work.number), "")) == compact_title(work.title) for work in SOURCES)
    assert right / total > 0.96


@each_row(
    "entry",
    [
        "[1] Holistic Evaluation of Language Models. 2022. https://a.example/x",
        "[1] [Holistic Evaluation of Language Models](https://a.example/x), 2022",
        "[1] Holistic Evaluation of Language Models, 2022, https://a.example/x",
        "[1] “Holistic Evaluation of Language Models” (https://a.example/x). 2022",
        "[[1]](#c-1) **[Holistic Evaluation of Language Models](https://a.example/x)**",
        r"\[[Percy Liang' 2022-11-16](https://a.example/x)\] Document 1: Holistic Evaluation of Language Models",
        '<p>[1] <a href="https://a.example/x">Holistic Evaluation of Language Models</a>, 2022</p>',
    ],
)
def test_a_verbatim_title_is_that_title(entry: str) -> None:
    (found,) = read(f"# Models\n\nModels are evaluated [1].\n\n## References\n\n{entry}\n").entries
    assert (found.words.title, found.url) == ("Holistic Evaluation of Language Models", "https://a.example/x")
