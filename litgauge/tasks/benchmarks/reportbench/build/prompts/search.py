"""Leaks that show when a prompt is searched in the corpus: words of its survey's title, names that it coined."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import SURVEY_PHRASE, UNSPACED
from litgauge.tasks.records import Survey
from litgauge.tasks.retrieval.bm25 import Bm25Index, best, stems, titled
from litgauge.tasks.text.words import words

UNSPACED_SHARE = 0.5
"""Of a title in Chinese, Japanese or Thai: a prompt is in English, so it needs no such words for its topic."""

_NAME = r"(?-i:[A-Z][\w-]*(?:[a-z][A-Z]|\d)[\w-]*)"
_COINED_IN_TITLE = re.compile(r"^([\w-]*(?:[a-z][A-Z]|[A-Za-z]\d)[\w-]*)\s*:")
_COINED_IN_ABSTRACT = re.compile(
    rf"\b(?:called|named|dubbed|termed|coined|christened)\s+[\"'\u201c]?({_NAME})", re.IGNORECASE
)


@dataclass(frozen=True)
class CorpusIndex:
    """Titles and abstracts of a corpus, to search prompts in."""

    places: Mapping[str, int]  # of surveys, by id
    frequencies: Mapping[str, int]  # documents that have a stem
    bm25: Bm25Index

    @classmethod
    def of(cls, documents: Iterable[tuple[str, str, str]]) -> CorpusIndex:
        """Return the index of documents given as id, title and abstract."""
        rows = [(survey_id, titled(title, abstract)) for survey_id, title, abstract in documents]
        frequencies = Counter(stem for _, terms in rows for stem in set(terms))
        places = {survey_id: place for place, (survey_id, _) in enumerate(rows)}
        return cls(places, frequencies, Bm25Index.of(terms for _, terms in rows))

    def weight(self, stem: str) -> float:
        """Return the inverse document frequency of a stem, above 0; the highest for one that no document has."""
        count = self.frequencies.get(stem, 0)
        return math.log(1 + (len(self.places) - count + 0.5) / (count + 0.5))

    def finds_first(self, terms: list[str], survey_id: str) -> bool:
        """Return whether a search for the terms has the survey at its top; True for one outside the corpus."""
        if survey_id not in self.places:
            return True
        top = best(self.bm25.scores(terms), 1)
        return bool(len(top)) and int(top[0]) == self.places[survey_id]


def title_words_in(body: str, survey: Survey, corpus: CorpusIndex, settings: PromptSettings) -> str | None:
    """Return the stretch of the body that holds the survey's title but for its least telling words, or None.

    The words may stand in another order, with no others between them; those that say it is a survey are among them,
    for a prompt about the topic needs all others. Titles of few words are the topic itself. The stretch counts if it
    also finds the survey: first among the corpus' titles and abstracts.
    """
    own = set(stems(survey.title))
    kind = set(stems(" ".join(SURVEY_PHRASE.findall(survey.title))))
    if len(own - kind) < settings.search_title_words:
        return None
    unspaced = bool(UNSPACED.search(survey.title))
    share = min(UNSPACED_SHARE, settings.search_title_share) if unspaced else settings.search_title_share
    least = share * sum(map(corpus.weight, own))
    body_words = [word for word in words(body) if word.stem]
    for start, word in enumerate(body_words):
        if word.stem not in own:
            continue
        stretch = body_words[start : start + len(own)]
        terms = list(dict.fromkeys(each.stem for each in stretch if each.stem in own))
        if not kind <= set(terms) or sum(map(corpus.weight, terms)) < least:
            continue
        if corpus.finds_first(terms, survey.survey_id):
            return " ".join(each.text for each in stretch)
    return None


def coined_name_in(body: str, survey: Survey, corpus: CorpusIndex) -> str | None:
    """Return a name in the body that the survey gave its own work and no other document of the corpus has."""
    head = _COINED_IN_TITLE.match(survey.title)
    names = [head[1]] if head else []
    names += _COINED_IN_ABSTRACT.findall(survey.abstract or "")
    for name in names:
        rare = all(corpus.frequencies.get(stem, 0) <= 1 for stem in stems(name)[:1])
        if rare and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", body, re.IGNORECASE):
            return name
    return None
