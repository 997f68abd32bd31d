"""Words of agents around their lists: refusals, advice, remarks on the method (the wordings: wordings.json)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from litgauge.tasks.citations.printed_work import is_identifier, openalex_in
from litgauge.tasks.text import normalise_doi
from litgauge.tasks.text.inline_markup import without_markup
from litgauge.tasks.text.wordings import patterns

_YEAR_BEHIND = re.compile(r"[(（,]\s?(?:[^()（）]{0,80}[\s,，])?(?:1[89]|20)\d\d[a-z]?[)）]?")
_SET_OFF = re.compile(
    r"[“«「\"](?=(?:\S{1,100} ){2}).{4,300}?[”»」\"]|《.{4,300}?》"
    r"|(?<!\*)\*(?=(?:\S{1,100} ){2})[^*\s][^*]{6,300}\*(?!\*)"
)
_LAST_SENTENCE = re.compile(r"^.*[.!?] (?=\S)", re.DOTALL)
"""Everything before the last sentence."""


@cache
def wording(name: str) -> re.Pattern[str]:
    """The pattern of a kind of wording."""
    return re.compile(alternatives_of(name), re.IGNORECASE)


def alternatives_of(name: str) -> str:
    """Return the patterns of a kind of wording as alternatives."""
    return patterns("litgauge.tasks.answers.work_lists", "wordings.json", name)


def refuses(sentence: str) -> bool:
    """Return whether a sentence says that there is no answer, and no "but" follows.

    >>> refuses("I could not find any works that cite"), refuses("I cannot verify it, but these may be")
    (True, False)
    """
    *_, last = (None, *wording("refusal").finditer(sentence))
    return last is not None and wording("contrast").search(sentence, last.end()) is None


def is_evident(entry: str) -> bool:
    """Return whether an entry shows that it is a work: by an identifier, by a year behind it, or by quotation marks."""
    named = normalise_doi(entry) or openalex_in(entry) is not None or any(map(is_identifier, entry.split()[:3]))
    return bool(named or _YEAR_BEHIND.search(entry) or _SET_OFF.search(entry))


def asks_for_action(entry: str) -> bool:
    """Return whether an entry asks for an action, or names a place to search, and no work."""
    plain = re.sub(r"^step \d+\W+", "", without_markup(entry), flags=re.IGNORECASE)
    return bool(wording("imperative").match(plain)) and not _YEAR_BEHIND.search(entry)


def is_advice(before: str, entries: Sequence[str], *, heading: str, refused: bool) -> bool:
    """Return whether a list is advice or an excuse, by the words before it, its heading and its entries.

    `refused`: the answer says somewhere that it has none.
    """
    actions = 2 * sum(map(asks_for_action, entries)) >= len(entries)
    actions |= refused and any(wording("place to search").search(entry) for entry in entries)
    advises = any(wording("advice").search(words) for words in (before, heading))
    if any(map(is_evident, entries)):
        return actions and (advises or refused)
    return (
        advises
        or (len(entries) > 1 and all(map(asks_for_action, entries)))
        or refuses(_LAST_SENTENCE.sub("", before))
        or (actions and wording("suggestion").search(before) is not None)
        or (refused and (actions or wording("suggestion").search(before) is not None))
    )


def names_nothing(entry: str) -> bool:
    """Return whether an entry only says that there is none.

    >>> names_nothing("*None found.*"), names_nothing("None of the above: a study of owls (2012)")
    (True, False)
    """
    return wording("nothing").fullmatch(without_markup(entry)) is not None


def is_commentary(heading: str) -> bool:
    """Return whether a heading's section speaks about the answer ("Method", "Notes")."""
    return wording("commentary").fullmatch(without_markup(heading).rstrip(" :：")) is not None


def excludes(name: str) -> bool:
    """Return whether a heading, label or field names works that are no part of the answer.

    >>> excludes("Papers I considered but rejected"), excludes("Excluded Volume Effects"), excludes("Exclus")
    (True, False, True)
    """
    return wording("exclusion").fullmatch(name) is not None


def leaves_out(sentence: str) -> bool:
    """Return whether a sentence says that the works in it, or in the list that it introduces, are left out."""
    said = wording("exclusion sentence").search(sentence)
    return said is not None and wording("inclusion").search(sentence, said.end()) is None
