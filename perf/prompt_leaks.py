"""Share of planted leaks that prompts' rules find, and of good prompts that they refuse: `python -m perf.prompt_leaks`.

200 leaks, 40 in each of five languages, planted in a prompt that holds every rule; 332 leaks and 350 good sentences of
`leak_sets/`, planted in the published prompts of their surveys, and 300 whole prompts of three other writers; the 100
published prompts under LITGAUGE_REAL_DATA; and prompts written offline from the titles and abstracts of their surveys.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts import PromptSettings, validate, write_prompts
from litgauge.tasks.benchmarks.reportbench.build.prompts.search import CorpusIndex
from litgauge.tasks.records import FullText, PersonName, Survey
from perf._planted_leaks import ALIKE, LEAKS, SECOND_SET, TITLES
from tests.benchmarks.reportbench.build.prompts.examples import (
    BEES,
    GOOD,
    OfflineAsker,
    prompt,
    published_prompt,
    published_rows,
    published_survey,
)

LEAK_RULES = frozenset(
    """title search motto coined abstract count venue identifier address trail survey-named author chatter
    language""".split()  # noqa: SIM905
)
SETS = Path(__file__).with_name("leak_sets")
DOUBTED = ("2306.05817", "2108.09646", "2405.10347", "2203.01923")
"""Published prompts that a person found to leak (doubted_prompts.yaml)."""


def main(*, examples: bool) -> None:
    surveys = [published_survey(row) for row in published_rows(real_data())]
    corpus = corpus_of(surveys)
    print("| prompts | of | refused | % | by rule |\n|---|---|---|---|---|")
    for language, survey in planted_surveys():
        show(
            f"planted, {language}", planted(language, survey), survey, corpus_of([*surveys, survey]), examples=examples
        )
    for language, survey in planted_surveys():
        show(f"second set, {language}", SECOND_SET[language], survey, corpus_of([survey]), examples=examples)
    for language, survey in planted_surveys():
        show(f"look alike, against the survey in {language}", ALIKE, survey, corpus, examples=False)
    for name in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh"):
        show_set(name, surveys, examples=examples)
    for name in ("another_writer", "third_writer", "fourth_writer"):
        show_whole_prompts(name, surveys, examples=examples)
    rows = [(survey, published_prompt(row)) for survey, row in zip(surveys, published_rows(real_data()), strict=True)]
    for name, wanted in (("published, leaking by a person's word", True), ("published, others", False)):
        chosen = [(survey, text) for survey, text in rows if (survey.survey_id in DOUBTED) == wanted]
        line(name, [faults(validate(text, survey, corpus=corpus)) for survey, text in chosen])
    line("ours, offline (a survey each)", [asyncio.run(offline(survey, corpus)) for survey in surveys])


def show(name: str, texts: Sequence[str], survey: Survey, corpus: CorpusIndex, *, examples: bool) -> None:
    verdicts = []
    for text in texts:
        body = f"{GOOD['paragraph']} {text}"
        rules = faults(validate(prompt("paragraph", body, survey), survey, corpus=corpus))
        verdicts.append(rules)
        if examples and not rules:
            print("not found:", text)
    line(name, verdicts)


def show_set(name: str, published: Sequence[Survey], *, examples: bool) -> None:
    """Sentences of a set, each behind the published prompt of its survey; an invented survey has the bees' prompt."""
    rows = yaml.safe_load((SETS / f"{name}.yaml").read_text(encoding="utf-8"))
    prompts = {row["arxiv_id"]: published_prompt(row) for row in published_rows(real_data())}
    invented = [invented_survey(key, row) for key, row in rows.get("surveys", {}).items()]
    surveys = {survey.survey_id: survey for survey in (*published, *invented)}
    corpus = corpus_of(list(surveys.values()))

    def verdict(survey_id: str, sentence: str, *, leak: bool) -> list[str]:
        survey = surveys[survey_id]
        base = prompts.get(survey_id)
        if base is None or survey_id in DOUBTED:
            base = prompt("paragraph", survey=survey)
        body = base.body.rstrip()
        joined = f"{body}{'.' if body[-1].isalnum() else ''} {sentence}"
        rules = faults(validate(replace(base, body=joined), survey, corpus=corpus))
        if examples and bool(rules) != leak:
            print("not found:" if leak else f"refused ({rules[0]}):", sentence)
        return rules

    for language, leaks in rows["leaks"].items():
        line(f"{name} set, leaks, {language}", [verdict(*leak, leak=True) for leak in leaks])
    line(f"{name} set, no leaks", [verdict(*sentence, leak=False) for sentence in rows["clean"]])


