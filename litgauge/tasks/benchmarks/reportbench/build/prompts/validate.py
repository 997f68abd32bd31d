"""Rules for prompts (ReportBench, 2.1.2): one function per rule.

rule             refuses
empty            no text
length           fewer or more words than the level's bounds; a sentence-level prompt of several sentences
cutoff-missing   no upper bound on the publications' month, or one without its year
cutoff-wrong     a bound other than the month and year of the survey's last version
cutoff-conflict  the right bound and another one beside it
title            the survey's title in the body (what counts as the title: titles.py)
identifier       the survey's arXiv id, DOI or address in the body, in any spelling (own_address.py)
address          an address of any page (trails.py)
trail            where to look the survey up: a search for its title, its list on GitHub (trails.py)
search           a stretch that holds the title's words, in any order, and finds the survey in the corpus (search.py)
motto            words of the title that are no part of the topic (search.py)
coined           a name that the survey coined for its own work (search.py)
abstract         ten words in a row of the survey's abstract (search.py)
count            how many works the survey says it has looked at (search.py)
venue            where and in which year the survey was published (search.py)
survey-named     words that point at the survey as if it lay there: "this paper", "the authors" (documents.py)
author           an author of the survey by name (what counts as a name: authors.py)
rules            standing rules that are missing, or exclude another title
language         another language than English
chatter          the model's words about its answer ("Here is the translation:"), or its refusal ("I cannot")
blank            a blank that was not filled in ("[topic]")
latex            LaTeX
levels           a longer level that is not longer, or says nothing that the shorter one does not
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from litgauge.tasks.benchmarks.reportbench.build.prompts.authors import author_in
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import cutoff_of, date_mentions, in_english
from litgauge.tasks.benchmarks.reportbench.build.prompts.documents import pointing_in
from litgauge.tasks.benchmarks.reportbench.build.prompts.english import not_english
from litgauge.tasks.benchmarks.reportbench.build.prompts.leftovers import blank_in, chatter_in, latex_in
from litgauge.tasks.benchmarks.reportbench.build.prompts.own_address import own_address_in
from litgauge.tasks.benchmarks.reportbench.build.prompts.rules import fault_of_rules
from litgauge.tasks.benchmarks.reportbench.build.prompts.search import (
    CorpusIndex,
    coined_name_in,
    motto_in,
    own_number_in,
    own_venue_in,
    quoted_in,
    title_words_in,
)
from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import fold, title_in
from litgauge.tasks.benchmarks.reportbench.build.prompts.trails import address_in, trail_in
from litgauge.tasks.benchmarks.reportbench.rows import Prompt, PromptLevel
from litgauge.tasks.records import Survey

NEW_WORDS = 5
"""A longer level says at least this many words that the shorter one does not."""

LONGEST_FIRST: tuple[PromptLevel, ...] = ("detail", "paragraph", "sentence")

_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\b[A-Z])[.?!]"
    r"[\"'\u201d)\]*]*\s+(?=[\"'\u201c(*]*[A-Z])"
)


@dataclass(frozen=True, slots=True)
class PromptFault:
    """Why a prompt is refused."""

    rule: str  # a name in the module's table
    level: PromptLevel
    detail: str  # what is wrong, so that the model can mend it


@dataclass(frozen=True, slots=True)
class Case:
    """Input of a rule."""

    prompt: Prompt
    survey: Survey
    settings: PromptSettings
    corpus: CorpusIndex


Rule = Callable[[Case], "str | None"]


def validate(
    prompts: Prompt | Sequence[Prompt],
    survey: Survey,
    settings: PromptSettings | None = None,
    corpus: CorpusIndex | None = None,
) -> tuple[PromptFault, ...]:
    """Every fault of one prompt, or of the levels of one survey and of their relation; () when all hold.

    `corpus` is what the prompts are searched in; by default the survey alone. The standing rules are asked for unless
    `settings.standing_rules` is off. A survey without a date has no cut-off to check against:
    Rejected("prompt-cutoff").
    """
    settings = settings or PromptSettings()
    corpus = corpus or CorpusIndex.of([(survey.survey_id, survey.title, survey.abstract or "")])
    given = (prompts,) if isinstance(prompts, Prompt) else tuple(prompts)
    return tuple(fault for prompt in given for fault in _faults(prompt, survey, settings, corpus)) + faults_of_levels(
        given
    )


def _faults(prompt: Prompt, survey: Survey, settings: PromptSettings, corpus: CorpusIndex) -> list[PromptFault]:
    if not prompt.body.strip():
        return [PromptFault("empty", prompt.level, "the prompt has no text")]
    faults = [(rule, check(Case(prompt, survey, settings, corpus))) for rule, check in RULES.items()]
    return [PromptFault(rule, prompt.level, detail) for rule, detail in faults if detail]


def length(case: Case) -> str | None:
    """Return the bounds of the level, in words; a sentence is one sentence."""
    body = case.prompt.body.strip()
    words, (fewest, most) = len(body.split()), case.settings.words(case.prompt.level)
    if not fewest <= words <= most:
        return f"the {case.prompt.level} prompt has {words} words; {fewest} to {most} are allowed"
    if case.prompt.level == "sentence" and (_SENTENCE_END.search(body) or "\n" in body):
        return "the sentence-level prompt is more than one sentence"
    return None


def cutoff_missing(case: Case) -> str | None:
    """An upper bound on the publications' date is there."""
    expected = in_english(cutoff_of(case.survey))
    return None if _bounds(case) else f"the prompt does not ask for work published before {expected} only"


