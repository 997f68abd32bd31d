"""Authors and publication date of the work on a page, by the page's metadata."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from litgauge.tasks.records import PersonName
from litgauge.tasks.text import split_names
from litgauge.tasks.web.reading.metadata import ARTICLE_TYPES, PageMetadata, types_of

MOST_AUTHORS = 200
"""The first ones; collaborations have thousands, and nobody is told apart by the last of them."""

_AUTHOR_TAGS = ("citation_author", "bepress_citation_author", "eprints.creators_name", "wkhealth_author")
_AUTHOR_LISTS = ("citation_authors", "wkhealth_authors")
_AUTHORS_BESIDE = ("dc.creator", "dc.contributor.author", "dcterms.creator", "prism.author")
_DATE_TAGS = (
    "citation_online_date", "citation_publication_date", "citation_date", "citation_year", "citation_cover_date",
    "bepress_citation_online_date", "bepress_citation_date", "wkhealth_date", "eprints.date", "prism.publicationdate",
    "dc.date.issued", "dcterms.issued", "dc.date", "dcterms.date", "dcterms.created", "article:published_time",
    "og:article:published_time", "datepublished",
)  # fmt: skip
_DATE_KEYS = ("datePublished", "dateCreated")
_YEAR_FIRST = re.compile(r"((?:1[5-9]|20)\d\d)(?:\s?[-/.年]\s?(0?[1-9]|1[0-2])(?!\d)|(0[1-9]|1[0-2])(?:\d\d)?(?!\d))?")
_YEAR = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]{{0,6}}\b", re.IGNORECASE)
_LONGEST_DATE = 60
_INITIALS_LAST = re.compile(r"([^,]{2,60}?)\s([A-Z](?:[.-]?[A-Z]){0,2}\.?)")  # "van der Maaten LJ", as PubMed has it
_DEGREE = re.compile(r",?\s(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|MBA|MPH|Dr\.?-?Ing|Prof)\.?(?=,|\s|$)", re.IGNORECASE)
_BODY = re.compile(
    r"\b(?:group|press|publish\w*|institut\w*|universit\w*|society|team|collaboration|consortium|inc|ltd|llc|gmbh"
    r"|foundation|associat\w*|organi[sz]ation|committee|cent(?:er|re)|laborator\w*|department|journal|editor\w*)\b",
    re.IGNORECASE,
)


def page_authors(metadata: PageMetadata) -> tuple[PersonName, ...]:
    """Return the authors in the page's order, those with a given name or initials; () where the page names none.

    Only what is said of a work counts: the tags for citations, Dublin Core, and JSON-LD of an article. A single word is
    as often a publisher's or a user's name, so it is left out.
    """
    authors: list[PersonName] = []
    for raw in _raw_authors(metadata):
        if len(authors) >= MOST_AUTHORS:
            break
        person = _DEGREE.sub("", " ".join(raw.split()))
        if turned := _INITIALS_LAST.fullmatch(person):
            person = f"{turned[1]}, {turned[2]}"
        names, _ = split_names(person) if not _BODY.search(person) else ((), False)
        authors += [name for name in names if name.family and name.given]
    return tuple(dict.fromkeys(authors))[:MOST_AUTHORS]


def page_date(metadata: PageMetadata) -> str:
    """Return the earliest date of publication that the page gives, "YYYY-MM" or "YYYY"; "" where it gives none.

    A year says less than a month of the same year. When a page was changed says nothing of when its work appeared.
    """
    linked = (node.get(key) for node in metadata.linked for key in _DATE_KEYS)
    dates = [date for raw in (*metadata.all(*_DATE_TAGS), *linked) if isinstance(raw, str) and (date := read_date(raw))]
    return min(dates, key=lambda date: (date[:4], -len(date), date), default="")


def read_date(raw: str) -> str:
    """Year and month of a date as pages write it, "" if it is none; figures that may be day or month are left out.

    >>> [read_date(date) for date in ("2017/06/12", "12 June 2017", "20170612", "06/12/2017", "Spring 2017", "soon")]
    ['2017-06', '2017-06', '2017-06', '2017', '2017', '']
    """
    raw = raw.strip()[:_LONGEST_DATE]
    match = _YEAR_FIRST.match(raw)
    if match and (month := match[2] or match[3]):
        return f"{match[1]}-{int(month):02}"
    year, named = _YEAR.search(raw), _MONTH.search(raw)
    if not year:
        return ""
    return f"{year[1]}-{_MONTHS.index(named[1].lower()) + 1:02}" if named else year[1]


def _raw_authors(metadata: PageMetadata) -> Iterator[str]:
    """Of the first kind of tag that has any: kinds repeat each other, in other spellings."""
    linked = [
        name for node in metadata.linked if ARTICLE_TYPES & types_of(node) for name in _names_in(node.get("author"))
    ]
    lists = [name for raw in metadata.all(*_AUTHOR_LISTS) for name in raw.split(";")]
    for names in (metadata.all(*_AUTHOR_TAGS), lists, linked, metadata.all(*_AUTHORS_BESIDE)):
        if names:
            yield from (part for name in names for part in name.split(";"))
            return


def _names_in(authors: Any) -> Iterable[str]:
    for author in authors if isinstance(authors, list) else [authors]:
        if isinstance(author, Mapping):
            family, given_name, name = (author.get(key) for key in ("familyName", "givenName", "name"))
            author = f"{family}, {given_name}" if isinstance(family, str) and isinstance(given_name, str) else name
        if isinstance(author, str):
            yield author.encode("utf-8", "ignore").decode()  # JSON may hold half a surrogate pair
