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
    respelled = _respelled(plain)
    for author in authors:
        family, given = _plain(author.family), _plain(author.given)
        if family and given and _credited(plain, respelled, family, given):
            return f"{author.given} {author.family}"
        run = _RUN.search(family)
        if not family or not given or (run and run[0].casefold() not in spoken):
            continue
        for pattern in _patterns(family, given):
            for match in re.finditer(pattern, plain, re.IGNORECASE):
                if _capitalised(match[0], f"{given} {family}"):
                    return match[0].strip()
    return None


_WORK = (
    r"(?:taxonom(?:y|ies)|surveys?|reviews?|overviews?|categori[sz]ation|typology|papers?|articles?|roadmap|tutorial"
    r"|monograph|manuscript|preprint|reading list)"
)
_WORK_ABROAD = (
    r"(?:taxonomie|taxonom\u00eda|taxonomia|\u00fcbersicht|revue|article|revisi\u00f3n|art\u00edculo|\u00fcberblick)"
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _credited(plain: str, respelled: str, family: str, given: str) -> bool:
    """Return whether a work is credited to the author, or the name stands in another spelling or without a space."""
    if _UNSPACED.search(family + given):
        both = (f"{family}{given}", f"{given}{family}")
        return any(name in re.sub(r"[\s\u00b7]", "", plain) for name in both)
    last = re.escape(family)
    work = (
        rf"(?<![\w-]){last}(?:'s|'|s)? (?:\w+ ){{0,2}}(?i:{_WORK}|{_plain(_WORK_ABROAD)})(?!\w)"
        rf"|(?i:{_WORK}) by (?:[A-Z][\w.-]* ){{0,2}}{last}(?!\w)"
        rf"|(?i:{_plain(_WORK_ABROAD)}) (?:de|von|di|da|por|par) (?:[A-Z][\w.-]* ){{0,2}}{last}(?!\w)"
        rf"|(?<!\w){last}\s?(?:\u7b49\u4eba?)?\u7684"
    )
    if family[:1].isupper() and re.search(work, plain):
        return True
    names = [_respelled(name) for name in (family, re.split(r"[\s.]", given)[0])]
    if len(names[1]) < 2:  # an initial
        return False
    forms = rf"{re.escape(names[1])}\s+{re.escape(names[0])}|{re.escape(names[0])}\s*,?\s+{re.escape(names[1])}"
    return family[:1].isupper() and bool(re.search(rf"(?<![\w-])(?:{forms})(?![\w-])", respelled))


def _respelled(plain: str) -> str:
    """Return names as they are without umlauts, however these were spelled out: Joerg and Jorg are one."""
    text = re.sub(r"([aouAOU])e", r"\1", plain).translate(str.maketrans("\u00f8\u00d8\u0142\u0141\u0131", "oOlLi"))
    return text.replace("\u00df", "ss").replace("\u00e6", "a").replace("\u00c6", "A")


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
    return bool(names) and all(not word[:1].islower() or word in small_parts or word in _CREDIT for word in names)


_CREDIT = frozenset(("colleagues", "coworkers", "coauthors", "co", "workers", "authors", "group", "lab", "team", "s"))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    return re.sub(r"\s+", " ", "".join(letter for letter in decomposed if not unicodedata.combining(letter))).strip()
