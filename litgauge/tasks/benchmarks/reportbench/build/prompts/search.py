"""Leaks that show when a prompt is searched in the corpus: words of its survey's title, names that it coined."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import SUBTITLE, SURVEY_PHRASE, UNSPACED, fold, title_in
from litgauge.tasks.offline.wording import ROUTINE
from litgauge.tasks.records import Survey
from litgauge.tasks.retrieval.bm25 import Bm25Index, best, stems, titled
from litgauge.tasks.text.words import STOP_WORDS, words

UNSPACED_SHARE = 0.5
"""Of a title in Chinese, Japanese or Thai: a prompt is in English, so it needs no such words for its topic."""

TOLD_SHARE = 0.4
"""Of a title's words at least are in its abstract; else the abstract does not tell which of them are the topic."""

ALL_WORDS = 4
"""Of a title, so many give it away in any order, with none between them."""

MOTTO_SHARE = 0.5
"""Of the words of a title's part, so many are in no abstract where it is a motto ("Unbridled Icarus: a survey ...")."""

QUOTED_WORDS, QUOTED_STOP_WORDS = 10, 3
"""Words that a prompt copies from an abstract, and stop words among them. Of 96 good published prompts the longest run
with so many stop words has nine."""

FRESH_WORDS, FRESH_SHARE = 3, 0.25
"""Words in a row that give a title away, and how many of them stand in neither the abstract nor another document."""

FRESH_CORPUS = 50
"""Documents of a corpus that tell which words are no words of the topic. In a corpus of the survey alone six of 96 good
published prompts would be refused, in one of 100 none."""

_NO_WORD = re.compile(r"\b[A-Z]{2,}s?\b|\b[A-Z][a-z]+(?:-[A-Z][a-z]+)+\b")
"""Of a title: an acronym, or the names of those after whom something is called."""

