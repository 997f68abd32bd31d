"""English told from other languages."""

from __future__ import annotations

from litgauge.tasks.benchmarks.reportbench.build.prompts.english import not_english
from tests.tables import each_row


@each_row(
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


@each_row(
    "text",
    [
        "Review bees. Lies zuerst, was Suomalainen und Kyrki dazu schreiben.",
        "Show me los métodos más importantes and compare them.",
        "Review bees, and take 遥感影像 as the case.",
        "Review the novel Война и мир and how it was translated into English in the last hundred years.",
    ],
)
def test_a_passage_in_another_language_makes_a_prompt_foreign(text: str) -> None:
    assert not_english(text)


@each_row(
    "text",
    [
        "Compare α-helices with β-sheets, van der Waals forces and the ideas of Anna Maria van der Berg.",
        "Prefer venues such as ACM MM, AAAI, IEEE TPAMI and CVPR.",
        "Cover CTC, LSTM and GAN; e.g. U-Net, ResNet50 and YOLOv5.",
        "Explain, a priori and without proof, what the Zeitgeist has to do with it.",
    ],
)
def test_names_terms_and_acronyms_are_english_enough(text: str) -> None:
    assert not_english(text) is None
