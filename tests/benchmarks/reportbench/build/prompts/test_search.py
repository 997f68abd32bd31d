"""Leaks that show beside the survey's abstract and the rest of the corpus, and the index of a build."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from litgauge.tasks.benchmarks.reportbench.build.prompts.search import (
    CorpusIndex,
    coined_name_in,
    motto_in,
    own_number_in,
    own_venue_in,
    quoted_in,
    reveals_title,
)
from litgauge.tasks.benchmarks.reportbench.build.prompts.stage import SearchedSettings
from tests.benchmarks.reportbench.build.prompts.examples import BEES
from tests.tables import each_row

TITLE = "Unbridled Icarus: A Survey of Image Inputs in Multimodal Models"
ABSTRACT = (
    "Multimodal models read images. We survey attacks by image inputs against multimodal models, and introduce "
    "SafeEye, a tool. CLIP and BLIP-2 are attacked. We screened 1,263 papers and kept 64, see https://x.org/safe-eye-list."
)
SURVEY = replace(BEES, title=TITLE, abstract=ABSTRACT, comments="Accepted at ROBO '23, 12 pages", journal_ref=None)


@pytest.mark.parametrize("body", ["Think of Icarus first.", "This is the unbridled icarus again."])
def test_words_of_the_motto_give_the_title_away(body: str) -> None:
    assert motto_in(body, TITLE, ABSTRACT)


def test_the_topic_is_no_motto_and_neither_is_a_word_of_another_document() -> None:
    assert motto_in("Review attacks by image inputs in multimodal models.", TITLE, ABSTRACT) is None
    others = [("a", TITLE, ABSTRACT), ("b", "Icarus in Art", "Icarus falls."), ("c", "Unbridled Horses", "Horses run.")]
    assert motto_in("Think of Icarus unbridled.", TITLE, ABSTRACT, CorpusIndex.of(others)) is None


def test_a_title_whose_abstract_speaks_of_something_else_has_no_motto() -> None:
    assert motto_in("Think of Icarus unbridled.", TITLE, "Bees hum.") is None


def test_words_in_a_row_that_only_the_title_joins_are_a_motto() -> None:
    title, abstract = "Hitchhiker's Guide to Fractional Hives", "Fractional hives are built by fractional bees."
    corpus = CorpusIndex.of(
        [("a", title, abstract), *((str(at), f"Work {at}", "Bees solve equations.") for at in range(60))]
    )
    assert motto_in("Write a hitchhiker's guide to the fractional bees.", title, abstract, corpus)
    assert motto_in("Write about fractional hives.", title, abstract, corpus) is None
    assert motto_in("Write a guide to fractional hives for a hitchhiker.", title, abstract, corpus) is None
    eponyms = "The Kardar-Parisi-Zhang Equation"
    assert motto_in("Solve the Kardar-Parisi-Zhang equation.", eponyms, abstract, corpus) is None


def test_a_sentence_of_the_abstract_is_a_quotation_and_a_list_of_topics_is_none() -> None:
    abstract = (
        "The hum of a hive tells when it is about to swarm. Swarm, queen, mite, noise, brood, honey and wax matter."
    )
    assert quoted_in("Does the hum of a hive tell when it is to swarm?", abstract) is None
    assert quoted_in("Discuss that the hum of a hive tells when it is about to swarm.", abstract)
    assert quoted_in("Cover swarm, queen, mite, noise, brood, honey and wax matter.", abstract) is None


def test_coined_names_are_those_that_the_survey_introduces() -> None:
    assert coined_name_in("Use SafeEye.", TITLE, ABSTRACT) == "SafeEye"
    assert coined_name_in("Take the safe-eye-list.", TITLE, ABSTRACT) == "safe-eye-list"
    assert coined_name_in("Compare CLIP with BLIP-2.", TITLE, ABSTRACT) is None
    assert coined_name_in("Use DL-Traff.", "DL-Traff: A Benchmark", "Traffic is predicted.") == "DL-Traff"


def test_a_name_before_the_colon_is_coined_where_the_abstract_never_says_it() -> None:
    title, others = (
        "CADS: A Review of Dialogue Summaries",
        [("b", "CAD tools", "CAD draws."), ("c", "CAD", "More CAD.")],
    )
    corpus = CorpusIndex.of([("a", title, "Dialogues are summarised."), *others])
    assert coined_name_in("Cover what CADS covers.", title, "Dialogues are summarised.", corpus) == "CADS"
    assert coined_name_in("Cover CADS.", title, "CADS is a task of dialogue.", corpus) is None


def test_copies_of_a_survey_are_one_document_of_the_corpus() -> None:
    corpus = CorpusIndex.of([("a", TITLE, ABSTRACT), ("b", TITLE, ABSTRACT)])
    assert motto_in("Think of the unbridled Icarus.", TITLE, ABSTRACT, corpus)


@each_row(
    "body, number",
    [
        ("Use the same 64 articles.", "64"),
        ("Screen all 1263 again.", "1263"),
        ("Compare 64 channels.", None),
        ("Use studies published before 2023.", None),
    ],
)
def test_a_number_of_works_that_the_survey_counts_is_its_own(body: str, number: str | None) -> None:
    assert own_number_in(body, SURVEY) == number


def test_the_place_of_publication_counts_with_its_year() -> None:
    assert own_venue_in("As was said at ROBO 2023.", SURVEY) == "ROBO 2023"
    assert own_venue_in("Prefer venues such as ROBO and ICRA.", SURVEY) is None


def test_all_words_of_a_title_without_others_between_give_it_away() -> None:
    title = "Fair, Effective and Efficient Mechanism Design"
    assert reveals_title("effective and efficient mechanism design, fair", title, "")
    assert not reveals_title("mechanism design, in particular fair, effective and efficient schemes", title, "")


def test_the_index_of_a_stage_is_made_once_for_all_its_threads() -> None:
    made: list[CorpusIndex] = []

    def corpus() -> CorpusIndex:
        made.append(CorpusIndex.of([("bees", BEES.title, BEES.abstract or "")]))
        return made[-1]

    settings = SearchedSettings()
    settings._corpus = corpus
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: settings.corpus(), range(8)))
    assert len(made) == 1
    assert all(answer is made[0] for answer in answers)


def test_without_a_corpus_a_stage_has_no_index() -> None:
    assert SearchedSettings().corpus() is None


def test_a_search_for_its_words_finds_the_survey_before_the_others() -> None:
    corpus = CorpusIndex.of([("a", "Bees and hives", "Bees hum."), ("b", "Image inputs", "Models read images.")])
    assert corpus.finds_first(["imag"], "b")
    assert not corpus.finds_first(["imag"], "a")
    assert corpus.finds_first(["imag"], "outside")
    assert corpus.is_word("Bees")
    assert not corpus.is_word("Wasps")
