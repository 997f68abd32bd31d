"""Words in the one form in which texts are compared: split, told from names, stemmed (Snowball's English stemmer).

Chinese, Japanese and Korean have no spaces between words: there neighbouring characters stand for them.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from snowballstemmer import stemmer  # type: ignore[import-untyped]

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
    r"|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W_])+"
    r"(?:(?:['’+\-‐‑]|(?<=\d)[.,](?=\d))(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W_])+)*(?:\+\+|#)?"
)
_NUMBER = re.compile(r"\d[\d.,]*")
_THIN_SPACE = re.compile(r"(?<=\d)[\u2009\u202f](?=\d{3}(?!\d))")
_SPELLINGS = (  # British, American
    (re.compile(r"(?<=[a-z]{2})([iy])z(?=[eia])"), r"\1s"),
    (re.compile(r"(?<=[a-z]{3})our"), "or"),
    (re.compile(r"(?<=[a-z]{2})([bt])re(?=s?$)"), r"\1er"),
    (re.compile(r"(?<=[a-z]{3}s)is$"), "e"),  # hypothesis, hypotheses
    (re.compile(r"(?<=[a-z]{3}[ae])ll(?=ed$|ing$|er$)"), "l"),
)
STOP_WORDS = frozenset(
    """a an the this that these those such it its itself they them their theirs themselves he she his her him hers who
    whom whose which what where when why how and or but nor so if then than as at by for from in into of off on onto
    out over to up with within about above across after against along among around before behind below beneath beside
    besides between beyond during except inside near per since through throughout toward towards under until upon via
    is are was were be been being am do does did doing done has have had having can could may might must shall should
    will would also just only even very more most much many less least few some any all both each every either other
    others another same own too there here we our ours us you your i my me one once again ever yet still already
    whether while whereas because although though however therefore thus hence moreover furthermore meanwhile
    not no never neither none cannot without nothing nobody nowhere according e g etc et al""".split()  # noqa: SIM905
)
"""English words that mean nothing by themselves."""

SPELLED = {
    word: number
    for number, word in enumerate(
        """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty""".split(),  # noqa: SIM905
        start=2,
    )
}
"""Numbers in words, without "one", which is mostly a pronoun."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text."""

    text: str
    stem: str  # "" for a stop word
    name: bool  # capitalised inside a sentence, an acronym, or a mix of letters and digits
    start: int  # in code points of the text in Unicode's NFKC


@lru_cache(maxsize=2048)
def words(sentence: str) -> tuple[Word, ...]:
    """Return the words of a sentence; compounds with hyphens are taken apart, names such as GPT-3 are kept whole.

    >>> [(word.text, word.stem) for word in words("The state-of-the-art U-Net beat 1,000 models.")][4:]
    [('art', 'art'), ('U-Net', 'u-net'), ('beat', 'beat'), ('1,000', '1000'), ('models', 'model')]
    """
    result: list[Word] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", _THIN_SPACE.sub(",", sentence))):
        for part, offset, capital, stemmed in _parts(match[0]):
            name = capital == "inside" or (capital == "first" and bool(result))
            result.append(Word(part, stemmed, name, match.start() + offset))
    return tuple(result)


@lru_cache(maxsize=2048)
def stems(text: str) -> frozenset[str]:
    """Return the stems of all words that mean something by themselves."""
    return frozenset(word.stem for word in words(text) if word.stem)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what inflections and spellings of one English word share; a number in digits, without its commas.

    Irregular forms ("took") keep a stem of their own.

    >>> [stem(word) for word in ("synchronising", "synchronize", "colours", "studies", "convolutional", "eleven")]
    ['synchronis', 'synchronis', 'color', 'studi', 'convolut', '11']
    """
    low = word.casefold().replace("’", "'")
    if _NUMBER.fullmatch(low):
        return low.replace(",", "")
    if low in SPELLED:
        return str(SPELLED[low])
    return str(
        _ENGLISH.stemmer.stemWord(one_spelling(re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFKD", low))))
    )


def one_spelling(word: str) -> str:
    """Return what British and American spelling of a word in lower case share; no word of either.

    >>> one_spelling("modelling") == one_spelling("modeling"), one_spelling("optimize")
    (True, 'optimise')
    """
    for spelling, other in _SPELLINGS:
        word = spelling.sub(other, word)
    return word


class _English(threading.local):
    """A stemmer for each thread: it keeps the word that it works on, and batches run beside each other."""

    @cached_property
    def stemmer(self) -> Any:
        return stemmer("english")


_ENGLISH = _English()


@lru_cache(maxsize=65536)
def _parts(word: str) -> tuple[tuple[str, int, str, str], ...]:
    """Return the words in a compound: each with its place, where a capital makes it a name, and its stem."""
    if word[0] > "\u3000" and len(word) > 1:
        parts = [(word[at : at + 2], at) for at in range(len(word) - 1)]
    elif re.search(r"[\dA-Z]", word[1:]):
        parts = [(word, 0)]
    else:
        parts = [(part[0], part.start()) for part in re.finditer(r"[^-‐‑]+", word)]
    return tuple((part, at, *_read(part)) for part, at in parts)


def _read(word: str) -> tuple[str, str]:
    if re.search(r"\d", word):
        figure = re.fullmatch(r"[\d.,]+(?:s|th|st|nd|rd|x|k|d)?", word) or not re.search(r"[A-Za-z]", word)
        return "" if figure else "inside", stem(word)
    if len(word) > 1 and re.search(r"[A-Z]", word[1:]):
        return "inside", stem(word)  # also "IT" and "WHO"
    if word.casefold() in STOP_WORDS:
        return "", ""
    return "first" if len(word) > 1 and word[0].isupper() else "", stem(word)
