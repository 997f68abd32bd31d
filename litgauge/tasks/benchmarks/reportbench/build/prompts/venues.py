"""Venues that a survey's references were published in most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from litgauge.tasks.benchmarks.reportbench.build.prompts.titles import fold

LEAST = 3
"""References in one venue before a prompt may ask for it."""

MOST = 5

_NOT_VENUES = re.compile(
    r"(?i)\b(?:arxiv|corr|biorxiv|medrxiv|preprint|ssrn|thesis|technical report|tech\. rep|github|blog|university|"
    r"press|springer|elsevier|wiley|lecture notes|self[- ]published|https?)\b"
)
_COUNT = (
    r"(?:(?:\d{4}|\d{1,3}(?:st|nd|rd|th)|annual|[a-z-]*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|"
    r"ninth|tenth|eleventh|twelfth|teenth|tieth))\s+)*"
)
_FRAME = re.compile(
    rf"(?i)^(?:in:?\s+)?(?:the\s+)?(?:{_COUNT}(?:proceedings|proc\.)\s+(?:(?:of|in)\s+)?(?:the\s+)?)?{_COUNT}"
)
_TAIL = re.compile(
    r"(?i)(?:\s*[,.(\u2013-]?\s*(?:(?:19|20)\d\d|'\d\d|vol(?:ume)?\.?\s*\d+|part\s+\w+|ser\.|series)\b.*)$"
)
_SHORT = re.compile(r"\(([A-Z][A-Za-z]*[A-Z][A-Za-z&]*)(?:[ '\u2019-]*\d{2,4})?\)")


def frequent_venues(venues: Iterable[str]) -> tuple[str, ...]:
    """At most five names out of the references' venues, each of three references or more, most cited first.

    Preprint servers, publishers and universities are no venues. Proceedings are named by their conference, without
    number and year, and by its abbreviation where one is given.
    """
    counts: Counter[tuple[str, ...]] = Counter()
    names: dict[tuple[str, ...], Counter[str]] = {}
    for venue in venues:
        name = venue_name(venue)
        if name:
            counts[fold(name)] += 1
            names.setdefault(fold(name), Counter())[name] += 1
    ranked = sorted((key for key, count in counts.items() if count >= LEAST), key=lambda key: (-counts[key], key))
    return tuple(names[key].most_common(1)[0][0] for key in ranked[:MOST])


def venue_name(venue: str) -> str | None:
    """Return the name of a venue as a prompt would say it, or None where it is no venue.

    >>> venue_name("Proceedings of the 35th International Conference on Machine Learning, 2018")
    'International Conference on Machine Learning'
    """
    plain = re.sub(r"\s+", " ", venue.replace(";", ",")).strip()
    if not plain or _NOT_VENUES.search(plain) or not plain.isascii():
        return None
    short = _SHORT.search(plain)
    if short:
        return short[1]
    name = _TAIL.sub("", _FRAME.sub("", plain)).strip(" ,.-:")
    return name if 2 <= len(name) <= 90 and any(letter.isalpha() for letter in name) else None