def cutoff_wrong(case: Case) -> str | None:
    """A bound is the month of the survey's last version, and so is the prompt's own field."""
    bounds, expected = _bounds(case), cutoff_of(case.survey)
    if case.prompt.cutoff != expected:
        return f"the prompt is filed under {case.prompt.cutoff}, not {expected}"
    if bounds and expected not in bounds:
        return f"the cut-off is {in_english(expected)}, not {', '.join(_in_words(bound) for bound in bounds)}"
    return None


def cutoff_conflict(case: Case) -> str | None:
    """No other bound stands beside the right one."""
    bounds, expected = _bounds(case), cutoff_of(case.survey)
    others = [bound for bound in bounds if bound != expected]
    if expected in bounds and others:
        return (
            f"beside {in_english(expected)} the prompt also bounds by {', '.join(_in_words(bound) for bound in others)}"
        )
    return None


def title(case: Case) -> str | None:
    """Return the survey's title stays out of the body."""
    found = title_in(case.prompt.body, case.survey.title)
    return f'the prompt gives away the survey\'s title ("{found}"); say it in other words' if found else None


def identifier(case: Case) -> str | None:
    """No number or address leads to the survey."""
    address = own_address_in(case.prompt.body, case.survey)
    return f'the prompt holds the survey\'s own identifier ("{address}")' if address else None


def address(case: Case) -> str | None:
    """No address of a page: a prompt needs none."""
    match = address_in(case.prompt.body)
    return f'the prompt holds an address ("{match}")' if match else None


def trail(case: Case) -> str | None:
    """Nothing tells where to look the survey up."""
    words = trail_in(case.prompt.body)
    return f'the prompt says where to look the survey up ("{words}")' if words else None


def search(case: Case) -> str | None:
    """No stretch has the title's words and finds the survey in the corpus."""
    if title(case):
        return None  # found word for word
    words = title_words_in(case.prompt.body, case.survey, case.corpus, case.settings)
    return f'a search for words of the prompt finds the survey by its title ("{words}")' if words else None


def coined(case: Case) -> str | None:
    """No name that the survey coined for its own work."""
    survey = case.survey
    pages = re.findall(r"https?://\S+", survey.comments or "")
    name = coined_name_in(case.prompt.body, survey.title, " ".join([survey.abstract or "", *pages]), case.corpus)
    return f'the prompt holds a name that only the survey uses ("{name}")' if name else None


def motto(case: Case) -> str | None:
    """No words of the title that the topic has no use for."""
    words = motto_in(case.prompt.body, case.survey.title, case.survey.abstract or "", case.corpus)
    return f'the prompt holds words that only the survey\'s title has ("{words}")' if words else None


