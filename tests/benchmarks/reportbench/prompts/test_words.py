"""What the offline rule takes from a text: topics, phrases, terms, themes, venues, casing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.benchmarks.reportbench.prompts.casing import Casing
from tasks.benchmarks.reportbench.prompts.english import not_english
from tasks.benchmarks.reportbench.prompts.headings import themes
from tasks.benchmarks.reportbench.prompts.phrases import defined_terms, key_phrases, named_systems
from tasks.benchmarks.reportbench.prompts.titles import title_in
from tasks.benchmarks.reportbench.prompts.topics import topic_candidates
from tasks.benchmarks.reportbench.prompts.venues import frequent_venues, venue_name

PLAIN = Casing()


@pytest.mark.parametrize(
    ("title", "topic"),
    [
        ("A Survey of DHT", "DHT"),
        ("The Continuum of Computing", "computing continuum"),
        ("Robust Beamforming for Crowded Rooms: A Review", "robust beamforming for crowded rooms"),
        (
            "A Comprehensive Survey on Robust Neural Beamforming for Very Crowded Rooms",
            "robust neural beamforming applied to very crowded rooms",
        ),
        ("Towards Quieter Rooms: Challenges, Methods, and Directions", "quieter rooms"),
        ("River Flow Visualization", "visualization of river flow"),
        ("A Systematic Review of Echo Cancellation", "echo cancellation"),
        ("From Echoes to Speech: A Survey", "echoes and speech"),
        ("Noise and its Applications in Speech: An Overview", "noise in speech"),
    ],
)
def test_a_topic_is_the_title_in_other_words(title: str, topic: str) -> None:
    found = next(topic_candidates(title, "", (), PLAIN))
    assert found == topic
    assert title_in(f"research on {found}", title) is None


def test_a_motto_gives_way_to_the_part_that_the_abstract_speaks_of() -> None:
    found = topic_candidates(
        "Lost in Fog: A Review of Radar Perception", "Radar perception sees through fog.", (), PLAIN
    )
    assert next(found) == "radar perception"


def test_without_a_title_the_phrases_of_the_text_stand_in() -> None:
    assert list(topic_candidates("", "", ("queen detection",), PLAIN)) == ["queen detection"]


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            (
                "deep",
                "graph",
                "Survey",
                "of",
                "for",
                "in",
                "A",
                "Review",
                "networks",
                "and",
                "using",
                "robust",
                ":",
                "speech",
            )
        ),
        min_size=1,
        max_size=14,
    ).map(" ".join)
)
def test_no_candidate_gives_the_title_away(title: str) -> None:
    assert all(
        title_in(f"the research on {topic}", title) is None
        for topic in topic_candidates(title, "", ("queen detection",), PLAIN)
    )


def test_capitals_follow_the_running_text() -> None:
    casing = Casing.of("We use hidden Markov models. They beat BERT on hidden states, and Lidar is not LiDAR.")
    assert casing.apply("Hidden Markov Models and BERT") == "hidden Markov models and BERT"
    assert casing.apply("ROBUST Gaussian Mixtures") == "ROBUST Gaussian mixtures"


def test_abbreviations_come_with_the_words_that_they_stand_for() -> None:
    text = (
        "A support vector machine (SVM) and a long short-term memory (LSTM) network. SVM and LSTM differ, as the SVM "
        "shows (see Table 2). Unused generative adversarial network (GAN). A note (NB)."
    )
    assert defined_terms(text) == ("support vector machine (SVM)", "long short-term memory (LSTM)")


def test_systems_are_names_with_capitals_inside_that_return() -> None:
    text = "TextGCN is old. TextGCN and BertGCN. TextGCN wins. " + "McDonald et al. said so. " * 3 + "LLMs " * 3
    assert named_systems(text) == ("TextGCN",)


def test_phrases_are_nouns_of_the_field() -> None:
    abstract = (
        "We propose a comprehensive overview of swarm prediction. Recent advances in queen detection "
        "significantly improve results. This paper discusses open challenges, swarm prediction and noise robustness."
    )
    phrases = key_phrases(abstract, "", PLAIN)
    assert phrases[0] == "swarm prediction"
    assert set(phrases) == {"swarm prediction", "queen detection", "noise robustness"}


def test_themes_leave_out_what_every_paper_has() -> None:
    outline = "1 Introduction\n  1.1 Overview of Queen Detection\n2. Swarm Prediction\nConclusion\nWhat is a Bee?"
    outline += "\n蜂群\nOpen Problems"
    found = themes(outline, "Bees: A Survey", PLAIN)
    assert found.subjects == ("queen detection", "swarm prediction")
    assert (found.evaluation, found.open_problems) == (False, True)


@pytest.mark.parametrize(
    ("venue", "name"),
    [
        (
            "Proceedings of the 35th International Conference on Machine Learning, 2018",
            "International Conference on Machine Learning",
        ),
        ("In Proc. of the 2019 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", "CVPR"),
        ("IEEE Transactions on Robotics, vol. 12", "IEEE Transactions on Robotics"),
        ("Nature", "Nature"),
        ("arXiv preprint arXiv:2001.00001", None),
        ("CoRR", None),
        ("MIT Press", None),
        ("", None),
    ],
)
def test_venues_are_named_as_people_name_them(venue: str, name: str | None) -> None:
    assert venue_name(venue) == name


def test_only_venues_that_return_are_asked_for() -> None:
    assert frequent_venues(["Nature"] * 3 + ["Science"] * 2 + ["NATURE, 2020"]) == ("Nature",)


@settings(deadline=None)
@given(st.text(max_size=120))
def test_any_text_can_be_taken_apart(text: str) -> None:
    casing = Casing.of(text)
    assert all(" " in phrase for phrase in key_phrases(text, text, casing))
    assert isinstance(defined_terms(text), tuple)
    assert isinstance(named_systems(text), tuple)
    assert themes(text, "A Title", casing).subjects is not None
    assert venue_name(text) != ""


@pytest.mark.parametrize(
    "text",
    [
        "Résumez les travaux de recherche sur les abeilles, avec des articles publiés avant mai 2023 seulement.",
        "Resuma la investigación sobre las abejas y use solo los artículos publicados antes de mayo de 2023.",
        "请总结蜂群声学监测的研究。",
        "12345",
        "",
    ],
)
def test_other_languages_are_told_from_english(text: str) -> None:
    assert not_english(text)


def test_a_foreign_term_does_not_make_english_foreign() -> None:
    assert not_english("Review what is known about the Bienenstock (蜂箱) and its sound in the winter.") is None
