"""What a passage and a statement are compared by: words in one form, numbers and names apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

NUMBER_WEIGHT = 2.5  # a statement with other numbers is another statement
NAME_WEIGHT = 1.8

_TOKEN = re.compile(
    r"\d[\d,.\u2009\u202f]*\d|\d+|[^\W\d_]+(?:[-'’][^\W_]+)*\d*|[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]+", re.UNICODE
)
_CJK = re.compile(r"[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]+")
_DIGIT_GAP = re.compile(r"(?<=\d)[,\u2009\u202f](?=\d{3}(?!\d))")
_STOP = frozenset(
    "a an and are as at be been but by can could did do does for from had has have he her his how i if in into is "  # noqa: SIM905
    "it its may more most no not of on or our she should so some such than that the their them then there these they "
    "this those to up was we were what when where which while who will with would you your also using used use based "
    "both each over between about after before only other through under within one".split()
)
_COUNTED = {  # without "one", which is mostly a pronoun
    word: str(number)
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "  # noqa: SIM905
        "eighteen nineteen twenty".split(),
        start=2,
    )
}
_ENDINGS = (  # ending, what stands instead, shortest stem
    ("ies", "y", 4),
    ("ied", "y", 4),
    ("sses", "ss", 4),
    ("ing", "", 4),
    ("ed", "", 4),
    ("es", "", 4),
    ("s", "", 3),
)


def terms(text: str) -> Iterator[str]:
    """The words of a text as they are compared: no stop words, endings off, numbers in digits.

    >>> list(terms("Eleven tasks with 1,000 models"))
    ['11', 'task', '1000', 'model']
    """
    for token in _TOKEN.findall(_folded(text)):
        if _CJK.fullmatch(token):
            yield from _pairs(token)
        elif token[0].isdigit():
            yield token.rstrip(".,")
        elif token in _COUNTED:
            yield _COUNTED[token]
        elif token not in _STOP:
            yield _stem(token)
            if "-" in token:
                yield from (_stem(part) for part in token.split("-") if part and part not in _STOP)


def weights(statement: str) -> dict[str, float]:
    """The terms of a statement with what each counts: numbers and names more than common words."""
    names = {term for name in _names(statement) for term in terms(name)}
    found: dict[str, float] = {}
    for term in terms(statement):
        found[term] = NUMBER_WEIGHT if term[0].isdigit() else NAME_WEIGHT if term in names else 1.0
    return found


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", _DIGIT_GAP.sub("", text)).casefold()


def _names(statement: str) -> Iterator[str]:
    """Words with a capital inside the sentence, or with capitals or digits inside the word."""
    for number, word in enumerate(re.findall(r"[^\W_][\w-]*", statement)):
        inner = word[1:]
        if any(sign.isupper() or sign.isdigit() for sign in inner) or (number and word[0].isupper()):
            yield word


def _stem(word: str) -> str:
    for ending, instead, shortest in _ENDINGS:
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(stem) >= shortest and not word.endswith("ss"):
            return stem
    return word


def _pairs(run: str) -> Iterator[str]:
    """Neighbouring characters: Chinese and Japanese are written without spaces."""
    yield from [run] if len(run) == 1 else (run[n : n + 2] for n in range(len(run) - 1))
