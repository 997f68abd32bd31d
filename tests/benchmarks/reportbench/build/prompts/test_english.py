"""English told from other languages."""

from __future__ import annotations

import pytest

from litgauge.tasks.benchmarks.reportbench.build.prompts.english import not_english


@pytest.mark.parametrize(
    "text",
    [
        "Résumez les travaux de recherche sur les abeilles, avec des articles publiés avant mai 2023 seulement.",
        "Resuma la investigación sobre las abejas y use solo los artículos publicados antes de mayo de 2023.",
        "请总结蜂群声学监测的研究。",
        "12345",
        "2Q",
        "",
    ],
)
def test_other_languages_are_told_from_english(text: str) -> None:
    assert not_english(text)


def test_a_foreign_term_does_not_make_english_foreign() -> None:
    assert not_english("Review what is known about the Bienenstock (蜂箱) and its sound in the winter.") is None
