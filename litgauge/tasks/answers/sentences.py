"""Words of an answer that explain, as against titles and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_REFERENCE = re.compile(r"\b(?:19|20)\d\d\b|\bet al\b|https?://|[\"“«《]")
_SET_OFF = re.compile(r"\*\*|__|[\"“„«「《\[]")
_MARKS = re.compile(r"(?<=[.!?])(?:\s?(?:\[\d[\d,\s–-]{0,20}\]|【[^【】]{1,60}】)){1,9}\s*$")
"""Citation marks behind a sentence."""
_SHORTEST = 4  # words of a sentence
_MOSTLY = 0.6  # of a list


def is_description(words: str) -> bool:
    """Return whether words explain a topic or paper and are no title: few begin with capitals.

    >>> is_description("OS-inspired hierarchical memory"), is_description("Towards LLMs as Operating Systems")
    (True, False)
    """
    long_words = _LONG_WORD.findall(words)
    return 2 * len([word for word in long_words if word[0].islower()]) > len(long_words)


def ends_sentence(words: str) -> bool:
    """Return whether words end with a sign that ends a sentence or goes on, before emphasis and brackets.

    >>> ends_sentence("*How owls fly.*"), ends_sentence("Owls:")
    (True, False)
    """
    return _MARKS.sub("", words).rstrip('*_)"”» ').endswith((".", "!", "?", "…", ";", ",", "。", "！", "？", "；"))


def is_sentence(words: str) -> bool:
    """Return whether words are a sentence about the answer: they end like one, explain, refer to nothing, and do not
    begin with a title in bold or in quotes.

    >>> is_sentence("The ranking reflects what I know."), is_sentence("Owls by night. Nature, 2020.")
    (True, False)
    """
    words = _MARKS.sub("", words)
    ends = words.rstrip("*_) ").endswith((".", "!", "?", "。", "！", "？", "；"))
    long = len(words.split()) >= _SHORTEST or not words.isascii()
    return ends and long and not (_SET_OFF.match(words) or _REFERENCE.search(words)) and is_description(words)


def lists_of_sentences(lists: Sequence[Sequence[str]]) -> int:
    """Return how many lists at the end hold sentences where those before hold none.

    >>> lists_of_sentences([["Owls", "Gulls"], ["I could not check any of these."]]), lists_of_sentences([["Owls"]])
    (1, 0)
    """
    shares = [sum(map(is_sentence, entries)) / max(1, len(entries)) for entries in lists]
    last = len(shares)
    while last > 1 and shares[last - 1] > _MOSTLY and max(shares[: last - 1]) <= _MOSTLY:
        last -= 1
    return len(shares) - last
