"""Mentions of documents in a sentence: their noun, their determiner, and whether they stand for many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmarks.reportbench.build.prompts import document_words as words
from litgauge.tasks.text.words import STOP_WORDS, stem

NEAR = 8
"""Tokens between a verb and its object."""

LONGEST = 6
"""Tokens before a noun that belong to it."""

FAR = 60
"""Tokens of a sentence in which a mention is bound."""

_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s'\"\u2018-\u201f*]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a prompt."""

    text: str
    written: Sequence[str]  # tokens
    low: Sequence[str]  # the same in lower case
    earlier: Sequence[str]  # tokens of the sentence before it, in lower case


@dataclass(frozen=True, slots=True)
class Mention:
    """A document in a sentence."""

    tokens: Sequence[str]  # of the sentence, in lower case
    place: int
    first: int  # token of its determiner or first modifier
    determiner: str  # "" for none
    distributed: bool  # it stands for one of many
    placed: bool = False  # it is said where it came out: "in ACM Computing Surveys", "from Delft"

    @property
    def noun(self) -> str:
        return self.tokens[self.place]

    @property
    def words(self) -> str:
        return " ".join(self.tokens[self.first : self.place + 1])

    @property
    def inside(self) -> set[str]:
        return set(self.tokens[self.first : self.place])

    @property
    def following(self) -> str:
        return self.tokens[self.place + 1] if self.place + 1 < len(self.tokens) else ""

    @property
    def acts(self) -> bool:
        """Whether it is the subject of what follows."""
        return self.following[:1].isalpha() and self.following not in STOP_WORDS | words.MODALS

    def after(self, count: int) -> Sequence[str]:
        """Return the tokens behind it."""
        return self.tokens[self.place + 1 : self.place + 1 + count]

    def before(self, count: int = NEAR) -> Sequence[str]:
        """Return the tokens before it, the nearest last, up to a semicolon or colon."""
        near = list(self.tokens[max(0, self.first - count) : self.first])
        for sign in ";:":
            if sign in near:
                near = near[len(near) - near[::-1].index(sign) :]
        return near


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text in Latin letters."""
    sentences: list[Sentence] = []
    for part in re.split(r"(?<=[.!?\n])\s+|(?<=[.!?][\"')*])\s+", text):
        written = _TOKEN.findall(part)
        low = [token.casefold() for token in written]
        sentences.append(Sentence(part, written, low, sentences[-1].low if sentences else []))
    return sentences


def mentions_in(sentence: Sentence) -> Iterator[Mention]:
    """Yield the documents that a sentence speaks of in the singular."""
    tokens, low = sentence.written, sentence.low
    for place, token in enumerate(low):
        owning = token.endswith("'s") and token[:-2] in words.DOCUMENTS
        if not owning and (token not in words.MATERIAL or _is_modifying(low, place)):
            continue
        named = place and tokens[place][0].isupper() and tokens[place - 1][0].isupper()
        if named and token not in words.GIVEN:
            continue  # a name: "Sloan Digital Sky Survey", "Physical Review"
        if low[place + 1 : place + 2] == ["by"] and "".join(tokens[place + 2 : place + 3])[:1].isupper():
            continue  # somebody's: authors.py knows whose
        first = place
        while first and place - first < LONGEST and _is_modifier(tokens, first - 1):
            first -= 1
        determiner = ""
        if first and (low[first - 1] in words.DETERMINERS or low[first - 1].endswith("'s")):
            first -= 1
            determiner = low[first]
        where = [word for word in tokens[place + 1 : place + 4] if word != "the"]
        placed = where[:1] in (["in"], ["from"], ["at"]) and "".join(where[1:2])[:1].isupper()
        placed = placed and where[1] not in words.LANGUAGES
        yield Mention(low, place, first, determiner, is_distributed(sentence, first, place), placed)


def _is_modifier(tokens: Sequence[str], place: int) -> bool:
    """Return whether a noun phrase may hold the token; a small word only in a name: "Reviews of Modern Physics"."""
    token = tokens[place].casefold()
    if token in ("in", "of", "and", "for") and place:
        return tokens[place - 1][0].isupper() and tokens[place + 1][0].isupper()
    return token not in words.ENDS and not token.endswith("'s")


def is_distributed(sentence: Sentence, first: int, place: int) -> bool:
    """Return whether what stands from `first` to `place` is one of many.

    So it is after "for each method" or "if two papers disagree", and before "of every method"; with "the" or "its" also
    where the sentence before speaks of each paper.
    """
    before, after = sentence.low[max(0, first - FAR) : first], sentence.low[place + 1 : place + 1 + NEAR]
    if words.DISTRIBUTIVE & {*before, *sentence.low[first : place + 1]}:
        return True
    joined = next((at for at, token in enumerate(after) if token in words.DISTRIBUTIVE), None)
    if joined is not None and not {";", ":", "."} & set(after[:joined]):
        return True
    spoken = [*before, *sentence.low[first : place + 1]]
    condition = next((at for at, token in enumerate(spoken) if token in words.CONDITIONS), None)
    if condition is not None and {"a", "an", "two", "several", "some", *words.MANY} & set(spoken[condition:]):
        return True
    earlier = sentence.earlier[-FAR:]
    each = any(
        token in words.DISTRIBUTIVE and (words.SOURCES | {"of"}) & set(earlier[at + 1 : at + 3])
        for at, token in enumerate(earlier)
    )
    return each and sentence.low[first] in ("its", "the")


def is_verb(word: str) -> bool:
    """Return whether the word says what a document does: "covers", "found"; "list" and "report" are nouns."""
    if word in words.MODALS | words.KNOWN | words.SAID:
        return True
    return word.endswith(("s", "ed")) and stem(word) in words.STATING


def _is_modifying(low: Sequence[str], place: int) -> bool:
    """Return whether the noun only says of which kind the next one is: "review process", "survey data"."""
    if place + 1 == len(low) or low[place] in ("notes", "slides"):
        return False
    if {"did", "does", "do"} & set(low[max(0, place - 6) : place]):
        return False
    word, next_word = low[place + 1], "".join(low[place + 2 : place + 3])
    if word in STOP_WORDS | words.IRREGULAR or not word[0].isalpha() or word.endswith(("ly", "ed", "'s", "ing")):
        return False
    if is_verb(word):
        return False
    if not word.endswith("s") or word.endswith(("ss", "us", "is", "series")):
        return True
    if {"a", "an", "this", "that"} & set(low[max(0, place - 3) : place]):
        return False  # no plural follows these
    if word.endswith(words.NOUN_ENDINGS) or word in words.PLURALS:
        return True
    return next_word[:1].isalpha() and next_word not in STOP_WORDS