def show_whole_prompts(name: str, published: Sequence[Survey], *, examples: bool) -> None:
    """Whole prompts of a set, each against its survey, which is a published one or stands in the set."""
    rows = yaml.safe_load((SETS / f"{name}.yaml").read_text(encoding="utf-8"))
    others = [invented_survey(key, row) for key, row in rows["surveys"].items()]
    surveys = {survey.survey_id: survey for survey in (*published, *others)}
    corpus = corpus_of(list(surveys.values()))
    verdicts: dict[str, list[list[str]]] = {}
    for row in rows["prompts"]:
        survey, body = surveys[row["survey"]], row["prompt"]
        rules = faults(validate(prompt("paragraph", body, survey), survey, corpus=corpus))
        english = sum(not sign.isascii() for sign in body) < 3 and {"the", "of", "and"} & set(body.split())
        kind = "leaks" if row["leaks"] else "no leaks"
        verdicts.setdefault(f"{name}, {'English' if english else 'other languages'}, {kind}", []).append(rules)
        if examples and english and bool(rules) != row["leaks"]:
            print(f"refused ({rules[0]}):" if rules else "not found:", body)
    for label, refused in verdicts.items():
        line(label, refused)


def invented_survey(key: str, row: dict[str, Any]) -> Survey:
    authors = tuple(PersonName(family, given) for family, given in row["authors"])
    return replace(BEES, survey_id=key, title=row["title"], authors=authors, abstract=row["abstract"])


def line(name: str, verdicts: Sequence[list[str]]) -> None:
    refused = sum(bool(rules) for rules in verdicts)
    first = Counter(rules[0] for rules in verdicts if rules)
    by_rule = ", ".join(f"{rule} {count}" for rule, count in first.most_common())
    print(f"| {name} | {len(verdicts)} | {refused} | {100 * refused / len(verdicts):.1f} | {by_rule} |")


def faults(diagnoses: Sequence[object]) -> list[str]:
    rules = [str(getattr(fault, "rule", "")) for fault in diagnoses]
    return [rule for rule in rules if rule in LEAK_RULES]


async def offline(survey: Survey, corpus: CorpusIndex) -> list[str]:
    text = FullText(survey.survey_id, survey.title, survey.abstract, (), "pdf")
    try:
        await write_prompts(survey, text, OfflineAsker(), PromptSettings(), corpus=corpus)
    except Rejected as error:
        return [error.rule]
    return []


def planted(language: str, survey: Survey) -> list[str]:
    person = survey.authors[0]
    words = survey.title.split()
    shuffled = " ".join([*words[len(words) // 2 :], *words[: len(words) // 2]])
    values = {"title": survey.title, "family": person.family, "given": person.given, "shuffled": shuffled}
    return [leak.format(**values) for leak in LEAKS[language]]


def planted_surveys() -> Iterator[tuple[str, Survey]]:
    for language, (title, family, given) in TITLES.items():
        abstract = "We sort methods by a tree called HiveTree9."
        yield (
            language,
            replace(
                BEES,
                survey_id="2305.01234",
                title=title,
                authors=(PersonName(family, given),),
                abstract=abstract,
                doi="10.1234/bees.5",
            ),
        )


def corpus_of(surveys: Sequence[Survey]) -> CorpusIndex:
    return CorpusIndex.of((survey.survey_id, survey.title, survey.abstract or "") for survey in surveys)


def real_data() -> Path:
    return Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data"))


if __name__ == "__main__":
    main(examples="examples" in sys.argv)
