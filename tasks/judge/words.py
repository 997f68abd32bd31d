"""Words of English prose, made comparable: sentences, stems, and what a word weighs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from tasks.judge.vocabulary import IRREGULAR, STOP_WORDS, WEAK_WORDS
from tasks.text.sentences import sentences as spans

NAME_WEIGHT = 2.0
FIGURE_WEIGHT = 1.0
WEAK_WEIGHT = 0.25

_WORD = re.compile(r"[^\W_]+(?:['’.\-‐‑+][^\W_]+)*(?:\+\+|#)?")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a sentence."""

    text: str
    stem: str  # "" for a stop word
    name: bool  # capitalised inside a sentence, an acronym, or a mix of letters and digits
    start: int  # in code points

    @property
    def weight(self) -> float:
        """What the word adds to the meaning: 0 for a stop word, little for words that every paper uses."""
        if not self.stem:
            return 0.0
        if self.name:
            return NAME_WEIGHT
        return WEAK_WEIGHT if self.stem in _weak_stems() else 1.0


def sentences(text: str) -> list[str]:
    """The sentences of a text in their order, verbatim, without the space between them."""
    return [text[start:end] for start, end in spans(text)]


@lru_cache(maxsize=4096)
def words(sentence: str) -> tuple[Word, ...]:
    """The words of one sentence; hyphenated compounds are taken apart, names such as GPT-3 are kept whole."""
    text = unicodedata.normalize("NFKC", sentence)
    found: list[Word] = []
    for match in _WORD.finditer(text):
        for part, offset in _parts(match[0]):
            first = not found
            name = _is_name(part, first)
            stem = "" if part.casefold() in STOP_WORDS and not name else stem_of(part)
            found.append(Word(part, stem, name, match.start() + offset))
    return tuple(found)


def stems(sentence: str) -> frozenset[str]:
    """The stems of all words that mean something by themselves."""
    return frozenset(word.stem for word in words(sentence) if word.stem)


@lru_cache(maxsize=65536)
def stem_of(word: str) -> str:
    """What inflections and spellings of a word share.

    >>> [stem_of(word) for word in ("synchronising", "synchronize", "took", "taking", "studies", "convolutions")]
    ['synchron', 'synchron', 'tak', 'tak', 'study', 'convolut']
    """
    plain = unicodedata.normalize("NFKD", word.casefold().replace("’", "'"))
    plain = re.sub(r"[\u0300-\u036f]", "", plain)
    plain = re.sub(r"'s?$|'(?:d|ll|re|ve)$", "", plain)
    if not plain.isalpha() or not plain.isascii():
        return plain.replace("-", "").replace("‑", "").replace("‐", "")
    plain = IRREGULAR.get(plain, plain)
    plain = re.sub(r"(?<=[a-z]{3})our(?=$|s|ed|ing|al|ite|able)", "or", plain)
    plain = re.sub(r"(?<=[a-z]{2})tre(?=s?$)", "ter", plain)
    plain = plain.replace("ys", "yz") if re.search(r"lys(e|ed|es|ing|er)$", plain) else plain
    return _without_suffix(plain)


def spells(acronym: str, sentence: str) -> bool:
    """Whether an acronym consists of the initials of words of the sentence, in their order.

    >>> spells("WMT", "The Workshop (now Conference) on Machine Translation has been held since 2006.")
    True
    """
    letters = [letter for letter in acronym.casefold() if letter.isalpha()]
    if len(letters) < 3 or not acronym.isupper():
        return False
    initials = [word.text[0].casefold() for word in words(sentence) if word.text[0].isupper()]
    following = iter(initials)
    return all(letter in following for letter in letters)


def _parts(word: str) -> list[tuple[str, int]]:
    if re.search(r"\d", word) or not re.search(r"[-‐‑]", word) or re.search(r"[A-Z]", word[1:]):
        if _IDEOGRAPHS.search(word):
            return [(word[at : at + 2], at) for at in range(max(1, len(word) - 1))]
        return [(word, 0)]
    return [(part[0], part.start()) for part in re.finditer(r"[^-‐‑]+", word)]


def _is_name(word: str, first: bool) -> bool:
    if re.search(r"\d", word):
        return bool(re.search(r"[A-Za-z]", word)) and not re.fullmatch(r"[\d.]+(?:s|th|st|nd|rd|x|k|d)", word)
    if len(word) > 1 and re.search(r"[A-Z]", word[1:]):
        return True
    return word[0].isupper() and not first and word.casefold() not in STOP_WORDS and len(word) > 1


def _without_suffix(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and re.search(r"(?:ss|x|ch|sh)es$", word):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = re.sub(r"(?<=[a-z]{3})(?:i[sz](?:ations?|ational|ers?|ed|ing|es?|able))$", "", word)
    word = re.sub(r"(?<=[a-z]{4})(?:ational|ation|ational|ative)$", "at", word)
    word = re.sub(r"(?<=[a-z]{4})(?:ences?|ances?|ency|ancy|ent|ant)$", "", word)
    word = re.sub(r"(?<=[a-z]{4})(?:ional|ion|ive|ially|ally|al|ic|ment|ness|ly)$", "", word)
    shorter = re.sub(r"(?:ing|ed|er)$", "", word)
    if len(shorter) >= 3 and re.search(r"[aeiouy]", shorter):
        word = re.sub(r"([bdfgmnprt])\1$", r"\1", shorter)
    word = re.sub(r"(?<=[a-z]{2})e$", "", word)
    return re.sub(r"(?<=[a-z]{4})at$", "", word) if len(word) > 6 else word


@lru_cache(maxsize=1)
def _weak_stems() -> frozenset[str]:
    return frozenset(stem_of(word) for word in WEAK_WORDS)
