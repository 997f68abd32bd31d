"""Detection of a survey's authors in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from litgauge.tasks.records import PersonName

MOST_INITIALS = 8
"""Between a given name and a family name."""

LONGEST_TEXT = 5_000
"""Characters that are looked through, for each author anew; a prompt has a few hundred words."""

_RUN = re.compile(r"[^\W_]+")
_ATTRIBUTED = (
    r"(?:\s*,?\s+(?:and|&)\s+[A-Z][\w-]+)?"
    r"(?:\s*,?\s+et\.?\s+al\b|\s+and\s+(?:colleagues|co-?workers|co-?authors)|(?:'s)?\s+(?:group|lab|team)\b"
    r"|\s*\((?:19|20)\d\d)"
)


def author_in(text: str, authors: Iterable[PersonName]) -> str | None:
    """Return the author whom the text names, as it stands there, or None.

    Whole names count, in either order and with initials ("Li Wei", "Wei, Li", "L. Wei"), each word with a capital, so
    that "long field" is not Long Field; a family name alone counts only where a work or a group is credited
    to it ("Wei et al.", "Wei (2020)", "Wei's group"): "Gauss", "Markov" and "Long" are words of many fields.
    Bodies (no given name) are not people: a prompt may name a collaboration or an institution.
    """
    plain = _plain(text[:LONGEST_TEXT])
    spoken = {word.casefold() for word in _RUN.findall(plain)}
    for author in authors:
        family, given = _plain(author.family), _plain(author.given)
        run = _RUN.search(family)
        if not family or not given or (run and run[0].casefold() not in spoken):
            continue
        for pattern in _patterns(family, given):
            for match in re.finditer(pattern, plain, re.IGNORECASE):
                if _capitalised(match[0], f"{given} {family}"):
                    return match[0].strip()
    return None


def _patterns(family: str, given: str) -> list[str]:
    last, first = _words(family), _words(given)
    names = re.findall(r"[^\W\d_]+", given)
    forms = [rf"{first}\s+{last}", rf"{last}\s*,?\s+{first}"] if any(len(name) > 1 for name in names) else []
    if names and len(names[0]) > 1:
        forms += [rf"{re.escape(names[0])}\s+(?:[A-Z]\.?\s+){{0,{MOST_INITIALS}}}{last}"]
    if names:
        forms += [rf"(?:{re.escape(names[0][0])}\.[\s-]*)(?:[A-Z]\.[\s-]*){{0,{MOST_INITIALS}}}{last}"]
    return [rf"(?<![\w-])(?:{form})(?![\w-])" for form in [*forms, last + _ATTRIBUTED]]


def _words(name: str) -> str:
    return r"[\s.-]+".join(re.escape(word) for word in re.findall(r"[^\W_]+(?:'[^\W_]+)?", name)) or re.escape(name)


def _capitalised(name_in_text: str, name: str) -> bool:
    names = [word for word in re.findall(r"[^\W\d_]+", name_in_text) if word not in ("et", "al", "and")]
    small_parts = {word for word in re.findall(r"[^\W\d_]+", name) if word[:1].islower()}
    return bool(names) and all(word[:1].isupper() or word in small_parts or word in _CREDIT for word in names)


_CREDIT = frozenset(("colleagues", "coworkers", "coauthors", "co", "workers", "authors", "group", "lab", "team", "s"))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    return re.sub(r"\s+", " ", "".join(letter for letter in decomposed if not unicodedata.combining(letter))).strip()
