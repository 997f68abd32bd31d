"""The prompts that are made of a survey's own words."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import subjects_of, title_in
from litgauge.tasks.offline.prompt import Material, write_prompt
from tests.tables import each_row

ABSTRACT = (
    "We propose a comprehensive overview of swarm prediction. Recent advances in queen detection "
    "significantly improve results. This paper discusses open challenges, swarm prediction and queen detection."
)


def material(title: str, abstract: str = "", **changes: object) -> Material:
    """A survey of that title."""
    values = {"subjects": subjects_of(title), "abstract": abstract, "outline": "", "text": "", "venues": (),
              "cutoff": "May 2023", "careful": False,
              "reveals": lambda phrase: title_in(phrase, title) is not None, **changes}  # fmt: skip
    return Material(**values)  # type: ignore[arg-type]


def topic_of(title: str, abstract: str = "") -> str:
    """What the sentence-level prompt is about."""
    found = re.search(
        r"research on (.*?)(?:, (?:drawing|going|judged))", write_prompt("sentence", material(title, abstract))
    )
    return found[1] if found else ""


@each_row(
    "title, topic",
    [
        ("A Survey of DHT", "DHT"),
        ("The Continuum of Computing", "the continuum of computing"),
        ("Robust Beamforming for Crowded Rooms: A Review", "robust beamforming for crowded rooms"),
        (
            "A Comprehensive Survey on Robust Neural Beamforming for Very Crowded Rooms",
            "very crowded rooms, in particular robust neural beamforming",
        ),
        ("Towards Quieter Rooms: Challenges, Methods, and Directions", "quieter rooms"),
        ("Urban River Flow Visualization", "the visualization of urban river flow"),
        ("A Systematic Review of Echo Cancellation", "echo cancellation"),
        ("From Echoes to Speech: A Survey", "echoes and speech"),
    ],
)
def test_a_topic_is_the_title_in_other_words(title: str, topic: str) -> None:
    assert topic_of(title) == topic
    assert title_in(f"research on {topic}", title) is None


def test_a_motto_gives_way_to_the_part_that_the_abstract_speaks_of() -> None:
    assert (
        topic_of("Lost in Fog: A Review of Radar Perception", "Radar perception sees through fog.")
        == "radar perception"
    )


def test_without_a_title_the_phrases_of_the_text_stand_in() -> None:
    assert topic_of("", ABSTRACT) in ("swarm prediction", "queen detection")
    assert write_prompt("sentence", material("", "")) == ""


def test_capitals_follow_the_running_text() -> None:
    text = "We use hidden Markov models, as Lidar does. They use Lidar, and BERT is not the same as Lidar."
    topic = topic_of("Hidden Markov Models and BERT for LIDAR: A Survey", text)
    assert topic.endswith("hidden Markov models and BERT")


def test_abbreviations_come_with_the_words_that_they_stand_for() -> None:
    text = (
        "A support vector machine (SVM) and a long short-term memory (LSTM) network. SVM and LSTM differ, as the SVM "
        "shows (see Table 2). Unused generative adversarial network (GAN). A note (NB)."
    )
    written = write_prompt("paragraph", material("Hive Sounds: A Survey", text=text))
    assert "such as support vector machine (SVM) and long short-term memory (LSTM)." in written


def test_systems_are_names_with_capitals_inside_that_return() -> None:
    text = "TextGCN is old. TextGCN and BertGCN. TextGCN wins. " + "McDonald et al. said so. " * 3
    written = write_prompt("detail", material("Hive Sounds: A Survey", text=text))
    assert "the part that TextGCN played" in written


def test_a_refused_attempt_leaves_out_what_the_text_names() -> None:
    text = "A support vector machine (SVM). The SVM. " + "BeeNet hears. " * 3
    written = write_prompt(
        "detail", material("Hive Sounds: A Survey", text=text, venues=("Nature", "Science"), careful=True)
    )
    assert not re.search("SVM|BeeNet|Nature", written)


def test_themes_leave_out_what_every_paper_has() -> None:
    outline = "1 Introduction\n  1.1 Overview of Queen Detection\n2. Swarm Prediction\nConclusion\nWhat is a Bee?"
    outline += "\n蜂群\nOpen Problems\nXXX"
    written = write_prompt("paragraph", material("Hive Sounds: A Survey", outline=outline))
    assert "what is known about queen detection and swarm prediction, and" in written


WORDS = st.sampled_from("deep graph Survey of for in A Review networks and using robust : speech from to".split())  # noqa: SIM905


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=14).map(" ".join))
def test_no_topic_gives_the_title_away(title: str) -> None:
    assert title_in(f"the research on {topic_of(title, ABSTRACT)}", title) is None


@settings(deadline=None)
@given(st.text(max_size=120), st.text(max_size=300))
def test_any_text_can_be_taken_apart(title: str, text: str) -> None:
    for level in ("sentence", "paragraph", "detail"):
        written = write_prompt(level, material(title, text, outline=text, text=text))
        assert not written or "May 2023" in written
