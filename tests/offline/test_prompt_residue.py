"""No prompt holds what is left of formulas, definitions, commands, placeholders or the authors' own system."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.offline.wording import completed, is_phrase, own_names, spelling, whole_in
from tests.offline.test_prompt import material, topic_of, write_prompt
from tests.tables import each_row

RESIDUE = re.compile(
    r"\b(?:let|suppose|assume|denote|thus|hence|iff|resp|wlog|lemma|theorem|corollary|proof|lorem|ipsum|placeholder"
    r"|subsection|creative commons)\b"
    r"|[\\$_^{}=<>*#@|~]|\d+x\d+|(?<=[,;] )\w(?=[,;])|\b(?:and|of|for|with|in|by|on) (?:and|of|for|with|in|by|on)\b"
    r"|\b(?:about|take up|cover|on) (?:,|;|and\b)|,,|;;| ,|\(\)",
    re.IGNORECASE,
)
SUBJECTS = ("swarm prediction", "queen detection", "mite counts", "hive acoustics", "sensor placement")
MATHS = (
    "Let g be a map and let G denote a group.", "Suppose that x_i = y^2 holds for all n.",
    "Thus g g g, hence g(x) < 3.",
    "By Lemma 3.2 and Theorem 4 we get Rn.", "Proof of the lemma. Let gx be given.",
    "Denote by H1 x H2 the set of all K.",
)  # fmt: skip
HEADINGS = (
    "Let G be a group", "Proof of Theorem 2", "Subsection Heading Here", "Lorem Ipsum", "1x1", "nxN", "x",
    "3.Queen rooms",
    "4.3Evaluation metrics", "Preamble", "$L_2$ norms", "A B C", "\\alpha decay", "Notation", "On a_i",
    "Results = good",
)  # fmt: skip
SENTENCES = st.one_of(
    st.sampled_from(MATHS),
    st.sampled_from(SUBJECTS).map(lambda subject: f"We look at {subject} in the wild, and {subject} is hard."),
)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    st.lists(SENTENCES, min_size=1, max_size=25).map(" ".join),
    st.lists(st.sampled_from((*HEADINGS, "Swarm Prediction", "QUEEN DETECTION IN HIVES")), max_size=12),
    st.sampled_from(("", "Hive Sounds: A Survey", "BeeNet-2", "A Review of Listening to Bees")),
)
def test_no_prompt_holds_residue(text: str, headings: list[str], title: str) -> None:
    for level in ("sentence", "paragraph", "detail"):
        written = write_prompt(level, material(title, text, outline="\n".join(headings), text=text * 3))
        subject = re.sub(r"published before May 2023|e\.g\.|\d+\. ", "", written)
        assert not (found := RESIDUE.search(subject)), (found and found[0], written)


@each_row(
    "phrase",
    ["let gab", "suppose graph", "graph convolutional", "made inherent", "codebase becomes", "regarding compatibility",
     "replicate figure", "fewer bugs", "x_i norm", "group ggg", "creative commons", "microkernels fail"],
)  # fmt: skip
def test_what_is_no_subject(phrase: str) -> None:
    assert not is_phrase(phrase)


@each_row(
    "phrase",
    [
        "swarm prediction",
        "drug-target interactions",
        "network traffic",
        "fuzzy logic",
        "training signal",
        "metal alloys",
    ],
)
def test_what_is_a_subject(phrase: str) -> None:
    assert is_phrase(phrase)


@each_row(
    "subjects, names",
    [
        (("DTI-Voodoo",), ("DTI-Voodoo",)),
        (("S2ORC", "The Semantic Scholar Open Research Corpus"), ("S2ORC",)),
        (("BeeNet", "Listening to Hives"), ("BeeNet",)),
        (("DHT",), ()),
        (("Beekeeping",), ()),
        (("IoT",), ()),
        (("COVID-19",), ()),
        (("Cross-Validation",), ()),
        (("GPUs",), ()),
    ],
)
def test_the_authors_own_system(subjects: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert own_names(subjects, "The Internet of Things (IoT) grows.") == names


def test_the_authors_own_system_is_neither_topic_nor_theme() -> None:
    text = (
        "BeeNet hears swarm prediction. BeeNet does swarm prediction with HiveBench. BeeNet wins, HiveBench, HiveBench."
    )
    written = write_prompt("detail", material("BeeNet: Listening", text, outline="The BeeNet Corpus", text=text))
    assert "BeeNet" not in written
    assert "HiveBench" in written


@each_row(
    "title, topic",
    [
        ("On Determinism of Engines Used for Driving", "engines used for driving, in particular their determinism"),
        ("Querying Dynamic Linked Data Graphs: A Survey", "querying dynamic linked data graphs"),
        ("Wing Shape, Lift Force and Drag", "lift force, drag, and wing shape"),
        ("Partial Sums in the Primes", "the primes, in particular partial sums"),
        ("Community White Paper Working Group - Wing Simulation", "wing simulation"),
        ("Human-Robot Collaboration in Mills", "mills, in particular human-robot collaboration"),
        ("Lift of Wings at KITE1 Collaboration", "lift of wings"),
        ("Preserving Kites to Enable Reuse", "preserving kites"),
        ("A Deep Survey of Quiet Wings", "quiet wings"),
        ("Who Flies? A Model of Peer Review", "a model of peer review"),
        ("Kites Project Report Wing Folding in Storms", "wing folding in storms"),
        ("On the Art and Science of Wing Folding", "wing folding"),
        ("Sails and the Politics of Open Harbours", "sails as well as the politics of open harbours"),
        ("Change your booktitle in localmetadata.tex", ""),
    ],
)
def test_a_topic_in_other_words_stays_english(title: str, topic: str) -> None:
    assert topic_of(title) == topic


def test_headings_in_capitals_and_names_are_spelled_as_the_text_spells_them() -> None:
    text = "We led the Gagliardo-Nirenberg way, on POSIX and IoT systems, as POSIX and IoT do, for chosen kites."
    spelled = spelling(text)
    assert spelled("THE NEED FOR WELL-CHOSEN KITES") == "the need for well-chosen kites"
    assert spelled("Citizen-Led Flights") == "citizen-led flights"
    assert spelled("gagliardo-nirenberg steps on posix and iot") == "Gagliardo-Nirenberg steps on POSIX and IoT"
    assert spelled("H1 Detector") == "H1 detector"


def test_names_of_several_words_keep_their_capitals() -> None:
    text = "It is run by the Kite Project, and the Kite Project has a project for each kite, kite by kite."
    assert spelling(text)("The Kite Project") == "the Kite Project"
    assert (
        spelling("They call it a vision, and Vision-TAD is another vision.")("Vision-Based Flight")
        == "vision-based flight"
    )
    assert spelling("We build on it.")("GPU-Driven I/O") == "GPU-driven I/O"


def test_a_cut_phrase_and_a_verb_are_no_subject() -> None:
    text = "First order logic is hard. They use first order logic to undergo trials, as in first order logic of kites."
    whole = whole_in(text)
    assert not whole("order logic")
    assert not whole("undergo trials")
    assert whole("kites")


def test_an_adjective_takes_the_noun_that_the_text_has_behind_it() -> None:
    assert (
        completed("3D Gaussian", "3D Gaussian splatting is new. We cover 3D Gaussian splatting.")
        == "3D Gaussian splatting"
    )
    assert completed("3D Gaussian", "A 3D Gaussian is new.") == "3D Gaussian"
