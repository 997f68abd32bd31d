"""Detection of a survey's title in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import islice

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from litgauge.tasks.text.words import STOP_WORDS

TOPIC_WORDS, TITLE_WORDS = 6, 7
"""A title without its subtitle or survey words counts as the title from `TITLE_WORDS` on, and from `TOPIC_WORDS` on if
it is written as one (in quotes or with capitals).

Below it, what is left is the usual name of the field ("human-robot handshaking", "3D LiDAR localization for autonomous
vehicles"), which no prompt about the field can do without.
"""

NAME_WORDS = 4
"""A whole title of fewer words that does not say "survey" is the name of its field ("Fast Radio Bursts")."""

MOST_QUALIFIERS = 12
"""Words before "survey" that belong to it."""

NEAR_WORDS = 5
MOST_NEAR_WORDS = 100
"""Of a title: a longer one is only found word for word, as every letter is compared with every letter of the text."""

NEAR = 0.06
"""The share of a title's letters that may differ: three in a title of usual length, so a small word or an ending."""

_QUALIFIER = (
    r"(?:comprehensive|systematic|systematical|literature|technical|critical|brief|short|concise|mini|rapid|"
    r"scoping|perpetual|living|narrative|state[- ]of[- ]the[- ]art|recent|in[- ]depth|broad|extensive|"
    r"general|structured|thorough|unified|complete|new|selective|practical|historical|experimental|"
    r"comparative|mapping|umbrella|yet|and|[,-])"
)
_KIND = (
    r"(?:surveys?|reviews?|overviews?|tutorial|literature review|mapping study|meta-analysis|taxonomy|roadmap|"
    r"primer|introduction)"
)
SURVEY_PHRASE = re.compile(
    rf"\b(?:(?:an?|the)\s+)?(?:{_QUALIFIER}\s*){{0,{MOST_QUALIFIERS}}}\b(?<!peer[ -])(?<!code[ -]){_KIND}\b"
    r"(?:\s+paper)?"
    rf"(?:\s*(?:,|and|&)\s*(?:(?:an?|the)\s+)?(?:\w+\s+)?{_KIND}\b)*"
    r"(?:\s+(?:of|on|about)\b(?:\s+the\b)?)?",
    re.IGNORECASE,
)
_KIND_FIRST = re.compile(rf"^(?:an?|the)\s+[\w-]+\s+{_KIND}\s+(?:of|on|about)\s+(?:the\s+)?", re.IGNORECASE)
"""A survey of a kind of its own, "A Deep Survey of"."""
SUBTITLE = re.compile(r"(?<!\s)\s*(?::|\?|\s[-\u2013]{1,3}\s|\u2014|\s/\s|\.\s)\s*")


QUESTION_WORDS, MOST_BETWEEN = 3, 2
"""Of a question in a title: telling words that it has at least, and other words between two of them in a prompt."""

_QUESTION = re.compile(r"(?:how|what|why|when|where|which|who|can|could|do|does|is|are|should|will)\b", re.IGNORECASE)
LEAST_CAPITALS = 2
"""Words with a capital, behind the first, of what is written as a title; acronyms aside."""

_COMPOUND = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_CAPITALISED = re.compile(r"[A-Z][a-z]+\d*")
_MOST_KINDS = 3  # of a title
_QUOTED = re.compile(r"[\"\u201c\u201e\u00ab]([^\"\u201d\u00bb\n]{1,300})[\"\u201c\u201d\u00bb]")
_QUOTES = ("'", '"', "\u201c", "\u2018", "\u201e", "\u00ab")
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\U00020000-\U0003ffff"
UNSPACED = re.compile(rf"[{_UNSPACED}]{{4}}")
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
"""A run of letters, or one letter of a script that puts no space between words."""


def fold(text: str) -> tuple[str, ...]:
    """Return the words of a text without case, accents, punctuation and plural endings.

    >>> fold("Recovering 3D Human Meshes: A Survey")
    ('recovering', '3d', 'human', 'mesh', 'a', 'survey')
    """
    return tuple(_singular(word.casefold()) for word in _WORD.findall(_plain(text)))


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("&", " and "))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"(?i)'s", "", plain.replace("\u2019", "'"))


