"""Verbatim quotes in a page, with the whole sentences around them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from litgauge.tasks.text.sentences import sentences_around

_SHORTEST = 12  # letters, digits and signs: a shorter quote proves nothing
_REACH = 1_500  # characters on either side in which the sentence is searched
_DROPPED = " \t\n\r\v\f\u00a0*`\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2028\u2029\ufeff"
_FOLD = str.maketrans(
    {
        **dict.fromkeys(_DROPPED),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
_STEP = 256  # characters folded together
_AROUND = " \t\n\"'“”‘’«»…"


def find_quote(quote: str, text: str, passages: Sequence[str] = ()) -> str | None:
    """Return the sentences of the text that contain the quote, verbatim; None if the text does not have it.

    Spaces, line breaks, capitals, emphasis and the shapes of quotation marks and dashes may differ, nothing else. Whole
    sentences, since a quote from within "it is not true that …" says the opposite. `passages` are parts of the text
    to search first: a long text is read only for a quote that is in none of them.
    """
    folded_quote = _folded(re.sub(r"^\.{3}|\.{3}$", "", quote.strip(_AROUND)).strip(_AROUND))
    if len(folded_quote) < _SHORTEST:
        return None
    for part in (*passages, text):
        if folded_quote in _folded(part):
            return _sentences_around(folded_quote, part)
    return None


def _folded(text: str) -> str:
    """Return the text in a form in which differences that do not matter are removed."""
    return unicodedata.normalize("NFKC", text).translate(_FOLD).casefold()


def _span_of(folded_quote: str, text: str) -> tuple[int, int] | None:
    """Return where the text has what is wanted once its letters are folded one by one; None if it does not."""
    near = _before(folded_quote, text)
    begin, most = (0, len(text)) if near is None else (near, len(folded_quote) + 2 * _STEP)
    folded: list[str] = []
    length = 0
    for step in range(begin, len(text), _STEP):
        letters = [_FOLDED[character] for character in text[step : step + _STEP]]
        folded += letters
        length += sum(map(len, letters))
        if near is not None and length > most:
            break
    at = "".join(folded).find(folded_quote)
    if at < 0:
        return None
    ends = list(accumulate(map(len, folded)))  # of each letter, in what is folded
    return begin + bisect_right(ends, at), begin + bisect_left(ends, at + len(folded_quote)) + 1


def _before(folded_quote: str, text: str) -> int | None:
    """Return a place shortly before the quote; None if signs are combined by folding, so that no place is known."""
    if not unicodedata.is_normalized("NFKC", text):
        return None
    whole = _folded(text)
    ahead = whole.find(folded_quote)
    for start in range(0, len(text), _STEP):
        length = len(_folded(text[start : start + _STEP]))
        if length > ahead:
            return start
        ahead -= length
    return 0


class _Folded(dict[str, str]):
    """Single characters, each folded once."""

    def __missing__(self, character: str) -> str:
        folded = self[character] = _folded(character)
        return folded


_FOLDED = _Folded()


def _sentences_around(folded_quote: str, text: str) -> str | None:
    """Return the sentences of the text that contain the quote; it is folded again with offsets."""
    if (span := _span_of(folded_quote, text)) is None:
        return None  # letters that only together are another one: combining accents
    start, end = span
    first = max(0, start - _REACH)
    near = text[first : end + _REACH]
    sentences = sentences_around(near, start - first, end - first)
    return near[sentences[0][0] : sentences[-1][1]] if sentences else text[start:end]
