"""Quotes that must stand in a page as they are, and the whole sentences around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from litgauge.tasks.text.sentences import sentences

_SHORTEST = 12  # letters, digits and signs: a shorter quote proves nothing
_REACH = 1_500  # characters to either side in which the sentence is looked for
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
    """Return the sentences of the text that hold the quote, as they stand; None if the text does not have it.

    Spaces, line breaks, capitals, emphasis and the shapes of quotation marks and dashes may differ, nothing else. Whole
    sentences, since a quote cut out of "it is not true that …" says the opposite. `passages` are parts of the text
    to look through first: a long text is read only for a quote that is in none of them.
    """
    wanted = _folded(re.sub(r"^\.{3}|\.{3}$", "", quote.strip(_AROUND)).strip(_AROUND))
    if len(wanted) < _SHORTEST:
        return None
    for part in (*passages, text):
        if wanted in _folded(part):
            return _sentences_around(wanted, part)
    return None


def _folded(text: str) -> str:
    """Return the text without what may differ."""
    return unicodedata.normalize("NFKC", text).translate(_FOLD).casefold()


def _before(wanted: str, text: str) -> int:
    """Return a place shortly before what is wanted; 0 where signs are folded together, so that no place is known."""
    if not unicodedata.is_normalized("NFKC", text):
        return 0
    whole = _folded(text)
    ahead = whole.find(wanted)
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


def _sentences_around(wanted: str, text: str) -> str | None:
    """Return the sentences of the text that hold what is wanted; the folding is done again with the places kept."""
    begin = _before(wanted, text)
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text[begin:], begin):
        folded = _FOLDED[character]
        letters.append(folded)
        places += [place] * len(folded)
        if begin and len(places) > len(wanted) + 2 * _STEP:
            break
    at = "".join(letters).find(wanted)
    if at < 0:
        return None  # letters that only together are another one: combining accents
    start, end = places[at], places[at + len(wanted) - 1] + 1
    first = max(0, start - _REACH)
    near = text[first : end + _REACH]
    held = [(a + first, b + first) for a, b in sentences(near) if a + first < end and b + first > start]
    return text[held[0][0] : held[-1][1]] if held else text[start:end]