def title_in(body: str, title: str) -> str | None:
    """Return the part of the title that the body gives away, or None.

    Counted as the title: the whole title (without a leading article), word for word, unless it is the name of a field,
    of three words or fewer; the same with a few letters changed, from five words on; the title without its subtitle,
    the subtitle, and each of them without the survey words ("A Survey of ..."), from seven words on, or from six on
    where they are written as a title; the words around "a review of"; all of its telling words in quotes, in any order.
    A question counts by its telling words alone. Accents, punctuation and plural endings make no difference.
    """
    words = fold(body)
    for form in _whole(title):
        folded = _without_article(fold(form))
        named = len(folded) >= NAME_WORDS or SURVEY_PHRASE.search(form)
        if len(folded) >= 2 and named and (_contains(words, folded) or _nearly_contains(words, folded)):
            return form
    for form in _parts(title):
        folded = _without_article(fold(form))
        count = len(_without_article(fold(_COMPOUND.sub("", form))))
        if count < TOPIC_WORDS or not _contains(words, folded):
            continue
        if count >= TITLE_WORDS or _stands_as_title(body, folded):
            return form
    if across := _across_its_kind(words, title):
        return across
    if quoted := next((each for each in _QUOTED.findall(body) if set(_telling(each)) == set(_telling(title))), None):
        return quoted if len(set(_telling(title))) >= NAME_WORDS else None
    return next((part for part in SUBTITLE.split(title) if _QUESTION.match(part) and _asks(words, fold(part))), None)


def _telling(text: str) -> list[str]:
    return [word for word in fold(text) if word not in STOP_WORDS]


def _across_its_kind(words: Sequence[str], title: str) -> str | None:
    """Return the title's words around "a review of", where it stands amid them and the body has all in this order."""
    telling = [word for word in words if word not in STOP_WORDS]
    for kind in islice(SURVEY_PHRASE.finditer(title), _MOST_KINDS):
        before, after = _telling(title[: kind.start()])[-2:], _telling(title[kind.end() :])[:1]
        around = [*before, *_telling(kind[0]), *after]
        if len(before) == 2 and after and _contains(telling, around):
            return " ".join(around)
    return None


def _asks(words: Sequence[str], question: Sequence[str]) -> bool:
    """Return whether the words ask a title's question: its telling words in their order, close to one another."""
    telling, words = ([word for word in each if word not in STOP_WORDS] for each in (question, words))
    if len(telling) < QUESTION_WORDS:
        return False
    for start, word in enumerate(words):
        place, wanted = start, iter(telling)
        if word != next(wanted):
            continue
        for each in wanted:
            ahead = words[place + 1 : place + 2 + MOST_BETWEEN]
            if each not in ahead:
                break
            place += 1 + list(ahead).index(each)
        else:
            return True
    return False


def subjects_of(title: str) -> tuple[str, ...]:
    """Return the title's parts (it and its subtitle) without the words that only say that it is a survey.

    >>> subjects_of("Talking Bees: A Survey of Acoustic Monitoring")
    ('Talking Bees', 'Acoustic Monitoring')
    """
    parts = (_KIND_FIRST.sub("", part) for part in SUBTITLE.split(title) if part)
    bare = (SURVEY_PHRASE.sub(" ", part).strip() for part in parts)
    return tuple(part for part in bare if part)


def _whole(title: str) -> list[str]:
    """Return the title, and its Latin part where it is given in two scripts."""
    latin = re.sub(r"\s+", " ", re.sub(r"[^\x00-\u024f\u2010-\u2027]+", " ", title)).strip(" :,.-")
    return [title] if latin == title or len(fold(latin)) < 3 else [title, latin]


def _parts(title: str) -> list[str]:
    parts = [part for part in SUBTITLE.split(title) if part]
    bare = [SURVEY_PHRASE.sub(" ", part).strip() for part in [title, *parts]]
    return list(dict.fromkeys([*parts, *bare]))


def _without_article(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words and words[0] in ("a", "an", "the") else words


def _contains(words: Sequence[str], part: Sequence[str]) -> bool:
    return f" {' '.join(part)} " in f" {' '.join(words)} "


def _stands_as_title(body: str, part: Sequence[str]) -> bool:
    """Return whether the words stand in the body in quotes, or with capitals within the sentence."""
    plain = _plain(body)
    found = list(_WORD.finditer(plain))
    words = [_singular(match[0].casefold()) for match in found]
    for start in range(len(words) - len(part) + 1):
        if tuple(words[start : start + len(part)]) != tuple(part):
            continue
        place = found[start].start()
        before = plain[max(0, place - 5) : place].rstrip("*_ ")
        capitals = [match for match in found[start + 1 : start + len(part)] if _CAPITALISED.fullmatch(match[0])]
        if before.endswith(_QUOTES) or len(capitals) >= LEAST_CAPITALS:
            return True
    return False


def _nearly_contains(words: Sequence[str], part: Sequence[str]) -> bool:
    if not NEAR_WORDS <= len(part) <= min(MOST_NEAR_WORDS, len(words)):
        return False
    wanted, text = " ".join(part), " ".join(words)
    place = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=80)
    if place is None:
        return False
    return Levenshtein.distance(wanted, text[place.dest_start : place.dest_end]) <= NEAR * len(wanted)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith(("shes", "ches", "xes", "sses", "zes")):
        return word[:-2]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
