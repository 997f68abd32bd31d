"""A survey of our own with its text, three good prompts for it, and the published benchmark's rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from litgauge.tasks.benchmarks.reportbench.build.prompts import standing_rules
from litgauge.tasks.benchmarks.reportbench.build.prompts.questions import ReversePrompt
from litgauge.tasks.benchmarks.reportbench.rows import Prompt, PromptLevel
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Reply, Unscored
from litgauge.tasks.records import FullText, PersonName, Section, Survey
from litgauge.tasks.text import clean_text, clean_title

BEES = Survey(
    survey_id="local/bees",
    title="Acoustic Monitoring of Honey Bee Colonies with Cheap Sensors: A Survey",
    abstract=(
        "Beekeepers listen to their hives. We survey acoustic monitoring of honey bee colonies with cheap sensors. "
        "Swarm prediction, queen detection and mite detection are the main tasks. Methods range from spectral "
        "thresholds to convolutional neural networks (CNN) and support vector machines (SVM), and feature extraction "
        "with mel frequency cepstral coefficients (MFCC) is common. We compare public data sets and discuss noise."
    ),
    authors=(
        PersonName("Field", "Long"),
        PersonName("van der Berg", "Anna Maria"),
        PersonName("Apis Collaboration", ""),
    ),
    categories=("cs.SD",),
    license=None,
    comments=None,
    journal_ref=None,
    doi=None,
    submitted=date(2022, 3, 1),
    updated=date(2023, 5, 17),
    version=2,
    source=None,
    origin="local",
)

BEES_TEXT = FullText(
    survey_id="local/bees",
    title=BEES.title,
    abstract=BEES.abstract,
    origin="latex",
    sections=(
        Section(1, "Introduction", "Colonies die, and inspections disturb the bees. Cheap sensors may help."),
        Section(
            1,
            "Swarm Prediction",
            "Swarming changes the hum. Most work trains a support vector machine (SVM) "
            "on mel frequency cepstral coefficients (MFCC); later work uses BeeNet. An SVM "
            "needs few recordings. BeeNet and MFCC features are compared in HiveBench.",
        ),
        Section(
            1, "Queen Detection", "A queenless colony roars. BeeNet finds it in HiveBench, and an SVM comes close."
        ),
        Section(1, "Mite Detection", "Mites are heard poorly. BeeNet fails on HiveBench here."),
        Section(1, "Data Sets and Measures", "HiveBench is the largest, with MFCC features included."),
        Section(1, "Open Problems", "Noise of wind and rain."),
    ),
)

GOOD: dict[PromptLevel, str] = {
    "sentence": "Summarise the research on listening to bee hives with low-cost microphones, and use only papers "
    "published before May 2023.",
    "paragraph": "I keep bees and want to know what can be learned from the sound of a hive. Review the work on sound "
    "analysis with low-cost microphones, above all how swarming and the loss of a queen are recognised, and "
    "compare classical features with neural networks. All papers must have been published before May 2023.",
    "detail": "I need a thorough account of sound analysis in bee hives. Please cover:\n"
    "1. Tasks: the prediction of swarms, the recognition of a missing queen, and the search for mites.\n"
    "2. Methods: spectral thresholds, support vector machines on cepstral coefficients, and convolutional "
    "networks, with the reasons why one was preferred over another.\n"
    "3. Evidence: the public recordings, how large they are, and which measures authors report on them.\n"
    "4. What wind and rain do to the results, and what is still unsolved.\n"
    "Constraints:\n- Use only literature published before May 2023.\n"
    "- Prefer work in English from venues such as ICASSP and Apidologie.",
}


def prompt(level: PromptLevel, body: str | None = None, survey: Survey = BEES, **changes: Any) -> Prompt:
    """A good prompt for the bees, or the one that the arguments make of it."""
    made = Prompt(
        survey.survey_id,
        level,
        GOOD[level] if body is None else body,
        standing_rules(survey.title),
        "2023-05",
        "offline",
        "reverse_prompt@1",
    )
    return replace(made, **changes)


class OfflineAsker:
    """Answers with the questions' own rules and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def ask(self, question: Question[Any], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Any]:
        self.asked.append((question.name, sample))
        return reply(question, question.offline(inputs))


class ScriptedAsker:
    """Says what the script says for each level and attempt, and remembers what it was given."""

    def __init__(self, script: Callable[[str, int], ReversePrompt | Unscored | str]) -> None:
        self.script = script
        self.given: list[tuple[str, int, Mapping[str, Any]]] = []

    async def ask(self, question: Question[Any], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Any]:
        level = question.name.rsplit("_", 1)[-1]
        self.given.append((level, sample, inputs))
        said = self.script(level, sample)
        return reply(question, ReversePrompt(prompt=said, obstacle="") if isinstance(said, str) else said, "scribe-1")


def reply(question: Question[Any], answer: Any, model: str = "offline") -> Reply[Any]:
    """A reply that holds the answer."""
    return Reply(answer, question.label, "offline", model, "", "", False, 0, 0, 0.0)


def published_rows(real_data: Path) -> list[dict[str, Any]]:
    """The 100 rows of the published benchmark."""
    text = (real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def published_survey(row: Mapping[str, Any]) -> Survey:
    """The survey of a published row."""
    days = [parsedate_to_datetime(version["created"]).date() for version in row["versions"]]
    return Survey(
        row["arxiv_id"],
        clean_title(row["title"]),
        clean_text(row["abstract"]),
        tuple(PersonName(family, given) for family, given, *_ in row["authors_parsed"]),
        tuple(row["categories"].split()),
        row["license"],
        row["comments"],
        row["journal-ref"],
        row["doi"],
        days[0],
        days[-1],
        len(days),
        None,
        "snapshot",
    )


def published_prompt(row: Mapping[str, Any]) -> Prompt:
    """Its prompt with our standing rules; nobody published the level, so length and form tell it."""
    survey, words = published_survey(row), len(row["prompt"].split())
    level: PromptLevel = "sentence" if words < 45 else "paragraph" if words < 119 else "detail"
    assert survey.updated
    return Prompt(
        survey.survey_id, level, row["prompt"], standing_rules(survey.title), f"{survey.updated:%Y-%m}", "published", ""
    )