_NAME = r"[A-Z][\w-]*(?:[a-z][A-Z]|\d|-[A-Z])[\w-]*"
_COINED_IN_TITLE = re.compile(r"^([\w-]*(?:[a-z][A-Z]|[A-Za-z]\d|[A-Z]-[A-Z]|[A-Z]{3})[\w-]*)\s*:")
_COINED_IN_ABSTRACT = re.compile(
    rf"\b(?:called|named|dubbed|termed|coined|christened|introduc\w+|propos\w+|present\w*|develop\w*|releas\w+|build|built"
    rf"|creat\w+)\s+[\"'\u201c]?(?:(?!(?:for|of|in|on|with|to|and|that|which|from|by)\b)[a-z-]+\s+){{0,4}}"
    rf"[\"'\u201c(]?(?P<name>{_NAME})"
    rf"|\b(?:our|collect\w*|gather\w*|host\w*|publish\w*)\s+(?:[a-z-]+\s+){{0,4}}(?P<place>{_NAME})"
)
_TITLE_CASE = re.compile(r"[A-Z][a-z]+(?:-[A-Z][a-z]+)+")
_ADDRESS_PART = re.compile(r"https?://(\S+)")
_NUMBER = r"(?<![\w.,$-])\$?(?P<number>\d{1,3}[,\u2009]\d{3}|\d{2,5})\$?(?![\w%-]|[.,]\d|\s?\\?%)"
_STATED = re.compile(_NUMBER)
_COUNTED = re.compile(
    rf"{_NUMBER}(?=(?:\s+[\w-]+){{0,4}}?\s+(?:papers?|articles?|studies|publications?|works?|records?|references|surveys"
    r"|analyses|data\s?sets?|systems|methods|approaches|tools|models|documents|abstracts|sources|results|entries)\b)"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_COMMON_NUMBER = re.compile(r"(?:19|20)\d\d|\d\d|\d+0")
"""A year, a small number, a round one: the topic may have it for itself."""

_PLACE_NAME = re.compile(r"(?<![\w-])(?:[A-Z][A-Za-z]*[A-Z]+|[A-Z]{2,}(?:-[A-Z]+)*)(?![a-z])")
_NO_PLACES = frozenset("ACM IEEE DOI AI IEEE/ACM MDPI".split())  # noqa: SIM905
_DATED_PLACE = re.compile(r"(?<![\w-])(?P<place>[A-Z][A-Za-z-]*?[A-Za-z])(?:\s|\s?')?(?P<year>(?:19|20)?\d\d)(?!\d)")


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
        once = {frozenset(terms) for _, terms in rows}  # copies of a survey under other ids are one document
        frequencies = Counter(stem for terms in once for stem in terms)
        places = {survey_id: place for place, (survey_id, _) in enumerate(rows)}
        return cls(places, frequencies, Bm25Index.of(terms for _, terms in rows))

    def weight(self, stem: str) -> float:
        """Return the inverse document frequency of a stem, above 0; the highest for one that no document has."""
        count = self.frequencies.get(stem, 0)
        return math.log(1 + (len(self.places) - count + 0.5) / (count + 0.5))

    def is_word(self, word: str) -> bool:
        """Return whether a document of the corpus has the word, so that it may be one of the field."""
        return any(self.frequencies.get(each, 0) for each in stems(word))

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
    title = survey.title.replace("-", " ")
    own = set(stems(title))
    kind = set(stems(" ".join(SURVEY_PHRASE.findall(title))))
    if len(own - kind) < settings.search_title_words:
        return None
    unspaced = bool(UNSPACED.search(survey.title))
    share = min(UNSPACED_SHARE, settings.search_title_share) if unspaced else settings.search_title_share
    least = share * sum(map(corpus.weight, own))
    body_words = [word for word in words(body.replace("-", " ")) if word.stem]
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


def motto_in(body: str, title: str, abstract: str, corpus: CorpusIndex | None = None) -> str | None:
    """Return words of the title's motto that stand in the body, or None.

    A motto is a part of the title that is mostly of words which neither the abstract, nor the other part, nor another
    document has: no part of the topic, so that a prompt about it has no use for them. Two words tell it; one does
    where it is quoted or has a capital inside a sentence. So do words in a row, in the title and in the body, no two of
    which stand together in the abstract, if enough of them are no words of the topic ("the power of the data tsunami").
    """
    parts = [part for part in SUBTITLE.split(title) if part]
    whole = _telling(SURVEY_PHRASE.sub(" ", title))
    if len(whole & _telling(abstract)) < TOLD_SHARE * len(whole):
        return None
    if corpus is not None and len(corpus.places) >= FRESH_CORPUS and (run := _fresh_run(body, title, abstract, corpus)):
        return run
    if len(parts) < 2:
        return None
    motto: set[str] = set()
    spoken, in_parts = _telling(abstract), Counter(each for part in parts for each in _telling(part))
    for part in parts:
        own = _telling(SURVEY_PHRASE.sub(" ", part))
        alone = {each for each in own - spoken if in_parts[each] == 1}
        beyond = {each for each in alone if corpus is None or corpus.frequencies.get(each, 0) <= 1}
        if beyond and len(beyond) >= MOTTO_SHARE * len(own):
            motto |= beyond - ROUTINE
    said = {word.stem: word for word in words(body.replace("-", " ")) if word.stem in motto}
    if len(said) > 1 or any(word.name for word in said.values()):
        return " ".join(word.text for word in said.values())
    return None


def _fresh_run(body: str, title: str, abstract: str, corpus: CorpusIndex | None = None) -> str | None:
    spoken, said = (stems(text.replace("-", " ")) for text in (abstract, body))
    known = {*spoken, *stems(" ".join(_NO_WORD.findall(title)).replace("-", " "))}
    pairs, follows = set(pairwise(spoken)), set(pairwise(said))
    for part in SURVEY_PHRASE.split(title):
        runs: list[list[str]] = []
        for each in stems(part.replace("-", " ")):
            if runs and (pair := (runs[-1][-1], each)) in follows and pair not in pairs:
                runs[-1].append(each)
            else:
                runs.append([each])
        for run in runs:
            fresh = sum(each not in known and (corpus is None or corpus.frequencies.get(each, 0) <= 1) for each in run)
            if len(run) >= FRESH_WORDS and fresh >= FRESH_SHARE * len(run):
                return " ".join(run)
    return None


def _telling(text: str) -> set[str]:
    return {each for each in stems(text.replace("-", " ")) if len(each) > 3}


def coined_name_in(body: str, title: str, abstract: str, corpus: CorpusIndex | None = None) -> str | None:
    """Return a name in the body that the survey gave its own work and no other document of the corpus has.

    Coined is what stands before the title's colon, what "we introduce" or "is called" first speaks of in the abstract,
    and the last part of an address in it.
    """
    for name in _coined(title, abstract):
        own = title.startswith(name) and not re.search(rf"\b{re.escape(name)}", abstract)  # no word of the topic
        rare = own or corpus is None or all(corpus.frequencies.get(stem, 0) <= 1 for stem in stems(name)[:1])
        if rare and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", body, re.IGNORECASE):
            return name
    return None


def _coined(title: str, abstract: str) -> list[str]:
    head = _COINED_IN_TITLE.match(title)
    names = [head[1]] if head else []
    for match in _COINED_IN_ABSTRACT.finditer(re.sub(r"https?://\S+", " ", abstract)):
        name = match["name"] or match["place"]
        first = abstract.find(name) == abstract.find(match[0]) + len(match[0]) - len(name)
        if first and not _TITLE_CASE.fullmatch(name):
            names.append(name)
    for address in _ADDRESS_PART.findall(abstract):
        parts = re.split(r"[/?#]", address.strip("/.,;)"))
        names += [part for part in (parts[-1], parts[0].partition(".")[0]) if len(part) > 5 and "-" in part]
    return list(dict.fromkeys(names))


def reveals_title(phrase: str, title: str, abstract: str, *, careful: bool = False) -> bool:
    """Return whether a phrase alone gives the survey away: its title, all words of it, its motto, a name it coined.

    With `careful`, also words in a row that the abstract does not join, whatever other documents have.
    """
    own, said = set(stems(title)), stems(phrase)
    return (
        title_in(phrase, title) is not None
        or (len(own) >= ALL_WORDS and any(set(said[at : at + len(own)]) == own for at in range(len(said))))
        or motto_in(phrase, title, abstract) is not None
        or (careful and _fresh_run(phrase, title, abstract) is not None)
        or coined_name_in(phrase, title, abstract) is not None
    )


def quoted_in(body: str, abstract: str) -> str | None:
    """Return words that the body copies from the abstract, or None: `QUOTED_WORDS` in a row, no list of topics.

    A list of topics is told from a sentence by its few stop words.
    """
    said, own = fold(body), fold(abstract)
    copied = {own[at : at + QUOTED_WORDS] for at in range(len(own) - QUOTED_WORDS + 1)}
    runs = (said[at : at + QUOTED_WORDS] for at in range(len(said) - QUOTED_WORDS + 1))
    sentences = (run for run in runs if run in copied and sum(word in STOP_WORDS for word in run) >= QUOTED_STOP_WORDS)
    return " ".join(next(sentences, ())) or None


def own_number_in(body: str, survey: Survey) -> str | None:
    """Return a number that the abstract or the comment states and the body repeats ("64 articles of 1260").

    A year, a small or a round number has to count works.
    """
    home = f"{survey.abstract or ''} {survey.comments or ''}"
    stated = {_digits(match) for match in _STATED.finditer(home)}
    stated -= {_digits(match) for match in _STATED.finditer(survey.title)}
    counted = {number for number in map(_digits, _COUNTED.finditer(body)) if not _YEAR.fullmatch(number)}
    said = {number for number in map(_digits, _STATED.finditer(body)) if not _COMMON_NUMBER.fullmatch(number)}
    return min(stated & (said | counted), default=None)


def _digits(match: re.Match[str]) -> str:
    return re.sub(r"\D", "", match["number"])


def own_venue_in(body: str, survey: Survey) -> str | None:
    """Return the place and year where the survey was published, if the body has both ("BPM 2022", "RecSys '22")."""
    home = f"{survey.comments or ''} {survey.journal_ref or ''}"
    places = {name for name in _PLACE_NAME.findall(home) if name not in _NO_PLACES}
    years = {year[-2:] for year in re.findall(r"(?<!\d)(?:19|20)\d\d|'\d\d(?!\d)|(?<=[A-Z])\d\d(?!\d)", home)}
    for match in _DATED_PLACE.finditer(body.replace("\u2019", "'")):
        if match["place"] in places and match["year"][-2:] in years:
            return match[0]
    return None
