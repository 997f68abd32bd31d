"""One spelling for names and words of any script, so that a transliteration is no disguise."""

from __future__ import annotations

import re
from functools import lru_cache

from anyascii import anyascii

_SAME = (
    (re.compile(r"(?<=[aou])e"), ""),  # Mueller, Muller
    (re.compile(r"sch|sh|tch|tsch|ch|cz|zh"), "s"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"(?<=[bcdgkrt])h"), ""),
    (re.compile(r"ck|c|q"), "k"),
    (re.compile(r"(.)\1+"), r"\1"),
    (re.compile(r"w"), "v"),
    (re.compile(r"[yj]"), "i"),
    (re.compile(r"x"), "ks"),
)


def latin(text: str) -> str:
    """Return a text in plain Latin letters, whatever its script; its case and signs stay.

    >>> latin("Иванов, Żaneta Øster"), latin("王伟")
    ('Ivanov, Zaneta Oster', 'WangWei')
    """
    return text if text.isascii() else anyascii(text)


@lru_cache(maxsize=65536)
def skeleton(word: str) -> str:
    """Return what the usual spellings of one name share.

    >>> skeleton("Müller") == skeleton("Mueller"), skeleton("Иванов") == skeleton("Iwanow")
    (True, True)
    >>> skeleton("Müller") == skeleton("Miller")
    False
    """
    plain = re.sub(r"[^a-z]", "", latin(word).casefold())
    for spelling, shared in _SAME:
        plain = spelling.sub(shared, plain)
    return plain
