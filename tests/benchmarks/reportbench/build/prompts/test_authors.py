"""Authors in every script and spelling, and names that are words of a field."""

from __future__ import annotations

from litgauge.tasks.benchmarks.reportbench.build.prompts.authors import author_in
from litgauge.tasks.records import PersonName
from tests.tables import each_row

SØRENSEN = PersonName("Sørensen", "Øyvind")
MÜLLER = PersonName("Müller", "Jörg")
WANG = PersonName("王", "伟")
IVANOV = PersonName("Иванов", "Сергей")
SILVEIRA = PersonName("da Silveira", "Thiago Lopes Trugillo")


@each_row(
    "text, author",
    [
        ("Follow Joerg Mueller.", MÜLLER),
        ("Jorg Muller has worked this out.", MÜLLER),
        ("Use Mueller's taxonomy.", MÜLLER),
        ("Heed the views of Sorensen.", SØRENSEN),
        ("请参考王伟的工作。", WANG),
        ("作者是 王 伟。", WANG),
        ("使用王的分类法。", WANG),
        ("Wang Wei has summarised it.", WANG),
        ("Follow Wei Wang in this.", WANG),
        ("Ivanov's overview gives the order.", IVANOV),
        ("As Sergey Iwanow writes, letters differ.", PersonName("Ivanov", "Sergey")),
        ("Silveira gives the answer.", SILVEIRA),
        ("Gengchen Mei set the terms.", PersonName("Mai", "Gengchen")),
        ("Jiang-Hao Lin arranged it.", PersonName("Lin", "Jianghao")),
        ("Keep to what Jheng-hao Lin did.", PersonName("Lin", "Jheng-hao")),
    ],
)
def test_an_author_is_found_in_any_spelling(text: str, author: PersonName) -> None:
    assert author_in(text, [author])


@each_row(
    "text",
    [
        "The Müller cell and Müller glia are out of scope.",
        "Compare Müller's inequality with Gauss's law.",
        "Use the Sørensen index.",
        "Explain the Müller-Lyer illusion and the Goodman-Sørensen estimator.",
        "Mill the grain before you weigh it.",
    ],
)
def test_a_name_in_a_term_is_no_author(text: str) -> None:
    assert author_in(text, [MÜLLER, SØRENSEN, PersonName("Mill", "John")]) is None


def test_two_family_names_in_one_breath_are_authors_however_short() -> None:
    authors = [PersonName("Li", "Na"), PersonName("Wu", "Bo")]
    assert author_in("Begin with Li and Wu.", authors)
    assert author_in("Begin with Li.", authors) is None


def test_a_word_of_the_corpus_needs_credit_to_be_an_author() -> None:
    author = [PersonName("Fischer", "Anna")]
    assert author_in("Discuss Fischer and others.", author)
    assert author_in("Discuss Fischer and others.", author, is_word=lambda word: word == "Fischer") is None
    assert author_in("Follow Fischer's survey.", author, is_word=lambda word: word == "Fischer")
