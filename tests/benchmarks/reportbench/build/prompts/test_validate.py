"""Each rule refuses one mutation of a good prompt, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace

from litgauge.tasks.benchmarks.reportbench.build.prompts import PromptSettings, standing_rules, validate
from litgauge.tasks.benchmarks.reportbench.build.prompts.validate import RULES
from litgauge.tasks.benchmarks.reportbench.rows import PromptLevel
from litgauge.tasks.records import PersonName
from tests.benchmarks.reportbench.build.prompts.examples import BEES, GOOD, prompt
from tests.tables import each_row

LEVELS: tuple[PromptLevel, ...] = ("sentence", "paragraph", "detail")

MUTATIONS: list[tuple[str, PromptLevel, dict[str, str]]] = [
    ("empty", "detail", {"body": "  \n"}),
    ("length", "paragraph", {"body": "Survey bees before May 2023, and only papers published before May 2023."}),
    ("length", "detail", {"body": GOOD["detail"] + " Say more about the bees and the hives in the garden." * 60}),
    ("length", "sentence", {"body": "Summarise the sound of bee hives. Use only papers published before May 2023."}),
    (
        "cutoff-missing",
        "sentence",
        {"body": GOOD["sentence"].replace(", and use only papers published before May 2023", "")},
    ),
    ("cutoff-missing", "paragraph", {"body": GOOD["paragraph"].replace("May 2023", "the summer")}),
    ("cutoff-wrong", "paragraph", {"body": GOOD["paragraph"].replace("May 2023", "June 2023")}),
    ("cutoff-wrong", "paragraph", {"body": GOOD["paragraph"].replace("May 2023", "May 2022")}),
    ("cutoff-wrong", "detail", {"body": GOOD["detail"].replace("published before May 2023", "published before 2023")}),
    ("cutoff-wrong", "sentence", {"cutoff": "2023-06"}),
    ("cutoff-conflict", "detail", {"body": GOOD["detail"] + "\n- Nothing published after March 2021."}),
    ("cutoff-conflict", "detail", {"body": GOOD["detail"] + "\n- Do not cite papers that appeared after March 2021."}),
    ("cutoff-conflict", "paragraph", {"body": GOOD["paragraph"] + " Prefer papers published before 2019."}),
    ("title", "paragraph", {"body": GOOD["paragraph"].replace("the work", BEES.title.lower())}),
    ("identifier", "paragraph", {"body": GOOD["paragraph"].replace("swarming", "swarming (10.1234/BEES.5)")}),
    ("address", "paragraph", {"body": GOOD["paragraph"] + " Begin at https://example.org/bees."}),
    ("trail", "paragraph", {"body": GOOD["paragraph"] + " Enter its title in Google Scholar."}),
    (
        "search",
        "paragraph",
        {"body": GOOD["paragraph"] + " Surveys: cheap sensors for honey bee colonies, acoustic monitoring."},
    ),
    ("motto", "paragraph", {"body": GOOD["paragraph"] + " Think of Mohican hums."}),
    ("count", "paragraph", {"body": GOOD["paragraph"] + " Start from the same 73 recent studies."}),
    (
        "abstract",
        "paragraph",
        {
            "body": GOOD["paragraph"]
            + " They range from spectral thresholds to convolutional neural networks (CNN) and "
            "support vector machines."
        },
    ),
    ("venue", "paragraph", {"body": GOOD["paragraph"] + " Begin with what BUZZ '23 had on it."}),
    ("coined", "paragraph", {"body": GOOD["paragraph"] + " Sort methods as HiveTree9 does."}),
    ("survey-named", "paragraph", {"body": GOOD["paragraph"].replace("the work", "what this paper says")}),
    ("chatter", "paragraph", {"body": "I'm sorry, the text is short. " + GOOD["paragraph"]}),
    (
        "author",
        "detail",
        {"body": GOOD["detail"].replace("which measures authors", "which measures Long Field and others")},
    ),
    ("author", "detail", {"body": GOOD["detail"] + "\n- Start from the work of van der Berg et al."}),
    ("rules", "sentence", {"rules": ""}),
    ("rules", "sentence", {"rules": standing_rules("A Survey of Wasps")}),
    ("rules", "sentence", {"rules": standing_rules(BEES.title + " and Wasps")}),
    ("rules", "sentence", {"rules": f'Please enjoy the survey titled "{BEES.title}".'}),
    (
        "language",
        "sentence",
        {
            "body": "Fasse die Forschung zum Klang von Bienenstöcken zusammen und nutze nur Arbeiten, die "
            "before May 2023 erschienen sind."
        },
    ),
    (
        "language",
        "sentence",
        {"body": "请总结蜂群声学监测的研究，并且 只 引用 before May 2023 发表的 成果 和 方法"},
    ),
    ("chatter", "paragraph", {"body": "Certainly! Here is the prompt:\n\n" + GOOD["paragraph"]}),
    ("chatter", "paragraph", {"body": GOOD["paragraph"] + "\n\nLet me know if you need changes."}),
    ("chatter", "sentence", {"body": f'"{GOOD["sentence"]}"'}),
    ("blank", "paragraph", {"body": GOOD["paragraph"].replace("swarming", "[topic]")}),
    ("blank", "paragraph", {"body": GOOD["paragraph"].replace("swarming", "{{topic}}")}),
    ("latex", "paragraph", {"body": GOOD["paragraph"].replace("swarming", r"\emph swarming")}),
    ("latex", "paragraph", {"body": GOOD["paragraph"].replace("swarming", "{SWARM}ing")}),
    ("latex", "paragraph", {"body": GOOD["paragraph"].replace("swarming", "swarming at $x_i$")}),
]


COINING = replace(
    BEES,
    doi="10.1234/bees.5",
    comments="Accepted at BUZZ 2023",
    abstract=f"{BEES.abstract} We sort 73 studies by a tree called HiveTree9.",
)
HUMMING = replace(COINING, title=f"The Last Hum of the Mohicans: {BEES.title}")


def test_the_good_prompts_are_accepted() -> None:
    assert validate([prompt(level) for level in LEVELS], BEES) == ()


@each_row("rule, level, changes", MUTATIONS)
def test_a_mutation_breaks_its_rule(rule: str, level: PromptLevel, changes: dict[str, str]) -> None:
    survey = HUMMING if rule == "motto" else COINING
    faults = validate(prompt(level, survey=survey, **changes), survey)
    assert [fault.rule for fault in faults] == [rule]
    assert faults[0].level == level
    assert faults[0].detail


def test_every_rule_has_its_mutation() -> None:
    assert {rule for rule, _, _ in MUTATIONS} == {"empty", *RULES}


def test_a_longer_level_must_be_longer() -> None:
    wide = PromptSettings(sentence_max_words=500)
    long_sentence = GOOD["sentence"].replace("bee hives", "bee hives in" + " the garden and in" * 40 + " the park")
    faults = validate([prompt("sentence", long_sentence), prompt("paragraph"), prompt("detail")], BEES, wide)
    assert [(fault.rule, fault.level) for fault in faults] == [("levels", "paragraph")]


def test_a_longer_level_must_say_something_new() -> None:
    padded = " ".join([GOOD["paragraph"]] * 2)
    faults = validate([prompt("sentence"), prompt("paragraph"), prompt("detail", padded)], BEES)
    assert [(fault.rule, fault.level) for fault in faults] == [("levels", "detail")]


def test_without_standing_rules_none_are_asked_for() -> None:
    assert validate(prompt("sentence", rules=""), BEES, PromptSettings(standing_rules=False)) == ()


@each_row(
    "words",
    [
        "a long field of view",
        "the Field of robotics",
        "a long way",
        "Berg and valley",
        "work by the Apis Collaboration",
        "the Long Beach hives",
    ],
)
def test_common_words_and_bodies_are_no_authors(words: str) -> None:
    assert validate(prompt("paragraph", GOOD["paragraph"].replace("swarming", words)), BEES) == ()


@each_row(
    "words",
    [
        "Long Field",
        "Field, Long",
        "L. Field",
        "Field et al.",
        "Field and colleagues",
        "Field (2020)",
        "Anna Maria van der Berg",
        "A. M. van der Berg",
        "Anna van der Berg",
    ],
)
def test_authors_are_found_in_every_form(words: str) -> None:
    faults = validate(prompt("paragraph", GOOD["paragraph"].replace("swarming", words)), BEES)
    assert [fault.rule for fault in faults] == ["author"]


def test_a_name_with_accents_is_found_without_them() -> None:
    survey = replace(BEES, authors=(PersonName("Müller", "Jörg"),))
    assert [
        f.rule for f in validate(prompt("paragraph", GOOD["paragraph"].replace("swarming", "Jorg Muller")), survey)
    ] == ["author"]


@each_row(
    "words",
    [
        "$5 microphones and $10 boards",
        "a C++ library",
        "the **whole** hive",
        "50% of hives",
        "{a, b}",
        "C# and F#",
        "~20 hives",
        "e.g. smoke",
    ],
)
def test_ordinary_signs_are_no_latex(words: str) -> None:
    assert validate(prompt("paragraph", GOOD["paragraph"].replace("swarming", words)), BEES) == ()


def test_rules_of_another_wording_are_checked_by_what_they_say() -> None:
    rules = f"- Do not refer to the survey titled ‘‘{BEES.title}’’.\n- Answer as an English survey with citations."
    assert validate(prompt("sentence", rules=rules), BEES) == ()


def test_a_title_with_quotes_can_be_excluded() -> None:
    survey = replace(BEES, title='"Buzz": What Do "Queenless" Hives Say?')
    assert validate(prompt("sentence", survey=survey), survey) == ()
