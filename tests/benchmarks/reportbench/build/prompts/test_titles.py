"""What counts as giving a title away."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import fold, title_in
from tests.tables import each_row

BEES = "Acoustic Monitoring of Honey Bee Colonies with Cheap Sensors: A Survey"


@each_row(
    "body",
    [
        f'Write about "{BEES}" please.',
        BEES.upper(),
        "acoustic monitoring of honey bee colonies with cheap sensors - a survey",
        "Acoustic monitoring of honey bee colonies with cheap sensor: a survey",
        "Tell me about acoustic monitoring of honey-bee colonies with cheap sensors.",
        "Acoustic monitoring of **honey bee colonies** with cheap sensors",
    ],
)
def test_the_title_is_found_whatever_its_dress(body: str) -> None:
    assert title_in(body, BEES)


@each_row(
    "body",
    [
        "the sound of bee hives and what low-cost microphones tell",
        "acoustic monitoring of bee colonies",
        "a survey of cheap sensors",
    ],
)
def test_the_subject_in_other_words_is_free(body: str) -> None:
    assert title_in(body, BEES) is None


def test_a_short_topic_is_the_name_of_its_field() -> None:
    assert title_in("Review the literature on DHT.", "A Survey of DHT") is None
    assert title_in("human-robot handshaking in detail", "Human-Robot Handshaking: A Review") is None


def test_a_compound_is_one_word_of_a_topic() -> None:
    title = "Graph-based Deep Learning for Communication Networks: A Survey"
    assert title_in("Research graph-based deep learning for communication networks.", title) is None


def test_a_question_counts_whatever_small_words_stand_in_it() -> None:
    title = "How Far Are We from Robust Voice Conversion: A Survey"
    assert title_in("Answer how far we are from robust voice conversion.", title)
    assert title_in("How robust is the conversion of a voice?", title) is None


def test_a_short_title_counts_as_a_whole() -> None:
    assert title_in("Write a survey of DHT.", "A Survey of DHT")
    assert title_in("What are smart cities in the continuum?", "Smart Cities in the Continuum")
    assert title_in("Say what is known about fast radio bursts.", "Fast Radio Bursts") is None


def test_words_around_a_review_of_give_the_title_away() -> None:
    title = "In the Realm of the Hubble tension - a Review of Solutions"
    assert title_in("About the Hubble tension a review of solutions is wanted.", title)
    assert title_in("A review of the Hubble tension and its solutions is wanted.", title) is None


def test_a_quotation_of_all_words_is_the_title_in_any_order() -> None:
    title = "Object Detection in 20 Years: A Survey"
    assert title_in('Please write "A Survey of 20 Years of Object Detection" for researchers.', title)
    assert title_in("Please write a survey of 20 years of object detection.", title) is None


def test_one_word_is_the_topic_itself() -> None:
    assert title_in("All about Bitcoin, please.", "Bitcoin") is None


def test_a_title_in_two_scripts_counts_in_each() -> None:
    title = "跨设备脑电数据融合技术综述 Cross-Device EEG Data Fusion: A Comprehensive Survey"
    assert title_in("Cross-device EEG data fusion: a comprehensive survey", title)
    assert title_in("cross-device EEG data fusion", title) is None


def test_an_abbreviation_in_between_makes_other_words_of_it() -> None:
    title = "Graph Neural Networks for Text Classification: A Survey"
    assert title_in("Graph Neural Networks for Text Classification", title)
    assert title_in("Graph Neural Networks (GNN) for Text Classification", title) is None


@each_row(
    "body, found",
    [
        ("Survey 3D LiDAR localization for autonomous vehicles.", False),  # the field's usual name
        ("Survey '3D LiDAR localization for autonomous vehicles'.", True),
        ("Survey 3D LiDAR Localization for Autonomous Vehicles.", True),
        ("Write a survey on 3D LiDAR localization for autonomous vehicles.", True),  # the whole title
    ],
)
def test_a_short_phrase_is_the_title_where_it_is_written_as_one(body: str, found: bool) -> None:
    assert bool(title_in(body, "A Survey on 3D LiDAR Localization for Autonomous Vehicles")) is found


@each_row(
    "body, found",
    [
        ("Say how recommender systems benefit from large language models.", True),
        ("Ask in what ways recommender systems may benefit from today's large language models.", True),
        ("Review large language models in recommender systems.", False),
        ("Do large language models benefit from recommender systems?", False),
    ],
)
def test_a_question_counts_by_its_telling_words(body: str, found: bool) -> None:
    title = "How Can Recommender Systems Benefit from Large Language Models: A Survey"
    assert bool(title_in(body, title)) is found


def test_no_title_gives_nothing_away() -> None:
    assert title_in("anything", "") is None


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(("graph", "neural", "deep", "traffic", "robust", "image", "speech", "water", "vision")),
        min_size=4,
        max_size=12,
    ),
    st.text(max_size=40),
    st.text(max_size=40),
)
def test_a_title_of_four_words_or_more_is_found_in_any_company(words: list[str], before: str, after: str) -> None:
    title = " ".join(words)
    assert title_in(f"{before} . {title.title()} . {after}", title)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_folding_is_stable(text: str) -> None:
    assert fold(" ".join(fold(text))) == tuple(fold(" ".join(fold(text))))
    assert fold(text.upper().lower()) == fold(text.lower().upper().lower())