def abstract(case: Case) -> str | None:
    """No sentence of the abstract is copied."""
    words = quoted_in(case.prompt.body, case.survey.abstract or "")
    return f'the prompt copies the survey\'s abstract ("{words}")' if words else None


def count(case: Case) -> str | None:
    """No number of works that the survey counts."""
    number = own_number_in(case.prompt.body, case.survey)
    return f'the prompt repeats how many works the survey counts ("{number}")' if number else None


def venue(case: Case) -> str | None:
    """No place with the year in which the survey was published there."""
    words = own_venue_in(case.prompt.body, case.survey)
    return f'the prompt says where the survey was published ("{words}")' if words else None


def survey_named(case: Case) -> str | None:
    """Return the prompt does not point at a text that its reader does not have."""
    words = pointing_in(case.prompt.body)
    return f'the prompt points at the survey it was made of ("{words}"); ask for the subject itself' if words else None


def author(case: Case) -> str | None:
    """No author of the survey is named."""
    found = author_in(case.prompt.body, case.survey.authors, case.corpus.is_word)
    return f'the prompt names an author of the survey ("{found}")' if found else None


def rules(case: Case) -> str | None:
    """Return the standing rules are there and exclude this survey."""
    return fault_of_rules(case.prompt.rules, case.survey.title) if case.settings.standing_rules else None


def language(case: Case) -> str | None:
    """Return the prompt is in English."""
    reason = not_english(case.prompt.body)
    return f"the prompt is not in English: {reason}" if reason else None


def chatter(case: Case) -> str | None:
    """Return the model does not talk about its answer."""
    found = chatter_in(case.prompt.body)
    return f'the prompt holds words about itself ("{found}")' if found else None


def blank(case: Case) -> str | None:
    """Every blank is filled in."""
    found = blank_in(case.prompt.body)
    return f'a blank was not filled in ("{found}")' if found else None


def latex(case: Case) -> str | None:
    """No LaTeX is left."""
    found = latex_in(case.prompt.body)
    return f'the prompt holds LaTeX ("{found}")' if found else None


RULES: dict[str, Rule] = {
    "length": length,
    "cutoff-missing": cutoff_missing,
    "cutoff-wrong": cutoff_wrong,
    "cutoff-conflict": cutoff_conflict,
    "title": title,
    "identifier": identifier,
    "address": address,
    "trail": trail,
    "search": search,
    "motto": motto,
    "coined": coined,
    "abstract": abstract,
    "count": count,
    "venue": venue,
    "survey-named": survey_named,
    "author": author,
    "rules": rules,
    "language": language,
    "chatter": chatter,
    "blank": blank,
    "latex": latex,
}


def faults_of_levels(prompts: Sequence[Prompt]) -> tuple[PromptFault, ...]:
    """Each longer level is longer than the shorter ones and says something that they do not."""
    ordered = sorted(prompts, key=lambda prompt: LONGEST_FIRST.index(prompt.level), reverse=True)
    faults: list[PromptFault] = []
    for shorter, longer in pairwise(ordered):
        few, many = len(shorter.body.split()), len(longer.body.split())
        new = set(fold(longer.body)) - set(fold(shorter.body))
        if many <= few:
            detail = f"the {longer.level} prompt ({many} words) is not longer than the {shorter.level} one ({few})"
            faults.append(PromptFault("levels", longer.level, detail))
        elif len(new) < NEW_WORDS:
            detail = f"the {longer.level} prompt says nothing that the {shorter.level} one does not"
            faults.append(PromptFault("levels", longer.level, detail))
    return tuple(faults)


def _bounds(case: Case) -> list[str]:
    """Return the upper bounds of the body, each once, as `DateMention.cutoff`.

    The expected month where one allows it.
    """
    expected = cutoff_of(case.survey)
    upper = [mention for mention in date_mentions(case.prompt.body) if mention.bound == "upper"]
    return list(dict.fromkeys(expected if mention.also == expected else mention.cutoff for mention in upper))


def _in_words(bound: str) -> str:
    return in_english(bound) if re.fullmatch(r"\d{4}-\d\d", bound) else bound
